//! What the walk wants to know, and what it may be told.
use serde::{Deserialize, Serialize};

use super::super::Document;

/// A question about a path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "ask", content = "path", rename_all = "camelCase")]
pub enum Ask {
    /// What it is, links not followed.
    Inspect(String),
    /// Where it leads in the end, and what is there.
    Follow(String),
    /// What is in it.
    List(String),
    /// Its text.
    Read(String),
    /// Its text, taken apart.
    Document(String),
}

impl Ask {
    /// The path that is asked about.
    #[must_use]
    pub fn path(&self) -> &str {
        match self {
            Self::Inspect(path)
            | Self::Follow(path)
            | Self::List(path)
            | Self::Read(path)
            | Self::Document(path) => path,
        }
    }
}

/// What a path is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Directory,
    /// A link, not followed.
    Symlink,
}

/// Something in a folder, or a root.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Entry {
    /// The last part of its path.
    pub name: String,
    /// Its absolute path, links in it as they are.
    pub path: String,
    /// What it is.
    pub kind: Kind,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Target {
    /// The path without any link in it.
    pub canonical: String,
    /// What is there.
    pub kind: Kind,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Failure {
    /// Whether there is nothing at the path.
    pub missing: bool,
    /// What the file system says.
    pub message: String,
}

/// The answer to an [`Ask`], of the kind that belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// To [`Ask::Inspect`].
    Entry(Entry),
    /// To [`Ask::Follow`].
    Target(Target),
    /// To [`Ask::List`].
    Entries(Vec<Entry>),
    /// To [`Ask::Read`].
    Text(String),
    /// To [`Ask::Document`]: the document, or what is wrong with it.
    Document(Result<Document, String>),
    /// To any.
    Failed(Failure),
}
