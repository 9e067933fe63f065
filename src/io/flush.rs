//! A flush: somebody waits for the disk.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use napi::bindgen_prelude::{JsObjectValue, JsValue};
use napi::{Env, Error, Task};

use super::disk::Disk;
use super::error::{JournalError, Operation};

/// Brings to disk what was appended before the task was made. As a promise it holds the process only until it settles,
/// and the work is done on one of libuv's threads.
pub(crate) struct FlushTask {
    of: Of,
}

enum Of {
    /// A journal that is open, or whose last group waits for its sync.
    Open(Arc<Disk>),
    /// One that was closed: any descriptor brings the whole file to disk.
    Closed(PathBuf),
    /// One that lacks records: no sync brings those to disk.
    Lacking(JournalError),
}

impl FlushTask {
    pub(super) const fn new(disk: Arc<Disk>) -> Self {
        Self { of: Of::Open(disk) }
    }

    /// A flush of a journal that was closed.
    pub(crate) const fn of_closed(path: PathBuf) -> Self {
        Self { of: Of::Closed(path) }
    }

    /// A flush of what was never written, and why it was not.
    pub(crate) const fn of_lacking(error: JournalError) -> Self {
        Self { of: Of::Lacking(error) }
    }

    /// Does the work, on the thread that calls.
    pub(super) fn run(&self) -> Result<(), JournalError> {
        let (path, result) = match &self.of {
            Of::Open(disk) => (&disk.path, disk.sync_or_lose()),
            Of::Closed(path) => (path, sync_closed(path)),
            Of::Lacking(error) => return Err(error.clone()),
        };
        result.map_err(|error| JournalError::io(path, Operation::Sync, error))
    }
}

fn sync_closed(path: &Path) -> io::Result<()> {
    // Windows flushes only what may be written to.
    match OpenOptions::new().read(true).write(cfg!(windows)).open(path) {
        Ok(file) => file.sync_data(),
        // A log that was removed since has nothing to lose.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

impl Task for FlushTask {
    /// The failure is part of the result: only on JavaScript's thread can it become an error with a code.
    type Output = Result<(), JournalError>;
    type JsValue = ();

    fn compute(&mut self) -> napi::Result<Self::Output> {
        Ok(self.run())
    }

    fn resolve(&mut self, env: Env, output: Self::Output) -> napi::Result<()> {
        let Err(error) = output else { return Ok(()) };
        let mut object = env.create_error(Error::from_reason(error.to_string()))?;
        object.set_named_property("code", error.code())?;
        object.set_named_property("details", error.details().to_string())?;
        Err(Error::from(object.to_unknown()))
    }
}
