//! Group sync: the journals written within a window reach the disk together, on other threads.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::disk::{Disk, lock};
use super::runtime;

/// How long a record may be in the operating system's memory alone.
pub(super) const SYNC_WINDOW: Duration = Duration::from_millis(50);

/// How long a group is gathered. The rest of the window is the disk's.
const GATHER: Duration = Duration::new(0, SYNC_WINDOW.subsec_nanos() / 2);

/// The journals whose sync is due, in the order in which they were written. Each is here once, so none can crowd out
/// another.
static GROUP: Mutex<Vec<Arc<Disk>>> = Mutex::new(Vec::new());

/// Takes a journal into the next group.
#[cold]
pub(super) fn enqueue(disk: Arc<Disk>) {
    let mut group = lock(&GROUP);
    group.push(disk);
    if group.len() > 1 {
        return; // Its first journal has seen to the rest.
    }
    drop(group);
    match runtime::handle() {
        Ok(runtime) => drop(runtime.spawn(sync_group())),
        Err(error) => {
            let group = std::mem::take(&mut *lock(&GROUP));
            for disk in group {
                disk.skip_due(io::Error::new(error.kind(), error.to_string()));
            }
        }
    }
}

async fn sync_group() {
    tokio::time::sleep(GATHER).await;
    let group = std::mem::take(&mut *lock(&GROUP));
    tracing::debug!(target: "gatto::journal", journals = group.len(), "group sync");
    for disk in group {
        let turn = Turn(Some(disk));
        drop(tokio::task::spawn_blocking(move || turn.take()));
    }
}

/// A journal's turn to be synced. One that is dropped untaken, since no thread could be had for it, leaves word.
struct Turn(Option<Arc<Disk>>);

impl Turn {
    fn take(mut self) {
        if let Some(disk) = self.0.take() {
            disk.sync_due();
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(disk) = &self.0 {
            disk.skip_due(io::ErrorKind::WouldBlock.into());
        }
    }
}
