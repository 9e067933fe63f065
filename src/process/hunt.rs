//! Finding those who have left the group of a command, so that a kill reaches them too.
//!
//! Whoever is found is stopped at first: what stands still starts nobody new, and keeps its place between its parent and
//! its children while they are looked for. A daemon whose parent is gone is known by the pipe that it still holds.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use bstr::ByteSlice;
use rustix::process::{Pid, Signal, getpid, kill_process};

use super::trace::Trace;

/// How long is looked at most. What is known by then is killed.
const LIMIT: Duration = Duration::from_millis(40);

/// A process as `/proc/N/stat` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Process {
    pid: i32,
    state: u8,
    parent: i32,
    group: i32,
    session: i32,
    started: u64,
}

impl Process {
    fn parse(stat: &[u8]) -> Option<Self> {
        // The name may have anything in it, brackets too.
        let name_ends = stat.rfind_byte(b')')?;
        let pid = number(stat.get(..stat.find_byte(b' ')?)?)?;
        let mut fields = stat.get(name_ends + 1..)?.fields();
        let state = *fields.next()?.first()?;
        let mut next = || number(fields.next()?);
        let (parent, group, session) = (next()?, next()?, next()?);
        let started = fields.nth(15)?.to_str().ok()?.parse().ok()?;
        Some(Self { pid, state, parent, group, session, started })
    }

    /// Whether it can start no other at the moment.
    const fn stands_still(&self) -> bool {
        matches!(self.state, b'T' | b't' | b'Z' | b'X')
    }

    fn signal(&self, signal: Signal) {
        if let Some(pid) = Pid::from_raw(self.pid).filter(|pid| !pid.is_init()) {
            let _ = kill_process(pid, signal);
        }
    }
}

fn number(digits: &[u8]) -> Option<i32> {
    digits.to_str().ok()?.parse().ok()
}

/// All processes, if `/proc` has the numbers that they have here.
fn processes(buffer: &mut Vec<u8>) -> Vec<Process> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let numbered = entries.flatten().filter(|entry| {
        entry.file_name().as_encoded_bytes().first().is_some_and(u8::is_ascii_digit)
    });
    let of = |entry: fs::DirEntry| {
        buffer.clear();
        File::open(entry.path().join("stat")).ok()?.read_to_end(buffer).ok()?;
        Process::parse(buffer)
    };
    numbered.filter_map(of).collect()
}

/// Whether `/proc` belongs to the namespace of this process; in another's, numbers are those of others.
fn is_proc_ours() -> bool {
    static IS_OURS: OnceLock<bool> = OnceLock::new();
    *IS_OURS.get_or_init(|| {
        let Ok(status) = fs::read("/proc/self/status") else { return false };
        let mut lines = status.lines().filter_map(|line| line.strip_prefix(b"NSpid:"));
        let Some(numbers) = lines.next() else { return false };
        let own = getpid().as_raw_pid();
        numbers.fields().map(number).eq([Some(own)])
    })
}

/// Who is known to be of a command.
struct Pack {
    trace: Trace,
    host: i32,
    /// The session that the host is in, and its commands unless they have their own; nothing if that is not known.
    shared_session: Option<i32>,
    /// When each was started, by its number.
    known: HashMap<i32, u64>,
}

impl Pack {
    fn new(leader: Pid, trace: Trace) -> Self {
        let own = fs::read("/proc/self/stat").ok().and_then(|stat| Process::parse(&stat));
        Self {
            trace,
            host: getpid().as_raw_pid(),
            shared_session: own.map(|own| own.session),
            known: HashMap::from([(leader.as_raw_pid(), 0)]),
        }
    }

    fn knows(&self, one: &Process) -> bool {
        self.known.contains_key(&one.pid)
    }

    /// Adds those who belong to it. Gives the new ones.
    fn grow(&mut self, all: &[Process], until: Instant) -> Vec<Process> {
        let mut new = self.grow_by_kin(all);
        let strangers = all.iter().filter(|one| {
            one.pid != self.host && one.started >= self.trace.begun && !self.knows(one)
        });
        let holders: Vec<_> = strangers
            .filter(|one| Instant::now() < until && self.holds_pipe(one))
            .copied()
            .collect();
        if !holders.is_empty() {
            self.known.extend(holders.iter().map(|one| (one.pid, one.started)));
            new.extend(holders);
            new.extend(self.grow_by_kin(all));
        }
        new
    }

    /// Adds whose parent, group or session is of it, and theirs.
    fn grow_by_kin(&mut self, all: &[Process]) -> Vec<Process> {
        let mut new = Vec::new();
        loop {
            let sessions: HashSet<_> = all
                .iter()
                .filter(|one| self.knows(one) && self.is_own(one.session))
                .map(|one| one.session)
                .collect();
            let is_kin = |one: &&Process| {
                let kin = [one.parent, one.group, one.session];
                one.pid != self.host
                    && !self.knows(one)
                    && (sessions.contains(&one.session)
                        || kin.iter().any(|number| self.known.contains_key(number)))
            };
            let found: Vec<_> = all.iter().filter(is_kin).copied().collect();
            if found.is_empty() {
                return new;
            }
            self.known.extend(found.iter().map(|one| (one.pid, one.started)));
            new.extend(found);
        }
    }

    /// Whether a session was made by the command: it is not the host's, nor one from outside of a container.
    fn is_own(&self, session: i32) -> bool {
        session != 0 && self.shared_session.is_some_and(|shared| session != shared)
    }

    /// Whether it can write to an output of the command.
    fn holds_pipe(&self, one: &Process) -> bool {
        if one.state == b'Z' || (one.parent == self.host && is_image_of_host(one.pid)) {
            return false;
        }
        let Ok(descriptors) = fs::read_dir(format!("/proc/{}/fd", one.pid)) else { return false };
        descriptors.flatten().map(|entry| entry.path()).any(|path| self.is_end_to_write(&path))
    }

    fn is_end_to_write(&self, descriptor: &Path) -> bool {
        const WRITE: u32 = 0o200;
        let Ok(target) = fs::read_link(descriptor) else { return false };
        let inode = target.as_os_str().as_encoded_bytes().strip_prefix(b"pipe:[");
        let inode = inode.and_then(|rest| rest.strip_suffix(b"]")?.to_str().ok()?.parse().ok());
        inode.is_some_and(|inode| self.trace.pipes.contains(&inode))
            && fs::symlink_metadata(descriptor).is_ok_and(|link| link.mode() & WRITE != 0)
    }
}

/// Whether a child of the host is not yet what it is to become: until then it holds all that the host holds.
fn is_image_of_host(pid: i32) -> bool {
    let image = |name: &str| fs::read_link(format!("/proc/{name}/exe")).ok();
    image(&pid.to_string()) == image("self")
}

/// Kills those whom the leader has started, wherever they are, and gives how many there were. The group itself is stopped,
/// and not killed.
pub(super) fn hunt(leader: Pid, trace: Trace) -> usize {
    if !is_proc_ours() {
        return 0;
    }
    let until = Instant::now() + LIMIT;
    let mut buffer = Vec::new();
    let mut pack = Pack::new(leader, trace);
    loop {
        let all = processes(&mut buffer);
        let new = pack.grow(&all, until);
        for one in &new {
            one.signal(Signal::STOP);
        }
        let restless = all.iter().any(|one| pack.knows(one) && !one.stands_still());
        if (new.is_empty() && !restless) || Instant::now() >= until {
            // Only who was there a moment ago with this time of start: a number may have got another owner.
            let current = all.iter().filter(|one| pack.known.get(&one.pid) == Some(&one.started));
            return current.map(|one| one.signal(Signal::KILL)).count();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a5_a_process_is_read_whatever_its_name() {
        let stat = b"12 (a ) (b\n) S 7 8 9 0 -1 4 5 6 7 8 9 1 2 3 20 0 1 0 777 5 6";
        let expected =
            Process { pid: 12, state: b'S', parent: 7, group: 8, session: 9, started: 777 };
        assert_eq!(Process::parse(stat), Some(expected));
        for cut in 0..stat.len() - 7 {
            assert_eq!(Process::parse(&stat[..cut]), None, "{cut}");
        }
    }

    #[test]
    fn a5_kin_is_found_through_parents_groups_and_sessions_but_not_the_session_of_the_host() {
        let one = |pid, parent, group, session| Process {
            pid,
            state: b'S',
            parent,
            group,
            session,
            started: 0,
        };
        let trace = Trace { begun: u64::MAX, pipes: [1, 2] };
        for (shared, is_own_found) in [(Some(50), true), (None, false), (Some(0), true)] {
            let known = HashMap::from([(100, 0)]);
            let mut pack = Pack { trace, host: 60, shared_session: shared, known };
            let session = shared.unwrap_or(50);
            let all = [
                one(50, 1, 50, session),
                one(60, 50, 50, session),
                one(61, 60, 61, session),
                one(100, 60, 100, session),
                // A grandchild before its parent; an orphan of the group, and of a session that nobody leads any more.
                one(102, 101, 102, session),
                one(101, 100, 101, 200),
                one(103, 1, 100, session),
                one(104, 1, 104, 200),
                one(105, 1, 105, session),
            ];
            let mut found: Vec<_> =
                pack.grow(&all, Instant::now()).iter().map(|one| one.pid).collect();
            found.sort_unstable();
            let expected: &[i32] =
                if is_own_found { &[101, 102, 103, 104] } else { &[101, 102, 103] };
            assert_eq!(found, expected);
        }
    }
}
