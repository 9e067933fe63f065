//! JSON's grammar, exactly as `JSON.parse` has it. No recursion: open containers are linked through the tape.

use super::scan;
use super::syntax::{ArgumentsError, Break, Expected};
use super::tape::{Extent, Tape, Token, short};
use super::unescape::unescape;
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
    tape: Tape<'t>,
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
    pub(super) fn parse(mut self, halves: bool) -> Result<Tape<'t>, ArgumentsError> {
        if u32::try_from(self.text.len()).is_err() {
            return Err(ArgumentsError::Size);
        }
        match self.document() {
            Err(_) if self.tape.tokens.len() >= MOST_VALUES => Err(ArgumentsError::Size),
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
        let is_map = matches!(self.tape.token(self.open), Token::Map(_));
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
        self.open_container(Token::List(Extent { len: 0, end: self.open }))?;
        if self.peek() == Some(b']') {
            self.close();
            return Ok(Next::Rest);
        }
        Ok(Next::Value(Expected::ValueOrBracket))
    }

    fn open_map(&mut self) -> Result<Next, Broken> {
        self.open_container(Token::Map(Extent { len: 0, end: self.open }))?;
        if self.peek() == Some(b'}') {
            self.close();
            return Ok(Next::Rest);
        }
        self.name(Expected::NameOrBrace)?;
        Ok(Next::Value(Expected::Value))
    }

    fn open_container(&mut self, token: Token<'t>) -> Result<(), Broken> {
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
            Some(Token::List(extent)) => {
                self.open = std::mem::replace(&mut extent.end, after);
                false
            }
            Some(Token::Map(extent)) => {
                self.open = std::mem::replace(&mut extent.end, after);
                true
            }
            _ => false,
        };
        if is_map {
            self.tape.settle_names(closed);
        }
    }

    /// Appends a value's token and counts it in the container that holds it.
    #[inline]
    fn push(&mut self, token: Token<'t>) -> Result<(), Broken> {
        if let Some(Token::List(extent) | Token::Map(extent)) =
            self.tape.tokens.get_mut(self.open as usize)
        {
            extent.len += 1;
        }
        if self.tape.tokens.len() >= MOST_VALUES {
            return Err((self.at, Expected::End));
        }
        self.tape.tokens.push(token);
        Ok(())
    }

    /// Reads a property's name and the colon after it.
    #[inline]
    fn name(&mut self, expected: Expected) -> Result<(), Broken> {
        if self.peek() != Some(b'"') {
            return Err((self.at, expected));
        }
        let mut name = self.string()?;
        if let Token::Escaped(written) = name {
            name = Token::Name(short(self.tape.names.len()));
            self.tape.names.push(unescape(written));
        }
        self.tape.tokens.push(name);
        self.skip_space();
        if self.peek() != Some(b':') {
            return Err((self.at, Expected::Colon));
        }
        self.at += 1;
        self.skip_space();
        Ok(())
    }

    fn word(
        &mut self,
        word: &[u8],
        token: Token<'t>,
        expected: Expected,
    ) -> Result<Token<'t>, Broken> {
        if !self.bytes.get(self.at..).unwrap_or_default().starts_with(word) {
            return Err((self.at, expected));
        }
        self.at += word.len();
        Ok(token)
    }

    fn number(&mut self) -> Result<Token<'t>, Broken> {
        let start = self.at;
        let (value, end) = scan::number(self.text, start).map_err(|at| (at, Expected::Digit))?;
        self.at = end;
        Ok(if value.is_finite() { Token::Number(value) } else { Token::Null })
    }

    /// Reads a string. Escapes are looked at, and left where they are.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a tenth of the time of parsing")]
    fn string(&mut self) -> Result<Token<'t>, Broken> {
        let start = self.at + 1;
        let mut end = scan::plain(self.bytes, start);
        let plain = self.bytes.get(end) == Some(&b'"');
        if !plain {
            end = self.escaped(end)?;
        }
        self.at = end + 1;
        let written = self.text.get(start..end).unwrap_or_default();
        Ok(if plain { Token::Plain(written) } else { Token::Escaped(written) })
    }

    /// Goes to the end of a string from its first escape.
    fn escaped(&self, mut at: usize) -> Result<usize, Broken> {
        loop {
            at = match self.bytes.get(at) {
                Some(b'"') => return Ok(at),
                Some(b'\\') => scan::plain(self.bytes, self.escape(at + 1)?),
                Some(_) => return Err((at, Expected::Control)),
                None => return Err((at, Expected::Quote)),
            };
        }
    }

    /// Goes past the rest of an escape.
    #[inline]
    fn escape(&self, at: usize) -> Result<usize, Broken> {
        match self.bytes.get(at) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 1),
            Some(b'u') => match scan::hex(self.bytes, at + 1) {
                Ok(_) => Ok(at + 5),
                Err(at) => Err((at, Expected::HexDigits)),
            },
            _ => Err((at, Expected::Escape)),
        }
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
