//! What changed between two texts, by lines: for people and as a patch.

mod display;
mod myers;
mod patch;
#[cfg(test)]
mod tests;

use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

/// Unchanged lines that are shown on each side of a change.
const CONTEXT: usize = 4;

/// Lines that were taken out and lines that came in their place, by their numbers from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The lines of the old text.
    pub before: Range<usize>,
    /// The lines of the new text.
    pub after: Range<usize>,
}

/// The changes between two texts.
#[derive(Debug)]
pub struct LineDiff<'a> {
    before: Vec<&'a str>,
    after: Vec<&'a str>,
    changes: Vec<Change>,
}

impl<'a> LineDiff<'a> {
    /// Compares two texts line by line. A last line without its line feed is another line than one with it.
    #[must_use]
    pub fn new(before: &'a str, after: &'a str) -> Self {
        let before = lines(before);
        let after = lines(after);
        let changes = changes(&before, &after);
        Self { before, after, changes }
    }

    /// The number of the first line of the new text that changed, from 1. None when nothing changed.
    #[must_use]
    pub fn first_changed_line(&self) -> Option<usize> {
        self.changes.first().map(|change| change.after.start + 1)
    }
}

/// The lines of a text, each with its line feed.
fn lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::with_capacity(text.len() / 32);
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', text.as_bytes()) {
        lines.extend(text.get(start..=end));
        start = end + 1;
    }
    lines.extend(text.get(start..).filter(|rest| !rest.is_empty()));
    lines
}

/// What to take out of `before` and to put in to have `after`, in order.
///
/// Where the texts are as alike as an edit leaves them, these are the fewest lines possible. What has little in common
/// is compared by its rare lines, in a time that does not grow with the square of the differences.
pub(crate) fn changes<T: Eq + std::hash::Hash + Copy + Default>(
    before: &[T],
    after: &[T],
) -> Vec<Change> {
    myers::changes(before, after).unwrap_or_else(|| {
        let mut input = InternedInput::default();
        input.update_before(before.iter().copied());
        input.update_after(after.iter().copied());
        let place = |range: Range<u32>| range.start as usize..range.end as usize;
        Diff::compute(Algorithm::Histogram, &input)
            .hunks()
            .map(|hunk| Change { before: place(hunk.before), after: place(hunk.after) })
            .collect()
    })
}
