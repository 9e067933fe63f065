//! JSON's grammar, exactly as `JSON.parse` has it. No recursion: open containers are linked through the tape.

use super::scan;
use super::surrogate;
use super::syntax::{ArgumentsError, Break, Expected};
use super::tape::{Tape, Token, short};
use super::{MOST_LEVELS, MOST_VALUES};

const NO_CONTAINER: u32 = u32::MAX;

/// A place, in bytes, and what should have stood there.
type Broken = (usize, Expected);

/// What stands at the current place once a token is read.
enum Next {
    /// A value, or what else is expected.
    Value(Expected),
    /// Whatever follows a value that is complete.
    Rest,
}

pub(super) struct Parser<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    tape: Tape,
    /// The innermost open container.
    open: u32,
    /// How many are open, and the most that were.
    depth: usize,
    deepest: usize,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        // Arguments written by models have a token every dozen bytes or so; long texts, few.
        let tokens = (text.len() / 12 + 8).min(1024);
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            tape: Tape::with_capacity(tokens),
            open: NO_CONTAINER,
            depth: 0,
            deepest: 0,
        }
    }

    /// Parses the whole text. `halves`: see [`Break::at`].
    pub(super) fn parse(mut self, halves: bool) -> Result<Tape, ArgumentsError> {
        if u32::try_from(self.text.len()).is_err() {
            return Err(ArgumentsError::Size);
        }
        match self.document() {
            Err(_) if self.tape.tokens.len() > MOST_VALUES => Err(ArgumentsError::Size),
            Err((at, expected)) => {
                Err(ArgumentsError::Syntax(Box::new(Break::at(self.text, at, expected, halves))))
            }
            Ok(()) if self.deepest > MOST_LEVELS => Err(ArgumentsError::Depth),
            Ok(()) => Ok(self.tape),
        }
    }

    fn document(&mut self) -> Result<(), Broken> {
        self.skip_space();
        let mut next = self.value(Expected::Value)?;
        loop {
            next = match next {
                Next::Value(expected) => self.value(expected)?,
                Next::Rest if self.open == NO_CONTAINER => break,
                Next::Rest => self.rest()?,
            };
        }
        self.skip_space();
        if self.at == self.bytes.len() { Ok(()) } else { Err((self.at, Expected::End)) }
    }

    /// Reads a scalar, or opens a container and goes to its first value.
    #[inline]
    fn value(&mut self, expected: Expected) -> Result<Next, Broken> {
        let token = match self.peek() {
            Some(b'"') => self.string()?,
            Some(b'{') => return self.open_map(),
            Some(b'[') => return self.open_list(),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.word(b"true", Token::True, expected)?,
            Some(b'f') => self.word(b"false", Token::False, expected)?,
            Some(b'n') => self.word(b"null", Token::Null, expected)?,
            _ => return Err((self.at, expected)),
        };
        self.push(token)?;
        Ok(Next::Rest)
    }

    /// Goes on in the innermost container after one of its values.
    #[inline]
    fn rest(&mut self) -> Result<Next, Broken> {
        self.skip_space();
        let is_map = matches!(self.tape.token(self.open), Token::Map { .. });
        match (self.peek(), is_map) {
            (Some(b','), true) => {
                self.at += 1;
                self.skip_space();
                self.name(Expected::Name)?;
                Ok(Next::Value(Expected::Value))
            }
            (Some(b','), false) => {
                self.at += 1;
                self.skip_space();
                Ok(Next::Value(Expected::Value))
            }
            (Some(b'}'), true) | (Some(b']'), false) => {
                self.close();
                Ok(Next::Rest)
            }
            (_, true) => Err((self.at, Expected::CommaOrBrace)),
            (_, false) => Err((self.at, Expected::CommaOrBracket)),
        }
    }

    fn open_list(&mut self) -> Result<Next, Broken> {
        self.open_container(Token::List { len: 0, end: self.open })?;
        if self.peek() == Some(b']') {
            self.close();
            return Ok(Next::Rest);
        }
        Ok(Next::Value(Expected::ValueOrBracket))
    }

    fn open_map(&mut self) -> Result<Next, Broken> {
        self.open_container(Token::Map { len: 0, end: self.open })?;
        if self.peek() == Some(b'}') {
            self.close();
            return Ok(Next::Rest);
        }
        self.name(Expected::NameOrBrace)?;
        Ok(Next::Value(Expected::Value))
    }

    fn open_container(&mut self, token: Token) -> Result<(), Broken> {
        let at = short(self.tape.tokens.len());
        self.push(token)?;
        self.open = at;
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        self.at += 1;
        self.skip_space();
        Ok(())
    }

    fn close(&mut self) {
        let closed = self.open;
        let after = short(self.tape.tokens.len());
        self.at += 1;
        self.depth -= 1;
        let is_map = match self.tape.tokens.get_mut(closed as usize) {
            Some(Token::List { end, .. }) => {
                self.open = std::mem::replace(end, after);
                false
            }
            Some(Token::Map { end, .. }) => {
                self.open = std::mem::replace(end, after);
                true
            }
            _ => false,
        };
        if is_map {
            self.tape.settle_names(self.text, closed);
        }
    }

    /// Appends a value's token and counts it in the container that holds it.
    #[inline]
    fn push(&mut self, token: Token) -> Result<(), Broken> {
        if let Some(Token::List { len, .. } | Token::Map { len, .. }) =
            self.tape.tokens.get_mut(self.open as usize)
        {
            *len += 1;
        }
        self.tape.tokens.push(token);
        if self.tape.tokens.len() > MOST_VALUES {
            return Err((self.at, Expected::End));
        }
        Ok(())
    }

    /// Reads a property's name and the colon after it.
    #[inline]
    fn name(&mut self, expected: Expected) -> Result<(), Broken> {
        if self.peek() != Some(b'"') {
            return Err((self.at, expected));
        }
        let name = self.string()?;
        self.tape.tokens.push(name);
        self.skip_space();
        if self.peek() != Some(b':') {
            return Err((self.at, Expected::Colon));
        }
        self.at += 1;
        self.skip_space();
        Ok(())
    }

    fn word(&mut self, word: &[u8], token: Token, expected: Expected) -> Result<Token, Broken> {
        if !self.bytes.get(self.at..).unwrap_or_default().starts_with(word) {
            return Err((self.at, expected));
        }
        self.at += word.len();
        Ok(token)
    }

    fn number(&mut self) -> Result<Token, Broken> {
        let start = self.at;
        let (value, end) =
            scan::number(self.text, start).map_err(|at| (at, Expected::Digit))?;
        self.at = end;
        Ok(if value.is_finite() { Token::Number(value) } else { Token::Null })
    }

    #[inline]
    fn string(&mut self) -> Result<Token, Broken> {
        let start = self.at + 1;
        let end = scan::plain(self.bytes, start);
        if self.bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(Token::Plain { start: short(start), len: short(end - start) });
        }
        self.string_with_escapes(start, end)
    }

    fn string_with_escapes(&mut self, start: usize, first: usize) -> Result<Token, Broken> {
        let from = self.tape.unescaped.len();
        let (mut start, mut end) = (start, first);
        loop {
            self.push_piece(from, start, end);
            match self.bytes.get(end) {
                Some(b'"') => break,
                Some(b'\\') => start = self.escape(from, end)?,
                Some(_) => return Err((end, Expected::Control)),
                None => return Err((end, Expected::Quote)),
            }
            end = scan::plain(self.bytes, start);
        }
        self.at = end + 1;
        let len = self.tape.unescaped.len() - from;
        Ok(Token::Unescaped { start: short(from), len: short(len) })
    }

    fn push_piece(&mut self, from: usize, start: usize, end: usize) {
        let mut piece = self.text.get(start..end).unwrap_or_default();
        // The other half may stand before it, as an escape.
        if let Some(first) = piece.chars().next()
            && let Some(unit) = surrogate::lone(first)
        {
            self.push_unit(from, unit);
            piece = piece.get(first.len_utf8()..).unwrap_or_default();
        }
        self.tape.unescaped.push_str(piece);
    }

    /// Takes one escape at `at` and says where it ends.
    fn escape(&mut self, from: usize, at: usize) -> Result<usize, Broken> {
        let character = match self.bytes.get(at + 1) {
            Some(b'u') => {
                let unit = scan::hex(self.bytes, at + 2)
                    .map_err(|at| (at, Expected::HexDigits))?;
                self.push_unit(from, unit);
                return Ok(at + 6);
            }
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(*byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            _ => return Err((at + 1, Expected::Escape)),
        };
        self.tape.unescaped.push(character);
        Ok(at + 2)
    }

    /// Appends a UTF-16 unit; the second half of a pair joins the first.
    fn push_unit(&mut self, from: usize, unit: u16) {
        let unescaped = &mut self.tape.unescaped;
        let last = unescaped.get(from..).and_then(|string| string.chars().next_back());
        let pair = last.and_then(surrogate::lone).and_then(|high| surrogate::pair(high, unit));
        if pair.is_some() {
            unescaped.pop();
        }
        unescaped.push(pair.unwrap_or_else(|| surrogate::stand_in(unit)));
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }
}
