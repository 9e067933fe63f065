//! A flush: somebody waits for the disk.

use std::sync::Arc;

use napi::bindgen_prelude::{JsObjectValue, JsValue};
use napi::{Env, Error, Task};

use super::disk::Disk;
use super::error::{JournalError, Operation};

/// Brings to disk what was appended before the task was made. As a promise it holds the process only until it settles,
/// and the work is done on one of libuv's threads.
pub(crate) struct FlushTask {
    disk: Arc<Disk>,
}

impl FlushTask {
    pub(super) const fn new(disk: Arc<Disk>) -> Self {
        Self { disk }
    }

    /// Does the work, on the thread that calls.
    pub(super) fn run(&self) -> Result<(), JournalError> {
        let result = self.disk.sync_or_lose();
        result.map_err(|error| JournalError::io(&self.disk.path, Operation::Sync, error))
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
        object.set_named_property("details", error.details())?;
        Err(Error::from(object.to_unknown()))
    }
}
