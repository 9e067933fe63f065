//! What a process's thread and JavaScript's thread share.

use std::io::{PipeWriter, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use napi::bindgen_prelude::Object;
use napi::{Env, JsDeferred};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::output::Output;
use super::sink::Captured;
use super::start::Refusal;

/// Somebody waits for news. The promise holds the host, and only as long.
type Waiter = JsDeferred<(), fn(Env) -> napi::Result<()>>;

/// Why a process was killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Killed {
    /// Its time was over.
    Timeout,
    /// JavaScript asked for it, for a reason of its own.
    Asked,
}

/// How it ended.
#[derive(Debug)]
pub(crate) enum End {
    /// It never was.
    Refused(Refusal),
    /// With a code; `None` if it could not be learnt.
    Exited(Option<i32>),
}

/// One process, from before its start until JavaScript lets go of it.
pub(crate) struct Shared {
    state: Mutex<State>,
    started: Condvar,
    /// Whoever writes here makes the thread look at the state.
    wake: PipeWriter,
}

pub(super) struct State {
    pub(super) output: Output,
    /// The capture that has the output instead.
    pub(super) captured: Option<Captured>,
    /// What is to be written to its input.
    pub(super) input: Vec<u8>,
    pub(super) is_input_over: bool,
    pub(super) killed: Option<(Killed, Instant)>,
    pub(super) end: Option<End>,
    /// The leader of its group, as long as the number is its own.
    leader: Option<Pid>,
    is_starting: bool,
    /// The thread does not read on before there is room.
    pub(super) is_full: bool,
    waiter: Option<Waiter>,
}

impl Shared {
    pub(super) fn new(wake: PipeWriter, is_captured: bool) -> Arc<Self> {
        let state = State {
            output: Output::default(),
            captured: is_captured.then(Captured::new),
            input: Vec::new(),
            is_input_over: false,
            killed: None,
            end: None,
            leader: None,
            is_starting: true,
            is_full: false,
            waiter: None,
        };
        Arc::new(Self { state: Mutex::new(state), started: Condvar::new(), wake })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the thread look. A full pipe has woken it already.
    pub(super) fn wake(&self) {
        let _ = (&self.wake).write(&[0]);
    }

    /// The process runs.
    pub(super) fn is_led_by(&self, leader: Pid) {
        let mut state = self.lock();
        state.leader = Some(leader);
        state.is_starting = false;
        if state.killed.is_some() {
            state.signal(Signal::KILL);
        }
        self.started.notify_all();
    }

    /// Kills the group at once, or as soon as there is one.
    pub(super) fn kill(&self, why: Killed) {
        let mut state = self.lock();
        if state.end.is_none() && state.killed.is_none() {
            state.killed = Some((why, Instant::now()));
            state.signal(Signal::KILL);
            drop(state);
            self.wake();
        }
    }

    /// Kills the group and does not return before that is done: the host goes, and its threads with it.
    pub(super) fn kill_before_exit(&self) {
        const PATIENCE: Duration = Duration::from_secs(1);
        self.kill(Killed::Asked);
        let starting = self.lock();
        drop(self.started.wait_timeout_while(starting, PATIENCE, |state| state.is_starting));
    }

    /// It has ended, or never was.
    pub(super) fn finish(&self, end: End) {
        let mut state = self.lock();
        state.release();
        state.end = Some(end);
        state.tell();
        self.started.notify_all();
    }

    /// A promise of news: output, or the end.
    pub(super) fn wait<'env>(&self, env: &'env Env) -> napi::Result<Object<'env>> {
        let (waiter, promise): (Waiter, _) = env.create_deferred()?;
        let mut state = self.lock();
        state.tell();
        state.waiter = Some(waiter);
        let is_fresh = state.captured.as_ref().is_some_and(|captured| captured.is_fresh);
        if state.end.is_some() || is_fresh || !state.output.is_empty() {
            state.tell();
        }
        Ok(promise)
    }
}

impl State {
    /// Tells whoever waits that there is news.
    pub(super) fn tell(&mut self) {
        if let Some(waiter) = self.waiter.take() {
            waiter.resolve(|_| Ok(()));
        }
    }

    /// Sends a signal to the group, or to its leader if it made no group yet.
    pub(super) fn signal(&self, signal: Signal) {
        if let Some(leader) = self.leader
            && kill_process_group(leader, signal).is_err()
        {
            // Between the start of a process and its session there is no group of its number.
            let _ = kill_process(leader, signal);
        }
    }

    /// The process is gone, or will be waited for by nobody here: its number must not be used any more.
    pub(super) fn release(&mut self) {
        self.leader = None;
        self.is_starting = false;
    }
}
