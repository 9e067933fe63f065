//! Finding those who have left the group of a command, so that a kill reaches them too.
//!
//! Whoever is found is stopped at first: what stands still starts nobody new, and keeps its place between its parent and
//! its children while they are looked for. A daemon whose parent is gone is known by the pipe that it still holds.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
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

/// The processes there are, at some time. Commands that are killed together are looked for in one picture.
struct Picture {
    taken: Option<Instant>,
    all: Vec<Process>,
    /// The pipes that some of them can write to, as far as somebody has asked.
    pipes: BTreeMap<i32, Vec<u64>>,
}

static PICTURE: Mutex<Picture> =
    Mutex::new(Picture { taken: None, all: Vec::new(), pipes: BTreeMap::new() });

impl Picture {
    /// One that was taken after this.
    fn since(at: Instant) -> MutexGuard<'static, Self> {
        let mut picture = PICTURE.lock().unwrap_or_else(PoisonError::into_inner);
        if picture.taken.is_none_or(|taken| taken < at) {
            picture.taken = Some(Instant::now());
            picture.all = processes();
            picture.pipes.clear();
        }
        picture
    }

    /// Whether it can write to one of these pipes.
    fn is_holder(&mut self, one: &Process, host: i32, pipes: &[u64]) -> bool {
        let held = self.pipes.entry(one.pid).or_insert_with(|| pipes_of(one, host));
        held.iter().any(|pipe| pipes.contains(pipe))
    }
}

fn processes() -> Vec<Process> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let numbered = entries.flatten().filter(|entry| {
        entry.file_name().as_encoded_bytes().first().is_some_and(u8::is_ascii_digit)
    });
    let of = |entry: fs::DirEntry| {
        // Longer than any.
        let mut buffer = [0; 2048];
        let length = File::open(entry.path().join("stat")).ok()?.read(&mut buffer).ok()?;
        Process::parse(buffer.get(..length)?)
    };
    numbered.filter_map(of).collect()
}

/// The pipes that a process can write to.
fn pipes_of(one: &Process, host: i32) -> Vec<u64> {
    if one.state == b'Z' || (one.parent == host && is_image_of_host(one.pid)) {
        return Vec::new();
    }
    let Ok(descriptors) = fs::read_dir(format!("/proc/{}/fd", one.pid)) else { return Vec::new() };
    descriptors.flatten().filter_map(|entry| pipe_to_write(&entry.path())).collect()
}

fn pipe_to_write(descriptor: &Path) -> Option<u64> {
    const WRITE: u32 = 0o200;
    let target = fs::read_link(descriptor).ok()?;
    let inode = target.as_os_str().as_encoded_bytes().strip_prefix(b"pipe:[")?;
    let inode = inode.strip_suffix(b"]")?.to_str().ok()?.parse().ok()?;
    (fs::symlink_metadata(descriptor).ok()?.mode() & WRITE != 0).then_some(inode)
}

/// Whether a child of the host is not yet what it is to become: until then it holds all that the host holds.
fn is_image_of_host(pid: i32) -> bool {
    let image = |name: &str| fs::read_link(format!("/proc/{name}/exe")).ok();
    image(&pid.to_string()) == image("self")
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
    fn grow(&mut self, picture: &mut Picture, until: Instant) -> Vec<Process> {
        let mut new = self.grow_by_kin(&picture.all);
        let is_stranger = |one: &&Process| {
            one.pid != self.host && one.started >= self.trace.begun && !self.knows(one)
        };
        let mut holders: Vec<_> = picture.all.iter().filter(is_stranger).copied().collect();
        holders.retain(|one| {
            Instant::now() < until && picture.is_holder(one, self.host, &self.trace.pipes)
        });
        if !holders.is_empty() {
            self.known.extend(holders.iter().map(|one| (one.pid, one.started)));
            new.extend(holders);
            new.extend(self.grow_by_kin(&picture.all));
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
}

/// Kills those who have left the leader's group, wherever they are. The group itself is stopped, and is to be killed next.
pub(super) fn hunt(leader: Pid, trace: Trace) {
    if !is_proc_ours() {
        return;
    }
    let mut pack = Pack::new(leader, trace);
    let mut until = None;
    loop {
        // After everybody was stopped who is known.
        let mut picture = Picture::since(Instant::now());
        let until = *until.get_or_insert_with(|| Instant::now() + LIMIT);
        let new = pack.grow(&mut picture, until);
        for one in &new {
            one.signal(Signal::STOP);
        }
        let members = || picture.all.iter().filter(|one| pack.knows(one));
        // A group is stopped and killed as one.
        if members().all(|one| one.group == leader.as_raw_pid()) {
            return;
        }
        let restless = members().any(|one| !one.stands_still());
        if (new.is_empty() && !restless) || Instant::now() >= until {
            // Only who was there a moment ago with this time of start: a number may have got another owner.
            members()
                .filter(|one| pack.known.get(&one.pid) == Some(&one.started))
                .for_each(|one| one.signal(Signal::KILL));
            return;
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
            let mut picture = Picture { taken: None, all: all.to_vec(), pipes: BTreeMap::new() };
            let mut found: Vec<_> =
                pack.grow(&mut picture, Instant::now()).iter().map(|one| one.pid).collect();
            found.sort_unstable();
            let expected: &[i32] =
                if is_own_found { &[101, 102, 103, 104] } else { &[101, 102, 103] };
            assert_eq!(found, expected);
        }
    }
}
