//! One operation on a thread of its own: it may take long, and libuv's few threads are there for all.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use napi::bindgen_prelude::{Object, ToNapiValue};
use napi::{Env, Error};

use super::failure::Failure;
use super::task::Operation;

type Settle<V> = Box<dyn FnOnce(Env) -> napi::Result<V> + Send>;

/// Starts an operation, and gives its promise, which holds the process until it settles. Unlike a task of libuv's pool it
/// does not hold a worker that is terminated.
///
/// # Errors
/// The system has no threads left.
pub(crate) fn on_thread<O: Operation>(env: &Env, operation: O) -> napi::Result<Object<'_>>
where
    O::Value: ToNapiValue,
{
    let (deferred, promise) = env.create_deferred::<O::Value, Settle<O::Value>>()?;
    let work = move || {
        let outcome = catch_unwind(AssertUnwindSafe(|| operation.run()));
        deferred.resolve(Box::new(move |env| match outcome {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(failure)) => Err(Failure::into_error(failure, env)?),
            Err(_) => Err(Error::from_reason("the work panicked")),
        }));
    };
    thread::Builder::new()
        .name("gatto-work".to_owned())
        .spawn(work)
        .map_err(|error| Error::from_reason(error.to_string()))?;
    Ok(promise)
}
