//! Proving that bytes are JSON, and finding the few values that matter, in one pass.

/// The bytes are no JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoJson;

/// Walks over a JSON text. What is inside strings need not be UTF-8: whoever decodes it replaces what is not.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    /// What is open in a value that is passed over: objects are true, arrays false.
    open: Vec<bool>,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, open: Vec::new() }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Passes over white space and gives the byte that follows.
    #[inline]
    pub(super) fn next(&mut self) -> Option<u8> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                byte => return byte,
            }
        }
    }

    /// Whether nothing but white space is left.
    pub(super) fn is_done(&mut self) -> bool {
        self.next().is_none()
    }

    /// Reads an object. `field` is given each key as it stands, quotes included, and reads the value.
    #[inline]
    pub(super) fn object(
        &mut self,
        mut field: impl FnMut(&mut Self, &'a [u8]) -> Result<(), NoJson>,
    ) -> Result<(), NoJson> {
        self.expect(b'{')?;
        if self.next() == Some(b'}') {
            self.at += 1;
            return Ok(());
        }
        loop {
            let key = self.key()?;
            field(self, key)?;
            match self.next() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(NoJson),
            }
        }
    }

    /// Passes over any value and gives its bytes.
    #[inline]
    pub(super) fn value(&mut self) -> Result<&'a [u8], NoJson> {
        self.next();
        let start = self.at;
        let opened = self.simple()?;
        if opened {
            self.nested()?;
        }
        self.bytes.get(start..self.at).ok_or(NoJson)
    }

    /// Passes over what is left of the containers that are open.
    fn nested(&mut self) -> Result<(), NoJson> {
        while let Some(&is_object) = self.open.last() {
            match self.next() {
                Some(b',') => {
                    self.at += 1;
                    if is_object {
                        self.key()?;
                    }
                    self.next();
                    self.simple()?;
                }
                Some(b'}') if is_object => self.close(),
                Some(b']') if !is_object => self.close(),
                _ => return Err(NoJson),
            }
        }
        Ok(())
    }

    #[inline]
    fn close(&mut self) {
        self.at += 1;
        self.open.pop();
    }

    /// Passes over a scalar, or over the opening of a container and what comes first in it, as deep as that goes. True:
    /// something is open now.
    #[inline]
    fn simple(&mut self) -> Result<bool, NoJson> {
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.string()?;
                }
                Some(b'{') => {
                    self.at += 1;
                    self.open.push(true);
                    if self.next() == Some(b'}') {
                        self.close();
                    } else {
                        self.key()?;
                        self.next();
                        continue;
                    }
                }
                Some(b'[') => {
                    self.at += 1;
                    self.open.push(false);
                    if self.next() == Some(b']') {
                        self.close();
                    } else {
                        continue;
                    }
                }
                Some(b'-' | b'0'..=b'9') => self.number()?,
                Some(b't') => self.word(b"true")?,
                Some(b'f') => self.word(b"false")?,
                Some(b'n') => self.word(b"null")?,
                _ => return Err(NoJson),
            }
            return Ok(!self.open.is_empty());
        }
    }

    fn expect(&mut self, byte: u8) -> Result<(), NoJson> {
        if self.next() == Some(byte) {
            self.at += 1;
            return Ok(());
        }
        Err(NoJson)
    }

    /// Reads a key and its colon.
    #[inline]
    fn key(&mut self) -> Result<&'a [u8], NoJson> {
        if self.next() != Some(b'"') {
            return Err(NoJson);
        }
        let key = self.string()?;
        self.expect(b':')?;
        Ok(key)
    }

    /// Passes over a string that begins here, and gives it with its quotes.
    #[inline]
    fn string(&mut self) -> Result<&'a [u8], NoJson> {
        let start = self.at;
        self.at += 1;
        loop {
            self.at += plain(self.bytes.get(self.at..).ok_or(NoJson)?);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return self.bytes.get(start..self.at).ok_or(NoJson);
                }
                Some(b'\\') => self.escape()?,
                _ => return Err(NoJson),
            }
        }
    }

    fn escape(&mut self) -> Result<(), NoJson> {
        match self.bytes.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 2,
            Some(b'u') => {
                let digits = self.bytes.get(self.at + 2..self.at + 6).ok_or(NoJson)?;
                if !digits.iter().all(u8::is_ascii_hexdigit) {
                    return Err(NoJson);
                }
                self.at += 6;
            }
            _ => return Err(NoJson),
        }
        Ok(())
    }

    fn word(&mut self, word: &[u8]) -> Result<(), NoJson> {
        if self.bytes.get(self.at..self.at + word.len()) != Some(word) {
            return Err(NoJson);
        }
        self.at += word.len();
        Ok(())
    }

    fn number(&mut self) -> Result<(), NoJson> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), NoJson> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == start { Err(NoJson) } else { Ok(()) }
    }
}

/// How many bytes of a string come before a quote, a backslash or a control character. Long runs are judged by blocks,
/// without a branch a byte, so that compilers can use vector instructions; then eight bytes at a time.
#[inline]
fn plain(bytes: &[u8]) -> usize {
    const BLOCK: usize = 32;
    let mut start = 0;
    // Most strings are short: they end in the first words.
    if let Some(first) = bytes.first_chunk::<8>() {
        let hit = special(u64::from_le_bytes(*first));
        if hit != 0 {
            return (hit.trailing_zeros() / 8) as usize;
        }
        start = 8;
    }
    let (blocks, _) = bytes.get(start..).unwrap_or_default().as_chunks::<BLOCK>();
    let clean = |block: &&[u8; BLOCK]| {
        block.iter().fold(0, |found, &byte| {
            found | u8::from(byte == b'"') | u8::from(byte == b'\\') | u8::from(byte < 0x20)
        }) == 0
    };
    start += blocks.iter().take_while(clean).count() * BLOCK;
    let (words, rest) = bytes.get(start..).unwrap_or_default().as_chunks::<8>();
    for word in words {
        let hit = special(u64::from_le_bytes(*word));
        if hit != 0 {
            return start + (hit.trailing_zeros() / 8) as usize;
        }
        start += 8;
    }
    let ends = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
    start + rest.iter().position(ends).unwrap_or(rest.len())
}

/// A word whose lowest set bit is in the first byte that is a quote, a backslash or a control character; 0 when there is
/// none. Bits above that one mean nothing: a borrow may have set them.
#[inline]
const fn special(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let quote = word ^ (ONES * b'"' as u64);
    let backslash = word ^ (ONES * b'\\' as u64);
    let below = word.wrapping_sub(ONES * 0x20) & !word;
    let quote = quote.wrapping_sub(ONES) & !quote;
    let backslash = backslash.wrapping_sub(ONES) & !backslash;
    (below | quote | backslash) & HIGH
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{NoJson, Scanner};

    fn check(bytes: &[u8]) -> Result<&[u8], NoJson> {
        let mut scanner = Scanner::new(bytes);
        let value = scanner.value()?;
        if scanner.is_done() { Ok(value) } else { Err(NoJson) }
    }

    #[test]
    fn a12_2_what_is_json_and_what_is_not() {
        for good in [
            "0",
            "-0.5e+10",
            "1E5",
            "2e-7",
            "\"\"",
            "\"\\u00e9\\n\\\\\"",
            "[]",
            "{}",
            "[[],{}]",
            "[1, 2 ,3]",
            " null ",
            "{\"a\":{\"b\":[true,false]},\"c\":\"0123456789abcdef\"}",
            "[[[[\"x\"]]]]",
            "{\"a\":[],\"b\":{}}",
        ] {
            assert!(check(good.as_bytes()).is_ok(), "{good}");
        }
        for bad in [
            "",
            "01",
            "-",
            "1.",
            ".5",
            "1e",
            "\"",
            "\"\\x\"",
            "\"\\u12g4\"",
            "[1,]",
            "{\"a\"}",
            "{\"a\":}",
            "{,}",
            "[",
            "{\"a\":1]",
            "[1}",
            "nul",
            "truex",
            "\"a\nb\"",
            "{a:1}",
            "1 2",
            "[1 2]",
            "\u{feff}1",
            "{\"a\":1,}",
        ] {
            assert_eq!(check(bad.as_bytes()), Err(NoJson), "{bad}");
        }
        assert!(check(b"\"\xff\xfe\"").is_ok());
        assert!(check("[".repeat(100_000).as_bytes()).is_err());
        assert!(check(("[".repeat(100_000) + &"]".repeat(100_000)).as_bytes()).is_ok());
    }

    proptest! {
        #[test]
        fn a12_2_the_scanner_agrees_with_a_parser(text in "[\\[\\]{}:,\"\\\\a0-9.eEtrufalsn \\-]{0,24}") {
            let parsed = serde_json::from_str::<serde::de::IgnoredAny>(&text);
            prop_assert_eq!(check(text.as_bytes()).is_ok(), parsed.is_ok(), "{}", text);
        }

        #[test]
        fn a12_2_no_control_character_stands_in_a_string(
            before in "([!#-\\[]|[^\\\\\"\0-\u{1f}]){0,80}",
            after in "[^\\\\\"\0-\u{1f}]{0,60}",
            control in prop_oneof![Just(0x1f), 0..0x20_u8],
        ) {
            let good = format!("{{\"a\": \"{before}{after}\"}}");
            prop_assert_eq!(check(good.as_bytes()), Ok(good.as_bytes()));
            let bad = format!("{{\"a\": \"{before}{}{after}\"}}", char::from(control));
            prop_assert_eq!(check(bad.as_bytes()), Err(NoJson));
        }

        #[test]
        fn a12_2_every_prefix_of_an_entry_is_torn(units in prop::collection::vec(any::<char>(), 0..20), cut in 1..30usize) {
            let text: String = units.into_iter().collect();
            let line = serde_json::json!({ "id": text, "a": [1, { "b": null }], "c": -1.5e3 }).to_string();
            let cut = line.len().saturating_sub(cut);
            prop_assert_eq!(check(&line.as_bytes()[..cut]), Err(NoJson));
        }
    }
}
