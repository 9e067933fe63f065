//! What a skill must say, and what it may lack.
use serde::Serialize;

use super::diagnostic::{Code, Diagnostic};
use super::document::Document;
use super::{trimmed, utf16_length};

const LONGEST_NAME: usize = 64;
const LONGEST_DESCRIPTION: usize = 1024;

/// A skill as its users see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Skill {
    name: String,
    description: String,
    content: String,
    file_path: String,
    disable_model_invocation: bool,
}

impl Skill {
    /// The skill of a file, and what is to be said about it. Only one without a description is none.
    pub(super) fn of(
        document: Document,
        path: &str,
        folder: &str,
    ) -> (Option<Self>, Vec<Diagnostic>) {
        let Document { fields, body, .. } = document;
        let mut diagnostics = Vec::new();
        let mut warn = |message: String| {
            diagnostics.push(Diagnostic::new(Code::InvalidMetadata, message, path));
        };
        let description = fields.description.filter(|text| !trimmed(text).is_empty());
        match &description {
            None => warn("description is required".to_owned()),
            Some(text) => {
                too_long("description", text, LONGEST_DESCRIPTION).into_iter().for_each(&mut warn);
            }
        }
        let name = fields.name.filter(|name| !name.is_empty()).unwrap_or_else(|| folder.to_owned());
        if name != folder {
            warn(format!("the name \"{name}\" is not that of the parent directory, \"{folder}\""));
        }
        too_long("name", &name, LONGEST_NAME).into_iter().for_each(&mut warn);
        if !name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
            warn("the name may hold only the letters a to z, digits and hyphens".to_owned());
        }
        if name.starts_with('-') || name.ends_with('-') {
            warn("the name may not begin or end with a hyphen".to_owned());
        }
        if name.contains("--") {
            warn("the name may not hold two hyphens in a row".to_owned());
        }
        let skill = description.map(|description| Self {
            name,
            description,
            content: body,
            file_path: path.to_owned(),
            disable_model_invocation: fields.hidden,
        });
        (skill, diagnostics)
    }
}

fn too_long(what: &str, text: &str, most: usize) -> Option<String> {
    let length = utf16_length(text);
    (length > most)
        .then(|| format!("the {what} has {length} characters, at most {most} are allowed"))
}
