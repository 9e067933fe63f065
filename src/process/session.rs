//! A session of its own for a process that is about to be started, so that what it starts has no terminal to wait at.
//!
//! Its own process group is all that the system lets a parent ask for without a fork, and a fork of a host with 500 MB
//! costs 50 ms where the other way costs one. Where the host has no terminal the two come to the same. Where it has
//! one, `setsid` makes the session on its way to the shell; only where there is no such program is it forked.

use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// How a process comes to lead a group.
pub(super) enum Session {
    /// As a group in the host's session, which has no terminal.
    Group,
    /// By a program that makes a session and becomes the one it is given.
    Through(&'static Path),
    /// By the child, between fork and exec.
    Forked,
}

/// `setsid`, where it is.
static PROGRAM: OnceLock<Option<&'static Path>> = OnceLock::new();

impl Session {
    /// The cheapest way that leaves no terminal.
    pub(super) fn cheapest() -> Self {
        if File::open("/dev/tty").is_err() {
            return Self::Group;
        }
        let places = ["/usr/bin/setsid", "/bin/setsid"];
        let found = || places.map(Path::new).into_iter().find(|place| place.exists());
        PROGRAM.get_or_init(found).map_or(Self::Forked, Self::Through)
    }

    /// The command that runs `program` so.
    pub(super) fn command(&self, program: &Path) -> Command {
        match self {
            Self::Group => {
                let mut command = Command::new(program);
                command.process_group(0);
                command
            }
            Self::Through(setsid) => {
                let mut command = Command::new(setsid);
                command.arg(program);
                command
            }
            Self::Forked => {
                let mut command = Command::new(program);
                let lead = || rustix::process::setsid().map(|_| ()).map_err(Into::into);
                // SAFETY: the closure makes one system call and touches no memory that another thread could have been
                // holding at the time of the fork.
                unsafe { command.pre_exec(lead) };
                command
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;

    use rustix::process::{Pid, Signal, getpgid, getsid, kill_process_group};

    use super::*;

    #[test]
    fn a5_however_it_is_started_a_process_leads_a_group_and_off_a_terminal_a_session() {
        let setsid = Path::new("/usr/bin/setsid");
        let ways = [Session::Group, Session::Forked, Session::Through(setsid)];
        for way in
            ways.into_iter().filter(|way| !matches!(way, Session::Through(path) if !path.exists()))
        {
            let mut command = way.command(Path::new("/bin/sh"));
            let mut child = command
                .args(["-c", "echo; read line"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            std::io::Read::read(child.stdout.as_mut().unwrap(), &mut [0]).unwrap();
            let pid = Pid::from_child(&child);
            assert_eq!(getpgid(Some(pid)).unwrap(), pid);
            // In the host's session there is nobody to ask for where that was begun outside of a container.
            if !matches!(way, Session::Group) {
                assert_eq!(getsid(Some(pid)).unwrap(), pid);
            }
            kill_process_group(pid, Signal::KILL).unwrap();
            child.wait().unwrap();
        }
    }
}
