//! What a process's thread and JavaScript's thread share.

use std::collections::VecDeque;
use std::io::{PipeWriter, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use napi::bindgen_prelude::Object;
use napi::{Env, JsDeferred};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::output::{Captured, Output};
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

/// How far it has come. Its leader's number, and its group's, is its own as long as it is told here.
#[derive(Clone, Copy)]
enum Phase {
    Starting,
    Running(Pid),
    /// It has ended by itself; what there is of it now is in the background.
    Over(Pid),
    /// Nobody must be sent a signal any more.
    Gone,
}

/// One process, from before its start until JavaScript lets go of it.
pub(crate) struct Shared {
    state: Mutex<State>,
    /// Its start or its end, or that it was killed.
    moved: Condvar,
    /// Whoever writes here makes the thread look at the state.
    wake: PipeWriter,
}

pub(super) struct State {
    pub(super) output: Output,
    /// The capture that has the output instead.
    pub(super) captured: Option<Captured>,
    /// What is to be written to its input.
    pub(super) input: VecDeque<u8>,
    pub(super) is_input_over: bool,
    /// Why it is to be killed.
    pub(super) killed: Option<Killed>,
    /// When its thread last killed it.
    pub(super) struck: Option<Instant>,
    pub(super) end: Option<End>,
    phase: Phase,
    /// The thread does not read on before there is room.
    pub(super) is_full: bool,
    waiter: Option<Waiter>,
}

impl Shared {
    pub(super) fn new(wake: PipeWriter, is_captured: bool) -> Arc<Self> {
        let state = State {
            output: Output::default(),
            captured: is_captured.then(Captured::new),
            input: VecDeque::new(),
            is_input_over: false,
            killed: None,
            struck: None,
            end: None,
            phase: Phase::Starting,
            is_full: false,
            waiter: None,
        };
        Arc::new(Self { state: Mutex::new(state), moved: Condvar::new(), wake })
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
        self.lock().phase = Phase::Running(leader);
    }

    /// It has ended by itself.
    pub(super) fn is_over(&self) {
        let mut state = self.lock();
        if let Phase::Running(leader) = state.phase {
            state.phase = Phase::Over(leader);
        }
    }

    /// Has it killed by its thread, which knows where to look for all of it.
    pub(super) fn kill(&self, why: Killed) {
        let mut state = self.lock();
        if state.end.is_none() && state.killed.is_none() {
            state.killed = Some(why);
            drop(state);
            self.wake();
        }
    }

    /// Kills the group, now that its thread has killed all others.
    pub(super) fn is_struck(&self) {
        let mut state = self.lock();
        state.signal(Signal::KILL);
        state.struck = Some(Instant::now());
        self.moved.notify_all();
    }

    /// Has it killed since the host goes, unless all that there is of it runs in the background.
    pub(super) fn kill_before_exit(&self) {
        let is_over = matches!(self.lock().phase, Phase::Over(_));
        if !is_over {
            self.kill(Killed::Asked);
        }
    }

    /// Returns when it is killed, for the host goes, and its threads with it.
    pub(super) fn see_killed(&self, until: Instant) {
        let left = until.saturating_duration_since(Instant::now());
        let waits = |state: &mut State| state.is_condemned() && !matches!(state.phase, Phase::Gone);
        let (state, _) = self
            .moved
            .wait_timeout_while(self.lock(), left, waits)
            .unwrap_or_else(PoisonError::into_inner);
        // Its thread waits for a disk, say.
        if state.killed.is_some() {
            state.signal(Signal::KILL);
        }
    }

    /// It has ended, or never was.
    pub(super) fn finish(&self, end: End) {
        let mut state = self.lock();
        state.release();
        state.end = Some(end);
        state.tell();
        self.moved.notify_all();
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

    /// Whether its thread is to kill it.
    pub(super) const fn is_condemned(&self) -> bool {
        self.killed.is_some() && self.struck.is_none()
    }

    /// Sends a signal to the group, or to its leader if it made no group yet.
    pub(super) fn signal(&self, signal: Signal) {
        if let Phase::Running(leader) | Phase::Over(leader) = self.phase
            && kill_process_group(leader, signal).is_err()
        {
            // Between the start of a process and its session there is no group of its number.
            let _ = kill_process(leader, signal);
        }
    }

    /// The process is gone, or will be waited for by nobody here: its number must not be used any more.
    pub(super) fn release(&mut self) {
        self.phase = Phase::Gone;
    }
}
