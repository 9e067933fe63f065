//! Telling work on another thread that nobody waits for it any more.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use napi::bindgen_prelude::External;
use napi_derive::napi;

/// Whether some work is to stop. Clones are one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Whether it was cancelled.
    pub(crate) fn is_due(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A cancellation to hand to work that can be cancelled.
#[napi(catch_unwind)]
#[must_use]
pub(crate) fn new_cancellation() -> External<Cancellation> {
    External::new(Cancellation::default())
}

/// Cancels the work: it rejects soon, at the next piece of what it reads.
#[napi(catch_unwind)]
pub(crate) fn cancel(cancellation: &External<Cancellation>) {
    cancellation.0.store(true, Ordering::Relaxed);
}

/// Something to read that fails once the reading is cancelled.
#[derive(Debug)]
pub(crate) struct Cancellable<R> {
    pub(crate) source: R,
    pub(crate) cancellation: Cancellation,
}

impl<R: Read> Read for Cancellable<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.cancellation.is_due() {
            // Not `Interrupted`: that is what readers try again.
            return Err(io::Error::other("cancelled"));
        }
        self.source.read(buffer)
    }
}
