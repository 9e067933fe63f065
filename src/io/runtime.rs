//! The one tokio runtime of the process.

use std::io;
use std::sync::Mutex;
use std::thread;

use tokio::runtime::{Builder, Handle};

use super::disk::lock;

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
        .thread_name("gatto-io")
        .build()?;
    let handle = runtime.handle().clone();
    thread::Builder::new()
        .name("gatto-io".to_owned())
        .spawn(move || runtime.block_on(std::future::pending::<()>()))?;
    *started = Some(handle.clone());
    tracing::debug!(target: "gatto::journal", "started the gatto-io thread");
    Ok(handle)
}
