//! The thread of a process: reads its pipes, watches for its end, keeps its time.

use std::collections::VecDeque;
use std::io::{ErrorKind, PipeReader, Read, Write};
use std::process::ChildStdin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal};

use super::exit::{Exit, ExitWatch, end_of};
use super::output::STREAMS;
use super::sink::Sink;
use super::spec::ProcessSpec;
use super::start::{Started, start};
use super::state::{End, Killed, Shared};
use super::trace::Trace;
use super::watchdog::Watched;

/// How long the pipes must be silent after the exit: what runs on in the background may hold them open for ever.
const IDLE: Duration = Duration::from_millis(100);

/// How long what runs in the background is listened to at most, however much it says.
const GRACE: Duration = Duration::from_secs(1);

/// How much of it is listened to at most: more is no late end of the command's own output.
const TALK: u64 = 1024 * 1024;

/// How long a group that was killed has to die and its pipes to close.
const DEATH: Duration = Duration::from_millis(100);

/// How often a process is looked at where the system had no descriptor left to watch it by.
const LOOK: Duration = Duration::from_millis(20);

/// How much is read at once, and how much a pipe holds where the system lets it.
const STEP: usize = 256 * 1024;

/// How much waits for JavaScript before no more is read. Of larger strings V8 lets more lie before it collects them.
const FULL: usize = 128 * 1024;

/// A process that has ended, while others may still hold its pipes.
struct Ended {
    at: Instant,
    code: Option<i32>,
    /// How much others have written since.
    talk: u64,
}

struct Running<'a> {
    shared: &'a Shared,
    pid: Pid,
    #[cfg_attr(
        not(target_os = "linux"),
        expect(dead_code, reason = "who belongs to it can only be asked there")
    )]
    trace: Trace,
    /// As long as it is to be killed with the host.
    watched: Option<Watched>,
    exit: Option<ExitWatch>,
    input: Option<ChildStdin>,
    /// Its outputs, until each is closed.
    pipes: [Option<PipeReader>; STREAMS],
    /// What stood in each pipe when the process ended: its own output, which is read whatever the time.
    owed: [u64; STREAMS],
    sink: Sink<'a>,
    buffer: Vec<u8>,
    ended: Option<Ended>,
    last_read: Instant,
    deadline: Option<Instant>,
    reaps_background: bool,
}

/// Runs a process from its start to its end.
pub(super) fn run(spec: &ProcessSpec, shared: &Arc<Shared>, wake: &mut PipeReader) {
    let begun = Instant::now();
    let Started { mut child, outputs, trace, watched } = match start(spec) {
        Ok(started) => started,
        Err(refusal) => return shared.finish(End::Refused(refusal)),
    };
    let pid = Pid::from_child(&child);
    shared.is_led_by(pid);
    for pipe in &outputs {
        let _ = rustix::io::ioctl_fionbio(pipe, true);
        // A longer pipe means fewer turns of writer and reader; the system may say no.
        #[cfg(target_os = "linux")]
        let _ = rustix::pipe::fcntl_setpipe_size(pipe, STEP);
    }
    let input = child.stdin.take();
    if let Some(input) = &input {
        let _ = rustix::io::ioctl_fionbio(input, true);
    }
    let mut running = Running {
        shared,
        pid,
        trace,
        watched: Some(watched),
        exit: ExitWatch::new(pid).ok(),
        input,
        pipes: outputs.map(Some),
        owed: [0; STREAMS],
        sink: Sink::new(shared, spec.capture.clone()),
        buffer: vec![0; STEP],
        ended: None,
        last_read: begun,
        deadline: spec.limit().and_then(|limit| begun.checked_add(limit)),
        reaps_background: spec.reap_background.unwrap_or(false),
    };
    while running.step(wake) {}
    let code = running.ended.as_ref().and_then(|ended| ended.code);
    let has_ended = running.ended.is_some();
    running.sink.finish();
    running.release();
    drop(running);
    if has_ended {
        let _ = child.wait();
        shared.finish(End::Exited(code));
    } else {
        // It was killed and does not die, since it waits for a disk, say. Nobody waits with it but this thread.
        shared.finish(End::Exited(None));
        let _ = child.wait();
    }
}

impl Running<'_> {
    /// Lets go of the number of the process, which may become another's once it was waited for.
    fn release(&mut self) {
        if self.reaps_background {
            self.shared.lock().signal(Signal::KILL);
        }
        // Somebody who has escaped, since there was no time to look at all, or who was not there yet.
        if self.shared.lock().killed.is_some() && self.pipes.iter().any(Option::is_some) {
            self.strike();
        }
        self.watched = None;
        self.shared.lock().release();
    }

    /// Kills the group, and on Linux also who has left it.
    fn strike(&self) {
        #[cfg(target_os = "linux")]
        {
            self.shared.lock().signal(Signal::STOP);
            super::hunt::hunt(self.pid, self.trace);
        }
        self.shared.is_struck();
    }

    /// Waits for the next event and deals with it. False when all is over.
    fn step(&mut self, wake: &mut PipeReader) -> bool {
        if self.shared.lock().is_condemned() {
            self.strike();
        }
        let now = Instant::now();
        let Some(patience) = self.patience(now) else { return false };
        let (is_full, wants_input) = {
            let mut state = self.shared.lock();
            state.is_full = state.output.size() >= FULL;
            if state.is_input_over && state.input.is_empty() {
                self.input = None;
            }
            if self.input.is_none() {
                // It does not read any more; what is left is for nobody.
                state.input = VecDeque::new();
            }
            (state.is_full, !state.input.is_empty())
        };
        let ready = self.poll(wake, patience, is_full, wants_input);
        if ready.wake {
            let _ = wake.read(&mut [0; 64]);
        }
        if ready.input {
            self.write();
        }
        for (stream, ready) in ready.pipes.into_iter().enumerate() {
            if ready {
                self.read(stream);
            }
        }
        if self.ended.is_none() && (ready.exit || self.exit.is_none()) {
            self.look_for_exit();
        }
        if self.ended.is_none() && self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.deadline = None;
            self.shared.kill(Killed::Timeout);
        }
        true
    }

    /// How long to wait at most; nothing when there is nothing left to wait for.
    fn patience(&self, now: Instant) -> Option<Duration> {
        let struck = self.shared.lock().struck;
        let is_owed = self.owed.iter().any(|owed| *owed > 0);
        let are_closed = self.pipes.iter().all(Option::is_none);
        if let Some(at) = struck {
            let left = (at + DEATH).saturating_duration_since(now);
            let is_over = self.ended.is_some() && are_closed;
            return (!is_over && (is_owed || !left.is_zero())).then_some(left);
        }
        let until_deadline = self.deadline.map(|deadline| deadline.saturating_duration_since(now));
        let Some(ended) = &self.ended else {
            let look = if self.exit.is_none() { LOOK } else { Duration::MAX };
            return Some(until_deadline.map_or(look, |until| look.min(until)));
        };
        if are_closed || (ended.talk > TALK && !is_owed) {
            return None;
        }
        let silent = self.last_read.max(ended.at) + IDLE;
        let left = silent.min(ended.at + GRACE).saturating_duration_since(now);
        // The command itself has ended in time, so that it is no failure when its time is over now.
        let left = until_deadline.map_or(left, |until| left.min(until));
        (is_owed || !left.is_zero()).then_some(left)
    }

    fn poll(
        &self,
        wake: &PipeReader,
        patience: Duration,
        is_full: bool,
        wants_input: bool,
    ) -> Ready {
        let mut descriptors = vec![PollFd::new(wake, PollFlags::IN)];
        let exit = self.exit.as_ref().filter(|_| self.ended.is_none());
        let input = self.input.as_ref().filter(|_| wants_input);
        let reads = |stream: usize| !is_full || self.owed.get(stream).is_some_and(|owed| *owed > 0);
        let pipes: Vec<_> = self
            .pipes
            .iter()
            .enumerate()
            .map(|(stream, pipe)| pipe.as_ref().filter(|_| reads(stream)))
            .collect();
        descriptors.extend(exit.map(|exit| PollFd::new(exit, PollFlags::IN)));
        descriptors.extend(input.map(|input| PollFd::new(input, PollFlags::OUT)));
        descriptors.extend(pipes.iter().flatten().map(|pipe| PollFd::new(*pipe, PollFlags::IN)));
        // What no clock can hold is for ever.
        let patience = Timespec::try_from(patience).ok();
        if poll(&mut descriptors, patience.as_ref()).is_err() {
            return Ready::default();
        }
        let mut events = descriptors.iter().map(|descriptor| !descriptor.revents().is_empty());
        let mut next = |is_polled: bool| is_polled && events.next().unwrap_or(false);
        Ready {
            wake: next(true),
            exit: next(exit.is_some()),
            input: next(input.is_some()),
            pipes: [0, 1].map(|stream| next(pipes.get(stream).is_some_and(Option::is_some))),
        }
    }

    fn read(&mut self, stream: usize) {
        let Some(pipe) = self.pipes.get_mut(stream) else { return };
        let Some(open) = pipe else { return };
        let count = match open.read(&mut self.buffer) {
            Ok(count) => count,
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) =>
            {
                // What was owed has been read by somebody else.
                if let Some(owed) = self.owed.get_mut(stream)
                    && error.kind() == ErrorKind::WouldBlock
                {
                    *owed = 0;
                }
                return;
            }
            Err(_) => 0,
        };
        self.last_read = Instant::now();
        if let Some(owed) = self.owed.get_mut(stream) {
            let own = if count == 0 { *owed } else { (*owed).min(count as u64) };
            *owed -= own;
            if let Some(ended) = &mut self.ended {
                ended.talk += (count as u64).saturating_sub(own);
            }
        }
        if count == 0 {
            *pipe = None;
        }
        self.sink.take(stream, self.buffer.get(..count).unwrap_or_default());
    }

    fn write(&mut self) {
        let Some(input) = &mut self.input else { return };
        let mut state = self.shared.lock();
        let (next, _) = state.input.as_slices();
        match input.write(next) {
            Ok(count) => drop(state.input.drain(..count)),
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(_) => self.input = None,
        }
    }

    fn look_for_exit(&mut self) {
        let Some(Exit { code }) = end_of(self.pid) else { return };
        self.ended = Some(Ended { at: Instant::now(), code, talk: 0 });
        if !self.reaps_background {
            // What goes on now does so in the background, and is left to.
            self.watched = None;
            self.shared.is_over();
        }
        for (pipe, owed) in self.pipes.iter().zip(&mut self.owed) {
            let waiting = pipe.as_ref().map(rustix::io::ioctl_fionread);
            *owed = waiting.and_then(Result::ok).unwrap_or(0);
        }
    }
}

/// What can be gone on with.
#[derive(Default)]
struct Ready {
    wake: bool,
    exit: bool,
    input: bool,
    pipes: [bool; STREAMS],
}
