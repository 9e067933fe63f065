//! Failed checks as data, and the texts that tell of them.

use std::fmt;

use serde::Serialize;

use crate::arguments::{self, ArgumentsError};

/// The most failures that are listed for one check.
pub const MOST_FAILURES: usize = 100;

/// One place where arguments do not match their schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The JSON pointer of the value, empty for the whole.
    pub path: String,
    /// What is wrong with it.
    pub message: String,
    /// What the schema asks for.
    pub expected: String,
    /// What is there instead.
    pub received: String,
}

/// Why a call's arguments are refused.
///
/// Its text is that of the first failure, and names the place:
///
/// ```
/// use gatto_schema::Schema;
///
/// let schema = Schema::compile(r#"{ "properties": { "n": { "type": "integer" } } }"#)?;
/// let refusal = schema.check(r#"{ "n": "ten" }"#).unwrap_err();
/// assert_eq!(refusal.to_string(), "Invalid argument at /n: expected integer, received string");
/// # Ok::<(), gatto_schema::SchemaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The text is no JSON.
    Text(ArgumentsError),
    /// The arguments do not match; at least one failure, in the order of the check.
    Schema(Vec<Failure>),
}

impl Refusal {
    /// A refusal of the whole document.
    pub(super) fn whole(message: &str, expected: &str, received: &str) -> Self {
        Self::Schema(vec![Failure {
            path: String::new(),
            message: message.to_owned(),
            expected: expected.to_owned(),
            received: received.to_owned(),
        }])
    }

    /// The failures; none when the text is no JSON.
    #[must_use]
    pub fn failures(&self) -> &[Failure] {
        match self {
            Self::Text(_) => &[],
            Self::Schema(failures) => failures,
        }
    }

    /// The refusal as JSON text: `{ "error": ..., "details": [...] }`, without details when the text is no JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Json<'a> {
            error: String,
            #[serde(skip_serializing_if = "<[Failure]>::is_empty")]
            details: &'a [Failure],
        }
        let json = Json { error: self.to_string(), details: self.failures() };
        // Strings only: nothing in it can fail to become JSON.
        arguments::escape(serde_json::to_string(&json).unwrap_or_default())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Schema(failures) => {
                let (path, message) =
                    failures.first().map_or(("", ""), |first| (&first.path, &first.message));
                write!(f, "Invalid argument at {path}: {message}")
            }
        }
    }
}

impl std::error::Error for Refusal {}

impl From<ArgumentsError> for Refusal {
    fn from(error: ArgumentsError) -> Self {
        match error {
            ArgumentsError::Depth => Self::whole("not JSON", "JSON", "values nested too deeply"),
            other => Self::Text(other),
        }
    }
}
