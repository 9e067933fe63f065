//! All failures of a check that failed.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;

use super::Schema;
use super::budget::{Budget, within};
use super::instance::{Check, Instance};
use super::wording::{self, Place};
use crate::arguments::{Arguments, Tape};
use crate::failure::{Failure, MOST_FAILURES, Refusal};

/// The longest text whose failures may hold copies of its values.
const MOST_REBUILT: usize = 1 << 20;

/// The refusal of a check that was given up.
#[cold]
pub(super) fn too_costly() -> Refusal {
    const EXPECTED: &str = "arguments that can be checked in time";
    Refusal::whole("checking takes too long", EXPECTED, "arguments that cannot")
}

/// The refusal of arguments that are known not to match.
#[cold]
pub(super) fn refusal(schema: &Schema, arguments: &Arguments<'_>) -> Refusal {
    let tape = arguments.tape();
    if schema.backtracks && arguments.text().len() > MOST_REBUILT {
        return mismatch();
    }
    let copied = if schema.backtracks { 8 * arguments.text().len() } else { 0 };
    let failure = schema.size + tape.longest_path(0) + copied;
    let new_check =
        || Check { tape, budget: Budget::new(tape.tokens(), failure), rebuilds: schema.backtracks };
    let place = Place { tape };
    let all = new_check();
    let listed = within(|| {
        let mut listed = Vec::new();
        for error in schema.validator.iter_errors(Instance::root(&all)) {
            list(&place, &error, &mut listed);
        }
        listed
    });
    // Too many to collect: the first alone then.
    let listed = listed.or_else(|_| {
        let one = new_check();
        within(|| {
            let mut listed = Vec::new();
            if let Err(error) = schema.validator.validate(Instance::root(&one)) {
                list(&place, &error, &mut listed);
            }
            listed
        })
    });
    match listed {
        Ok(listed) if !listed.is_empty() => Refusal::Schema(listed),
        _ => mismatch(),
    }
}

fn mismatch() -> Refusal {
    const EXPECTED: &str = "arguments that match the schema";
    Refusal::whole("does not match the schema", EXPECTED, "arguments that do not")
}

/// Lists a failure. Where just one alternative of a union comes close, its failures are told instead of the union's.
fn list(place: &Place<'_>, error: &ValidationError<'_>, listed: &mut Vec<Failure>) {
    if listed.len() >= MOST_FAILURES {
        return;
    }
    match close_alternative(error) {
        Some(alternative) => {
            for error in alternative {
                list(place, error, listed);
            }
        }
        None if is_there(place, error) => {}
        None => listed.push(wording::failure(place, error)),
    }
}

/// Whether what a failure calls missing is there. The validator says so of properties that are required, unknown to
/// `properties` and not allowed, besides that they are not allowed.
fn is_there(place: &Place<'_>, error: &ValidationError<'_>) -> bool {
    let ValidationErrorKind::Required { property } = error.kind() else { return false };
    let at = place.tape.locate(error.instance_path().as_str());
    at.zip(property.as_str()).is_some_and(|(at, name)| place.tape.get(at, name).is_some())
}

/// The first thing that a failure tells.
pub(super) fn first(tape: &Tape<'_>, error: &ValidationError<'_>) -> Failure {
    let place = Place { tape };
    let mut listed = Vec::new();
    list(&place, error, &mut listed);
    listed.into_iter().next().unwrap_or_else(|| wording::failure(&place, error))
}

fn close_alternative<'e>(error: &'e ValidationError<'_>) -> Option<&'e [ValidationError<'static>]> {
    let (ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }) =
        error.kind()
    else {
        return None;
    };
    let path = error.instance_path().as_str();
    let mut close = context.iter().filter(|alternative| {
        !alternative.is_empty() && !alternative.iter().any(|error| rules_out(error, path))
    });
    match (close.next(), close.next()) {
        (Some(alternative), None) => Some(alternative),
        _ => None,
    }
}

/// Whether a failure shows that an alternative was not meant: another type, or another value where the alternative
/// has a fixed one, in the value itself or in a property that tells alternatives apart.
fn rules_out(error: &ValidationError<'_>, path: &str) -> bool {
    let Some(below) = error.instance_path().as_str().strip_prefix(path) else { return false };
    let levels = below.matches('/').count();
    match error.kind() {
        ValidationErrorKind::Type { .. } | ValidationErrorKind::FalseSchema => levels == 0,
        ValidationErrorKind::Constant { .. } | ValidationErrorKind::Enum { .. } => levels <= 1,
        _ => false,
    }
}
