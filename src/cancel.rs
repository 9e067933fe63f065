//! Telling work on another thread that nobody waits for it any more.

use std::cell::Cell;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use napi::Env;
use napi::bindgen_prelude::External;
use napi_derive::napi;

thread_local! {
    /// Whether the host of this thread comes to its end. It waits for all work then, so there had better be none.
    static HOST: Arc<AtomicBool> = Arc::default();
    static IS_HOOKED: Cell<bool> = const { Cell::new(false) };
}

/// Whether some work is to stop. Clones are one.
#[derive(Clone, Debug)]
pub(crate) struct Cancellation {
    own: Arc<AtomicBool>,
    host: Arc<AtomicBool>,
}

impl Cancellation {
    /// Whether it was cancelled.
    pub(crate) fn is_due(&self) -> bool {
        self.own.load(Ordering::Relaxed) || self.host.load(Ordering::Relaxed)
    }
}

/// A cancellation to hand to work that can be cancelled.
///
/// # Errors
/// The host is coming to its end.
#[napi(catch_unwind)]
pub(crate) fn new_cancellation(env: Env) -> napi::Result<External<Cancellation>> {
    if !IS_HOOKED.replace(true) {
        env.add_env_cleanup_hook((), |()| end_work())?;
    }
    let host = HOST.with(Arc::clone);
    Ok(External::new(Cancellation { own: Arc::default(), host }))
}

/// Cancels the work: it rejects soon, at the next piece of what it reads.
#[napi(catch_unwind)]
pub(crate) fn cancel(cancellation: &External<Cancellation>) {
    cancellation.own.store(true, Ordering::Relaxed);
}

/// Cancels all work of this thread, for good.
#[napi(catch_unwind)]
pub(crate) fn end_work() {
    HOST.with(|host| host.store(true, Ordering::Relaxed));
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

impl<R: Seek> Seek for Cancellable<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.source.seek(to)
    }
}
