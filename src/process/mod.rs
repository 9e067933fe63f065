//! Processes: a thread for each, which reads what it writes, keeps its time and waits for its end.
//!
//! JavaScript pulls. `takeOutput` gives what there is, `processNews` a promise of more; nothing here holds a callback.
//! When JavaScript does not take, the thread stops reading at some point, and then the process waits.

#![expect(clippy::needless_pass_by_value, reason = "the host hands owned values over")]

mod exit;
#[cfg(target_os = "linux")]
mod hunt;
mod output;
mod run;
#[expect(unsafe_code, reason = "the one place that runs code between fork and exec")]
mod session;
mod sink;
mod spec;
mod start;
mod state;
mod trace;
mod watchdog;

use std::cell::{Cell, RefCell};
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use napi::bindgen_prelude::{Object, Uint8Array};
use napi::{Env, Error};
use napi_derive::napi;
use rustix::process::Signal;

use crate::coding::shown;
use crate::files::{Failure, Text};
use crate::raw::{Args, Export, Reply};
use crate::slots::Slots;
use spec::ProcessSpec;
use start::Refusal;
use state::{End, Killed, Shared};

/// The name of the threads that processes have.
const THREAD_NAME: &str = "gatto-process";

/// What a thread needs beside its buffer, which is on the heap.
const STACK: usize = 256 * 1024;

/// How long a host that goes waits for the threads of its processes, all together.
const PATIENCE: Duration = Duration::from_secs(1);

thread_local! {
    static PROCESSES: RefCell<Slots<Arc<Shared>>> = const { RefCell::new(Slots::new()) };
    static IS_HOOKED: Cell<bool> = const { Cell::new(false) };
}

/// What a process has come to since the last time.
#[napi(object, object_from_js = false)]
pub(crate) struct ProcessNews {
    /// The texts, in the order in which they came.
    pub texts: Vec<Text>,
    /// For each whether it is of the standard error.
    pub errors: Vec<bool>,
    /// Whether there is more in its capture.
    pub is_fresh: bool,
    /// The file that has all of the captured output.
    pub file: Option<String>,
    /// How it ended, once everything is taken.
    pub end: Option<ProcessEnd>,
}

/// Why the file of an output is not whole.
#[napi(object, object_from_js = false)]
pub(crate) struct SpillFailure {
    /// The system's number.
    pub errno: Option<i32>,
    /// What was asked of the system.
    pub syscall: String,
    /// Of which path.
    pub path: Option<String>,
}

/// How a process ended. Without a reason and a code it was killed and is not dead yet.
#[napi(object, object_from_js = false)]
#[derive(Default)]
pub(crate) struct ProcessEnd {
    /// The exit code; 128 and the number of the signal.
    pub code: Option<i32>,
    /// Whether its time was over.
    pub timed_out: bool,
    /// Why it was never started: `folder`, `shell`, `system`.
    pub refusal: Option<String>,
    /// The system's number.
    pub errno: Option<i32>,
    /// The shell that it is about.
    pub path: Option<String>,
    /// Why the file of its captured output is not whole.
    pub spill: Option<SpillFailure>,
}

/// Starts a process and gives its number.
///
/// # Errors
/// The system has no thread or no descriptors left.
#[napi(catch_unwind)]
pub(crate) fn start_process(env: Env, spec: ProcessSpec) -> napi::Result<u32> {
    if !IS_HOOKED.replace(true) {
        env.add_env_cleanup_hook((), |()| kill_processes())?;
    }
    let spawn = || -> io::Result<Arc<Shared>> {
        let (mut reader, writer) = io::pipe()?;
        rustix::io::ioctl_fionbio(&writer, true)?;
        let shared = Shared::new(writer, spec.capture.is_some());
        let own = shared.clone();
        thread::Builder::new()
            .name(THREAD_NAME.to_owned())
            .stack_size(STACK)
            .spawn(move || run::run(&spec, &own, &mut reader))?;
        Ok(shared)
    };
    let shared = spawn().map_err(|error| Error::from_reason(error.to_string()))?;
    Ok(PROCESSES.with_borrow_mut(|processes| processes.put(shared)))
}

fn process(number: u32) -> Option<Arc<Shared>> {
    PROCESSES.with_borrow_mut(|processes| processes.get(number).cloned())
}

/// A promise of news; it holds the host until there are some.
///
/// # Errors
/// There is no such process.
#[napi(catch_unwind, ts_return_type = "Promise<void>")]
pub(crate) fn process_news(env: &Env, number: u32) -> napi::Result<Object<'_>> {
    let shared = process(number).ok_or_else(|| Error::from_reason("there is no such process"))?;
    shared.wait(env)
}

/// Takes what there is.
#[napi(catch_unwind)]
#[must_use]
pub(crate) fn take_output(number: u32) -> Option<ProcessNews> {
    let shared = process(number)?;
    let mut state = shared.lock();
    let (texts, errors) = state.output.take();
    let timed_out = state.killed == Some(Killed::Timeout);
    let mut end = state.end.as_ref().map(|end| described(end, timed_out));
    let (mut file, mut is_fresh) = (None, false);
    if let Some(captured) = &mut state.captured {
        file.clone_from(&captured.path);
        is_fresh = std::mem::take(&mut captured.is_fresh);
        if let Some(end) = &mut end {
            end.spill = captured.failure.as_ref().map(SpillFailure::of);
        }
    }
    let was_full = std::mem::take(&mut state.is_full);
    drop(state);
    if was_full {
        shared.wake();
    }
    Some(ProcessNews { texts, errors, is_fresh, file, end })
}

impl SpillFailure {
    fn of(failure: &Failure) -> Self {
        let (syscall, path) = failure.asked();
        Self {
            errno: failure.errno(),
            syscall: syscall.to_owned(),
            path: path.map(ToOwned::to_owned),
        }
    }
}

/// `capturedOutput(process)`: what is to be shown of a captured output, as `capturedText` gives it.
pub(crate) struct CapturedOutput;

impl Export for CapturedOutput {
    const NAME: &'static str = "capturedOutput";

    fn call(args: &Args) -> Reply {
        let Some(shared) = process(args.number(0)) else { return Reply::Nothing };
        let state = shared.lock();
        state.captured.as_ref().map_or(Reply::Nothing, |captured| shown(args, &captured.capture))
    }
}

fn described(end: &End, timed_out: bool) -> ProcessEnd {
    let refused =
        |refusal: &str| ProcessEnd { refusal: Some(refusal.to_owned()), ..Default::default() };
    match end {
        End::Exited(code) => ProcessEnd { code: *code, timed_out, ..Default::default() },
        End::Refused(Refusal::Folder) => refused("folder"),
        End::Refused(Refusal::Shell(path)) => {
            ProcessEnd { path: Some(path.clone()), ..refused("shell") }
        }
        End::Refused(Refusal::System(error, path)) => ProcessEnd {
            errno: error.raw_os_error(),
            path: Some(path.clone()),
            ..refused("system")
        },
    }
}

/// Writes to the input of a process, after all that was written before.
#[napi(catch_unwind)]
pub(crate) fn write_input(number: u32, bytes: Uint8Array) {
    if let Some(shared) = process(number) {
        shared.lock().input.extend(bytes.iter());
        shared.wake();
    }
}

/// Ends the input of a process, once all is written.
#[napi(catch_unwind)]
pub(crate) fn end_input(number: u32) {
    if let Some(shared) = process(number) {
        shared.lock().is_input_over = true;
        shared.wake();
    }
}

/// Kills a process with its group.
#[napi(catch_unwind)]
pub(crate) fn kill_process(number: u32) {
    if let Some(shared) = process(number) {
        shared.kill(Killed::Asked);
    }
}

/// Sends a signal to the group of a process, by its number.
#[napi(catch_unwind)]
pub(crate) fn signal_process(number: u32, signal: i32) {
    if let Some(shared) = process(number)
        && let Some(signal) = Signal::from_named_raw(signal)
    {
        shared.lock().signal(signal);
    }
}

/// Lets go of a process: killed if it still runs, its number free.
#[napi(catch_unwind)]
pub(crate) fn free_process(number: u32) {
    let freed = PROCESSES.with_borrow_mut(|processes| processes.remove(number));
    if let Some(shared) = freed {
        shared.kill(Killed::Asked);
    }
}

/// Kills what still runs on this thread, since the host goes.
#[napi(catch_unwind)]
pub(crate) fn kill_processes() {
    let _ = PROCESSES.try_with(|processes| {
        let processes = processes.borrow();
        processes.iter().for_each(|shared| shared.kill_before_exit());
        let until = Instant::now() + PATIENCE;
        processes.iter().for_each(|shared| shared.see_killed(until));
    });
}

/// How many processes this thread holds, for tests of leaks.
#[napi(catch_unwind)]
#[must_use]
pub(crate) fn live_processes() -> u32 {
    PROCESSES.with_borrow(|processes| u32::try_from(processes.len()).unwrap_or(u32::MAX))
}
