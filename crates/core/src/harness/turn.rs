//! Turns: a text, the model's response, the results of its calls.

use super::history::{Entry, Role};
use super::machine::{Harness, Phase, Status};
use super::{Effects, Output, Refusal, Texts};
use crate::text::Text;
use crate::tool::{Answer, CallNo, Standing};

impl Harness {
    #[inline]
    pub(super) fn text(
        &mut self,
        at: f64,
        entry: Entry<'_>,
        entries: Option<&str>,
        effects: &mut Effects,
    ) {
        if self.phase != Phase::Live {
            if self.strict {
                effects.refuse(Refusal::NotInitialized);
            }
            return;
        }
        self.append(Role::User, at, entry, effects);
        self.user_spoke();
        self.log.user(at, entry, effects);
        tracing::debug!(target: "gatto::turn", turn = self.turn, "text");
        if f64::from(self.turn) >= self.max_turns {
            effects.push(Output::MaxTurns);
            self.close(at, "max-turns", entries, effects);
        } else {
            effects.push(Output::Forward);
        }
    }

    pub(super) fn texts(&mut self, count: u32, moved: Option<Texts<'_>>) {
        debug_assert!(count <= self.credit(), "passed on without credit");
        match moved {
            Some(texts) => self.history.push_texts(Role::User, texts),
            None => self.history.push_kept(Role::User, count),
        }
        self.turn = self.turn.saturating_add(count.saturating_sub(1));
        if count > 0 {
            self.user_spoke();
        }
    }

    /// The change that a TEXT makes to the state, besides its entry.
    #[inline]
    pub(super) fn user_spoke(&mut self) {
        self.turn = self.turn.saturating_add(1);
        if self.status != Status::Executing || self.ledger.is_idle() {
            self.status = Status::Thinking;
        }
    }

    pub(super) fn response(
        &mut self,
        at: f64,
        entry: Option<Entry<'_>>,
        thinking: bool,
        ids: &[Text<'_>],
        effects: &mut Effects,
    ) {
        if self.phase != Phase::Live {
            effects.refuse(Refusal::NotInitialized);
            return;
        }
        let first = effects.outputs.len();
        if thinking {
            effects.push(Output::Thinking);
        }
        if matches!(entry, Some(Entry::Kept(_))) {
            effects.push(Output::Keep);
        }
        let mut taken = Vec::new();
        for (index, id) in ids.iter().enumerate() {
            if let Ok(call) = self.ledger.open(*id) {
                effects.push(Output::Call(call));
                effects.push(Output::Dispatch(call));
            } else {
                taken.push(index);
            }
        }
        if !taken.is_empty() {
            self.unopen(first, effects);
            effects.outputs.extend(taken.into_iter().map(Output::IdTaken));
            return;
        }
        self.log.assistant(at, entry, ids, effects);
        if let Some(entry) = entry {
            self.history.push(Role::Assistant, at, entry);
        }
        self.model_spoke(!ids.is_empty());
        tracing::debug!(target: "gatto::turn", turn = self.turn, calls = ids.len(), "response");
    }

    /// Takes back what a response opened when some of its ids were found taken.
    fn unopen(&mut self, first: usize, effects: &mut Effects) {
        for output in effects.outputs.drain(first..).rev() {
            if let Output::Call(call) = output {
                self.ledger.forget(call);
            }
        }
    }

    /// The change that a response makes to the state, its calls being open and its entry appended.
    pub(super) fn model_spoke(&mut self, calls: bool) {
        self.status =
            if calls || !self.ledger.is_idle() { Status::Executing } else { Status::Idle };
    }

    pub(super) fn settle(
        &mut self,
        at: f64,
        call: CallNo,
        answer: Answer,
        entry: Entry<'_>,
        effects: &mut Effects,
    ) {
        if let Some(id) = self.ledger.close(call, answer) {
            self.log.tool(at, Some(id), answer, Some(entry), effects);
            self.completed(at, Some(call), entry, effects);
        }
    }

    pub(super) fn result(
        &mut self,
        at: f64,
        id: Option<Text<'_>>,
        answer: Answer,
        entry: Entry<'_>,
        lenient: bool,
        effects: &mut Effects,
    ) {
        if self.phase != Phase::Live && (self.strict || !lenient) {
            effects.refuse(Refusal::NotInitialized);
            return;
        }
        let standing = id.map_or(Standing::Unknown, |id| self.ledger.standing(id));
        let call = match (standing, id) {
            (Standing::Answered, _) => {
                effects.refuse(Refusal::DuplicateResult);
                return;
            }
            (Standing::Open(call), _) => self.ledger.close(call, answer).map(|_| call),
            (Standing::Unserved, Some(id)) => {
                self.ledger.serve(id);
                None
            }
            (Standing::Unserved | Standing::Unknown, _) => None,
        };
        self.log.tool(at, id.map(|id| id.to_key()).as_deref(), answer, Some(entry), effects);
        self.completed(at, call, entry, effects);
    }

    fn completed(
        &mut self,
        at: f64,
        call: Option<CallNo>,
        entry: Entry<'_>,
        effects: &mut Effects,
    ) {
        self.append(Role::Tool, at, entry, effects);
        self.tool_spoke();
        effects.push(Output::Completed(call));
        while let Some(next) = self.ledger.next_run() {
            effects.push(Output::Run(next));
        }
    }

    /// The change that a result makes to the state, its call being closed and its entry appended.
    pub(super) fn tool_spoke(&mut self) {
        if self.ledger.is_idle() {
            self.status = Status::Thinking;
        }
    }
}
