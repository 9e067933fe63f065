//! Arguments of a call as JSON text, parsed once.

mod parser;
mod scan;
mod surrogate;
mod syntax;
mod tape;

pub use syntax::{ArgumentsError, Break, Expected};

pub(in crate::tool) use tape::{Members, Tape, Token};
pub(in crate::tool) use surrogate::escape;

use std::borrow::Cow;

use crate::text::Text;

/// The deepest nesting that arguments and schemas may have.
pub const MOST_LEVELS: usize = 128;

/// The most values that arguments may have. What they take in memory stays under 300 MB then.
pub const MOST_VALUES: usize = 1 << 24;

/// Arguments that were parsed.
#[derive(Debug)]
pub struct Arguments<'t> {
    text: Cow<'t, str>,
    tape: Tape,
}

impl<'t> Arguments<'t> {
    /// x
    /// # Errors
    /// x
    pub fn parse(text: &'t str) -> Result<Self, ArgumentsError> {
        let tape = parser::Parser::new(text).parse(false)?;
        Ok(Self { text: Cow::Borrowed(text), tape })
    }

    /// x
    /// # Errors
    /// x
    pub fn read(text: Text<'t>) -> Result<Self, ArgumentsError> {
        let text = surrogate::read(text);
        let tape = parser::Parser::new(&text).parse(matches!(text, Cow::Owned(_)))?;
        Ok(Self { text, tape })
    }

    pub(in crate::tool) fn tape(&self) -> &Tape {
        &self.tape
    }

    pub(in crate::tool) fn text(&self) -> &str {
        &self.text
    }
}
