//! From a schema's text to a validator, whatever the text is.

use jsonschema::error::ValidationErrorKind;
use jsonschema::{PatternOptions, ValidationError, Validator};
use serde_json::Value;

use super::instance::Instances;
use super::{Schema, rebuild, wording};
use crate::tool::arguments::{Arguments, ArgumentsError, Tape, Token};

/// The longest text of a schema, in bytes.
pub const MOST_SCHEMA_BYTES: usize = 4 << 20;

/// The most references in a schema. Each may take some stack of a check.
pub const MOST_REFERENCES: usize = 1000;

/// What a compiled pattern may take in memory, and how often it may backtrack for one text.
const PATTERN_BYTES: usize = 2 << 20;
const MOST_BACKTRACKS: usize = 100_000;

/// Why a schema does not compile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// Its text is no JSON, or nested too deeply.
    #[error("The schema cannot be read: {0}")]
    Text(#[from] ArgumentsError),
    /// Its text is longer than [`MOST_SCHEMA_BYTES`].
    #[error("The schema is longer than {MOST_SCHEMA_BYTES} bytes")]
    Size,
    /// It has more references than [`MOST_REFERENCES`].
    #[error("The schema has more than {MOST_REFERENCES} references")]
    References,
    /// It refers to something outside of itself. Nothing is fetched and no file is read.
    #[error("The schema refers to {uri}, which is not part of it")]
    Outside {
        /// What it refers to.
        uri: String,
    },
    /// It is no valid schema.
    #[error("The schema is not valid at {path}: {message}")]
    Invalid {
        /// The JSON pointer of the place in the schema, empty where it is the whole.
        path: String,
        /// What is wrong there.
        message: String,
    },
}

impl Schema {
    /// Compiles a schema given as JSON text: draft 2020-12, unless its `$schema` names another.
    ///
    /// # Errors
    /// [`SchemaError`]; also for references to anything outside of the text.
    pub fn compile(text: &str) -> Result<Self, SchemaError> {
        if text.len() > MOST_SCHEMA_BYTES {
            return Err(SchemaError::Size);
        }
        let parsed = Arguments::parse(text)?;
        if references(text, parsed.tape()) > MOST_REFERENCES {
            return Err(SchemaError::References);
        }
        let schema = rebuild::value(text, parsed.tape(), 0);
        // Matching without backtracking takes linear time, but knows no look-around and no back-references.
        let linear = PatternOptions::regex().size_limit(PATTERN_BYTES);
        let (validator, backtracks) = match build(&schema, linear) {
            Ok(validator) => (validator, false),
            Err(error) if is_pattern(&error) => {
                let backtracking = PatternOptions::fancy_regex()
                    .size_limit(PATTERN_BYTES)
                    .backtrack_limit(MOST_BACKTRACKS);
                (build(&schema, backtracking).map_err(reason)?, true)
            }
            Err(error) => return Err(reason(error)),
        };
        Ok(Self { validator, size: text.len(), backtracks })
    }
}

fn build<E>(
    schema: &Value,
    patterns: PatternOptions<E>,
) -> Result<Validator<Instances>, ValidationError<'static>> {
    jsonschema::options_for::<Instances>().offline().with_pattern_options(patterns).build(schema)
}

fn is_pattern(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), ValidationErrorKind::Format { format } if format == "regex")
}

fn reason(error: ValidationError<'static>) -> SchemaError {
    if let ValidationErrorKind::Referencing(jsonschema::ReferencingError::Unretrievable {
        uri,
        ..
    }) = error.kind()
    {
        return SchemaError::Outside { uri: wording::shown(uri) };
    }
    SchemaError::Invalid {
        path: wording::shown(error.instance_path().as_str()),
        message: wording::shown(&error.masked().to_string()),
    }
}

/// How many references a schema has, wherever in its text they stand.
fn references(text: &str, tape: &Tape) -> usize {
    let names = (0..tape.values()).filter_map(|at| {
        let token = tape.token(u32::try_from(at).ok()?);
        matches!(token, Token::Plain { .. } | Token::Unescaped { .. })
            .then(|| tape.string(text, token))?
    });
    names.filter(|name| matches!(*name, "$ref" | "$dynamicRef" | "$recursiveRef")).count()
}
