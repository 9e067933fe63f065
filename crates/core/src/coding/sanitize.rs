//! Output of programs made fit to read: no control characters, no marks that only a terminal understands.

use std::borrow::Cow;

/// What becomes of carriage returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// They stay.
    Keep,
    /// They go, as everything does that a terminal would have overwritten with.
    Drop,
}

/// The text without C0 controls, TAB and LF excepted and CR as told, and without the interlinear annotation marks
/// (U+FFF9 to U+FFFB). DEL and C1 controls stay. The text is UTF-8 or WTF-8, whole code points.
#[must_use]
pub fn sanitize(text: &[u8], returns: Returns) -> Cow<'_, [u8]> {
    match returns {
        Returns::Keep => without(text, next_dropped::<true>),
        Returns::Drop => without(text, next_dropped::<false>),
    }
}

/// Where the next thing to drop is, and how many bytes it is.
type Next = fn(&[u8]) -> Option<(usize, usize)>;

fn without(text: &[u8], next_dropped: Next) -> Cow<'_, [u8]> {
    let Some(first) = next_dropped(text) else { return Cow::Borrowed(text) };
    let mut clean = Vec::with_capacity(text.len());
    let (mut rest, mut found) = (text, Some(first));
    while let Some((at, length)) = found {
        let (kept, from) = rest.split_at_checked(at).unwrap_or((rest, &[]));
        clean.extend_from_slice(kept);
        rest = from.get(length..).unwrap_or_default();
        found = next_dropped(rest);
    }
    clean.extend_from_slice(rest);
    Cow::Owned(clean)
}

fn next_dropped<const KEEP_RETURNS: bool>(text: &[u8]) -> Option<(usize, usize)> {
    const BLOCK: usize = 32;
    const LEAD: u8 = 0xef;
    let is_dropped = |byte: u8| {
        byte < 0x20 && byte != b'\t' && byte != b'\n' && !(KEEP_RETURNS && byte == b'\r')
    };
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        // Nearly every block is clean, and a processor looks at one as a whole.
        if let Some(block) = rest.first_chunk::<BLOCK>()
            && block.iter().map(|&byte| u8::from(is_dropped(byte) || byte == LEAD)).sum::<u8>() == 0
        {
            at += BLOCK;
            continue;
        }
        for (offset, &byte) in rest.iter().take(BLOCK).enumerate() {
            if is_dropped(byte) {
                return Some((at + offset, 1));
            }
            if byte == LEAD && matches!(rest.get(offset + 1..offset + 3), Some([0xbf, 0xb9..=0xbb]))
            {
                return Some((at + offset, 3));
            }
        }
        at += BLOCK;
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Returns, sanitize};

    fn by_definition(text: &str, returns: Returns) -> String {
        let stays = |c: char| match c {
            '\t' | '\n' => true,
            '\r' => returns == Returns::Keep,
            _ => c >= ' ' && !('\u{fff9}'..='\u{fffb}').contains(&c),
        };
        text.chars().filter(|&c| stays(c)).collect()
    }

    proptest! {
        #[test]
        fn a7_what_is_dropped_is_what_the_definition_says(
            text in prop_oneof![
                any::<String>(),
                "[a-z\\n]{0,100}[\\x00-\\x20\u{fff0}-\u{ffff}\u{7f}-\u{9f}]{0,5}[a-z\u{fff9}]{0,40}",
            ],
            drop in any::<bool>(),
        ) {
            let returns = if drop { Returns::Drop } else { Returns::Keep };
            let clean = sanitize(text.as_bytes(), returns);
            let expected = by_definition(&text, returns);
            prop_assert_eq!(clean.as_ref(), expected.as_bytes());
            prop_assert_eq!(matches!(clean, std::borrow::Cow::Borrowed(_)), expected == text);
        }
    }
}
