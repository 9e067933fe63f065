//! Journals on real files. Each test has a folder of its own.

mod append;
mod joint;
mod open;
mod recover;
mod small_disk;
mod sync;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Fsync, Journal, JournalError};

/// A temporary folder that goes with its value.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("gatto-journal-{}-{count}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn log(&self) -> PathBuf {
        self.0.join("log.jsonl")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Opens a journal and takes every JSON object in it for a record.
fn reopen(path: &Path, fsync: Fsync) -> Result<(Journal, Vec<u8>), JournalError> {
    let (mut journal, contents) = Journal::open(path, fsync)?;
    journal.recover(&contents, |line| {
        serde_json::from_slice::<serde_json::Map<_, _>>(line.bytes).map(drop)
    })?;
    Ok((journal, contents))
}

/// A record of so many bytes.
fn record(number: usize, len: usize) -> Vec<u8> {
    let mut line = format!("{{\"n\":{number},\"text\":\"").into_bytes();
    line.resize(len - 3, b'x');
    line.extend_from_slice(b"\"}\n");
    line
}
