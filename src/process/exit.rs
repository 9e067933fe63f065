//! The end of a process, as a descriptor that can be waited for beside its pipes.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::thread;

use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::THREAD_NAME;

/// The shells' way to count an end by a signal as an exit code.
const SIGNALLED: i32 = 128;

/// A descriptor that is readable once the process has ended.
pub(super) struct ExitWatch {
    descriptor: OwnedFd,
}

impl ExitWatch {
    /// Watches a child.
    pub(super) fn new(pid: Pid) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{PidfdFlags, pidfd_open};
            // Old kernels and some sandboxes have none.
            if let Ok(descriptor) = pidfd_open(pid, PidfdFlags::empty()) {
                return Ok(Self { descriptor });
            }
        }
        Self::with_thread(pid)
    }

    /// Watches by a thread of its own, which closes the other end of a pipe.
    fn with_thread(pid: Pid) -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        thread::Builder::new().name(THREAD_NAME.to_owned()).stack_size(64 * 1024).spawn(
            move || {
                let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
                while waitid(WaitId::Pid(pid), options).is_err_and(|error| error == Errno::INTR) {}
                drop(writer);
            },
        )?;
        Ok(Self { descriptor: reader.into() })
    }
}

impl AsFd for ExitWatch {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.descriptor.as_fd()
    }
}

/// That a child has ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Exit {
    /// Its exit code, or 128 and the number of the signal that ended it; nothing if somebody else has asked before.
    pub(super) code: Option<i32>,
}

/// How a child ended, if it has. It stays what it is, so that its number, and that of its group, is not given to another.
pub(super) fn end_of(pid: Pid) -> Option<Exit> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    match waitid(WaitId::Pid(pid), options) {
        Ok(status) => {
            let status = status?;
            let signalled = || status.terminating_signal().map(|signal| SIGNALLED + signal);
            Some(Exit { code: status.exit_status().or_else(signalled) })
        }
        Err(Errno::CHILD) => Some(Exit { code: None }),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use rustix::event::{PollFd, PollFlags, poll};

    use super::*;

    #[test]
    fn f13_the_end_is_seen_by_a_descriptor_and_by_a_thread() {
        for watch in [ExitWatch::new, ExitWatch::with_thread] {
            let mut child = Command::new("/bin/sh").args(["-c", "kill -9 $$"]).spawn().unwrap();
            let pid = Pid::from_child(&child);
            let watch = watch(pid).unwrap();
            poll(&mut [PollFd::new(&watch, PollFlags::IN)], None).unwrap();
            assert_eq!(end_of(pid), Some(Exit { code: Some(137) }));
            child.wait().unwrap();
        }
    }
}
