//! From a schema's text to a validator, whatever the text is.

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, PatternOptions, ReferencingError, ValidationError, Validator};
use serde_json::Value;

use super::instance::Instances;
use super::{Schema, collect, rebuild, wording};
use crate::arguments::{Arguments, ArgumentsError, Tape, Token};
use crate::failure::Failure;

/// The longest text of a schema, in bytes.
pub const MOST_SCHEMA_BYTES: usize = 1 << 20;

/// The most references in a schema. In a chain, each takes some stack of a check.
pub const MOST_REFERENCES: usize = 500;

/// What the patterns of a schema may take in memory once compiled, and one of them at most and at least.
const PATTERNS_BYTES: usize = 16 << 20;
const MOST_PATTERN_BYTES: usize = 2 << 20;
const LEAST_PATTERN_BYTES: usize = 16 << 10;

/// How often a pattern may backtrack for one text.
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

/// How a schema is read where the drafts leave a choice, or where it does not name its draft.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// As draft 2020-12: `format` is a note to readers.
    #[default]
    Draft,
    /// As `TypeBox` writes and checks schemas: a text has to be of its `format`, if that is a known one, and an array of
    /// `items` is a tuple.
    TypeBox,
}

impl Schema {
    /// Compiles a schema given as JSON text: draft 2020-12, unless its `$schema` names another.
    ///
    /// # Errors
    /// [`SchemaError`]; also for references to anything outside of the text.
    pub fn compile(text: &str) -> Result<Self, SchemaError> {
        Self::compile_as(text, Dialect::default())
    }

    /// Compiles a schema as [`Schema::compile`] does, in a dialect.
    ///
    /// # Errors
    /// As for [`Schema::compile`].
    pub fn compile_as(text: &str, dialect: Dialect) -> Result<Self, SchemaError> {
        if text.len() > MOST_SCHEMA_BYTES {
            return Err(SchemaError::Size);
        }
        let parsed = Arguments::parse(text)?;
        let tape = parsed.tape();
        if references(tape) > MOST_REFERENCES {
            return Err(SchemaError::References);
        }
        let schema = rebuild::value(tape, 0);
        let size =
            (PATTERNS_BYTES / patterns(tape).max(1)).clamp(LEAST_PATTERN_BYTES, MOST_PATTERN_BYTES);
        // Matching without backtracking takes linear time, but knows no look-around and no back-references.
        let linear = PatternOptions::regex().size_limit(size).dfa_size_limit(size);
        let reading = Reading {
            has_tuples: dialect == Dialect::TypeBox && has_older_tuples(tape),
            has_formats: dialect == Dialect::TypeBox,
        };
        let (validator, backtracks) = match build(&schema, reading, linear) {
            Ok(validator) => (validator, false),
            Err(error) if is_pattern(&error) => {
                let backtracking = PatternOptions::fancy_regex()
                    .size_limit(size)
                    .dfa_size_limit(size)
                    .backtrack_limit(MOST_BACKTRACKS);
                let built = build(&schema, reading, backtracking);
                (built.map_err(|error| reason(tape, &error))?, true)
            }
            Err(error) => return Err(reason(tape, &error)),
        };
        Ok(Self { validator, size: text.len(), backtracks })
    }
}

/// What a dialect makes of one schema.
#[derive(Clone, Copy)]
struct Reading {
    has_tuples: bool,
    has_formats: bool,
}

fn build<E>(
    schema: &Value,
    reading: Reading,
    patterns: PatternOptions<E>,
) -> Result<Validator<Instances>, ValidationError<'static>> {
    let mut options =
        jsonschema::options_for::<Instances>().offline().with_pattern_options(patterns);
    if reading.has_tuples {
        options = options.with_draft(Draft::Draft201909);
    }
    if reading.has_formats {
        options = options.should_validate_formats(true);
    }
    options.build(schema)
}

/// Whether a schema without a `$schema` has an array of `items`, which 2020-12 does not know.
fn has_older_tuples(tape: &Tape<'_>) -> bool {
    let is_tuple =
        |at: u32| tape.name(at) == "items" && matches!(tape.token(at + 1), Token::List(_));
    tape.get(0, "$schema").is_none() && tape.indices().any(is_tuple)
}

fn is_pattern(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), ValidationErrorKind::Format { format } if format == "regex")
}

fn reason(tape: &Tape<'_>, error: &ValidationError<'_>) -> SchemaError {
    match error.kind() {
        ValidationErrorKind::Referencing(ReferencingError::Unretrievable { uri, .. }) => {
            SchemaError::Outside { uri: wording::shown(uri) }
        }
        // These say more than where they happen to be found.
        ValidationErrorKind::Referencing(_) | ValidationErrorKind::Custom { .. } => {
            SchemaError::Invalid {
                path: wording::shown(error.instance_path().as_str()),
                message: wording::shown(&error.to_string()),
            }
        }
        _ => {
            let Failure { path, message, .. } = collect::first(tape, error);
            SchemaError::Invalid { path, message }
        }
    }
}

/// How many references a schema has. Properties that are named so count too.
fn references(tape: &Tape<'_>) -> usize {
    let is_reference = |name: &str| matches!(name, "$ref" | "$dynamicRef" | "$recursiveRef");
    tape.indices().filter(|&at| is_reference(tape.name(at))).count()
}

/// How many patterns a schema has, or more.
fn patterns(tape: &Tape<'_>) -> usize {
    let patterns = tape.indices().map(|at| match tape.name(at) {
        "pattern" => 1,
        "patternProperties" => tape.len(at + 1),
        _ => 0,
    });
    patterns.sum()
}
