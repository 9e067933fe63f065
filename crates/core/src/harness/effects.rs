//! What a harness wants done.

use crate::tool::CallNo;

/// One thing to do, in order. The driver holds the frames, tools and values that these stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Pass on the very frame that came in.
    Forward,
    /// Append the entry that came with the input to the history that JavaScript keeps.
    Keep,
    /// Forget the history that was read so far: a new run begins in an old log.
    Reset,
    /// Emit START.
    Start {
        /// Whether the run goes on from a log.
        resumed: bool,
    },
    /// Emit PROGRESS `initialized`.
    Initialized,
    /// Emit the thinking frame.
    Thinking,
    /// Emit the tool-call frame of a call.
    Call(CallNo),
    /// Look the tool up and run it, or answer for it.
    Dispatch(CallNo),
    /// Run a call that waited for a place.
    Run(CallNo),
    /// A call that a log left open: run it again where that is safe, else answer that it was interrupted.
    Interrupted(CallNo),
    /// A result was taken: emit PROGRESS `tool-completed`. The call is there when the harness had made it.
    Completed(Option<CallNo>),
    /// Emit PROGRESS `max-turns-reached`.
    MaxTurns,
    /// Emit the END that answers an END frame.
    TaskComplete,
    /// End the sink now, before anything else is handled.
    Close,
    /// Close a call at the end: abort its signal, append its entry, and emit PROGRESS unless all is silent.
    Aborted(CallNo),
    /// Emit the ERROR of the end.
    Shutdown,
    /// Emit the last END.
    End,
    /// Everything but the state can be let go.
    Finish,
    /// Emit an ERROR frame that says why an input was refused.
    Refuse(Refusal),
    /// Nothing happened: the call at this place has the id of a call that is open, or comes before it in the same
    /// response, and needs another. All such places are named.
    IdTaken(usize),
}

/// Why an input was refused. [`Refusal::template`] is the text of the ERROR frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Refusal {
    /// There was no START yet.
    NotInitialized,
    /// START without a workspace.
    WorkspaceMissing,
    /// START without a task.
    TaskMissing,
    /// A TEXT without text.
    TextMissing,
    /// DATA without a type.
    DataTypeMissing,
    /// DATA of an unknown type.
    UnknownData,
    /// A frame of an unknown type.
    UnknownFrame,
    /// A second result for a call.
    DuplicateResult,
    /// `toolCalls` is no array.
    InvalidCalls,
    /// The limit of turns is no number of at least zero.
    InvalidMaxTurns,
    /// The key belongs to the machine.
    ReadOnlyKey,
}

impl Refusal {
    /// All refusals, each at the place of its number.
    pub const ALL: [Self; 11] = [
        Self::NotInitialized,
        Self::WorkspaceMissing,
        Self::TaskMissing,
        Self::TextMissing,
        Self::DataTypeMissing,
        Self::UnknownData,
        Self::UnknownFrame,
        Self::DuplicateResult,
        Self::InvalidCalls,
        Self::InvalidMaxTurns,
        Self::ReadOnlyKey,
    ];

    /// The text of the ERROR frame; `{}` stands for what the caller sent.
    #[must_use]
    pub const fn template(self) -> &'static str {
        match self {
            Self::NotInitialized => "Harness not initialized. Send START frame first.",
            Self::WorkspaceMissing => {
                "Workspace not configured. Send PARAM(workspace, path) first."
            }
            Self::TaskMissing => "Task not configured. Send PARAM(task, description) first.",
            Self::TextMissing => "TEXT frame missing content",
            Self::DataTypeMissing => "DATA frame missing type",
            Self::UnknownData => "Unknown data type: {}",
            Self::UnknownFrame => "Unknown frame type: {}",
            Self::DuplicateResult => "Duplicate tool result: {}",
            Self::InvalidCalls => "Invalid toolCalls",
            Self::InvalidMaxTurns => "Invalid maxTurns: {}",
            Self::ReadOnlyKey => "Read-only state key: {}",
        }
    }
}

/// What one input brings about. The driver writes the records first and then performs the outputs.
#[derive(Debug, Default)]
pub struct Effects {
    /// What to do, in order.
    pub outputs: Vec<Output>,
    /// Lines for the log, when the run is logged.
    pub records: Vec<u8>,
}

impl Effects {
    pub(super) fn push(&mut self, output: Output) {
        self.outputs.push(output);
    }

    pub(super) fn refuse(&mut self, refusal: Refusal) {
        self.outputs.push(Output::Refuse(refusal));
    }
}
