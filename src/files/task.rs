//! One operation on one of libuv's threads.

use napi::bindgen_prelude::{ToNapiValue, TypeName};
use napi::{Env, Task};

use super::failure::Failure;

/// What is done on the thread.
pub(crate) trait Operation: Send + 'static {
    /// What it comes to.
    type Value: ToNapiValue + TypeName + Send + 'static;

    /// Does it.
    fn run(&self) -> Result<Self::Value, Failure>;
}

/// An operation as a promise, which holds the process until it settles.
pub(crate) struct FileTask<O> {
    operation: O,
}

impl<O> FileTask<O> {
    pub(crate) const fn new(operation: O) -> Self {
        Self { operation }
    }
}

impl<O: Operation> Task for FileTask<O> {
    /// The failure is part of the result: only on JavaScript's thread can it become an error with its fields.
    type Output = Result<O::Value, Failure>;
    type JsValue = O::Value;

    fn compute(&mut self) -> napi::Result<Self::Output> {
        Ok(self.operation.run())
    }

    fn resolve(&mut self, env: Env, output: Self::Output) -> napi::Result<Self::JsValue> {
        match output {
            Ok(value) => Ok(value),
            Err(failure) => Err(failure.into_error(env)?),
        }
    }
}
