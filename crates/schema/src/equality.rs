//! Equality of values as JSON Schema has it: the order of properties does not count, the spelling of numbers neither.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::fast::FixedState;
use serde_json::Value;

use crate::arguments::{Tape, Token};

/// Whether the value at an index equals one of a schema.
pub(super) fn equals(tape: &Tape<'_>, at: u32, expected: &Value) -> bool {
    match (*tape.token(at), expected) {
        (Token::Null, Value::Null)
        | (Token::True, Value::Bool(true))
        | (Token::False, Value::Bool(false)) => true,
        (Token::Number(number), Value::Number(expected)) => Some(number) == expected.as_f64(),
        (token @ (Token::Plain(_) | Token::Escaped(_)), Value::String(expected)) => {
            token.string().as_deref() == Some(expected)
        }
        (Token::List(extent), Value::Array(expected)) => {
            extent.len as usize == expected.len()
                && tape.elements(at).zip(expected).all(|(at, item)| equals(tape, at, item))
        }
        (Token::Map(_) | Token::Sorted(_), Value::Object(expected)) => {
            tape.len(at) == expected.len()
                && expected.iter().all(|(name, value)| {
                    tape.get(at, name).is_some_and(|at| equals(tape, at, value))
                })
        }
        _ => false,
    }
}

/// Whether no two of the values are equal. Hashes sort out most; equal ones are compared in full.
pub(super) fn all_differ(tape: &Tape<'_>, values: Vec<u32>) -> bool {
    let document = Document { tape, state: FixedState::default() };
    let mut hashed: Vec<(u64, u32)> =
        values.into_iter().map(|at| (document.hash(at), at)).collect();
    hashed.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| document.compare(a.1, b.1)));
    hashed
        .windows(2)
        .all(|pair| !matches!(pair, [a, b] if a.0 == b.0 && document.compare(a.1, b.1).is_eq()))
}

struct Document<'a> {
    tape: &'a Tape<'a>,
    state: FixedState,
}

impl<'a> Document<'a> {
    fn string(&self, at: u32) -> Cow<'a, str> {
        self.tape.token(at).string().unwrap_or_default()
    }

    fn hash(&self, at: u32) -> u64 {
        let mut hasher = self.state.build_hasher();
        kind(*self.tape.token(at)).hash(&mut hasher);
        match *self.tape.token(at) {
            Token::Number(number) => number.to_bits().hash(&mut hasher),
            Token::Plain(_) | Token::Escaped(_) => self.string(at).hash(&mut hasher),
            Token::List(_) => {
                for element in self.tape.elements(at) {
                    self.hash(element).hash(&mut hasher);
                }
            }
            Token::Map(_) | Token::Sorted(_) => {
                let members = self.tape.members(at).fold(0_u64, |sum, (name, value)| {
                    let member = (self.tape.name(name), self.hash(value));
                    sum.wrapping_add(self.state.hash_one(member))
                });
                members.hash(&mut hasher);
            }
            _ => {}
        }
        hasher.finish()
    }

    /// A total order; which one does not matter.
    fn compare(&self, a: u32, b: u32) -> Ordering {
        let (left, right) = (*self.tape.token(a), *self.tape.token(b));
        kind(left).cmp(&kind(right)).then_with(|| match (left, right) {
            (Token::Number(left), Token::Number(right)) => left.total_cmp(&right),
            (Token::List(_), _) => self
                .tape
                .elements(a)
                .zip(self.tape.elements(b))
                .map(|(a, b)| self.compare(a, b))
                .find(|order| order.is_ne())
                .unwrap_or_else(|| self.tape.len(a).cmp(&self.tape.len(b))),
            (Token::Map(_) | Token::Sorted(_), _) => self.compare_members(a, b),
            (Token::Plain(_) | Token::Escaped(_), _) => self.string(a).cmp(&self.string(b)),
            _ => Ordering::Equal,
        })
    }

    fn compare_members(&self, a: u32, b: u32) -> Ordering {
        let (left, right) = (self.by_name(a), self.by_name(b));
        left.iter()
            .zip(&right)
            .map(|(left, right)| left.0.cmp(right.0).then_with(|| self.compare(left.1, right.1)))
            .find(|order| order.is_ne())
            .unwrap_or_else(|| left.len().cmp(&right.len()))
    }

    fn by_name(&self, at: u32) -> Vec<(&'a str, u32)> {
        let mut members: Vec<_> =
            self.tape.members(at).map(|(name, value)| (self.tape.name(name), value)).collect();
        members.sort_unstable_by_key(|member| member.0);
        members
    }
}

/// A number for each kind of value.
const fn kind(token: Token<'_>) -> u8 {
    match token {
        Token::Null | Token::Name(_) | Token::Replaced => 0,
        Token::False => 1,
        Token::True => 2,
        Token::Number(_) => 3,
        Token::Plain(_) | Token::Escaped(_) => 4,
        Token::List(_) => 5,
        Token::Map(_) | Token::Sorted(_) => 6,
    }
}
