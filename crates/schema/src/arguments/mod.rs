//! Arguments of a call as JSON text, parsed once.

mod parser;
mod scan;
mod surrogate;
mod syntax;
mod tape;
mod unescape;

pub use syntax::{ArgumentsError, Break, Expected};

pub(crate) use surrogate::{escape, read};
pub(crate) use tape::{Members, Tape, Token};

use self::parser::Parser;

/// The deepest nesting that arguments and schemas may have.
pub const MOST_LEVELS: usize = 128;

/// The most values and names that arguments may have. They take 24 bytes each.
pub const MOST_VALUES: usize = 10_000_000;

/// Arguments that were parsed. They borrow the text, in which their strings stay.
///
/// ```
/// use gatto_schema::arguments::Arguments;
///
/// assert!(Arguments::parse(r#"{ "half": "\\ud83d", "much": 1e999 }"#).is_ok()); // as for JSON.parse
/// let error = Arguments::parse(r#"{ "a": 1 "b": 2 }"#).unwrap_err();
/// assert!(error.to_string().starts_with(
///     "Arguments are not valid JSON: expected ',' or '}' at line 1 column 10"
/// ));
/// ```
#[derive(Debug)]
pub struct Arguments<'t> {
    text: &'t str,
    tape: Tape<'t>,
}

impl<'t> Arguments<'t> {
    /// Parses JSON text: what `JSON.parse` accepts, and nothing else. Of properties of one name the last counts.
    ///
    /// # Errors
    /// [`ArgumentsError`]. Text that is no JSON is told from JSON that is nested too deeply, however deep that is.
    pub fn parse(text: &'t str) -> Result<Self, ArgumentsError> {
        Self::new(text, false)
    }

    /// Parses what [`read`] has read: where it had to copy, surrogates may have been replaced.
    pub(crate) fn of(text: &'t str, copied: bool) -> Result<Self, ArgumentsError> {
        Self::new(text, copied)
    }

    fn new(text: &'t str, halves: bool) -> Result<Self, ArgumentsError> {
        Ok(Self { text, tape: Parser::new(text).parse(halves)? })
    }

    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    pub(crate) fn tape(&self) -> &Tape<'t> {
        &self.tape
    }
}

#[cfg(test)]
mod model_tests;
#[cfg(test)]
mod tests;
