//! Reading a stretch of a session's file and proving its lines, on whichever thread.

use std::io;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use gatto_core::session::{Fault, Stretch};
use memchr::memchr;

use crate::io::{End, Readable};

/// How much is read beyond a stretch at first: the ends of most last lines.
const BEYOND: usize = 16 * 1024;

/// A line is long when it takes more than so many buffers.
const LONG: usize = 4;

/// A stretch that was read.
#[derive(Debug, Default)]
pub(super) struct Proved {
    pub(super) entries: Stretch,
    /// Its last line is no entry.
    pub(super) fault: Option<Fault>,
    /// How the file ends, if its last line begins here and lacks its newline.
    pub(super) end: Option<End>,
    /// Where the file ends now, if that is before where it ended when it was opened: somebody has cut it.
    pub(super) cut: Option<u64>,
}

/// A file of which stretches are read, in whatever order.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) file: Readable,
    /// Where it ended when it was opened. What others append meanwhile is noticed by whoever appends next.
    pub(super) len: u64,
    /// Held while a long line is read, so that no two of them are in memory.
    long: Mutex<()>,
}

/// What of a file is in a buffer.
struct Window<'a> {
    buffer: &'a mut Vec<u8>,
    start: u64,
    filled: usize,
    /// Whether it reaches to the end of the file.
    is_last: bool,
}

impl Source {
    pub(super) const fn new(file: Readable, len: u64) -> Self {
        Self { file, len, long: Mutex::new(()) }
    }

    /// Reads the lines that begin in a stretch of the file, which is not its first byte. `buffer` may be used again.
    pub(super) fn prove(&self, at: Range<u64>, buffer: &mut Vec<u8>) -> io::Result<Proved> {
        let size = usize::try_from(at.end - at.start).unwrap_or(usize::MAX).saturating_add(BEYOND);
        buffer.resize(size, 0);
        let mut long = None;
        let proved = self.prove_in(at, buffer, &mut long);
        if buffer.len() > size {
            buffer.truncate(size);
            buffer.shrink_to_fit();
        }
        drop(long);
        proved
    }

    fn prove_in<'a>(
        &'a self,
        at: Range<u64>,
        buffer: &mut Vec<u8>,
        long: &mut Option<MutexGuard<'a, ()>>,
    ) -> io::Result<Proved> {
        let mut proved = Proved::default();
        let usual = buffer.len();
        // The newline before the first line is read as well.
        let mut window = Window { buffer, start: at.start - 1, filled: 0, is_last: false };
        proved.cut = self.fill(&mut window)?;
        let Some(newline) = memchr(b'\n', window.bytes(0)) else { return Ok(proved) };
        let mut next = newline + 1;
        while window.start + (next as u64) < at.end {
            let rest = window.bytes(next);
            let offset = window.start + next as u64;
            if let Some(len) = memchr(b'\n', rest) {
                let line = rest.get(..len).unwrap_or_default();
                if let Err(fault) = proved.entries.add(line, offset) {
                    proved.fault = Some(fault);
                    break;
                }
                next += len + 1;
            } else if window.is_last {
                proved.take_unended(rest, offset);
                break;
            } else {
                window.drop_before(next);
                next = 0;
                if window.filled == window.buffer.len() {
                    if window.filled >= usual * LONG && long.is_none() {
                        *long = Some(self.long.lock().unwrap_or_else(PoisonError::into_inner));
                    }
                    window.buffer.resize(window.filled * 2, 0);
                }
                proved.cut = self.fill(&mut window)?;
            }
        }
        Ok(proved)
    }

    /// Reads until the buffer is full or the file ends. Gives the end of a file that has been cut.
    fn fill(&self, window: &mut Window<'_>) -> io::Result<Option<u64>> {
        let at = window.start + window.filled as u64;
        let left = usize::try_from(self.len - at).unwrap_or(usize::MAX);
        let room = window.buffer.get_mut(window.filled..).unwrap_or_default();
        let wanted = room.len().min(left);
        let got = self.file.read_at(room.get_mut(..wanted).unwrap_or_default(), at)?;
        window.filled += got;
        window.is_last = got == left || got < wanted;
        Ok((got < wanted).then_some(at + got as u64))
    }
}

impl Window<'_> {
    fn bytes(&self, from: usize) -> &[u8] {
        self.buffer.get(from..self.filled).unwrap_or_default()
    }

    fn drop_before(&mut self, at: usize) {
        self.buffer.copy_within(at..self.filled, 0);
        self.start += at as u64;
        self.filled -= at;
    }
}

impl Proved {
    /// Takes in what follows the last newline of the file.
    fn take_unended(&mut self, rest: &[u8], offset: u64) {
        if rest.is_empty() {
            return;
        }
        self.end = Some(End::Unended);
        match self.entries.add(rest, offset) {
            Ok(()) => {}
            Err(Fault::NoJson) => self.end = Some(End::Torn(offset)),
            Err(fault) => self.fault = Some(fault),
        }
    }
}
