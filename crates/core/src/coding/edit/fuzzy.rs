//! The second stage: a text without what models do not see or cannot type.

use unicode_normalization::char::{canonical_combining_class, decompose_compatible};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

use super::view::{Builder, View};

/// The text in NFKC, without blanks at the ends of lines, with ASCII for quotes, dashes and spaces.
pub(super) fn fuzzy(text: &str) -> View<'_> {
    let mut builder = Builder::new(text);
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]) {
        line(&mut builder, text.get(start..end).unwrap_or_default(), start);
        start = end + 1;
    }
    builder.finish()
}

/// What `String.prototype.trimEnd` takes away.
pub(super) const fn is_blank(c: char) -> bool {
    matches!(
        c,
        '\t' | '\u{b}' | '\u{c}' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{202f}'
                | '\u{205f}'
                | '\u{3000}'
                | '\u{feff}'
                | '\n'
                | '\r'
    )
}

fn line(builder: &mut Builder<'_>, line: &str, at: usize) {
    let kept = line.trim_end_matches(is_blank);
    if !kept.is_ascii() {
        characters(builder, kept, at);
    }
    if kept.len() < line.len() {
        builder.replace(at + kept.len()..at + line.len(), "");
    }
}

/// Goes over stretches that normalise each for itself. Nearly all are one character that stays as it is.
fn characters(builder: &mut Builder<'_>, line: &str, at: usize) {
    let mut from = 0;
    while let Some(found) =
        line.as_bytes().get(from..).and_then(|rest| rest.iter().position(|b| !b.is_ascii()))
    {
        let run = from + found;
        // A mark may join the ASCII character before it.
        let mut start = run.saturating_sub(1).max(from);
        let mut chars = line.get(start..).unwrap_or_default().char_indices();
        let base = start;
        let mut end = line.len();
        chars.next();
        for (i, c) in chars {
            let here = base + i;
            if starts_anew(c) {
                stretch(builder, line.get(start..here).unwrap_or_default(), at + start);
                start = here;
            }
            if c.is_ascii() {
                end = here;
                break;
            }
        }
        if end == line.len() {
            stretch(builder, line.get(start..).unwrap_or_default(), at + start);
        }
        from = end;
    }
}

/// Whether a character never joins what stands before it.
fn starts_anew(c: char) -> bool {
    if is_plain(c) {
        return true;
    }
    let mut first = None;
    decompose_compatible(c, |part| {
        first.get_or_insert(part);
    });
    first.is_none_or(|part| canonical_combining_class(part) == 0 && is_settled(part))
}

fn is_settled(c: char) -> bool {
    is_nfkc_quick(std::iter::once(c)) == IsNormalized::Yes
}

/// Characters that are known to start anew and to be in NFKC: a lookup less for most texts of the world.
const fn is_plain(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{7f}'
            | '\u{c0}'..='\u{ff}'
            | '\u{0410}'..='\u{044f}'
            | '\u{2012}'..='\u{2016}'
            | '\u{2018}'..='\u{201f}'
            | '\u{3041}'..='\u{3096}'
            | '\u{30a1}'..='\u{30fa}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}'
            | '\u{1f300}'..='\u{1f64f}'
    )
}

fn stretch(builder: &mut Builder<'_>, text: &str, at: usize) {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if is_plain(c) || is_settled(c) => {
            let plain = typed(c);
            if plain != c {
                builder.replace(at..at + text.len(), plain.encode_utf8(&mut [0; 4]));
            }
        }
        _ => {
            let normal: String = text.nfkc().map(typed).collect();
            if normal != text {
                builder.replace(at..at + text.len(), &normal);
            }
        }
    }
}

/// The character of a plain keyboard for one of typography.
const fn typed(c: char) -> char {
    match c {
        '\u{2018}'..='\u{201b}' => '\'',
        '\u{201c}'..='\u{201f}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{a0}' | '\u{2002}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        _ => c,
    }
}

#[cfg(test)]
#[path = "fuzzy_tests.rs"]
mod tests;
