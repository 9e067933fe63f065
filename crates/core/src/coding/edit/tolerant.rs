//! The third stage: a text in which runs of blanks do not count.

use super::fuzzy::is_blank;
use super::view::{Builder, View};

/// The text without indentation, with one space for every run of blanks. Made from a fuzzy text, whose lines end
/// without blanks.
pub(super) fn tolerant(fuzzy: &str) -> View<'_> {
    let mut builder = Builder::new(fuzzy);
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', fuzzy.as_bytes()).chain([fuzzy.len()]) {
        line(&mut builder, fuzzy.get(start..end).unwrap_or_default(), start);
        start = end + 1;
    }
    builder.finish()
}

fn line(builder: &mut Builder<'_>, line: &str, at: usize) {
    let inner = line.trim_start_matches(is_blank);
    let mut from = line.len() - inner.len();
    if from > 0 {
        builder.replace(at..at + from, "");
    }
    while let Some(rest) = line.get(from..) {
        let Some(found) = rest.find(is_blank) else { return };
        let run = rest.get(found..).unwrap_or_default();
        let len = run.len() - run.trim_start_matches(is_blank).len();
        if run.get(..len) != Some(" ") {
            builder.replace(at + from + found..at + from + found + len, " ");
        }
        from += found + len;
    }
}

/// The blanks at the front of a line.
pub(super) fn indentation(line: &str) -> &str {
    let inner = line.trim_start_matches([' ', '\t']);
    line.get(..line.len() - inner.len()).unwrap_or_default()
}
