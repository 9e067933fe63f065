//! What can happen to a harness.

use super::Entry;
use crate::text::Text;
use crate::tool::{Answer, CallNo};

/// The four keys that describe a run. Their values stay in JavaScript; the machine knows whether there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Where the agent works. A START needs it.
    Workspace,
    /// What the agent is to do. A START needs it.
    Task,
    /// The node this run belongs to.
    NodeId,
    /// The session this run belongs to.
    SessionId,
}

/// A frame that is no input of a harness, by what is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A TEXT without text.
    TextMissing,
    /// A DATA frame without `data` or `data.type`.
    DataTypeMissing,
    /// A DATA frame of a type that a harness does not handle.
    UnknownData,
    /// An llm-response whose `toolCalls` is no array.
    InvalidCalls,
    /// A frame of an unknown type, or no frame at all.
    UnknownFrame,
    /// A limit of turns that is no number of at least zero.
    InvalidMaxTurns,
    /// A META frame that would set what belongs to the machine.
    ReadOnlyKey,
}

/// Many texts at once.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    /// All units, one text after another.
    pub joined: Text<'a>,
    /// For each text its time, and its length in units.
    pub rows: &'a [(f64, u32)],
}

/// One input. Texts and JSON are borrowed for the call; the JSON is there when the run is logged.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// PARAM or META sets one of the four settings. `given`: the value is one that a START accepts.
    Set {
        /// Which one.
        setting: Setting,
        /// Whether a START would accept the value.
        given: bool,
        /// The value, when the run is logged.
        json: Option<&'a str>,
    },
    /// PARAM or META sets the limit of turns: at least zero, or infinite.
    Limit(f64),
    /// A key of the user's own, set in the observable state.
    Note {
        /// The key.
        key: Text<'a>,
        /// The value, when the run is logged.
        json: Option<&'a str>,
    },
    /// START, with the content of the system entry that a new run begins with.
    Start {
        /// That entry.
        system: Entry<'a>,
    },
    /// TEXT.
    Text {
        /// The user's entry.
        entry: Entry<'a>,
        /// As for [`Input::Close`]: this may be the last turn.
        entries: Option<&'a str>,
    },
    /// TEXT frames that the driver has passed on by credit, oldest first: see [`Harness::credit`].
    ///
    /// [`Harness::credit`]: super::Harness::credit
    Texts {
        /// How many.
        count: u32,
        /// Their entries, when the machine is to hold them; otherwise the driver keeps them.
        moved: Option<Texts<'a>>,
    },
    /// An llm-response.
    Response {
        /// The assistant's entry, when there is content or there are calls.
        entry: Option<Entry<'a>>,
        /// Whether there is thinking to pass on.
        thinking: bool,
        /// The ids of its calls, in order.
        ids: &'a [Text<'a>],
    },
    /// A result from outside: a `tool-result` DATA frame, or a `TOOL_RESULT` frame.
    Result {
        /// The id of the call, when the frame has one.
        id: Option<Text<'a>>,
        /// How it went.
        answer: Answer,
        /// The tool's entry.
        entry: Entry<'a>,
        /// Whether it is accepted before a START, as `TOOL_RESULT` is unless the harness is strict.
        lenient: bool,
    },
    /// The answer to a call that the harness made.
    Settle {
        /// The call.
        call: CallNo,
        /// How it went.
        answer: Answer,
        /// The tool's entry.
        entry: Entry<'a>,
    },
    /// END.
    End {
        /// As for [`Input::Close`].
        entries: Option<&'a str>,
    },
    /// ERROR: passed on.
    Error,
    /// A frame that does not fit.
    Misfit(Misfit),
    /// The first frame after a recovery that is neither START nor configuration.
    Wake,
    /// The sink ends.
    Close {
        /// Whether with an error.
        failed: bool,
        /// The entries of the calls that are open, as JSON lines in their order, when the run is logged.
        entries: Option<&'a str>,
    },
    /// The source is aborted: as [`Input::Close`], but nothing is emitted.
    Abort {
        /// As for [`Input::Close`].
        entries: Option<&'a str>,
    },
}
