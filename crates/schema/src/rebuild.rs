//! A tree of a piece of the tape, for those who need one: the validator's compiler, and patterns that backtrack.

use serde_json::{Map, Number, Value};

use crate::arguments::{Tape, Token};

/// The value at an index. The recursion is as deep as the document, which is bounded.
pub(super) fn value(tape: &Tape<'_>, at: u32) -> Value {
    match tape.token(at) {
        Token::Null | Token::Name(_) | Token::Replaced => Value::Null,
        Token::False => Value::Bool(false),
        Token::True => Value::Bool(true),
        Token::Number(double) => Value::Number(number(*double)),
        token @ (Token::Plain(_) | Token::Escaped(_)) => {
            Value::from(token.string().unwrap_or_default())
        }
        Token::List(_) => {
            Value::Array(tape.elements(at).map(|element| value(tape, element)).collect())
        }
        Token::Map(_) | Token::Sorted(_) => {
            let mut map = Map::with_capacity(tape.len(at));
            for (name, member) in tape.members(at) {
                map.insert(tape.name(name).to_owned(), value(tape, member));
            }
            Value::Object(map)
        }
    }
}

/// Whether a double is an integer of a size at which doubles hold all integers.
#[inline]
pub(super) fn is_exact(double: f64) -> bool {
    const MOST_EXACT: f64 = 9_007_199_254_740_992.0;
    double.fract() == 0.0 && double.abs() <= MOST_EXACT
}

/// A double as a number, so that limits of schemas are compared as JavaScript would: an integer only where integers
/// and doubles are the same.
pub(super) fn number(double: f64) -> Number {
    if is_exact(double) {
        #[expect(clippy::cast_possible_truncation, reason = "it is an integer of that size")]
        return Number::from(double as i64);
    }
    Number::from_f64(double).unwrap_or_else(|| Number::from(0))
}
