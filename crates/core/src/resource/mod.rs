//! Skills and prompt templates: what is read, what is ignored, and what a file says.
//!
//! `walk` is the machine: it says which folders are to be listed and which files read, is fed the answers, and knows in
//! the end what was found. Whoever has a file system drives it.
mod diagnostic;
mod document;
mod fields;
mod ignored;
mod lenient;
mod seed;
mod skill;
mod spelled;
mod template;
#[cfg(test)]
mod tests;
pub mod walk;
mod yaml;

pub use diagnostic::{Code, Diagnostic};
pub use document::Document;
pub use skill::Skill;
pub use template::Template;

/// What JavaScript's `trim` takes away.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c == '\u{feff}' || (c != '\u{85}' && c.is_whitespace()))
}

fn utf16_length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}
