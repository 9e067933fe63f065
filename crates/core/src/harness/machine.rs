//! The state of a harness, and the inputs that start, configure and end it. Turns are in `turn`.

use super::history::{Entry, History, Role};
use super::record::Log;
use super::{Effects, Input, Misfit, Output, Refusal, Setting};
use crate::tool::{Answer, Ledger};

/// What a harness is doing, as `getState().status` says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// Nothing is asked of anybody.
    #[default]
    Idle,
    /// A model is to answer.
    Thinking,
    /// Calls are open.
    Executing,
}

/// Where a run stands.
///
/// ```text
///             START                 END, turns used up, missing setting
///   Fresh ───────────▶ Live ─┐ START ──────────────────────────────────▶ (driver closes)
///                       ▲ ▲──┘                                             │
///   (log of a live run) │                                                  ▼
///        Suspended ─────┤ START with the same settings, or any other frame Closed ◀── any state: end, abort
///   (log of a done run) │ START
///            Over ──────┘
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    /// No START yet.
    #[default]
    Fresh,
    /// A run is on.
    Live,
    /// A log gave back a run that had not ended.
    Suspended,
    /// A log gave back a run that had ended; a START begins the next one.
    Over,
    /// The sink has ended. Nothing is handled any more.
    Closed,
}

/// The reason of an end that is an error's.
const FAILED: &str = "error";

/// What a harness is told when it is made.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The turn at which a run ends; may be infinite.
    pub max_turns: f64,
    /// Whether frames before START are refused rather than ignored.
    pub strict: bool,
    /// Whether records are wanted.
    pub logged: bool,
    /// The most tools that run at a time.
    pub concurrency: u32,
    /// Keys the hashes of call ids.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_turns: 100.0, strict: false, logged: false, concurrency: u32::MAX, seed: 0 }
    }
}

/// Which of the settings that a START needs are there.
#[derive(Debug, Default)]
pub(super) struct Given {
    workspace: bool,
    task: bool,
}

impl Given {
    pub(super) const fn note(&mut self, setting: Setting, given: bool) {
        match setting {
            Setting::Workspace => self.workspace = given,
            Setting::Task => self.task = given,
            Setting::NodeId | Setting::SessionId => {}
        }
    }
}

/// The machine. See the module's documentation.
///
/// ```
/// use gatto_core::harness::{Effects, Entry, Harness, Input, Options, Output, Setting};
/// use gatto_core::text::Text;
///
/// let mut harness = Harness::new(&Options::default());
/// let mut effects = Effects::default();
/// for setting in [Setting::Workspace, Setting::Task] {
///     harness.handle(0.0, Input::Set { setting, given: true, json: None }, &mut effects);
/// }
/// harness.handle(1.0, Input::Start { system: Entry::Text(Text::Latin1(b"You are ...")) }, &mut effects);
/// assert_eq!(effects.outputs, [Output::Start { resumed: false }, Output::Initialized]);
/// ```
#[derive(Debug)]
pub struct Harness {
    pub(super) phase: Phase,
    pub(super) initialized: bool,
    pub(super) turn: u32,
    pub(super) max_turns: f64,
    pub(super) status: Status,
    pub(super) strict: bool,
    pub(super) given: Given,
    pub(super) log: Log,
    pub(super) ledger: Ledger,
    pub(super) history: History,
}

impl Harness {
    /// A harness to which nothing has happened.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let mut ledger = Ledger::new(options.seed);
        ledger.set_limit(options.concurrency);
        Self {
            phase: Phase::Fresh,
            initialized: false,
            turn: 0,
            max_turns: options.max_turns,
            status: Status::Idle,
            strict: options.strict,
            given: Given::default(),
            log: Log::new(options.logged),
            ledger,
            history: History::default(),
        }
    }

    /// Takes one input at a time in milliseconds since the epoch, and adds what is to be done to `effects`.
    #[inline]
    pub fn handle(&mut self, at: f64, input: Input<'_>, effects: &mut Effects) {
        if self.phase == Phase::Closed {
            return;
        }
        match input {
            Input::Text { entry, entries } => self.text(at, entry, entries, effects),
            Input::Response { entry, thinking, ids } => {
                self.response(at, entry, thinking, ids, effects);
            }
            Input::Settle { call, answer, entry } => self.settle(at, call, answer, entry, effects),
            Input::Result { id, answer, entry, lenient } => {
                self.result(at, id, answer, entry, lenient, effects);
            }
            Input::Texts { count, moved } => self.texts(count, moved),
            other => self.rare(at, other, effects),
        }
    }

    /// How many TEXT frames from now on would each be answered with [`Output::Forward`] alone, nothing else coming
    /// between. The driver may pass on as many without asking, if it hands them in as [`Input::Texts`] before any other
    /// input and before it asks for the state.
    #[must_use]
    pub fn credit(&self) -> u32 {
        if self.phase != Phase::Live || self.log.is_on() {
            return 0;
        }
        let left = self.max_turns - f64::from(self.turn);
        // The last turn of all is not passed on. The cast saturates: below zero is none, infinite is the most.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "see above")]
        let left = left.ceil() as u32;
        left.saturating_sub(1)
    }

    fn rare(&mut self, at: f64, input: Input<'_>, effects: &mut Effects) {
        match input {
            Input::Set { setting, given, json } => self.set(setting, given, json, effects),
            Input::Limit(turns) => {
                self.max_turns = turns;
                self.log.limit(turns, effects);
            }
            Input::Note { key, json } => self.log.note(key, json, effects),
            Input::Start { system } => self.start(at, system, effects),
            Input::End { entries } => {
                effects.push(Output::TaskComplete);
                self.close(at, "completed", entries, effects);
            }
            Input::Error => effects.push(Output::Forward),
            Input::Misfit(misfit) => self.misfit(misfit, effects),
            Input::Wake => self.wake(effects),
            Input::Close { failed: false, entries } => {
                self.close(at, "completed", entries, effects);
            }
            Input::Close { failed: true, entries } => self.close(at, FAILED, entries, effects),
            Input::Abort { entries } => {
                self.close_calls(at, "aborted", entries, effects);
                self.finish(effects);
            }
            Input::Text { .. }
            | Input::Texts { .. }
            | Input::Response { .. }
            | Input::Settle { .. }
            | Input::Result { .. } => {}
        }
    }

    fn set(&mut self, setting: Setting, given: bool, json: Option<&str>, effects: &mut Effects) {
        self.given.note(setting, given);
        self.log.set(setting, json, effects);
    }

    /// What a START would lack now, the first of it.
    #[must_use]
    pub const fn lacks(&self) -> Option<Refusal> {
        match (self.given.workspace, self.given.task) {
            (false, _) => Some(Refusal::WorkspaceMissing),
            (true, false) => Some(Refusal::TaskMissing),
            (true, true) => None,
        }
    }

    /// Whether a START now would go on with the run that the log gave back.
    #[must_use]
    pub fn would_resume(&self) -> bool {
        self.phase == Phase::Suspended && self.log.same_run()
    }

    fn start(&mut self, at: f64, system: Entry<'_>, effects: &mut Effects) {
        if let Some(refusal) = self.lacks() {
            effects.refuse(refusal);
            effects.push(Output::Close);
            return;
        }
        let resumed = self.would_resume();
        if resumed {
            self.log.resume(at, effects);
        } else {
            let recovered = matches!(self.phase, Phase::Suspended | Phase::Over);
            if recovered {
                self.drop_recovered(at, effects);
                self.history.clear();
                effects.push(Output::Reset);
            }
            self.log.start(at, recovered, system, effects);
            self.append(Role::System, at, system, effects);
            self.begin();
        }
        self.phase = Phase::Live;
        tracing::info!(target: "gatto::turn", resumed, turn = self.turn, "start");
        effects.push(Output::Start { resumed });
        effects.push(Output::Initialized);
        if resumed {
            effects.outputs.extend(self.ledger.open_calls().map(Output::Interrupted));
        }
    }

    /// Appends an entry to the history; one that stays in JavaScript is asked for there.
    #[inline]
    pub(super) fn append(&mut self, role: Role, at: f64, entry: Entry<'_>, effects: &mut Effects) {
        self.history.push(role, at, entry);
        if matches!(entry, Entry::Kept(_)) {
            effects.push(Output::Keep);
        }
    }

    /// The change that a START makes to the state, besides its entry.
    pub(super) const fn begin(&mut self) {
        self.initialized = true;
        self.turn = 0;
        self.status = Status::Idle;
    }

    /// Calls of a run that is not gone on with are answered in its log, and nowhere else.
    fn drop_recovered(&mut self, at: f64, effects: &mut Effects) {
        while let Some(call) = self.ledger.first_open() {
            if let Some(id) = self.ledger.close(call, Answer::Error) {
                self.log.tool(at, Some(id), Answer::Error, None, effects);
            }
        }
        self.ledger.release();
    }

    fn wake(&mut self, effects: &mut Effects) {
        if self.phase != Phase::Suspended {
            return;
        }
        self.phase = Phase::Live;
        effects.outputs.extend(self.ledger.open_calls().map(Output::Interrupted));
    }

    fn misfit(&self, misfit: Misfit, effects: &mut Effects) {
        let refusal = match misfit {
            Misfit::TextMissing if self.phase != Phase::Live => {
                if self.strict {
                    effects.refuse(Refusal::NotInitialized);
                }
                return;
            }
            Misfit::DataTypeMissing | Misfit::UnknownData | Misfit::InvalidCalls
                if self.phase != Phase::Live =>
            {
                Refusal::NotInitialized
            }
            Misfit::TextMissing => Refusal::TextMissing,
            Misfit::DataTypeMissing => Refusal::DataTypeMissing,
            Misfit::UnknownData => Refusal::UnknownData,
            Misfit::InvalidCalls => Refusal::InvalidCalls,
            Misfit::UnknownFrame => Refusal::UnknownFrame,
            Misfit::InvalidMaxTurns => Refusal::InvalidMaxTurns,
            Misfit::ReadOnlyKey => Refusal::ReadOnlyKey,
        };
        effects.refuse(refusal);
    }

    /// The end of the sink, and with it of the run. It is one input, so that no log holds a part of it.
    pub(super) fn close(
        &mut self,
        at: f64,
        reason: &str,
        entries: Option<&str>,
        effects: &mut Effects,
    ) {
        self.close_calls(at, reason, entries, effects);
        if reason == FAILED {
            effects.push(Output::Shutdown);
        }
        effects.push(Output::End);
        self.finish(effects);
    }

    fn close_calls(&mut self, at: f64, reason: &str, entries: Option<&str>, effects: &mut Effects) {
        let mut lines = entries.unwrap_or_default().lines();
        while let Some(call) = self.ledger.first_open() {
            if let Some(id) = self.ledger.close(call, Answer::Error) {
                let entry = Entry::Kept(lines.next());
                self.history.push(Role::Tool, at, entry);
                self.log.tool(at, Some(id), Answer::Error, Some(entry), effects);
                effects.push(Output::Aborted(call));
            }
        }
        self.log.end(at, reason, effects);
    }

    fn finish(&mut self, effects: &mut Effects) {
        tracing::info!(target: "gatto::turn", turn = self.turn, "end");
        self.status = Status::Idle;
        self.phase = Phase::Closed;
        self.ledger.release();
        effects.push(Output::Finish);
    }

    /// The machine's share of `getState()`.
    #[must_use]
    pub const fn status(&self) -> Status {
        self.status
    }

    /// Turns counted since START.
    #[must_use]
    pub const fn turn(&self) -> u32 {
        self.turn
    }

    /// The turn at which the run ends.
    #[must_use]
    pub const fn max_turns(&self) -> f64 {
        self.max_turns
    }

    /// Whether there was a START.
    #[must_use]
    pub const fn initialized(&self) -> bool {
        self.initialized
    }

    /// The history, for reading and for accounting.
    pub const fn history(&mut self) -> &mut History {
        &mut self.history
    }

    /// The ledger, for a driver that admits runs.
    pub const fn ledger(&mut self) -> &mut Ledger {
        &mut self.ledger
    }
}
