//! The records of a run, one JSON object a line. What each field means stands in docs/durability.md.

use super::history::Entry;
use super::{Effects, Setting};
use crate::journal::Record;
use crate::text::Text;
use crate::tool::Answer;

/// The version of the format that a log's first line states.
pub(super) const VERSION: u32 = 1;

impl Setting {
    /// The key in frames, state and records.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Workspace => "workspace",
            Self::Task => "task",
            Self::NodeId => "nodeId",
            Self::SessionId => "sessionId",
        }
    }

    /// The setting of a key.
    #[must_use]
    pub fn of(key: &str) -> Option<Self> {
        [Self::Workspace, Self::Task, Self::NodeId, Self::SessionId]
            .into_iter()
            .find(|setting| setting.key() == key)
    }
}

/// The first record of a new log: whose it is.
#[must_use]
pub fn head(kind: Text<'_>, id: Text<'_>) -> Vec<u8> {
    let mut line = Vec::new();
    Record::new(&mut line)
        .str("t", "log")
        .number("version", f64::from(VERSION))
        .text("type", kind)
        .text("id", id)
        .end();
    line
}

/// Writes the records, when they are wanted, and remembers which settings make a run the same run.
#[derive(Debug, Default)]
pub(super) struct Log {
    on: bool,
    /// The JSON of workspace and task now, and as they were when the run began.
    now: [Option<Box<str>>; 2],
    began: Option<[Option<Box<str>>; 2]>,
}

impl Log {
    pub(super) fn new(on: bool) -> Self {
        Self { on, ..Self::default() }
    }

    pub(super) const fn is_on(&self) -> bool {
        self.on
    }

    pub(super) fn same_run(&self) -> bool {
        self.began.as_ref() == Some(&self.now)
    }

    pub(super) fn remember(&mut self, setting: Setting, json: Option<&str>) {
        let [workspace, task] = &mut self.now;
        match setting {
            Setting::Workspace => *workspace = json.map(Box::from),
            Setting::Task => *task = json.map(Box::from),
            Setting::NodeId | Setting::SessionId => {}
        }
    }

    pub(super) fn began(&mut self) {
        self.began = Some(self.now.clone());
    }

    pub(super) fn set(&mut self, setting: Setting, json: Option<&str>, effects: &mut Effects) {
        if self.on {
            self.remember(setting, json);
            let mut record = Record::new(&mut effects.records);
            record.str("t", "set").str("key", setting.key());
            record.raw("value", json.unwrap_or("null")).end();
        }
    }

    pub(super) fn limit(&self, turns: f64, effects: &mut Effects) {
        if self.on {
            // JSON has no infinity: null stands for it.
            Record::new(&mut effects.records).str("t", "limit").number("turns", turns).end();
        }
    }

    pub(super) fn note(&self, key: Text<'_>, json: Option<&str>, effects: &mut Effects) {
        if self.on {
            let mut record = Record::new(&mut effects.records);
            record.str("t", "note").text("key", key).raw("value", json.unwrap_or("null")).end();
        }
    }

    pub(super) fn start(&self, at: f64, new: bool, system: Entry<'_>, effects: &mut Effects) {
        if self.on {
            let mut record = Record::new(&mut effects.records);
            record.str("t", "start").number("at", at);
            if new {
                record.bool("new", true);
            }
            entry(&mut record, system);
            record.end();
        }
    }

    pub(super) fn resume(&self, at: f64, effects: &mut Effects) {
        if self.on {
            Record::new(&mut effects.records).str("t", "resume").number("at", at).end();
        }
    }

    #[inline]
    pub(super) fn user(&self, at: f64, content: Entry<'_>, effects: &mut Effects) {
        if self.on {
            let mut record = Record::new(&mut effects.records);
            record.str("t", "user").number("at", at);
            entry(&mut record, content);
            record.end();
        }
    }

    pub(super) fn assistant(
        &self,
        at: f64,
        content: Option<Entry<'_>>,
        ids: &[Text<'_>],
        effects: &mut Effects,
    ) {
        if self.on {
            let mut record = Record::new(&mut effects.records);
            record.str("t", "assistant").number("at", at);
            if let Some(content) = content {
                entry(&mut record, content);
            }
            if !ids.is_empty() {
                record.texts("ids", ids);
            }
            record.end();
        }
    }

    /// An answer. Without an entry it is that to a call of an earlier run, whose history is gone.
    pub(super) fn tool(
        &self,
        at: f64,
        call: Option<&[u8]>,
        answer: Answer,
        content: Option<Entry<'_>>,
        effects: &mut Effects,
    ) {
        if self.on {
            let mut units = Vec::new();
            let mut record = Record::new(&mut effects.records);
            record.str("t", "tool").number("at", at);
            if let Some(key) = call {
                record.text("call", Text::of_key(key, &mut units));
            }
            match answer {
                Answer::Success => {}
                Answer::Error => {
                    record.str("answer", "error");
                }
                Answer::NotFound => {
                    record.str("answer", "not-found");
                }
            }
            if let Some(content) = content {
                entry(&mut record, content);
            }
            record.end();
        }
    }

    pub(super) fn end(&self, at: f64, reason: &str, effects: &mut Effects) {
        if self.on {
            let mut record = Record::new(&mut effects.records);
            record.str("t", "end").number("at", at).str("reason", reason).end();
        }
    }
}

fn entry(record: &mut Record<'_>, entry: Entry<'_>) {
    match entry {
        Entry::Text(text) => record.text("content", text),
        Entry::Kept(json) => record.raw("entry", json.unwrap_or("null")),
    };
}
