//! What the tree needs to know of an entry.

use std::borrow::Cow;

/// A text as a key of maps: [`Text::to_key`](crate::text::Text::to_key).
pub(super) type Key<'a> = Cow<'a, [u8]>;

/// The type of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A message of the conversation.
    Message,
    /// Another thinking level.
    ThinkingLevelChange,
    /// Another model.
    ModelChange,
    /// Other tools.
    ActiveToolsChange,
    /// A summary in place of what came before.
    Compaction,
    /// A summary of a branch that was left.
    BranchSummary,
    /// The name of an entry.
    Label,
    /// The name of the session.
    SessionInfo,
    /// Where the conversation goes on.
    Leaf,
    /// Any other: part of the tree, and nothing more.
    Other,
}

impl Kind {
    /// The kind of a type's name.
    #[must_use]
    pub fn named(name: &[u8]) -> Self {
        match name {
            b"message" => Self::Message,
            b"thinking_level_change" => Self::ThinkingLevelChange,
            b"model_change" => Self::ModelChange,
            b"active_tools_change" => Self::ActiveToolsChange,
            b"compaction" => Self::Compaction,
            b"branch_summary" => Self::BranchSummary,
            b"label" => Self::Label,
            b"session_info" => Self::SessionInfo,
            b"leaf" => Self::Leaf,
            _ => Self::Other,
        }
    }
}

/// What a model's answer has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    /// Tokens read.
    pub input: f64,
    /// Tokens written.
    pub output: f64,
    /// Tokens read from a cache.
    pub cache_read: f64,
    /// Tokens written to a cache.
    pub cache_write: f64,
    /// The price of it all.
    pub cost: f64,
}

/// What the tree needs to know of an entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry<'a> {
    /// Its type, as a key.
    pub name: Key<'a>,
    /// Its id.
    pub id: Key<'a>,
    /// The id of its parent; none for a root.
    pub parent: Option<Key<'a>>,
    /// What a leaf or a label is about; none for a leaf before the first entry.
    pub target: Option<Key<'a>>,
    /// The text of a label, or the name of a session, as a JSON string; none when it takes the earlier one away.
    pub text: Option<Key<'a>>,
    /// The first entry that a compaction keeps.
    pub first_kept: Option<Key<'a>>,
    /// Whether a compaction carries what it keeps along.
    pub has_tail: bool,
    /// Whether it is a message of the model.
    pub is_assistant: bool,
    /// What it has cost, if all of that is known.
    pub usage: Option<Usage>,
}

impl Entry<'_> {
    /// Its type.
    #[must_use]
    pub fn kind(&self) -> Kind {
        Kind::named(&self.name)
    }
}
