//! What a person should know of a file that was looked at.
use serde::Serialize;

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
    pub(super) fn new(code: Code, message: String, path: &str) -> Self {
        Self { r#type: "warning", code, message, path: path.to_owned() }
    }
}
