//! What kills the commands of a host that was killed itself: a shell beside it, which waits for the host's end of a pipe to
//! close and then reads from a list what to kill.
//!
//! The list is a file without a name, so that a command costs the host three writes to memory and the shell nothing. One
//! shell serves the whole process, worker threads included. It is started with the first command, by a thread of its own,
//! so that no command waits for it; where it cannot be, commands run all the same.

use std::fs::File;
use std::io::{self, PipeWriter, pipe};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::process::Pid;

use super::STACK;
use super::session::Session;
use super::trace::Trace;

const SHELL: &str = "/bin/sh";
const SCRIPT: &str = include_str!("watchdog.sh");

/// How long a line of the list is: four numbers with what is between them.
const LINE: usize = 80;

/// When the shell is started: a first command that is over soon is not to share the processor with it.
const DELAY: Duration = Duration::from_millis(10);

static WATCH: Mutex<Watch> =
    Mutex::new(Watch { list: None, places: 0, free: Vec::new(), dog: Dog::None });

struct Watch {
    list: Option<File>,
    places: u64,
    free: Vec<u64>,
    dog: Dog,
}

enum Dog {
    None,
    Starting,
    Awake(Child, #[expect(dead_code, reason = "its end is what the shell waits for")] PipeWriter),
    /// There is no shell.
    Impossible,
}

fn watch() -> MutexGuard<'static, Watch> {
    WATCH.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A place in the list, as long as what runs is to be killed with the host.
pub(super) struct Watched {
    place: Option<u64>,
    trace: Trace,
}

impl Watched {
    /// Enters a command that is about to be started.
    pub(super) fn enter(trace: Trace) -> Self {
        let mut watch = watch();
        let place = watch.place().ok();
        let watched = Self { place, trace };
        watched.write(&watch, Some(0));
        watched
    }

    /// It has been started.
    pub(super) fn is_led_by(&self, leader: Pid) {
        let mut watch = watch();
        self.write(&watch, Some(leader.as_raw_pid()));
        watch.keep_awake();
    }

    fn write(&self, watch: &Watch, leader: Option<i32>) {
        let (Some(place), Some(list)) = (self.place, &watch.list) else { return };
        let Trace { begun, pipes: [out, err] } = self.trace;
        let text = leader.map(|leader| format!("{leader} {begun} {out} {err}"));
        let line = format!("{:<width$}\n", text.unwrap_or_default(), width = LINE - 1);
        // Nothing can be done about a full memory.
        let _ = list.write_all_at(line.as_bytes(), place * LINE as u64);
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let mut watch = watch();
        self.write(&watch, None);
        watch.free.extend(self.place);
    }
}

impl Watch {
    fn place(&mut self) -> io::Result<u64> {
        if self.list.is_none() {
            self.list = Some(nameless()?);
        }
        Ok(self.free.pop().unwrap_or_else(|| {
            self.places += 1;
            self.places - 1
        }))
    }

    /// Starts the shell unless there is one. Somebody may have killed the one before.
    fn keep_awake(&mut self) {
        let is_wanted = match &mut self.dog {
            Dog::None => true,
            Dog::Awake(shell, _) => !matches!(shell.try_wait(), Ok(None)),
            Dog::Starting | Dog::Impossible => false,
        };
        let Some(list) = self.list.as_ref().filter(|_| is_wanted) else { return };
        let Ok(list) = list.try_clone() else { return };
        self.dog = Dog::Starting;
        let start = move || {
            thread::sleep(DELAY);
            let dog = match start(list) {
                Ok((shell, host)) => Dog::Awake(shell, host),
                Err(_) if Path::new(SHELL).exists() => Dog::None,
                Err(_) => Dog::Impossible,
            };
            watch().dog = dog;
        };
        let thread = thread::Builder::new().name("gatto-watchdog".to_owned()).stack_size(STACK);
        if thread.spawn(start).is_err() {
            self.dog = Dog::None;
        }
    }
}

/// Starts the shell in a group of its own, with nothing of the host's but its end of a pipe and the list.
fn start(list: File) -> io::Result<(Child, PipeWriter)> {
    let (reader, writer) = pipe()?;
    let shell = Session::cheapest()
        .command(Path::new(SHELL))
        .args(["-c", r#"eval "$WATCHDOG""#, "gatto-watchdog"])
        .current_dir("/")
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        // Not an argument: lists of processes show those.
        .env("WATCHDOG", SCRIPT)
        .stdin(reader)
        .stdout(list)
        .stderr(Stdio::null())
        .spawn()?;
    Ok((shell, writer))
}

/// A file that is in no folder.
fn nameless() -> io::Result<File> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{MemfdFlags, memfd_create};
        Ok(memfd_create("gatto-commands", MemfdFlags::CLOEXEC)?.into())
    }
    #[cfg(not(target_os = "linux"))]
    {
        let path = std::env::temp_dir().join(format!("gatto-{}", uuid::Uuid::new_v4()));
        let file = File::options().read(true).write(true).create_new(true).open(&path)?;
        std::fs::remove_file(path)?;
        Ok(file)
    }
}
