//! A text as a JSON string, exactly as `JSON.stringify` writes it, and back.
//!
//! The output is UTF-8 and holds any text: a surrogate without its partner is written as the escape `\udxxx`, so that
//! reading the string gives the same units again.

use super::{Layout, Text};

/// Appends the text as a JSON string, quotes included.
///
/// ```
/// use gatto_core::text::{Text, json};
/// let mut out = Vec::new();
/// json::append(Text::Utf16(&[0x22, 0xd83d, 0xde00, 0xd83d]), &mut out);
/// assert_eq!(str::from_utf8(&out), Ok(r#""\"😀\ud83d""#));
/// ```
pub fn append(text: Text<'_>, out: &mut Vec<u8>) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    match text {
        Text::Latin1(bytes) => append_latin1(bytes, out),
        Text::Utf16(units) => append_utf16(units, out),
    }
    out.push(b'"');
}

/// Appends a Rust string as a JSON string, quotes included.
pub fn append_str(text: &str, out: &mut Vec<u8>) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    let mut rest = text.as_bytes();
    while let Some(byte) = copy_plain(&mut rest, out) {
        if byte < 0x80 { append_escape(byte, out) } else { out.push(byte) }
    }
    out.push(b'"');
}

/// Appends a text that is JSON already as UTF-8. Only a lone surrogate is rewritten, as its escape: inside a string
/// that is the same text, and JSON has no place for one elsewhere.
pub fn append_raw(text: Text<'_>, out: &mut Vec<u8>) {
    out.reserve(text.len());
    match text {
        Text::Latin1(mut rest) => {
            while let Some(byte) = copy_plain(&mut rest, out) {
                append_latin1_unit(byte, out);
            }
        }
        Text::Utf16(mut rest) => {
            while let Some(unit) = copy_plain_units(&mut rest, out) {
                append_unit(unit, &mut rest, out);
            }
        }
    }
}

fn append_latin1(mut rest: &[u8], out: &mut Vec<u8>) {
    while let Some(byte) = copy_plain(&mut rest, out) {
        if byte < 0x80 { append_escape(byte, out) } else { append_latin1_unit(byte, out) }
    }
}

fn append_utf16(mut rest: &[u16], out: &mut Vec<u8>) {
    while let Some(unit) = copy_plain_units(&mut rest, out) {
        match u8::try_from(unit) {
            Ok(byte) if byte < 0x80 => append_escape(byte, out),
            _ => append_unit(unit, &mut rest, out),
        }
        // Text in another script is unit after unit of this kind: no use in looking for plain runs between them.
        while let Some((&unit, tail)) = rest.split_first()
            && unit >= 0x80
        {
            rest = tail;
            append_unit(unit, &mut rest, out);
        }
    }
}

/// How many bytes are looked at together. A whole block is judged without a branch, which compilers turn into vector
/// instructions.
const BLOCK: usize = 32;

/// Whether a byte stands in a JSON string as itself, and is ASCII.
const fn is_plain(byte: u8) -> bool {
    byte >= 0x20 && byte < 0x80 && byte != b'"' && byte != b'\\'
}

const fn is_plain_unit(unit: u16) -> bool {
    unit >= 0x20 && unit < 0x80 && unit != b'"' as u16 && unit != b'\\' as u16
}

/// How many bytes at the start are plain.
fn plain_run(bytes: &[u8]) -> usize {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let whole = |block: &&[u8; BLOCK]| block.iter().fold(true, |all, &byte| all & is_plain(byte));
    let run = blocks.iter().take_while(whole).count() * BLOCK;
    let rest = bytes.get(run..).unwrap_or_default();
    run + rest.iter().take_while(|&&byte| is_plain(byte)).count()
}

/// Copies what is plain and takes the byte after it; none: the text is at its end.
fn copy_plain(rest: &mut &[u8], out: &mut Vec<u8>) -> Option<u8> {
    let (plain, tail) = rest.split_at(plain_run(rest));
    out.extend_from_slice(plain);
    let (&byte, tail) = tail.split_first()?;
    *rest = tail;
    Some(byte)
}

/// [`copy_plain`] for the wide layout.
fn copy_plain_units(rest: &mut &[u16], out: &mut Vec<u8>) -> Option<u16> {
    let (blocks, _) = rest.as_chunks::<BLOCK>();
    let whole =
        |block: &&[u16; BLOCK]| block.iter().fold(true, |all, &unit| all & is_plain_unit(unit));
    let run = blocks.iter().take_while(whole).count() * BLOCK;
    let last = rest.get(run..).unwrap_or_default();
    let run = run + last.iter().take_while(|&&unit| is_plain_unit(unit)).count();
    let (plain, tail) = rest.split_at(run);
    out.extend(plain.iter().map(|unit| unit.to_le_bytes()[0]));
    let (&unit, tail) = tail.split_first()?;
    *rest = tail;
    Some(unit)
}

fn append_escape(byte: u8, out: &mut Vec<u8>) {
    match byte {
        b'"' => out.extend_from_slice(b"\\\""),
        b'\\' => out.extend_from_slice(b"\\\\"),
        0x08 => out.extend_from_slice(b"\\b"),
        b'\t' => out.extend_from_slice(b"\\t"),
        b'\n' => out.extend_from_slice(b"\\n"),
        0x0c => out.extend_from_slice(b"\\f"),
        b'\r' => out.extend_from_slice(b"\\r"),
        _ => append_unit_escape(u16::from(byte), out),
    }
}

fn append_unit_escape(unit: u16, out: &mut Vec<u8>) {
    let digit = |shift: u16| {
        let value = (unit >> shift).to_le_bytes()[0] & 0xf;
        value + if value < 10 { b'0' } else { b'a' - 10 }
    };
    out.extend_from_slice(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
}

fn append_latin1_unit(byte: u8, out: &mut Vec<u8>) {
    if byte < 0x80 {
        out.push(byte);
    } else {
        out.extend_from_slice(&[0xc0 | (byte >> 6), 0x80 | (byte & 0x3f)]);
    }
}

/// Appends a unit as UTF-8, together with the one after it where the two are a pair.
fn append_unit(unit: u16, rest: &mut &[u16], out: &mut Vec<u8>) {
    let [high, low] = unit.to_be_bytes();
    let last = 0x80 | (low & 0x3f);
    match unit {
        0..0x80 => out.push(low),
        0x80..0x800 => out.extend_from_slice(&[0xc0 | (high << 2) | (low >> 6), last]),
        0xd800..0xe000 => append_surrogate(unit, rest, out),
        _ => {
            let middle = 0x80 | ((high & 0xf) << 2) | (low >> 6);
            out.extend_from_slice(&[0xe0 | (high >> 4), middle, last]);
        }
    }
}

fn append_surrogate(unit: u16, rest: &mut &[u16], out: &mut Vec<u8>) {
    if let (0xd800..0xdc00, Some((&low @ 0xdc00..0xe000, tail))) = (unit, rest.split_first()) {
        let code = 0x1_0000 + ((u32::from(unit) - 0xd800) << 10) + (u32::from(low) - 0xdc00);
        if let Some(scalar) = char::from_u32(code) {
            *rest = tail;
            out.extend_from_slice(scalar.encode_utf8(&mut [0; 4]).as_bytes());
            return;
        }
    }
    append_unit_escape(unit, out);
}

/// Why bytes are no JSON string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// There is no quote at one of the ends.
    #[error("a JSON string begins and ends with a quote")]
    Unquoted,
    /// A quote or a control character stands inside as itself.
    #[error("byte {0:#04x} must be escaped in a JSON string")]
    Unescaped(u8),
    /// A backslash that begins no escape.
    #[error("a backslash begins no escape")]
    Escape,
    /// Bytes that are no UTF-8.
    #[error("a JSON string is UTF-8")]
    Encoding,
}

/// Decodes a JSON string, quotes included, and appends its units to the arena in the narrowest layout that holds them.
///
/// # Errors
/// The token is no JSON string. The arena is then as it was.
pub fn decode(token: &[u8], arena: &mut Vec<u8>) -> Result<Layout, Malformed> {
    let start = arena.len();
    let mut decoder = Decoder { arena, start, layout: Layout::Latin1 };
    match decoder.run(token) {
        Ok(()) => Ok(decoder.layout),
        Err(malformed) => {
            arena.truncate(start);
            Err(malformed)
        }
    }
}

struct Decoder<'a> {
    arena: &'a mut Vec<u8>,
    start: usize,
    layout: Layout,
}

impl Decoder<'_> {
    fn run(&mut self, token: &[u8]) -> Result<(), Malformed> {
        let inside = token.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\""));
        let mut rest = inside.ok_or(Malformed::Unquoted)?;
        loop {
            let (plain, tail) = rest.split_at(plain_run(rest));
            self.push_ascii(plain);
            rest = match tail.split_first() {
                None => return Ok(()),
                Some((b'\\', tail)) => self.escape(tail)?,
                Some((0x80.., _)) => self.scalars(tail)?,
                Some((&byte, _)) => return Err(Malformed::Unescaped(byte)),
            };
        }
    }

    fn escape<'t>(&mut self, tail: &'t [u8]) -> Result<&'t [u8], Malformed> {
        let (&kind, tail) = tail.split_first().ok_or(Malformed::Escape)?;
        let unit = match kind {
            b'"' | b'\\' | b'/' => kind,
            b'b' => 0x08,
            b't' => b'\t',
            b'n' => b'\n',
            b'f' => 0x0c,
            b'r' => b'\r',
            b'u' => {
                let (digits, tail) = tail.split_first_chunk::<4>().ok_or(Malformed::Escape)?;
                let unit = digits.iter().try_fold(0, |unit: u32, &digit| {
                    char::from(digit).to_digit(16).map(|value| (unit << 4) | value)
                });
                let unit = unit.and_then(|unit| u16::try_from(unit).ok());
                self.push(unit.ok_or(Malformed::Escape)?);
                return Ok(tail);
            }
            _ => return Err(Malformed::Escape),
        };
        self.push(u16::from(unit));
        Ok(tail)
    }

    /// Decodes a run of characters outside ASCII.
    fn scalars<'t>(&mut self, tail: &'t [u8]) -> Result<&'t [u8], Malformed> {
        let end = tail.iter().position(u8::is_ascii).unwrap_or(tail.len());
        let (run, tail) = tail.split_at(end);
        let run = std::str::from_utf8(run).map_err(|_| Malformed::Encoding)?;
        for unit in run.encode_utf16() {
            self.push(unit);
        }
        Ok(tail)
    }

    fn push_ascii(&mut self, ascii: &[u8]) {
        match self.layout {
            Layout::Latin1 => self.arena.extend_from_slice(ascii),
            Layout::Utf16 => append_widened(ascii, self.arena),
        }
    }

    fn push(&mut self, unit: u16) {
        let [low, high] = unit.to_le_bytes();
        match self.layout {
            Layout::Latin1 if high == 0 => self.arena.push(low),
            Layout::Latin1 => {
                let narrow = self.arena.split_off(self.start);
                append_widened(&narrow, self.arena);
                self.layout = Layout::Utf16;
                self.arena.extend_from_slice(&[low, high]);
            }
            Layout::Utf16 => self.arena.extend_from_slice(&[low, high]),
        }
    }
}

/// Appends narrow units in the wide layout.
fn append_widened(narrow: &[u8], arena: &mut Vec<u8>) {
    let at = arena.len();
    arena.resize(at + narrow.len() * 2, 0);
    let (pairs, _) = arena.split_at_mut(at).1.as_chunks_mut::<2>();
    for (pair, &unit) in pairs.iter_mut().zip(narrow) {
        *pair = [unit, 0];
    }
}

#[cfg(test)]
mod tests;
