//! Where a harness's records go: nowhere, to a file, or to a store of the caller's own.

use std::path::PathBuf;

use crate::io::{FlushTask, Journal, JournalError};

/// Records that could not be written wait for the next input, up to this many bytes. Beyond it the run is no longer
/// logged: what is missing could not be told from what was never there.
const MOST_WAITING: usize = 8 << 20;

/// The log of one harness.
pub(crate) enum Log {
    /// There is none.
    Off,
    /// A file of this process.
    File(FileLog),
    /// The driver takes the lines and gives them to the store.
    Store(Vec<u8>),
    /// A file that was let go. It may still be brought to disk.
    Closed(PathBuf),
    /// A file that lacks records, or could not be had at all, and why: the run goes on in memory.
    Lost(JournalError),
}

/// A file, and what it could not take yet.
pub(crate) struct FileLog {
    journal: Journal,
    waiting: Vec<u8>,
    fault: Option<JournalError>,
    /// Why the last attempt to write failed. Records wait while there is one.
    failure: Option<JournalError>,
}

impl Log {
    pub(crate) fn file(journal: Journal) -> Self {
        Self::File(FileLog { journal, waiting: Vec::new(), fault: None, failure: None })
    }

    /// Takes the records of one input. The file has them when this returns, unless there is a fault to tell.
    #[inline]
    pub(crate) fn append(&mut self, records: &mut Vec<u8>) {
        match self {
            Self::Off | Self::Closed(_) | Self::Lost(_) => records.clear(),
            Self::File(file) => file.append(records),
            Self::Store(lines) => lines.append(records),
        }
    }

    /// Lets the log go: its lock is free at once.
    pub(crate) fn close(&mut self) {
        match self {
            Self::File(file) => {
                *self = match file.failure.take() {
                    None => Self::Closed(file.journal.path().to_owned()),
                    Some(failure) => Self::Lost(failure),
                };
            }
            Self::Store(_) => *self = Self::Off,
            Self::Off | Self::Closed(_) | Self::Lost(_) => {}
        }
    }

    /// Whether something went wrong that the driver was not told of yet.
    #[inline]
    pub(crate) const fn has_fault(&self) -> bool {
        matches!(self, Self::File(FileLog { fault: Some(_), .. }))
    }

    /// What went wrong. When too much is waiting, the log ends with it.
    pub(crate) fn take_fault(&mut self) -> Option<JournalError> {
        let Self::File(file) = self else { return None };
        let fault = file.fault.take();
        if file.waiting.len() > MOST_WAITING
            && let Some(failure) = file.failure.take()
        {
            *self = Self::Lost(failure);
        }
        fault
    }

    /// The lines for the store.
    pub(crate) fn take(&mut self) -> Option<String> {
        match self {
            Self::Store(lines) if !lines.is_empty() => {
                Some(String::from_utf8_lossy(&std::mem::take(lines)).into_owned())
            }
            _ => None,
        }
    }

    /// The file.
    pub(crate) fn path(&self) -> Option<String> {
        match self {
            Self::File(file) => Some(file.journal.path().to_string_lossy().into_owned()),
            Self::Off | Self::Store(_) | Self::Closed(_) | Self::Lost(_) => None,
        }
    }

    /// Brings all that was logged to disk, what waits included.
    pub(crate) fn flush_task(&mut self) -> Option<FlushTask> {
        match self {
            Self::File(file) => Some(file.flush_task()),
            Self::Closed(path) => Some(FlushTask::of_closed(path.clone())),
            Self::Lost(error) => Some(FlushTask::of_lacking(error.clone())),
            Self::Off | Self::Store(_) => None,
        }
    }
}

impl FileLog {
    #[inline]
    fn append(&mut self, records: &mut Vec<u8>) {
        // What the disk has refused of older records is told, but is no reason to hold these back.
        if let Some(fault) = self.journal.earlier() {
            self.fault = Some(fault);
        }
        let lines = if self.waiting.is_empty() {
            &*records
        } else {
            self.waiting.append(records);
            &self.waiting
        };
        match self.journal.append(lines) {
            Ok(()) => {
                self.failure = None;
                records.clear();
                if !self.waiting.is_empty() {
                    self.waiting = Vec::new();
                }
            }
            Err(fault) => self.keep(records, fault),
        }
    }

    /// One fault is told for a row of failures, and one when the log is given up.
    #[cold]
    fn keep(&mut self, records: &mut Vec<u8>, fault: JournalError) {
        self.waiting.append(records);
        if self.failure.is_none() || self.waiting.len() > MOST_WAITING {
            self.fault = Some(fault.clone());
        }
        self.failure = Some(fault);
    }

    fn flush_task(&mut self) -> FlushTask {
        if self.failure.is_some() {
            // Perhaps the disk takes by now what waits.
            self.append(&mut Vec::new());
        }
        match &self.failure {
            None => self.journal.flush_task(),
            Some(failure) => FlushTask::of_lacking(failure.clone()),
        }
    }
}
