//! Surrogates without a partner.
//!
//! JavaScript text may hold half of a surrogate pair; Rust's `str` may not. Inside the engine the last 2048 code
//! points of the last plane, which are private or no characters at all, stand in for them one to one. So lengths,
//! equality, `enum`, `pattern` and paths see what JavaScript sees, and on the way out the halves come back as
//! `\udXXX` escapes.

use std::borrow::Cow;
use std::fmt::Write;

use gatto_core::text::Text;

const FIRST_SURROGATE: u32 = 0xd800;
const FIRST_STAND_IN: u32 = 0x10_f800;

/// The character that stands in for a surrogate; any other unit is the character of its number.
pub(super) fn stand_in(unit: u16) -> char {
    let number = u32::from(unit);
    char::from_u32(number)
        .or_else(|| char::from_u32(FIRST_STAND_IN + (number - FIRST_SURROGATE)))
        .unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The surrogate that a character stands in for.
pub(super) fn lone(character: char) -> Option<u16> {
    let offset = u32::from(character).checked_sub(FIRST_STAND_IN)?;
    u16::try_from(FIRST_SURROGATE + offset).ok()
}

/// The character that two surrogates make, if they are a high and a low one.
pub(super) fn pair(high: u16, low: u16) -> Option<char> {
    char::decode_utf16([high, low]).next()?.ok()
}

/// JavaScript text as `str`. ASCII is borrowed as it is.
pub(crate) fn read(text: Text<'_>) -> Cow<'_, str> {
    match text {
        Text::Latin1(bytes) => match std::str::from_utf8(bytes) {
            Ok(ascii) if bytes.is_ascii() => Cow::Borrowed(ascii),
            _ => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
        },
        Text::Utf16(units) => Cow::Owned(read_wide(units)),
    }
}

fn read_wide(units: &[u16]) -> String {
    let mut read = Vec::with_capacity(units.len() + units.len() / 8);
    let mut rest = units;
    while let Some((chunk, after)) = rest.split_first_chunk::<8>() {
        if chunk.iter().all(|&unit| unit < 0x80) {
            read.extend_from_slice(&chunk.map(|unit| unit.to_le_bytes()[0]));
            rest = after;
        } else {
            rest = read_some(chunk, rest, &mut read);
        }
    }
    read_some(rest, rest, &mut read);
    String::from_utf8(read).unwrap_or_default()
}

/// Reads the units of a piece of `rest`, and one more where a pair reaches over its end. Returns what is left.
fn read_some<'a>(piece: &[u16], rest: &'a [u16], read: &mut Vec<u8>) -> &'a [u16] {
    let mut taken = 0;
    for character in char::decode_utf16(rest.iter().copied()) {
        let (character, units) = match character {
            Ok(character) => (character, character.len_utf16()),
            Err(half) => (stand_in(half.unpaired_surrogate()), 1),
        };
        read.extend(character.encode_utf8(&mut [0; 4]).bytes());
        taken += units;
        if taken >= piece.len() {
            break;
        }
    }
    rest.get(taken..).unwrap_or_default()
}

/// Writes what stands in for surrogates as the escapes that JSON has for them. `json` is JSON text, where such
/// characters occur inside strings only.
pub(crate) fn escape(json: String) -> String {
    if !json.chars().any(|character| lone(character).is_some()) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        match lone(character) {
            // Writing to a string cannot fail.
            Some(unit) => drop(write!(escaped, "\\u{unit:04x}")),
            None => escaped.push(character),
        }
    }
    escaped
}
