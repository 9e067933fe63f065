//! The one tokio runtime of the process.

use std::io;
use std::sync::Mutex;
use std::thread;

use tokio::runtime::{Builder, Handle};

use super::disk::lock;

/// The name of the threads that bring files to disk.
pub(crate) const THREAD_NAME: &str = "gatto-io";

/// How many threads may wait for the disk at once. More would wait for each other.
const BLOCKING_THREADS: usize = 4;

static RUNTIME: Mutex<Option<Handle>> = Mutex::new(None);

/// The runtime, started now if nobody has needed it before.
///
/// It belongs to the process and to no Node environment: it holds nothing of one, so worker threads come and go
/// without it. Its threads do not keep the process alive.
pub(super) fn handle() -> io::Result<Handle> {
    let mut started = lock(&RUNTIME);
    if let Some(handle) = &*started {
        return Ok(handle.clone());
    }
    let runtime = Builder::new_current_thread()
        .enable_time()
        .max_blocking_threads(BLOCKING_THREADS)
        .thread_name(THREAD_NAME)
        .build()?;
    let handle = runtime.handle().clone();
    thread::Builder::new()
        .name(THREAD_NAME.to_owned())
        .spawn(move || runtime.block_on(std::future::pending::<()>()))?;
    *started = Some(handle.clone());
    tracing::debug!(target: "gatto::journal", "started the gatto-io thread");
    Ok(handle)
}
