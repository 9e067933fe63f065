//! YAML that the parser does not take as it is spelled, spelled as it does.
use std::borrow::Cow;
use std::fmt::Write as _;

/// A tab between a top-level key and its value as a space: both are white space there.
pub(super) fn tabs_after_keys(block: &str) -> Cow<'_, str> {
    if !block.contains(":\t") {
        return Cow::Borrowed(block);
    }
    let lines = block.split_inclusive('\n').map(|line| match line.split_once(":\t") {
        Some((key, value)) if is_key(key) => {
            format!("{key}: {}", value.trim_start_matches(['\t', ' ']))
        }
        _ => line.to_owned(),
    });
    Cow::Owned(lines.collect())
}

/// Whether a text is a key without quotes, as frontmatter has them.
pub(super) fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// Characters written as JSON does, in two halves, as one escape of YAML. None where there are none.
pub(super) fn surrogate_pairs(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, character, after)) = next_pair(rest) {
        out.push_str(before);
        write!(out, "\\U{:08X}", u32::from(character)).ok()?;
        rest = after;
    }
    if out.is_empty() {
        return None;
    }
    out.push_str(rest);
    Some(out)
}

fn next_pair(text: &str) -> Option<(&str, char, &str)> {
    text.match_indices("\\u").find_map(|(at, _)| {
        let units = [unit(text, at)?, unit(text, at + ESCAPE)?];
        let character = char::decode_utf16(units).next()?.ok()?;
        // One character of two units: a unit that is a character by itself is no half.
        (character.len_utf16() == 2).then_some((
            text.get(..at)?,
            character,
            text.get(at + 2 * ESCAPE..)?,
        ))
    })
}

const ESCAPE: usize = "\\uD83D".len();

fn unit(text: &str, at: usize) -> Option<u16> {
    let digits = text.get(at..at + ESCAPE)?.strip_prefix("\\u")?;
    u16::from_str_radix(digits, 16).ok()
}
