//! The call ledger: every call that is opened is closed with one answer, once.
//!
//! ```text
//!              open                    close
//!   (unknown) ──────▶ Held ─────────────────────▶ answered
//!                      │ admit                       ▲  │ open again
//!                      ├──────▶ Running ─────────────┤  ▼
//!                      │          ▲ a run ended      │ Held
//!                      └─▶ Waiting┘──────────────────┘
//! ```
//!
//! An open call is a value in the ledger. Closing takes it out, so a second close finds nothing; ending the ledger
//! closes what is left. "A call without a result, or with two" cannot be written down.

use std::borrow::Cow;
use std::collections::VecDeque;

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::open_calls::{CallNo, OpenCalls};
use crate::text::Text;

/// How many ids of answered calls may stand beside those of open ones before they are forgotten.
const MOST_ANSWERED: usize = 256;

/// The kind of answer that closed a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The tool gave a result.
    Success,
    /// The tool failed, timed out, was aborted or refused its arguments.
    Error,
    /// Nobody here knows the tool. An executor outside may still answer the same call.
    NotFound,
}

/// What the ledger knows of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// No call of that id was ever opened here.
    Unknown,
    /// A call of that id waits for its answer.
    Open(CallNo),
    /// The only answer so far is that the tool was not found.
    Unserved,
    /// The call has its answer; another one is a duplicate.
    Answered,
}

/// The id is that of a call that is open at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a call of this id is open")]
pub struct IdTaken;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Held,
    Waiting,
    Running,
}

/// A call between its opening and its answer. It can't be copied: [`Ledger::close`] takes it out, and it is gone.
#[derive(Debug)]
struct OpenCall {
    /// Where its id stands among the ids.
    place: usize,
    phase: Phase,
    before: Standing,
    /// From the opening to the answer; nothing unless somebody traces.
    span: tracing::Span,
}

/// The ledger of one harness or registry. See the module's documentation.
#[derive(Debug)]
pub struct Ledger {
    open: OpenCalls<OpenCall>,
    /// Every id that was opened, by its key. Places hold: none is taken out but the last, or many with all places told
    /// anew.
    ids: IndexMap<Box<[u8]>, Standing, FixedState>,
    waiting: VecDeque<CallNo>,
    next: u32,
    running: u32,
    limit: u32,
}

impl Ledger {
    /// An empty ledger. `seed` keys the hashes of ids, so that ids chosen by a model cannot be made to collide.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            open: OpenCalls::default(),
            ids: IndexMap::with_hasher(FixedState::with_seed(seed)),
            waiting: VecDeque::new(),
            next: 0,
            running: 0,
            limit: u32::MAX,
        }
    }

    /// The most runs at a time. Unlimited unless set.
    pub const fn set_limit(&mut self, limit: u32) {
        self.limit = limit;
    }

    /// Opens a call. An id whose call was closed is opened anew.
    ///
    /// # Errors
    /// [`IdTaken`] when a call of that id is open; nothing has changed then.
    pub fn open(&mut self, id: Text<'_>) -> Result<CallNo, IdTaken> {
        let entry = self.ids.entry(id.to_key());
        let place = entry.index();
        let standing = entry.or_insert(Standing::Unknown);
        let before = *standing;
        if matches!(before, Standing::Open(_)) {
            return Err(IdTaken);
        }
        let call = CallNo(self.next);
        self.next = self.next.wrapping_add(1);
        *standing = Standing::Open(call);
        let span = tracing::debug_span!(target: "gatto::tool_call", "call", call = call.0, id = %self.shown(place));
        self.open.push(call, OpenCall { place, phase: Phase::Held, before, span });
        Ok(call)
    }

    /// Takes an opening back, as if it had never been: nothing has been told of the call yet.
    pub fn forget(&mut self, call: CallNo) {
        if let Some(open) = self.open.remove(call) {
            if open.before == Standing::Unknown && open.place + 1 == self.ids.len() {
                self.ids.pop();
            } else {
                self.stand(open.place, open.before);
            }
        }
    }

    fn stand(&mut self, place: usize, standing: Standing) {
        if let Some((_, known)) = self.ids.get_index_mut(place) {
            *known = standing;
        }
    }

    fn key(&self, place: usize) -> &[u8] {
        self.ids.get_index(place).map_or(&[], |(key, _)| key)
    }

    /// An id as a person reads it; only made when somebody traces.
    fn shown(&self, place: usize) -> Cow<'_, str> {
        String::from_utf8_lossy(self.key(place))
    }

    /// What is known of an id.
    #[must_use]
    pub fn standing(&self, id: Text<'_>) -> Standing {
        if self.ids.is_empty() {
            return Standing::Unknown;
        }
        self.ids.get(&id.to_key()).copied().unwrap_or(Standing::Unknown)
    }

    /// Whether a call may run now. A call over the limit waits its turn and is handed out by [`Ledger::next_run`].
    pub fn admit(&mut self, call: CallNo) -> bool {
        let Some(open) = self.open.get_mut(call) else { return false };
        if self.running < self.limit {
            open.phase = Phase::Running;
            self.running = self.running.saturating_add(1);
            return true;
        }
        open.phase = Phase::Waiting;
        self.waiting.push_back(call);
        false
    }

    /// The next waiting call, when a place is free for it.
    pub fn next_run(&mut self) -> Option<CallNo> {
        while self.running < self.limit {
            let call = self.waiting.pop_front()?;
            if let Some(open) = self.open.get_mut(call) {
                open.phase = Phase::Running;
                self.running = self.running.saturating_add(1);
                return Some(call);
            }
        }
        None
    }

    /// Closes a call with its answer, and gives the key of its id, as [`Text::to_key`] makes it. `None` when it was closed
    /// before: whatever comes second is ignored.
    pub fn close(&mut self, call: CallNo, answer: Answer) -> Option<&[u8]> {
        let open = self.open.remove(call)?;
        if open.phase == Phase::Running {
            self.running = self.running.saturating_sub(1);
        }
        let standing = match answer {
            Answer::Success | Answer::Error => Standing::Answered,
            Answer::NotFound => Standing::Unserved,
        };
        self.stand(open.place, standing);
        tracing::debug!(target: "gatto::tool_call", parent: &open.span, call = call.0, ?answer, "answered");
        Some(self.key(open.place))
    }

    /// Notes that an executor outside answered a call for which there was no tool here.
    pub fn serve(&mut self, id: Text<'_>) {
        if let Some(standing @ Standing::Unserved) = self.ids.get_mut(&id.to_key()) {
            *standing = Standing::Answered;
        }
    }

    /// The call that was opened first among those open.
    #[must_use]
    pub fn first_open(&self) -> Option<CallNo> {
        self.open.first()
    }

    /// Whether a call is open.
    #[must_use]
    pub fn is_open(&self, call: CallNo) -> bool {
        self.open.contains(call)
    }

    /// The open calls in the order of opening.
    pub fn open_calls(&self) -> impl Iterator<Item = CallNo> + '_ {
        self.open.numbers()
    }

    /// Whether no call is open.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.open.is_empty()
    }

    /// Forgets the ids of answered calls when they have become many, for one whose calls come and go without an end and
    /// who asks of none how it stands.
    pub fn forget_answered(&mut self) {
        let open = self.open.len();
        if self.ids.len() < 2 * open + MOST_ANSWERED {
            return;
        }
        self.ids.retain(|_, standing| matches!(standing, Standing::Open(_)));
        for (place, standing) in self.ids.values().enumerate() {
            if let Standing::Open(call) = standing
                && let Some(open) = self.open.get_mut(*call)
            {
                open.place = place;
            }
        }
    }

    /// Forgets all ids and gives their memory back. Nothing may be open.
    pub fn release(&mut self) {
        debug_assert!(self.open.is_empty(), "open calls are closed first");
        self.ids = IndexMap::with_hasher(self.ids.hasher().clone());
        self.waiting = VecDeque::new();
    }
}

#[cfg(test)]
#[path = "ledger_tests.rs"]
mod tests;
