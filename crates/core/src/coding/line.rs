//! Lines that are shown one by one, such as those that a search finds.

use std::borrow::Cow;

/// How much of a line is shown, in UTF-16 units.
pub const LONGEST: usize = 500;

/// A line as it is shown: without its end, what is no UTF-8 as U+FFFD, and cut when it is too long.
#[must_use]
pub fn shown(line: &[u8]) -> (Cow<'_, str>, bool) {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    // No more than what may be shown is decoded: a unit is at most three bytes.
    let enough = line.get(..LONGEST * 3 + 3).unwrap_or(line);
    let text = String::from_utf8_lossy(enough);
    match end_of(&text, LONGEST) {
        Some(end) => {
            let kept = text.get(..end).unwrap_or_default();
            (Cow::Owned(format!("{kept}... [truncated]")), true)
        }
        None => (text, false),
    }
}

/// Where the first `units` units of a text end, when there are more.
fn end_of(text: &str, units: usize) -> Option<usize> {
    let mut left = units;
    for (at, character) in text.char_indices() {
        match left.checked_sub(character.len_utf16()) {
            Some(rest) => left = rest,
            None => return Some(at),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{LONGEST, shown};

    #[test]
    fn a6_a_long_line_is_cut_by_units() {
        let kept = |line: &str| shown(line.as_bytes()).0.into_owned();
        let full = "x".repeat(LONGEST);
        assert_eq!(kept(&full), full);
        assert_eq!(kept(&format!("{full}\r\n")), full);
        assert_eq!(kept(&format!("{full}y")), format!("{full}... [truncated]"));
        let pairs = "\u{1f600}".repeat(LONGEST / 2);
        assert_eq!(kept(&pairs), pairs);
        assert_eq!(kept(&format!("{pairs}\u{1f600}")), format!("{pairs}... [truncated]"));
        let wide = "\u{20ac}".repeat(LONGEST);
        assert_eq!(kept(&wide), wide);
        assert_eq!(kept(&format!("{wide}y")), format!("{wide}... [truncated]"));
        assert_eq!(kept(&format!("a{pairs}")), format!("a{}... [truncated]", &pairs[4..]));
    }

    proptest! {
        #[test]
        fn a6_a_line_is_shown_as_its_first_units(
            line in prop::collection::vec(prop::sample::select(b"a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xff".to_vec()), 0..3000),
        ) {
            let (text, is_cut) = shown(&line);
            let whole = String::from_utf8_lossy(&line);
            let units = whole.encode_utf16().count();
            prop_assert_eq!(is_cut, units > LONGEST);
            let kept = text.strip_suffix("... [truncated]").unwrap_or(&text);
            prop_assert!(whole.starts_with(kept));
            prop_assert!(!is_cut || kept.encode_utf16().count() >= LONGEST - 1);
        }
    }
}
