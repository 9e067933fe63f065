//! What is said of a failure: short, and never the whole of a value.

use std::borrow::Cow;

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use serde_json::Value;

use crate::arguments::{Tape, Token};
use crate::failure::Failure;

/// The most characters of a value, a name or a pattern that are shown.
const LONGEST_SHOWN: usize = 80;

/// The most characters of a path.
const LONGEST_PATH: usize = 1000;

/// The most values of an `enum`, names or alternatives that are listed.
const MOST_SHOWN: usize = 10;

/// The document that failures are about.
pub(super) struct Place<'a> {
    pub(super) tape: &'a Tape<'a>,
}

/// Says what a failure is.
pub(super) fn failure(place: &Place<'_>, error: &ValidationError<'_>) -> Failure {
    let path = error.instance_path().as_str();
    let at = place.tape.locate(path);
    let (message, expected, received) = wording(place, at, error);
    Failure {
        path: cut(path, LONGEST_PATH),
        message: message.unwrap_or_else(|| format!("expected {expected}, received {received}")),
        expected,
        received,
    }
}

type Wording = (Option<String>, String, String);

fn wording(place: &Place<'_>, at: Option<u32>, error: &ValidationError<'_>) -> Wording {
    use ValidationErrorKind as Kind;
    let value = || place.value(at);
    let type_name = || place.type_name(at).to_owned();
    let plain = |expected: String, received: String| (None, expected, received);
    let said = |message: &str, expected: &str, received: String| {
        (Some(message.to_owned()), expected.to_owned(), received)
    };
    match error.kind() {
        Kind::Type { kind } => {
            let expected = type_names(kind);
            let number = matches!(place.token(at), Some(Token::Number(_)));
            let received =
                if number && expected.contains("integer") { value() } else { type_name() };
            plain(expected, received)
        }
        Kind::Required { property } => {
            let name = property.as_str().map_or_else(String::new, shown);
            (Some(format!("missing required field: {name}")), name, "nothing".to_owned())
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            unexpected_properties(unexpected.iter().map(String::as_str))
        }
        // So the validator says it of an object that may have no properties at all.
        Kind::FalseSchema if is_of_properties(error.schema_path().as_str()) => {
            unexpected_properties(place.names(at).into_iter())
        }
        Kind::Enum { options } => {
            let options = options.as_array().map_or(&[][..], Vec::as_slice);
            plain(any_of(options.iter().map(json)), value())
        }
        Kind::Constant { expected_value } => plain(json(expected_value), value()),
        Kind::Minimum { limit } => plain(format!("at least {}", json(limit)), value()),
        Kind::Maximum { limit } => plain(format!("at most {}", json(limit)), value()),
        Kind::ExclusiveMinimum { limit } => plain(format!("more than {}", json(limit)), value()),
        Kind::ExclusiveMaximum { limit } => plain(format!("less than {}", json(limit)), value()),
        Kind::MultipleOf { multiple_of } => plain(format!("a multiple of {multiple_of}"), value()),
        Kind::MinLength { limit } => {
            plain(format!("at least {}", count(*limit, "character")), place.characters(at))
        }
        Kind::MaxLength { limit } => {
            plain(format!("at most {}", count(*limit, "character")), place.characters(at))
        }
        Kind::MinItems { limit } => plain(format!("at least {}", count(*limit, "item")), value()),
        Kind::MaxItems { limit } => plain(format!("at most {}", count(*limit, "item")), value()),
        Kind::AdditionalItems { limit } => {
            plain(format!("at most {}", count(*limit as u64, "item")), value())
        }
        Kind::MinProperties { limit } => {
            plain(format!("at least {}", count(*limit, "property")), value())
        }
        Kind::MaxProperties { limit } => {
            plain(format!("at most {}", count(*limit, "property")), value())
        }
        Kind::Pattern { pattern } => {
            plain(format!("text that matches {}", shown(pattern)), value())
        }
        Kind::Format { format } if format == "regex" => {
            plain("a pattern that can be compiled".to_owned(), value())
        }
        Kind::Format { format } => plain(format!("text of format {}", shown(format)), value()),
        Kind::ContentEncoding { content_encoding } => {
            plain(format!("text in {}", shown(content_encoding)), value())
        }
        Kind::ContentMediaType { content_media_type } => {
            plain(format!("text of type {}", shown(content_media_type)), value())
        }
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            plain(alternatives(place, at, error, context), place.value(at))
        }
        Kind::OneOfMultipleValid { .. } => {
            said("matches more than one alternative", "exactly one alternative", value())
        }
        Kind::PropertyNames { error } => {
            let name = error.instance().as_str().map_or_else(String::new, quoted);
            let (message, expected, _) = wording(place, None, error);
            let message = message.unwrap_or_else(|| format!("expected {expected}"));
            (Some(format!("property name {name}: {message}")), expected, name)
        }
        Kind::UniqueItems => said("has equal items", "items that all differ", value()),
        Kind::UnevaluatedItems { .. } => said("has unexpected items", "no other items", value()),
        Kind::Contains => said("has no item of the kind it must have", "such an item", value()),
        Kind::FalseSchema => said("no value is allowed here", "nothing", type_name()),
        Kind::Not { .. } => {
            said("matches what the schema rules out", "what `not` does not match", value())
        }
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            said("its pattern takes too long to match", "text that can be matched", value())
        }
        Kind::Custom { .. } | Kind::FromUtf8 { .. } | Kind::Referencing(_) => {
            said("does not match the schema", "a value that matches", value())
        }
    }
}

fn unexpected_properties<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> Wording {
    let word = if names.len() == 1 { "property" } else { "properties" };
    let names = some_of(names.map(quoted)).join(", ");
    (Some(format!("unexpected {word} {names}")), "no other properties".to_owned(), names)
}

/// Whether a place in a schema is that of its `additionalProperties`, and not of a property that is named so.
fn is_of_properties(path: &str) -> bool {
    path.strip_suffix("/additionalProperties")
        .is_some_and(|parent| !parent.ends_with("/properties"))
}

/// The alternatives of a union by what each expects of the value itself, or just their number.
fn alternatives(
    place: &Place<'_>,
    at: Option<u32>,
    error: &ValidationError<'_>,
    context: &[Vec<ValidationError<'static>>],
) -> String {
    let path = error.instance_path().as_str();
    let mut expected: Vec<String> = Vec::new();
    for alternative in context {
        let here = alternative.iter().find(|error| error.instance_path().as_str() == path);
        match here.map(|error| (wording(place, at, error), error.kind())) {
            Some(((None, own, _), _)) if !expected.contains(&own) => expected.push(own),
            Some(((None, ..), _)) => {}
            _ => return format!("one of {}", count(context.len() as u64, "alternative")),
        }
    }
    any_of(expected.into_iter())
}

fn type_names(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(kind) => kind.to_string(),
        TypeKind::Multiple(kinds) => {
            let names: Vec<String> = kinds.iter().map(|kind| kind.to_string()).collect();
            any_of(names.into_iter())
        }
    }
}

impl Place<'_> {
    fn token(&self, at: Option<u32>) -> Option<Token<'_>> {
        at.map(|at| *self.tape.token(at))
    }

    fn type_name(&self, at: Option<u32>) -> &'static str {
        match self.token(at) {
            None => "nothing",
            Some(Token::Null | Token::Name(_) | Token::Replaced) => "null",
            Some(Token::False | Token::True) => "boolean",
            Some(Token::Number(_)) => "number",
            Some(Token::Plain(_) | Token::Escaped(_)) => "string",
            Some(Token::List(_)) => "array",
            Some(Token::Map(_) | Token::Sorted(_)) => "object",
        }
    }

    fn string(&self, at: Option<u32>) -> Cow<'_, str> {
        self.token(at).and_then(|token| token.string()).unwrap_or_default()
    }

    fn names(&self, at: Option<u32>) -> Vec<&str> {
        at.map_or_else(Vec::new, |at| {
            self.tape.members(at).map(|(name, _)| self.tape.name(name)).collect()
        })
    }

    fn characters(&self, at: Option<u32>) -> String {
        count(self.string(at).chars().count() as u64, "character")
    }

    /// A value in a few words.
    fn value(&self, at: Option<u32>) -> String {
        let len = at.map_or(0, |at| self.tape.len(at));
        match self.token(at) {
            Some(Token::False) => "false".to_owned(),
            Some(Token::True) => "true".to_owned(),
            Some(Token::Number(number)) => number.to_string(),
            Some(Token::Plain(_) | Token::Escaped(_)) => quoted(&self.string(at)),
            Some(Token::List(_)) => count(len as u64, "item"),
            Some(Token::Map(_) | Token::Sorted(_)) => {
                format!("an object of {}", count(len as u64, "property"))
            }
            _ => self.type_name(at).to_owned(),
        }
    }
}

/// So many of something.
fn count(number: u64, thing: &str) -> String {
    match (number == 1, thing.strip_suffix('y')) {
        (true, _) => format!("{number} {thing}"),
        (false, Some(stem)) => format!("{number} {stem}ies"),
        (false, None) => format!("{number} {thing}s"),
    }
}

/// The first few, and how many more there are.
fn some_of(items: impl ExactSizeIterator<Item = String>) -> Vec<String> {
    let more = items.len().saturating_sub(MOST_SHOWN);
    let mut list: Vec<String> = items.take(MOST_SHOWN).collect();
    if more > 0 {
        list.push(format!("{more} more"));
    }
    list
}

/// `a, b or c`.
fn any_of(items: impl ExactSizeIterator<Item = String>) -> String {
    let all = some_of(items);
    match all.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => all.concat(),
    }
}

fn quoted(text: &str) -> String {
    Value::from(shown(text)).to_string()
}

/// A value of the schema, as JSON.
fn json(value: &Value) -> String {
    match value {
        Value::String(string) => quoted(string),
        Value::Array(items) => count(items.len() as u64, "item"),
        Value::Object(map) => format!("an object of {}", count(map.len() as u64, "property")),
        scalar => scalar.to_string(),
    }
}

/// A text, cut where it is too long to be shown.
pub(super) fn shown(text: &str) -> String {
    cut(text, LONGEST_SHOWN)
}

fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}
