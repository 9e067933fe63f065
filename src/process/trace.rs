//! By what those are known that a command has started: their parents, groups and sessions, and the pipes of its output.

use std::io::{self, PipeReader};

use rustix::fs::fstat;

use super::output::STREAMS;

/// What is known of a command before it is started.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trace {
    /// When, in ticks since the boot: nobody is of the command who is older.
    pub(super) begun: u64,
    /// The numbers of the pipes that it writes to.
    pub(super) pipes: [u64; STREAMS],
}

impl Trace {
    /// Of a command that is about to be started.
    pub(super) fn new(pipes: &[PipeReader; STREAMS]) -> io::Result<Self> {
        let [out, err] = pipes;
        Ok(Self { begun: ticks(), pipes: [fstat(out)?.st_ino, fstat(err)?.st_ino] })
    }
}

/// The time since the boot, as `/proc` has it.
fn ticks() -> u64 {
    #[cfg(target_os = "linux")]
    {
        use rustix::time::{ClockId, clock_gettime};
        let now = clock_gettime(ClockId::Boottime);
        let ticks = now.tv_sec * 100 + now.tv_nsec / 10_000_000;
        u64::try_from(ticks).unwrap_or(0)
    }
    #[cfg(not(target_os = "linux"))]
    0
}
