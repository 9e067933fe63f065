//! What of a journal has reached the disk. Shared between its writer and whoever syncs.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::{JournalError, Operation};

/// A journal's file and what of it is on disk.
#[derive(Debug)]
pub(super) struct Disk {
    pub(super) file: File,
    pub(super) path: PathBuf,
    /// How many changes were made to the file. Only its one writer counts up.
    changes: AtomicU64,
    /// Whether a sync is due on the other thread.
    due: AtomicBool,
    /// Whether `untold` holds something: what the writer looks at before each record.
    trouble: AtomicBool,
    /// A failure of the other thread that nobody has been told yet.
    untold: Mutex<Option<io::Error>>,
    synced: Mutex<Synced>,
}

#[derive(Debug)]
struct Synced {
    /// How many changes are on disk.
    changes: u64,
    /// Folders that must reach the disk too.
    folders: Vec<PathBuf>,
    /// A sync failed: what was written before it may be gone from memory and yet not be on disk, and a later sync
    /// that succeeds says nothing about it. So every later one fails with this.
    lost: Option<Lost>,
}

/// An [`io::Error`] that can be told more than once.
#[derive(Clone, Copy, Debug)]
struct Lost(ErrorKind, Option<i32>);

impl Lost {
    fn of(error: &io::Error) -> Self {
        Self(error.kind(), error.raw_os_error())
    }

    fn error(self) -> io::Error {
        self.1.map_or_else(|| self.0.into(), io::Error::from_raw_os_error)
    }
}

impl Disk {
    /// A file with these contents, of which nobody knows whether they are on disk, in folders that have changed.
    pub(super) const fn new(file: File, path: PathBuf, folders: Vec<PathBuf>) -> Self {
        let synced = Synced { changes: 0, folders, lost: None };
        Self {
            file,
            path,
            changes: AtomicU64::new(1),
            due: AtomicBool::new(false),
            trouble: AtomicBool::new(false),
            untold: Mutex::new(None),
            synced: Mutex::new(synced),
        }
    }

    /// Notes that the file was changed. For the writer only: nobody else counts.
    pub(super) fn changed(&self) {
        self.changes.store(self.changes.load(Ordering::Relaxed) + 1, Ordering::Release);
    }

    /// Asks for a sync on the other thread. True: none was due yet.
    pub(super) fn make_due(&self) -> bool {
        !self.due.swap(true, Ordering::AcqRel)
    }

    /// Brings the file to disk, unless it is there.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.sync_in(&mut lock(&self.synced))
    }

    fn sync_in(&self, synced: &mut Synced) -> io::Result<()> {
        if let Some(lost) = synced.lost {
            return Err(lost.error());
        }
        let changes = self.changes.load(Ordering::Acquire);
        if synced.changes == changes {
            return Ok(());
        }
        self.file.sync_data()?;
        while let Some(folder) = synced.folders.last() {
            sync_folder(folder)?;
            synced.folders.pop();
        }
        synced.changes = changes;
        Ok(())
    }

    /// [`sync`](Self::sync) for records that have been reported as written, so that a failure is final.
    pub(super) fn sync_or_lose(&self) -> io::Result<()> {
        let mut synced = lock(&self.synced);
        self.sync_in(&mut synced).inspect_err(|error| synced.lost = Some(Lost::of(error)))
    }

    /// Does the sync that is due.
    pub(super) fn sync_due(&self) {
        // Before the sync, so that a record written during it makes the next one due.
        if !self.due.swap(false, Ordering::AcqRel) || lock(&self.synced).lost.is_some() {
            return; // What was lost has been told: the journal goes on without a promise.
        }
        if let Err(error) = self.sync_or_lose() {
            self.tell(error);
        }
    }

    /// Does without the sync that is due, since no thread can be had for it.
    pub(super) fn skip_due(&self, error: io::Error) {
        if self.due.swap(false, Ordering::AcqRel) {
            self.tell(error);
        }
    }

    /// Whether every change is on disk.
    #[cfg(test)]
    pub(super) fn is_synced(&self) -> bool {
        lock(&self.synced).changes == self.changes.load(Ordering::Acquire)
    }

    /// Leaves an error for the writer's next record.
    fn tell(&self, error: io::Error) {
        tracing::error!(
            target: "gatto::journal",
            path = %self.path.display(),
            %error,
            "background sync failed",
        );
        *lock(&self.untold) = Some(error);
        self.trouble.store(true, Ordering::Release);
    }

    /// Takes the error that was left, if there is one. Costs nothing when there is none.
    #[inline]
    pub(super) fn told(&self) -> Result<(), JournalError> {
        if self.trouble.load(Ordering::Relaxed) { self.take_untold() } else { Ok(()) }
    }

    #[cold]
    fn take_untold(&self) -> Result<(), JournalError> {
        self.trouble.store(false, Ordering::Relaxed);
        match lock(&self.untold).take() {
            Some(error) => Err(JournalError::io(&self.path, Operation::Sync, error)),
            None => Ok(()),
        }
    }
}

/// What a lock guards here is changed in single steps, so a panic elsewhere leaves nothing half-done.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Brings a folder's entries to disk, where the system has that for folders.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let Ok(folder) = File::open(folder) else {
        return Ok(()); // A folder may be closed to reading and still take new files.
    };
    match folder.sync_all() {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Ok(())
        }
        result => result,
    }
}
