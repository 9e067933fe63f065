//! From the lines of a log back to the machine that wrote them.
//!
//! Every record makes the change to the state that its input made, through the same functions; nothing is emitted.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::Setting;
use super::history::{Form, Role};
use super::machine::{Harness, Phase, Status};
use super::record::VERSION;
use crate::text::{Text, json};
use crate::tool::{Answer, CallNo, Standing};

/// Why a line is no record of ours.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The line is no JSON object of the expected shape.
    #[error("{0}")]
    Shape(#[from] serde_json::Error),
    /// A text in the line is no JSON string.
    #[error("a text is malformed: {0}")]
    Text(#[from] json::Malformed),
    /// The line has a `t` that this version does not know.
    #[error("unknown record type {0:?}")]
    Unknown(String),
    /// The log does not begin with its head, or begins twice.
    #[error("the first line of a log, and no other, is its head")]
    Head,
    /// The log is that of another id: its file was renamed, or two ids share a name on this file system.
    #[error("the log belongs to another id or type")]
    Stranger,
    /// The log was written by a later version.
    #[error("the log has format version {0}; this package reads up to {VERSION}")]
    Version(f64),
    /// A record lacks a field that its type needs.
    #[error("a {0} record needs the field {1:?}")]
    Missing(&'static str, &'static str),
}

#[derive(Deserialize)]
struct Line<'a> {
    t: &'a str,
    #[serde(default)]
    at: f64,
    #[serde(borrow, default)]
    content: Option<&'a RawValue>,
    #[serde(borrow, default)]
    entry: Option<&'a RawValue>,
    #[serde(borrow, default)]
    key: Option<&'a RawValue>,
    #[serde(borrow, default)]
    value: Option<&'a RawValue>,
    #[serde(borrow, default)]
    ids: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    call: Option<&'a RawValue>,
    #[serde(default)]
    answer: Option<&'a str>,
    #[serde(default)]
    new: bool,
    #[serde(default)]
    version: f64,
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "type")]
    kind: Option<&'a RawValue>,
    #[serde(default)]
    turns: Option<f64>,
}

/// What the driver must know of a recovered run, besides the machine itself. It crosses as JSON.
#[derive(Debug, Default, Serialize)]
pub struct Summary<'a> {
    /// The last value of each of the four settings, by key.
    settings: Vec<(&'static str, &'a RawValue)>,
    /// The user's own keys, in the order of setting.
    notes: Vec<(&'a RawValue, &'a RawValue)>,
    /// The calls that are open.
    calls: Vec<PendingCall<'a>>,
    /// Whether a run goes on with the next START of the same settings.
    suspended: bool,
}

#[derive(Debug, Serialize)]
struct PendingCall<'a> {
    call: u32,
    id: &'a RawValue,
    /// The call as the model made it.
    made: Option<&'a RawValue>,
}

struct Opened<'a> {
    call: CallNo,
    id: &'a RawValue,
    entry: Option<&'a RawValue>,
    index: usize,
}

impl Opened<'_> {
    fn is_of_same_response(&self, other: &Self) -> bool {
        match (self.entry, other.entry) {
            (Some(entry), Some(of_other)) => std::ptr::eq(entry, of_other),
            _ => false,
        }
    }
}

/// A replay under way.
pub struct Recovery<'a, 'h> {
    harness: &'h mut Harness,
    kind: Text<'h>,
    id: Text<'h>,
    summary: Summary<'a>,
    opened: Vec<Opened<'a>>,
    begun: bool,
    scratch: Vec<u8>,
    units: Vec<u16>,
}

impl<'a, 'h> Recovery<'a, 'h> {
    /// A replay of the log of an id into a harness to which nothing has happened.
    pub fn new(harness: &'h mut Harness, kind: Text<'h>, id: Text<'h>) -> Self {
        Self {
            harness,
            kind,
            id,
            summary: Summary::default(),
            opened: Vec::new(),
            begun: false,
            scratch: Vec::new(),
            units: Vec::new(),
        }
    }

    /// Makes the change of one line.
    ///
    /// # Errors
    /// [`RecordError`] when the line is no record; nothing has changed then.
    pub fn feed(&mut self, line: &'a [u8]) -> Result<(), RecordError> {
        let line: Line<'a> = serde_json::from_slice(line)?;
        if self.begun == (line.t == "log") {
            return Err(RecordError::Head);
        }
        match line.t {
            "user" => {
                self.append(Role::User, &line)?;
                self.harness.user_spoke();
            }
            "assistant" => self.assistant(&line)?,
            "tool" => self.tool(&line)?,
            "log" => self.head(&line)?,
            "set" => {
                let key = line.key.ok_or(RecordError::Missing("set", "key"))?;
                let value = line.value.unwrap_or(RawValue::NULL);
                self.set(key, value)?;
            }
            "limit" => self.harness.max_turns = line.turns.unwrap_or(f64::INFINITY),
            "note" => {
                let key = line.key.ok_or(RecordError::Missing("note", "key"))?;
                let value = line.value.unwrap_or(RawValue::NULL);
                self.summary.notes.push((key, value));
            }
            "start" => self.start(&line)?,
            "resume" => {}
            "end" => {
                self.harness.phase = Phase::Over;
                self.harness.status = Status::Idle;
            }
            other => return Err(RecordError::Unknown(other.to_owned())),
        }
        Ok(())
    }

    fn head(&mut self, line: &Line<'a>) -> Result<(), RecordError> {
        if line.version > f64::from(VERSION) {
            return Err(RecordError::Version(line.version));
        }
        for (own, given) in [(self.kind, line.kind), (self.id, line.id)] {
            let given = given.ok_or(RecordError::Head)?;
            if decoded(given, &mut self.scratch, &mut self.units)? != own {
                return Err(RecordError::Stranger);
            }
        }
        self.begun = true;
        Ok(())
    }

    fn set(&mut self, key: &'a RawValue, value: &'a RawValue) -> Result<(), RecordError> {
        let name: &str = serde_json::from_str(key.get())?;
        let Some(setting) = Setting::of(name) else {
            return Err(RecordError::Unknown(format!("set {name}")));
        };
        // What a START accepts is decided by the driver on the live value; its JSON tells as much.
        let given = !matches!(value.get(), "null" | "false" | "\"\"" | "0");
        self.harness.given.note(setting, given);
        self.harness.log.remember(setting, Some(value.get()));
        self.summary.settings.retain(|(known, _)| *known != setting.key());
        self.summary.settings.push((setting.key(), value));
        Ok(())
    }

    fn start(&mut self, line: &Line<'a>) -> Result<(), RecordError> {
        if line.new {
            while let Some(call) = self.harness.ledger.first_open() {
                self.harness.ledger.close(call, Answer::Error);
            }
            self.harness.ledger.release();
            self.harness.history.clear();
            self.opened.clear();
        }
        self.harness.log.began();
        self.harness.phase = Phase::Suspended;
        self.append(Role::System, line)?;
        self.harness.begin();
        Ok(())
    }

    fn assistant(&mut self, line: &Line<'a>) -> Result<(), RecordError> {
        for (index, id) in line.ids.iter().enumerate() {
            let text = decoded(id, &mut self.scratch, &mut self.units)?;
            if let Ok(call) = self.harness.ledger.open(text) {
                self.opened.push(Opened { call, id, entry: line.entry, index });
            }
        }
        self.append(Role::Assistant, line)?;
        self.harness.model_spoke(!line.ids.is_empty());
        Ok(())
    }

    fn tool(&mut self, line: &Line<'a>) -> Result<(), RecordError> {
        let answer = match line.answer {
            None => Answer::Success,
            Some("not-found") => Answer::NotFound,
            Some(_) => Answer::Error,
        };
        if let Some(call) = line.call {
            let id = decoded(call, &mut self.scratch, &mut self.units)?;
            match self.harness.ledger.standing(id) {
                Standing::Open(call) => {
                    self.harness.ledger.close(call, answer);
                }
                Standing::Unserved => self.harness.ledger.serve(id),
                Standing::Answered | Standing::Unknown => {}
            }
        }
        if self.append(Role::Tool, line)? {
            self.harness.tool_spoke();
        }
        Ok(())
    }

    /// Appends the line's entry to the history, if it has one.
    fn append(&mut self, role: Role, line: &Line<'a>) -> Result<bool, RecordError> {
        match (line.content, line.entry) {
            (Some(content), _) => {
                self.scratch.clear();
                let layout = json::decode(content.get().as_bytes(), &mut self.scratch)?;
                self.harness.history.push_bytes(role, Form::Text, line.at, layout, &self.scratch);
            }
            (None, Some(entry)) => {
                let text = text_of(entry.get(), &mut self.units);
                self.harness.history.push_json(role, line.at, text);
            }
            (None, None) => return Ok(false),
        }
        Ok(true)
    }

    /// Whether there was a record at all; a new log must begin with its [`head`](super::head).
    #[must_use]
    pub const fn has_head(&self) -> bool {
        self.begun
    }

    /// The end of the log: what the driver must know.
    #[must_use]
    pub fn finish(mut self) -> Summary<'a> {
        let ledger = &self.harness.ledger;
        self.opened.retain(|opened| ledger.is_open(opened.call));
        // A response may have a million calls: its entry is taken apart once.
        for response in self.opened.chunk_by(Opened::is_of_same_response) {
            let made = response.first().and_then(|opened| opened.entry).map(made);
            let made = made.unwrap_or_default();
            self.summary.calls.extend(response.iter().map(|opened| PendingCall {
                call: opened.call.0,
                id: opened.id,
                made: made.get(opened.index).copied(),
            }));
        }
        self.summary.suspended = self.harness.phase == Phase::Suspended;
        self.summary
    }
}

/// The `toolCalls` of an assistant entry.
fn made(entry: &RawValue) -> Vec<&RawValue> {
    #[derive(Default, Deserialize)]
    struct Calls<'a> {
        #[serde(borrow, rename = "toolCalls")]
        calls: Vec<&'a RawValue>,
    }
    serde_json::from_str::<Calls<'_>>(entry.get()).unwrap_or_default().calls
}

fn decoded<'s>(
    raw: &RawValue,
    scratch: &'s mut Vec<u8>,
    units: &'s mut Vec<u16>,
) -> Result<Text<'s>, RecordError> {
    scratch.clear();
    let layout = json::decode(raw.get().as_bytes(), scratch)?;
    Ok(Text::of_bytes(layout, scratch, units))
}

/// JSON text in one of the layouts that cross as they are.
fn text_of<'s>(text: &'s str, units: &'s mut Vec<u16>) -> Text<'s> {
    if text.is_ascii() {
        return Text::Latin1(text.as_bytes());
    }
    units.clear();
    units.extend(text.encode_utf16());
    Text::Utf16(units)
}

#[cfg(test)]
#[path = "recover_tests.rs"]
mod tests;
