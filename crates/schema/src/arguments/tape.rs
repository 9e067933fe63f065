//! The parsed text as one flat list of tokens in document order.
//!
//! A value is one token; a container's token is followed by what it holds and knows where that ends. So a document
//! costs one allocation however many values it has, strings stay where they are in the text, escapes and all, and
//! walking on is adding a number. Nothing is ever moved, which makes a token's index the identity of its value.

use std::borrow::Cow;

use super::unescape::unescape;

/// One value or one property name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token<'t> {
    /// `null`, and a number too large for a double: `JSON.stringify` writes infinity so.
    Null,
    /// `false`.
    False,
    /// `true`.
    True,
    /// A number, always finite and never minus zero.
    Number(f64),
    /// A string without escapes.
    Plain(&'t str),
    /// A string with escapes, as it is written.
    Escaped(&'t str),
    /// An array. Its elements follow.
    List(Extent),
    /// An object. Names and values follow, in turn.
    Map(Extent),
    /// An object with so many properties that their order by name is kept beside the tape, at `len`.
    Sorted(Extent),
    /// A name that had escapes: the index of what it is without them.
    Name(u32),
    /// A name whose property a later one of the same name replaces.
    Replaced,
}

/// How much a container holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    /// How many elements or properties.
    pub(crate) len: u32,
    /// The index after its last token; while it is open, the index of the container around it.
    pub(crate) end: u32,
}

/// The most properties of an object that are looked through one by one.
const MOST_SCANNED: usize = 16;

/// All tokens of a document.
#[derive(Debug, Default)]
pub(crate) struct Tape<'t> {
    pub(super) tokens: Vec<Token<'t>>,
    pub(super) names: Vec<String>,
    orders: Vec<Box<[u32]>>,
}

/// A length or offset that was checked to fit.
#[expect(clippy::cast_possible_truncation, reason = "there are no more tokens than MOST_VALUES")]
pub(super) const fn short(number: usize) -> u32 {
    number as u32
}

impl<'t> Tape<'t> {
    pub(super) fn with_capacity(tokens: usize) -> Self {
        Self { tokens: Vec::with_capacity(tokens), ..Self::default() }
    }

    /// The token at an index. Past the end there is nothing, which is `null`.
    #[inline]
    pub(crate) fn token(&self, at: u32) -> &Token<'t> {
        self.tokens.get(at as usize).unwrap_or(&Token::Null)
    }

    /// The index after the value at an index.
    #[inline]
    pub(crate) fn after(&self, at: u32) -> u32 {
        match self.token(at) {
            Token::List(extent) | Token::Map(extent) | Token::Sorted(extent) => extent.end,
            _ => at + 1,
        }
    }

    /// The name at an index.
    #[inline]
    pub(crate) fn name(&self, at: u32) -> &str {
        match self.token(at) {
            Token::Plain(name) => name,
            Token::Name(name) => self.names.get(*name as usize).map_or("", String::as_str),
            _ => "",
        }
    }

    /// The indices of all tokens.
    pub(crate) fn indices(&self) -> std::ops::Range<u32> {
        0..short(self.tokens.len())
    }

    /// How many tokens there are, which is at least one for each value.
    pub(crate) fn tokens(&self) -> usize {
        self.tokens.len()
    }

    /// How many values the container at an index holds.
    #[inline]
    pub(crate) fn len(&self, at: u32) -> usize {
        match *self.token(at) {
            Token::List(extent) | Token::Map(extent) => extent.len as usize,
            Token::Sorted(extent) => self.order(extent).len(),
            _ => 0,
        }
    }

    fn order(&self, extent: Extent) -> &[u32] {
        self.orders.get(extent.len as usize).map_or(&[], |order| order)
    }

    /// The elements of the array at an index.
    #[inline]
    pub(crate) fn elements(&self, at: u32) -> impl Iterator<Item = u32> {
        let (mut next, end) = match self.token(at) {
            Token::List(extent) => (at + 1, extent.end),
            _ => (at, at),
        };
        std::iter::from_fn(move || {
            let element = next;
            next = self.after(element);
            (element < end).then_some(element)
        })
    }

    /// The properties of the object at an index: the indices of name and value.
    #[inline]
    pub(crate) fn members(&self, at: u32) -> Members<'_, 't> {
        match self.token(at) {
            Token::Map(extent) | Token::Sorted(extent) => {
                Members { tape: self, at: at + 1, end: extent.end }
            }
            _ => Members { tape: self, at, end: at },
        }
    }

    /// The value of a property of the object at an index.
    #[inline]
    pub(crate) fn get(&self, at: u32, name: &str) -> Option<u32> {
        if let Token::Sorted(extent) = self.token(at) {
            let order = self.order(*extent);
            let found = order.binary_search_by(|&at| self.name(at).cmp(name)).ok()?;
            return order.get(found).map(|at| at + 1);
        }
        self.members(at).find(|&(at, _)| self.name(at) == name).map(|(_, value)| value)
    }

    /// The index of the value that a JSON pointer names.
    pub(crate) fn locate(&self, pointer: &str) -> Option<u32> {
        pointer.split('/').skip(1).try_fold(0, |at, step| match self.token(at) {
            Token::List(_) => self.elements(at).nth(step.parse().ok()?),
            _ => self.get(at, &step.replace("~1", "/").replace("~0", "~")),
        })
    }

    /// The length of the longest path to a value, if each character of a name had to be escaped.
    pub(crate) fn longest_path(&self, at: u32) -> usize {
        const DIGITS: usize = 9;
        let below = match self.token(at) {
            Token::List(_) => self.elements(at).map(|at| DIGITS + self.longest_path(at)).max(),
            _ => self
                .members(at)
                .map(|(name, value)| 1 + 2 * self.name(name).len() + self.longest_path(value))
                .max(),
        };
        below.unwrap_or_default()
    }

    /// Marks the properties of a finished object that later ones of the same name replace.
    pub(super) fn settle_names(&mut self, at: u32) {
        if let Token::Map(extent) = *self.token(at) {
            match extent.len as usize {
                0 | 1 => {}
                2..=MOST_SCANNED => self.settle_few(at),
                _ => self.settle_many(at, extent),
            }
        }
    }

    fn settle_few(&mut self, at: u32) {
        let mut names = [""; MOST_SCANNED];
        for (slot, (name, _)) in names.iter_mut().zip(self.members(at)) {
            *slot = self.name(name);
        }
        if all_differ(names.get(..self.len(at)).unwrap_or_default()) {
            return;
        }
        let indices: Vec<u32> = self.members(at).map(|(name, _)| name).collect();
        let mut rest = indices.as_slice();
        while let Some((&name, later)) = rest.split_first() {
            rest = later;
            if later.iter().any(|&other| self.name(other) == self.name(name)) {
                self.replace(name);
                if let Some(Token::Map(extent)) = self.tokens.get_mut(at as usize) {
                    extent.len -= 1;
                }
            }
        }
    }

    fn settle_many(&mut self, at: u32, extent: Extent) {
        let mut order: Vec<u32> = self.members(at).map(|(name, _)| name).collect();
        order.sort_unstable_by(|&a, &b| self.name(a).cmp(self.name(b)).then(a.cmp(&b)));
        let mut kept: Vec<u32> = Vec::with_capacity(order.len());
        for name in order {
            match kept.last_mut() {
                Some(last) if self.name(*last) == self.name(name) => {
                    let earlier = std::mem::replace(last, name);
                    self.replace(earlier);
                }
                _ => kept.push(name),
            }
        }
        let order = short(self.orders.len());
        self.orders.push(kept.into_boxed_slice());
        if let Some(token) = self.tokens.get_mut(at as usize) {
            *token = Token::Sorted(Extent { len: order, ..extent });
        }
    }

    fn replace(&mut self, name: u32) {
        if let Some(token) = self.tokens.get_mut(name as usize) {
            *token = Token::Replaced;
        }
    }
}

/// Whether no two of a few names are equal.
fn all_differ(names: &[&str]) -> bool {
    // Equal names have equal marks, and other names mostly do not.
    let mut marks = 0_u64;
    !names.iter().enumerate().any(|(known, name)| {
        let mark = mark(name.as_bytes());
        let seen = marks & mark != 0;
        marks |= mark;
        seen && names.iter().take(known).any(|earlier| earlier == name)
    })
}

/// One of 64 bits, by a name's length and ends.
#[inline]
fn mark(name: &[u8]) -> u64 {
    let ends = name.first().zip(name.last()).map_or(0, |(first, last)| {
        usize::from(*first).wrapping_mul(7).wrapping_add(usize::from(*last).wrapping_mul(29))
    });
    1 << (name.len().wrapping_mul(5).wrapping_add(ends) & 63)
}

impl<'t> Token<'t> {
    /// The string that a value is.
    #[inline]
    pub(crate) fn string(&self) -> Option<Cow<'t, str>> {
        match *self {
            Self::Plain(string) => Some(Cow::Borrowed(string)),
            Self::Escaped(written) => Some(Cow::Owned(unescape(written))),
            _ => None,
        }
    }
}

/// Walks the properties of an object.
#[derive(Clone, Debug)]
pub(crate) struct Members<'a, 't> {
    tape: &'a Tape<'t>,
    at: u32,
    end: u32,
}

impl Iterator for Members<'_, '_> {
    type Item = (u32, u32);

    #[inline]
    fn next(&mut self) -> Option<(u32, u32)> {
        while self.at < self.end {
            let name = self.at;
            self.at = self.tape.after(name + 1);
            if *self.tape.token(name) != Token::Replaced {
                return Some((name, name + 1));
            }
        }
        None
    }
}
