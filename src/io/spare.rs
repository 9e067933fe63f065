//! Memory of large texts that JavaScript is done with, kept for the next ones: fresh pages cost more than what is
//! written to them, and to give them back takes long.

use std::sync::Mutex;
use std::time::Duration;

use super::disk::lock;
use super::runtime;

/// How much is kept at most. V8 collects what it holds from outside at about so many bytes, and then gives all of it back.
const MOST: usize = 64 * 1024 * 1024;

/// How long nobody has taken or given anything when all is let go.
const IDLE: Duration = Duration::from_secs(1);

static SPARE: Mutex<Spare> = Mutex::new(Spare::new());

/// A buffer of at least so many bytes, whatever they are.
pub(crate) fn take(length: usize) -> Vec<u8> {
    let kept = lock(&SPARE).take(length);
    kept.unwrap_or_else(|| vec![0; length])
}

/// Takes a buffer back. It goes on another thread, if it goes.
pub(crate) fn give(buffer: Vec<u8>) {
    let Ok(runtime) = runtime::handle() else { return };
    let mut spare = lock(&SPARE);
    if let Err(buffer) = spare.give(buffer) {
        drop(runtime.spawn_blocking(move || drop(buffer)));
    } else if !std::mem::replace(&mut spare.is_watched, true) {
        drop(runtime.spawn(empty_when_idle(spare.uses)));
    }
}

async fn empty_when_idle(mut seen: u64) {
    loop {
        tokio::time::sleep(IDLE).await;
        let mut spare = lock(&SPARE);
        if spare.uses == seen {
            let all = spare.empty();
            spare.is_watched = false;
            drop(spare);
            drop(all);
            return;
        }
        seen = spare.uses;
    }
}

struct Spare {
    buffers: Vec<Vec<u8>>,
    /// Of all buffers together.
    size: usize,
    /// Counts on with every use.
    uses: u64,
    /// Somebody will see that it is idle.
    is_watched: bool,
}

impl Spare {
    const fn new() -> Self {
        Self { buffers: Vec::new(), size: 0, uses: 0, is_watched: false }
    }

    /// The buffer that came last of those that are long enough, and not more than twice as long.
    fn take(&mut self, length: usize) -> Option<Vec<u8>> {
        self.uses += 1;
        let fits = |buffer: &Vec<u8>| buffer.len() >= length && buffer.len() / 2 <= length;
        let at = self.buffers.iter().rposition(fits)?;
        let buffer = self.buffers.swap_remove(at);
        self.size -= buffer.len();
        Some(buffer)
    }

    /// Keeps a buffer, unless that would be too much.
    fn give(&mut self, mut buffer: Vec<u8>) -> Result<(), Vec<u8>> {
        self.uses += 1;
        if self.size + buffer.capacity() > MOST {
            return Err(buffer);
        }
        buffer.resize(buffer.capacity(), 0);
        self.size += buffer.len();
        self.buffers.push(buffer);
        Ok(())
    }

    fn empty(&mut self) -> Vec<Vec<u8>> {
        self.size = 0;
        std::mem::take(&mut self.buffers)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_kept_fits_and_is_bounded(steps in vec((any::<bool>(), 1_usize..MOST / 2), 1..50)) {
            let mut spare = Spare::new();
            for (gives, length) in steps {
                if gives {
                    let _ = spare.give(vec![0; length]);
                } else if let Some(buffer) = spare.take(length) {
                    prop_assert!(buffer.len() >= length && buffer.len() / 2 <= length);
                }
                prop_assert!(spare.size <= MOST);
                prop_assert_eq!(spare.size, spare.buffers.iter().map(Vec::capacity).sum::<usize>());
            }
            spare.empty();
            prop_assert_eq!(spare.size, 0);
        }
    }

    #[test]
    fn a_buffer_that_comes_back_is_the_next_to_be_taken() {
        let mut spare = Spare::new();
        let mut buffer = vec![0; 1000];
        let place = buffer.as_ptr();
        buffer.truncate(10);
        spare.give(buffer).expect("there is room");
        assert!(spare.take(1001).is_none());
        assert!(spare.take(499).is_none());
        let taken = spare.take(600).expect("it fits");
        assert_eq!((taken.as_ptr(), taken.len()), (place, 1000));
    }
}
