//! Parsed arguments as the validator reads them: without a tree, without copies.

use std::borrow::Cow;
use std::ops::ControlFlow;

use jsonschema::JsonType;
use jsonschema::json::{Array, Json, JsonNumber, Node, NodeIdentity, Object};
use serde_json::{Number, Value};

use super::budget::Budget;
use super::{equality, rebuild};
use crate::arguments::{Members, Tape, Token};

/// The representation, as the validator names it.
pub(super) struct Instances;

/// One check of one document.
pub(super) struct Check<'a> {
    pub(super) tape: &'a Tape<'a>,
    pub(super) budget: Budget,
    /// Whether failures hold the values they are about. Only patterns that backtrack need them.
    pub(super) rebuilds: bool,
}

/// A value of the document, or a property's name by itself.
#[derive(Clone, Copy)]
pub(super) enum Instance<'a> {
    At { check: &'a Check<'a>, at: u32, token: &'a Token<'a> },
    Name(&'a str),
}

impl<'a> Instance<'a> {
    /// The document's outermost value.
    pub(super) fn root(check: &'a Check<'a>) -> Self {
        Self::at(check, 0)
    }

    #[inline]
    fn at(check: &'a Check<'a>, at: u32) -> Self {
        Self::At { check, at, token: check.tape.token(at) }
    }

    #[inline]
    fn token(self) -> Token<'a> {
        match self {
            Self::At { check, token, .. } => {
                check.budget.step();
                *token
            }
            Self::Name(name) => Token::Plain(name),
        }
    }
}

impl Json for Instances {
    type Node<'a> = Instance<'a>;
    type PreparedKey = Box<str>;
    type StringBuffer = ();

    const KEYS_PER_LOOKUP: usize = 2;
    const ACYCLIC: bool = true;

    fn prepare_key(key: &str) -> Box<str> {
        Box::from(key)
    }

    fn with_string_node<T>((): &mut (), name: &str, f: impl FnOnce(Instance<'_>) -> T) -> T {
        f(Instance::Name(name))
    }
}

impl<'a> Node<'a, Instances> for Instance<'a> {
    type Object = Properties<'a>;
    type Array = Elements<'a>;
    type Number = Double;

    #[inline]
    fn as_object(&self) -> Option<Properties<'a>> {
        match (self.token(), *self) {
            (Token::Map(_) | Token::Sorted(_), Self::At { check, at, .. }) => {
                Some(Properties { check, at })
            }
            _ => None,
        }
    }

    #[inline]
    fn as_array(&self) -> Option<Elements<'a>> {
        match (self.token(), *self) {
            (Token::List(extent), Self::At { check, at, .. }) => {
                Some(Elements { check, at: at + 1, left: extent.len })
            }
            _ => None,
        }
    }

    #[inline]
    fn as_string(&self) -> Option<Cow<'a, str>> {
        self.token().string()
    }

    #[inline]
    fn as_number(&self) -> Option<Double> {
        match self.token() {
            Token::Number(number) => Some(Double(number)),
            _ => None,
        }
    }

    #[inline]
    fn as_boolean(&self) -> Option<bool> {
        match self.token() {
            Token::False => Some(false),
            Token::True => Some(true),
            _ => None,
        }
    }

    #[inline]
    fn is_null(&self) -> bool {
        self.token() == Token::Null
    }

    #[inline]
    fn json_type(&self) -> JsonType {
        match self.token() {
            Token::Null => JsonType::Null,
            Token::False | Token::True => JsonType::Boolean,
            Token::Number(_) => JsonType::Number,
            Token::Plain(_) | Token::Escaped(_) | Token::Name(_) | Token::Replaced => {
                JsonType::String
            }
            Token::List(_) => JsonType::Array,
            Token::Map(_) | Token::Sorted(_) => JsonType::Object,
        }
    }

    #[inline]
    fn is_string(&self) -> bool {
        matches!(self.token(), Token::Plain(_) | Token::Escaped(_))
    }

    fn string_length_within(&self, min: u64, max: u64) -> Option<bool> {
        // A code point is written in one byte up to the six of an escape, or two escapes of six for a pair. Only
        // in between do they have to be counted.
        let (written, longest) = match self.token() {
            Token::Plain(string) => (string.len() as u64, 4),
            Token::Escaped(string) => (string.len() as u64, 12),
            _ => return None,
        };
        let fewest = written.div_ceil(longest);
        if written < min || fewest > max {
            return Some(false);
        }
        if min <= fewest && written <= max {
            return Some(true);
        }
        Some((min..=max).contains(&self.string_length()?))
    }

    fn equals_value(&self, expected: &Value) -> bool {
        match *self {
            Self::At { check, at, .. } => {
                check.budget.step();
                equality::equals(check.tape, at, expected)
            }
            Self::Name(name) => expected.as_str() == Some(name),
        }
    }

    /// Asked for by failures only: comparing is done above.
    fn to_value(&self) -> Cow<'a, Value> {
        Cow::Owned(match *self {
            Self::At { check, at, .. } => {
                check.budget.fail();
                if check.rebuilds { rebuild::value(check.tape, at) } else { Value::Null }
            }
            Self::Name(name) => Value::from(name),
        })
    }

    #[inline]
    fn identity(&self) -> Option<NodeIdentity> {
        match *self {
            Self::At { check, at, .. } => {
                check.budget.step();
                Some(NodeIdentity::tagged(0, at))
            }
            Self::Name(_) => None,
        }
    }

    /// Scalars keep their identity too, so that what is known of them need not be found out again.
    #[inline]
    fn container_identity(&self) -> Option<NodeIdentity> {
        self.identity()
    }
}

/// The properties of an object.
#[derive(Clone, Copy)]
pub(super) struct Properties<'a> {
    check: &'a Check<'a>,
    at: u32,
}

impl<'a> Object<'a, Instances> for Properties<'a> {
    type Node = Instance<'a>;
    type MemberName = &'a str;
    type MembersIter = Walk<'a>;

    #[inline]
    fn len(&self) -> usize {
        self.check.tape.len(self.at)
    }

    #[inline]
    fn get(&self, key: &Box<str>) -> Option<Instance<'a>> {
        Some(Instance::at(self.check, self.check.tape.get(self.at, key)?))
    }

    #[inline]
    fn members(&self) -> Walk<'a> {
        Walk { check: self.check, members: self.check.tape.members(self.at) }
    }

    fn try_for_each_name_node<B>(
        &self,
        (): &mut (),
        mut f: impl FnMut(Instance<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (name, _) in self.members() {
            f(Instance::Name(name))?;
        }
        ControlFlow::Continue(())
    }
}

pub(super) struct Walk<'a> {
    check: &'a Check<'a>,
    members: Members<'a, 'a>,
}

impl<'a> Iterator for Walk<'a> {
    type Item = (&'a str, Instance<'a>);

    #[inline]
    fn next(&mut self) -> Option<(&'a str, Instance<'a>)> {
        let (name, value) = self.members.next()?;
        Some((self.check.tape.name(name), Instance::at(self.check, value)))
    }
}

/// The elements of an array.
#[derive(Clone)]
pub(super) struct Elements<'a> {
    check: &'a Check<'a>,
    at: u32,
    left: u32,
}

impl<'a> Array<'a, Instances> for Elements<'a> {
    type Node = Instance<'a>;
    type ElementsIter = Self;

    #[inline]
    fn len(&self) -> usize {
        self.left as usize
    }

    #[inline]
    fn elements(&self) -> Self {
        self.clone()
    }

    fn is_unique(&self) -> bool {
        let indices = self.elements().filter_map(|element| match element {
            Instance::At { at, .. } => Some(at),
            Instance::Name(_) => None,
        });
        equality::all_differ(self.check.tape, indices.collect())
    }
}

impl<'a> Iterator for Elements<'a> {
    type Item = Instance<'a>;

    #[inline]
    fn next(&mut self) -> Option<Instance<'a>> {
        self.left = self.left.checked_sub(1)?;
        let at = self.at;
        self.at = self.check.tape.after(at);
        Some(Instance::at(self.check, at))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

/// A number as JavaScript has it.
#[derive(Clone, Copy)]
pub(super) struct Double(f64);

#[expect(clippy::cast_possible_truncation, reason = "asked for exact integers only")]
#[expect(clippy::cast_sign_loss, reason = "asked for positive numbers only")]
impl JsonNumber for Double {
    #[inline]
    fn as_u64(&self) -> Option<u64> {
        (rebuild::is_exact(self.0) && self.0 >= 0.0).then_some(self.0 as u64)
    }

    #[inline]
    fn as_i64(&self) -> Option<i64> {
        rebuild::is_exact(self.0).then_some(self.0 as i64)
    }

    #[inline]
    fn as_f64(&self) -> Option<f64> {
        Some(self.0)
    }

    /// The digits that JavaScript prints, which are the shortest that name this double.
    fn as_str(&self) -> Cow<'_, str> {
        Cow::Owned(self.0.to_string())
    }

    fn to_number(&self) -> Cow<'_, Number> {
        Cow::Owned(rebuild::number(self.0))
    }

    #[inline]
    fn is_integer(&self) -> bool {
        self.0.fract() == 0.0
    }

    /// There is one kind of number: `1.0` is `1`.
    #[inline]
    fn is_written_as_integer(&self) -> bool {
        self.is_integer()
    }
}
