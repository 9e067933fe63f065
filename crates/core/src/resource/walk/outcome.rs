//! What a walk found.
use serde::Serialize;

use super::super::diagnostic::Diagnostic;
use super::super::{Skill, Template};

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
