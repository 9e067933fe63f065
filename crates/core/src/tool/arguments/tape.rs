//! The parsed text as one flat list of tokens in document order.
//!
//! A value is one token, a container is its token followed by what it holds, and knows where that ends. So a document
//! costs one allocation however many values it has, strings stay where they are in the text, and walking on is adding
//! a number. Nothing is ever moved, which makes a token's index the identity of its value.

/// One value or one property name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::tool) enum Token {
    /// `null`, and a number too large for a double: `JSON.stringify` writes infinity so.
    Null,
    /// `false`.
    False,
    /// `true`.
    True,
    /// A number, always finite and never minus zero.
    Number(f64),
    /// A string that is a piece of the text.
    Plain {
        /// Where it starts in the text, in bytes.
        start: u32,
        /// Its length in bytes.
        len: u32,
    },
    /// A string that had escapes, a piece of what was unescaped.
    Unescaped {
        /// Where it starts, in bytes.
        start: u32,
        /// Its length in bytes.
        len: u32,
    },
    /// An array. Its elements follow.
    List {
        /// How many elements.
        len: u32,
        /// The index after its last token; while it is open, the container around it.
        end: u32,
    },
    /// An object. Names and values follow, in turn.
    Map {
        /// How many properties.
        len: u32,
        /// As for a list.
        end: u32,
    },
    /// An object with so many properties that their order by name is kept beside the tape.
    Sorted {
        /// The index of that order.
        order: u32,
        /// As for a list.
        end: u32,
    },
    /// A name whose property a later one of the same name replaces.
    Replaced,
}

/// The most properties of an object that are looked through one by one.
const MOST_SCANNED: usize = 16;

/// Tokens and what they point to, but for the text.
#[derive(Debug, Default)]
pub(in crate::tool) struct Tape {
    pub(super) tokens: Vec<Token>,
    pub(super) unescaped: String,
    orders: Vec<Box<[u32]>>,
}

/// A length or offset that was checked to fit.
#[expect(clippy::cast_possible_truncation, reason = "texts over 4 GB are refused before")]
pub(super) const fn short(number: usize) -> u32 {
    number as u32
}

impl Tape {
    pub(super) fn with_capacity(tokens: usize) -> Self {
        Self { tokens: Vec::with_capacity(tokens), ..Self::default() }
    }

    /// The token at an index. Past the end there is nothing, which is `null`.
    #[inline]
    pub(in crate::tool) fn token(&self, at: u32) -> Token {
        self.tokens.get(at as usize).copied().unwrap_or(Token::Null)
    }

    /// The index after the value at an index.
    #[inline]
    pub(in crate::tool) fn after(&self, at: u32) -> u32 {
        match self.token(at) {
            Token::List { end, .. } | Token::Map { end, .. } | Token::Sorted { end, .. } => end,
            _ => at + 1,
        }
    }

    /// The string of a token, `None` when it is none.
    #[inline]
    pub(in crate::tool) fn string<'a>(&'a self, text: &'a str, token: Token) -> Option<&'a str> {
        match token {
            Token::Plain { start, len } => {
                text.get(start as usize..start as usize + len as usize)
            }
            Token::Unescaped { start, len } => {
                self.unescaped.get(start as usize..start as usize + len as usize)
            }
            _ => None,
        }
    }

    /// The bytes of a string's token; empty when it is none.
    #[inline]
    fn bytes<'a>(&'a self, text: &'a str, token: Token) -> &'a [u8] {
        let (whole, start, len) = match token {
            Token::Plain { start, len } => (text.as_bytes(), start, len),
            Token::Unescaped { start, len } => (self.unescaped.as_bytes(), start, len),
            _ => return &[],
        };
        whole.get(start as usize..start as usize + len as usize).unwrap_or_default()
    }

    /// The properties of the object at an index: the indices of name and value.
    #[inline]
    pub(in crate::tool) fn members(&self, at: u32) -> Members<'_> {
        match self.token(at) {
            Token::Map { end, .. } | Token::Sorted { end, .. } => {
                Members { tape: self, at: at + 1, end }
            }
            _ => Members { tape: self, at, end: at },
        }
    }

    /// The elements of the array at an index.
    #[inline]
    pub(in crate::tool) fn elements(&self, at: u32) -> impl Iterator<Item = u32> {
        let (mut next, end) = match self.token(at) {
            Token::List { end, .. } => (at + 1, end),
            _ => (at, at),
        };
        std::iter::from_fn(move || {
            let element = next;
            next = self.after(element);
            (element < end).then_some(element)
        })
    }

    /// How many values the container at an index holds.
    #[inline]
    pub(in crate::tool) fn len(&self, at: u32) -> usize {
        match self.token(at) {
            Token::List { len, .. } | Token::Map { len, .. } => len as usize,
            Token::Sorted { order, .. } => self.order(order).len(),
            _ => 0,
        }
    }

    fn order(&self, order: u32) -> &[u32] {
        self.orders.get(order as usize).map_or(&[], |order| order)
    }

    /// The value of a property of the object at an index.
    #[inline]
    pub(in crate::tool) fn get(&self, text: &str, at: u32, name: &str) -> Option<u32> {
        if let Token::Sorted { order, .. } = self.token(at) {
            return self.get_sorted(text, order, name);
        }
        self.members(at)
            .find(|&(at, _)| self.bytes(text, self.token(at)) == name.as_bytes())
            .map(|(_, value)| value)
    }

    fn get_sorted(&self, text: &str, order: u32, name: &str) -> Option<u32> {
        let order = self.order(order);
        let found = order
            .binary_search_by(|&at| self.bytes(text, self.token(at)).cmp(name.as_bytes()))
            .ok()?;
        order.get(found).map(|at| at + 1)
    }

    /// How many tokens there are.
    pub(in crate::tool) fn values(&self) -> usize {
        self.tokens.len()
    }

    /// The index of the value that a JSON pointer names.
    pub(in crate::tool) fn locate(&self, text: &str, pointer: &str) -> Option<u32> {
        pointer.split('/').skip(1).try_fold(0, |at, step| match self.token(at) {
            Token::List { .. } => self.elements(at).nth(step.parse().ok()?),
            _ => self.get(text, at, &step.replace("~1", "/").replace("~0", "~")),
        })
    }

    /// No path to a value is longer than this.
    pub(in crate::tool) fn longest_path(&self, text: &str) -> usize {
        let names = self.tokens.iter().map(|&token| self.bytes(text, token).len());
        names.max().unwrap_or_default().saturating_mul(2 * super::MOST_LEVELS)
    }

    /// Marks the properties of a finished object that later ones of the same name replace.
    pub(super) fn settle_names(&mut self, text: &str, at: u32) {
        let Token::Map { len, end } = self.token(at) else { return };
        match len as usize {
            0 | 1 => {}
            2..=MOST_SCANNED => self.settle_few(text, at),
            _ => self.settle_many(text, at, end),
        }
    }

    fn settle_few(&mut self, text: &str, at: u32) {
        let mut names = [(0_u32, Token::Null); MOST_SCANNED];
        let mut known = 0;
        let mut replaced = 0_u32;
        for (slot, (name, _)) in names.iter_mut().zip(self.members(at)) {
            *slot = (name, self.token(name));
            known += 1;
        }
        let mut rest = names.get(..known).unwrap_or_default();
        while let Some((&(name, token), later)) = rest.split_first() {
            rest = later;
            let name_bytes = self.bytes(text, token);
            if later.iter().any(|&(_, other)| self.bytes(text, other) == name_bytes) {
                replaced += 1;
                self.replace(name);
            }
        }
        if replaced > 0
            && let Some(Token::Map { len, .. }) = self.tokens.get_mut(at as usize)
        {
            *len -= replaced;
        }
    }

    fn settle_many(&mut self, text: &str, at: u32, end: u32) {
        let mut order: Vec<u32> = self.members(at).map(|(name, _)| name).collect();
        order.sort_unstable_by(|&a, &b| {
            let names = self.bytes(text, self.token(a)).cmp(self.bytes(text, self.token(b)));
            names.then(a.cmp(&b))
        });
        let mut kept: Vec<u32> = Vec::with_capacity(order.len());
        for name in order {
            if let Some(last) = kept.last_mut()
                && self.bytes(text, self.token(*last)) == self.bytes(text, self.token(name))
            {
                let earlier = std::mem::replace(last, name);
                self.replace(earlier);
            } else {
                kept.push(name);
            }
        }
        let order = short(self.orders.len());
        self.orders.push(kept.into_boxed_slice());
        if let Some(token) = self.tokens.get_mut(at as usize) {
            *token = Token::Sorted { order, end };
        }
    }

    fn replace(&mut self, name: u32) {
        if let Some(token) = self.tokens.get_mut(name as usize) {
            *token = Token::Replaced;
        }
    }
}

/// Walks the properties of an object.
#[derive(Clone, Debug)]
pub(in crate::tool) struct Members<'a> {
    tape: &'a Tape,
    at: u32,
    end: u32,
}

impl Iterator for Members<'_> {
    type Item = (u32, u32);

    #[inline]
    fn next(&mut self) -> Option<(u32, u32)> {
        while self.at < self.end {
            let name = self.at;
            self.at = self.tape.after(name + 1);
            if self.tape.token(name) != Token::Replaced {
                return Some((name, name + 1));
            }
        }
        None
    }
}
