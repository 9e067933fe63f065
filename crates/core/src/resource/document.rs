//! A Markdown file with frontmatter, in either of two formats.
use std::borrow::Cow;

use super::fields::Fields;
use super::{lenient, seed, trimmed, yaml};

/// A file that was taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub(super) fields: Fields,
    /// The text behind the frontmatter, trimmed; without frontmatter the whole text as it is.
    pub(super) body: String,
    /// What was wrong, where the file could be read all the same.
    pub(super) warning: Option<String>,
}

impl Document {
    /// Takes a file apart.
    ///
    /// # Errors
    /// What is wrong with its frontmatter.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = with_line_feeds(text);
        if let Some((block, body)) = fenced(&text) {
            let body = trimmed(body).to_owned();
            return match yaml::fields(block) {
                Ok(fields) => Ok(Self { fields, body, warning: None }),
                Err(error) => match lenient::fields(block) {
                    Some(fields) => {
                        Ok(Self { fields, body, warning: Some(lenient::warning(&error)) })
                    }
                    None => Err(error),
                },
            };
        }
        if let Some((object, body)) = seed::split(&text) {
            let fields = seed::fields(object)?;
            return Ok(Self { fields, body: trimmed(body).to_owned(), warning: None });
        }
        Ok(Self { fields: Fields::default(), body: text.into_owned(), warning: None })
    }
}

/// What stands between the marks, and behind the second. A mark is three hyphens at the beginning of a line, whatever
/// follows; of the first mark's line, the character behind them is dropped.
fn fenced(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("---")?;
    let (block, tail) = rest.split_once("\n---")?;
    let mut block = block.chars();
    block.next();
    Some((block.as_str(), tail))
}

fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if !text.contains('\r') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}
