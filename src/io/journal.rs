//! A journal's file, from opening to letting go.

use std::path::Path;
use std::sync::Arc;

use gatto_core::journal::{Line, Recovered, replay};

use super::disk::Disk;
use super::error::{JournalError, Operation};
use super::flush::FlushTask;
use super::tail::{self, Tail};
use super::{file, sync};

/// When records reach the disk. In every mode they have reached the operating system when `append` returns, so the
/// end of the process loses none; this is about the end of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fsync {
    /// Before `append` returns.
    Always,
    /// Within [`SYNC_WINDOW`](super::sync::SYNC_WINDOW), on another thread.
    Batch,
    /// When the operating system likes, or at a flush.
    Never,
}

impl Fsync {
    /// The mode of a name in the options.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "always" => Some(Self::Always),
            "batch" => Some(Self::Batch),
            "never" => Some(Self::Never),
            _ => None,
        }
    }
}

/// An append-only file of lines that has this one writer. Dropping it frees the file at once for the next one.
#[derive(Debug)]
pub(crate) struct Journal {
    disk: Arc<Disk>,
    tail: Tail,
    fsync: Fsync,
}

impl Journal {
    /// Opens the file, or creates it and its folders (for their owner only), locks it against every other writer until
    /// this one is dropped or its process ends, and reads it.
    ///
    /// What the contents mean is for [`recover`](Self::recover) to find out.
    pub(crate) fn open(path: &Path, fsync: Fsync) -> Result<(Self, Vec<u8>), JournalError> {
        let file::Opened { file, contents, folders } = file::open(path)?;
        tracing::debug!(
            target: "gatto::journal",
            path = %path.display(),
            bytes = contents.len(),
            ?fsync,
            "opened",
        );
        let journal = Self::over(Disk::new(file, path.to_owned(), folders), fsync);
        Ok((journal, contents))
    }

    pub(super) fn over(disk: Disk, fsync: Fsync) -> Self {
        Self { disk: Arc::new(disk), tail: Tail::default(), fsync }
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.disk.path
    }

    /// The file and what of it is on disk.
    pub(super) fn disk(&self) -> Arc<Disk> {
        Arc::clone(&self.disk)
    }

    /// How many bytes at the end of the file belong to no record, until the next one cuts them off.
    pub(super) const fn stray(&self) -> u64 {
        self.tail.stray()
    }

    /// Gives `decode` each line of what [`open`](Self::open) read, and cuts off what an interrupted write left at the
    /// end. A line that is broken otherwise is an error, and the file is then left as it is.
    pub(crate) fn recover<'a, E: std::fmt::Display>(
        &mut self,
        contents: &'a [u8],
        decode: impl FnMut(Line<'a>) -> Result<(), E>,
    ) -> Result<Recovered, JournalError> {
        let recovered = replay(contents, decode).map_err(|broken| JournalError::Corrupt {
            path: self.disk.path.clone(),
            line: broken.line,
            offset: broken.offset,
            reason: broken.reason.to_string(),
        })?;
        if let Some(torn) = recovered.torn {
            tracing::warn!(
                target: "gatto::recovery",
                path = %self.disk.path.display(),
                line = torn.line,
                bytes = torn.len,
                "cut a torn record off the end of the log",
            );
            self.truncate(recovered.good_len)?;
        }
        Ok(recovered)
    }

    /// Makes the file end here.
    pub(crate) fn truncate(&mut self, good_len: usize) -> Result<(), JournalError> {
        tail::set_len(&self.disk.file, good_len as u64)
            .map_err(|error| JournalError::io(&self.disk.path, Operation::Cut, error))?;
        self.disk.changed();
        Ok(())
    }

    /// What the disk has refused of earlier records, once. The next [`append`](Self::append) would tell it otherwise.
    #[inline]
    pub(crate) fn earlier(&self) -> Option<JournalError> {
        self.disk.told().err()
    }

    /// Appends whole lines: one write, and no allocation. On an error none of the bytes is in the file, earlier lines
    /// are untouched, and the same call may be tried again later.
    ///
    /// An error of the kind [`Operation::Sync`] in a mode other than [`Fsync::Always`] is about earlier records: they
    /// are written, but the disk has refused them. It comes once.
    #[inline]
    pub(crate) fn append(&mut self, lines: &[u8]) -> Result<(), JournalError> {
        debug_assert!(lines.is_empty() || lines.ends_with(b"\n"), "a record ends with a newline");
        self.disk.told()?;
        if let Err(fault) = self.tail.append(&self.disk.file, lines) {
            return Err(self.failed(fault));
        }
        self.disk.changed();
        match self.fsync {
            Fsync::Never => Ok(()),
            Fsync::Batch => {
                if self.disk.make_due() {
                    sync::enqueue(Arc::clone(&self.disk));
                }
                Ok(())
            }
            Fsync::Always => self.sync_or_cut(lines.len()),
        }
    }

    /// Brings what was just appended to disk. All before it is there, so a record that cannot follow can be taken back
    /// and the journal stays good.
    fn sync_or_cut(&mut self, appended: usize) -> Result<(), JournalError> {
        let Err(error) = self.disk.sync() else { return Ok(()) };
        // Where this fails as well, the bytes are cut before the next record.
        let _ = self.tail.cut(&self.disk.file, appended as u64);
        self.disk.changed();
        Err(self.failed((Operation::Sync, error)))
    }

    #[cold]
    fn failed(&self, (operation, error): tail::Fault) -> JournalError {
        tracing::error!(
            target: "gatto::journal",
            path = %self.disk.path.display(),
            %operation,
            %error,
            "append failed",
        );
        JournalError::io(&self.disk.path, operation, error)
    }

    /// A task whose promise resolves when all that has been appended is on disk.
    pub(crate) fn flush_task(&self) -> FlushTask {
        FlushTask::new(Arc::clone(&self.disk))
    }
}

#[cfg(test)]
impl Journal {
    pub(super) fn is_synced_for_tests(&self) -> bool {
        self.disk.is_synced()
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // Closing would free the lock too, but a sync that is under way, and a child process between fork and exec, may
        // still hold the file.
        let _ = self.disk.file.unlock();
    }
}
