//! What a string is without its escapes.

use super::{scan, surrogate};

/// Takes the escapes out of a string that was found to be well-formed.
pub(super) fn unescape(written: &str) -> String {
    let mut string = String::with_capacity(written.len());
    let mut rest = written;
    while let Some(at) = rest.bytes().position(|byte| byte == b'\\') {
        push_piece(&mut string, rest.get(..at).unwrap_or_default());
        let escape = rest.as_bytes().get(at + 1).copied().unwrap_or_default();
        let len = if escape == b'u' {
            push_unit(&mut string, scan::hex(rest.as_bytes(), at + 2).unwrap_or_default());
            6
        } else {
            string.push(named(escape));
            2
        };
        rest = rest.get(at + len..).unwrap_or_default();
    }
    push_piece(&mut string, rest);
    string
}

/// The character that a letter after a backslash names.
const fn named(letter: u8) -> char {
    match letter {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        itself => itself as char,
    }
}

fn push_piece(string: &mut String, piece: &str) {
    // A half of a pair that stands here as it is may complete one that stood before it as an escape.
    match piece.chars().next().and_then(|first| Some((first, surrogate::lone(first)?))) {
        Some((first, unit)) => {
            push_unit(string, unit);
            string.push_str(piece.get(first.len_utf8()..).unwrap_or_default());
        }
        None => string.push_str(piece),
    }
}

/// Appends a UTF-16 unit; the second half of a pair joins the first.
fn push_unit(string: &mut String, unit: u16) {
    let high = string.chars().next_back().and_then(surrogate::lone);
    match high.and_then(|high| surrogate::pair(high, unit)) {
        Some(character) => {
            string.pop();
            string.push(character);
        }
        None => string.push(surrogate::stand_in(unit)),
    }
}
