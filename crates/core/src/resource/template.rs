//! What a file says about a prompt template.
use serde::Serialize;

use super::document::Document;
use super::{trimmed, utf16_length};

/// How much of the first line describes a template that does not describe itself, in UTF-16 units.
const LONGEST_DESCRIPTION: usize = 60;

/// A prompt template as its users see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Template {
    name: String,
    description: String,
    content: String,
}

impl Template {
    pub(super) fn of(document: Document, file: &str) -> Self {
        let Document { fields, body, .. } = document;
        let description =
            fields.description.filter(|text| !text.is_empty()).unwrap_or_else(|| first_line(&body));
        Self { name: stem(file).to_owned(), description, content: body }
    }
}

fn stem(file: &str) -> &str {
    match file.len().checked_sub(3).and_then(|at| file.split_at_checked(at)) {
        Some((stem, ending)) if ending.eq_ignore_ascii_case(".md") => stem,
        _ => file,
    }
}

fn first_line(body: &str) -> String {
    let line = body.split('\n').find(|line| !trimmed(line).is_empty()).unwrap_or("");
    if utf16_length(line) <= LONGEST_DESCRIPTION {
        return line.to_owned();
    }
    let mut room = LONGEST_DESCRIPTION;
    // Never half a character: a lone surrogate is refused by whoever reads strict JSON.
    let kept = line.chars().take_while(|c| {
        let fits = room >= c.len_utf16();
        room = if fits { room - c.len_utf16() } else { 0 };
        fits
    });
    kept.chain("...".chars()).collect()
}
