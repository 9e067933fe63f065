//! What a walk found.
use serde::Serialize;

use super::super::{Skill, Template};

/// What a diagnostic is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// It could not be found out what a path is.
    FileInfoFailed,
    /// A folder could not be listed.
    ListFailed,
    /// A file could not be read.
    ReadFailed,
    /// The frontmatter of a file is wrong.
    ParseFailed,
    /// A field of the frontmatter is missing or wrong.
    InvalidMetadata,
}

/// Something that a person should know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    r#type: &'static str,
    code: Code,
    message: String,
    path: String,
}

impl Diagnostic {
    pub(in super::super) fn new(code: Code, message: String, path: &str) -> Self {
        Self { r#type: "warning", code, message, path: path.to_owned() }
    }
}

/// What came of one path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The names that lead to it from its root. A folder comes before what is in it, and its children by name; what has
    /// one place stays in the order that it came in.
    pub at: Vec<String>,
    /// The number of its root.
    pub root: usize,
    /// The skill that was found, when skills were looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<Skill>,
    /// The template that was found, when templates were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template: Option<Template>,
    /// What is to be said about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<Diagnostic>,
}
