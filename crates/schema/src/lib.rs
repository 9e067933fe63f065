//! Schemas, compiled once, and the check of arguments against them.
//!
//! As pure as the core, but a crate of its own: the validator is generic, so it is compiled here, for size. Inside of the
//! core it would be compiled for speed, and be a third of the whole binding.
//!
//! ```text
//! text ── Arguments::parse ──▶ tape ── is_valid ──▶ fine
//!              │                          │ no
//!              ▼                          ▼
//!        ArgumentsError          iter_errors, wording ──▶ Failures
//!              └────────────▶ Refusal ◀────────┘
//! ```
//!
//! The validator reads the tape itself (`instance.rs`); no tree is built on the way. It is asked for failures only
//! once it is known that there are some. Whatever schema and arguments are, a check ends (`budget.rs`). How arguments
//! are repaired or coerced before, and how failures are presented after, is a policy of those who call this engine.

#![forbid(unsafe_code)]

pub mod arguments;
mod budget;
mod collect;
mod compile;
mod equality;
mod failure;
mod instance;
mod rebuild;
mod wording;

pub use compile::{Dialect, MOST_REFERENCES, MOST_SCHEMA_BYTES, SchemaError};
pub use failure::{Failure, MOST_FAILURES, Refusal};

use std::borrow::Cow;

use gatto_core::text::Text;
use jsonschema::Validator;

use self::arguments::Arguments;
use self::budget::{Budget, within};
use self::instance::{Check, Instance, Instances};

/// A compiled JSON Schema.
///
/// ```
/// use gatto_schema::Schema;
///
/// let schema = Schema::compile(r#"{ "type": "object", "required": ["path"] }"#)?;
/// assert!(schema.check(r#"{ "path": "a.txt" }"#).is_ok());
/// assert!(schema.check(r#"{}"#).is_err());
/// # Ok::<(), gatto_schema::SchemaError>(())
/// ```
#[derive(Debug)]
pub struct Schema {
    validator: Validator<Instances>,
    /// The length of its text, of which failures may hold pieces.
    size: usize,
    /// Whether some of its patterns can only be matched by backtracking.
    backtracks: bool,
}

impl Schema {
    /// Checks arguments given as JSON text.
    ///
    /// # Errors
    /// [`Refusal`], when the text is no JSON or does not match.
    pub fn check(&self, arguments: &str) -> Result<(), Refusal> {
        self.check_parsed(&Arguments::parse(arguments)?)
    }

    /// Checks arguments given as JSON text in one of JavaScript's layouts.
    ///
    /// # Errors
    /// As for [`Schema::check`].
    pub fn check_text(&self, arguments: Text<'_>) -> Result<(), Refusal> {
        let text = arguments::read(arguments);
        self.check_parsed(&Arguments::of(&text, matches!(text, Cow::Owned(_)))?)
    }

    /// Whether arguments given as JSON text match, without a word on what is wrong with them.
    #[must_use]
    pub fn matches_text(&self, arguments: Text<'_>) -> bool {
        let text = arguments::read(arguments);
        Arguments::of(&text, matches!(text, Cow::Owned(_)))
            .is_ok_and(|arguments| self.judge(&arguments) == Ok(true))
    }

    fn judge(&self, arguments: &Arguments<'_>) -> Result<bool, budget::Exhausted> {
        let check = Check {
            tape: arguments.tape(),
            budget: Budget::new(arguments.tape().tokens(), 0),
            rebuilds: false,
        };
        within(|| self.validator.is_valid(Instance::root(&check)))
    }

    /// Checks arguments that are parsed already.
    ///
    /// # Errors
    /// [`Refusal::Schema`].
    pub fn check_parsed(&self, arguments: &Arguments<'_>) -> Result<(), Refusal> {
        match self.judge(arguments) {
            Ok(true) => Ok(()),
            Ok(false) => Err(collect::refusal(self, arguments)),
            Err(_) => Err(collect::too_costly()),
        }
    }
}

#[cfg(test)]
mod tests;
