//! What the file of an id is called.
//!
//! An id is any text a caller likes; a file name is not. The name of an id holds only `[A-Za-z0-9._-]`, `%` and `+`:
//! letters, digits, `.`, `_` and `-` stand for themselves, everything else is escaped as in a URL. So no id leaves its
//! folder, and an ordinary one is found with `ls`:
//!
//! | id | name | why |
//! |---|---|---|
//! | `run-7.a` | `run-7.a` | |
//! | `a/b é` | `a%2fb%20%c3%a9` | UTF-8, escaped; a surrogate alone as the code point of its number |
//! | `..` | `%2e%2e` | no dot begins a name (it would hide the file) or ends one (Windows drops it) |
//! | `con` | `%63on` | Windows keeps these names for devices, whatever follows the dot |
//! | the empty text | `%empty` | a name is not empty |
//! | 200 letters | the first 48, `++`, 64 digits | the SHA-256 of the id, where a name would be over 128 bytes |
//!
//! Two ids never share a name. On a file system that does not tell capitals apart, two ids that differ in nothing else
//! share a file: the log's head says whose it is, and the other is refused. 128 bytes leave room for what is added to
//! a name, within the 143 that the narrowest file systems allow.

use super::digest::sha256;
use crate::text::Text;

/// Names longer than this are not used.
const LONGEST: usize = 128;

/// How much of a long name stays in front of the digest.
const SHOWN: usize = 48;

/// The name of an id: for a file, before its extension, or for a folder.
///
/// ```
/// use gatto_core::{journal::name, text::Text};
/// assert_eq!(name::of(Text::Latin1(b"agent-harness")), "agent-harness");
/// assert_eq!(name::of(Text::Latin1(b"../escape")), "%2e.%2fescape");
/// ```
#[must_use]
pub fn of(id: Text<'_>) -> String {
    if id.is_empty() {
        return "%empty".to_owned();
    }
    let units: Vec<u16> = id.units().collect();
    let mut name = String::with_capacity(LONGEST);
    let device = is_device(&units);
    let mut at = 0;
    for scalar in char::decode_utf16(units.iter().copied()) {
        let kept = match scalar {
            Ok('a'..='z' | 'A'..='Z') => !(device && at == 0),
            Ok('0'..='9' | '_' | '-') => true,
            Ok('.') => at != 0 && at + 1 != units.len(),
            _ => false,
        };
        at += scalar.as_ref().map_or(1, |char| char.len_utf16());
        match scalar {
            Ok(char) if kept => name.push(char),
            Ok(char) => escape(char.encode_utf8(&mut [0; 4]).as_bytes(), &mut name),
            Err(lone) => {
                let [high, low] = lone.unpaired_surrogate().to_be_bytes();
                let middle = 0x80 | ((high & 0xf) << 2) | (low >> 6);
                escape(&[0xe0 | (high >> 4), middle, 0x80 | (low & 0x3f)], &mut name);
            }
        }
        if name.len() > LONGEST {
            return digested(&units, &name);
        }
    }
    name
}

/// Whether Windows would take the id, or it with an extension, for one of its devices.
fn is_device(units: &[u16]) -> bool {
    let lower = units.iter().map(|&unit| u8::try_from(unit).unwrap_or(b'?').to_ascii_lowercase());
    let stem: Vec<u8> = lower.take(5).take_while(|&byte| byte != b'.').collect();
    match stem.as_slice() {
        b"con" | b"prn" | b"aux" | b"nul" => true,
        [b'c', b'o', b'm', digit] | [b'l', b'p', b't', digit] => digit.is_ascii_digit(),
        _ => false,
    }
}

/// The name of an id that is too long: the start of what its name would be, and its digest.
fn digested(units: &[u16], name: &str) -> String {
    // An escape is shown whole or not at all.
    let shown = name.get(..SHOWN).unwrap_or(name);
    let shown = match shown.rfind('%') {
        Some(at) if at + 2 >= shown.len() => shown.get(..at).unwrap_or_default(),
        _ => shown,
    };
    let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let mut digested = format!("{shown}++");
    for byte in sha256(&bytes).iter().flat_map(|word| word.to_be_bytes()) {
        push_hex(byte >> 4, &mut digested);
        push_hex(byte & 0xf, &mut digested);
    }
    digested
}

fn escape(bytes: &[u8], name: &mut String) {
    for &byte in bytes {
        name.push('%');
        push_hex(byte >> 4, name);
        push_hex(byte & 0xf, name);
    }
}

fn push_hex(digit: u8, name: &mut String) {
    name.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
}

#[cfg(test)]
mod tests;
