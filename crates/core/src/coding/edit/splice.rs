//! Puts new texts into the bytes of a file, and leaves every other byte as it is.

use std::ops::Range;

use crate::coding::diff::changes;

use super::view::{Dropped, View};

/// A new text in the place of a range; both with LF as line ends.
#[derive(Debug)]
pub(super) struct Replacement {
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

impl Replacement {
    /// Without what both texts have in common at their ends.
    pub(super) fn shrunk(self, file: &str) -> Self {
        let Range { start, end } = self.range;
        let (old, new) = (file.get(start..end).unwrap_or_default(), self.text.as_str());
        let head = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
        let head = floor(old, new, head);
        let (old, new) = (old.get(head..).unwrap_or_default(), new.get(head..).unwrap_or_default());
        let same = old.bytes().rev().zip(new.bytes().rev()).take_while(|(a, b)| a == b).count();
        let tail = (0..=same)
            .rev()
            .find(|tail| {
                old.is_char_boundary(old.len() - tail) && new.is_char_boundary(new.len() - tail)
            })
            .unwrap_or(0);
        let text = new.get(..new.len() - tail).unwrap_or_default().to_owned();
        Self { range: start + head..end - tail, text }
    }
}

fn floor(old: &str, new: &str, most: usize) -> usize {
    (0..=most).rev().find(|i| old.is_char_boundary(*i) && new.is_char_boundary(*i)).unwrap_or(0)
}

/// A file's bytes with their readings: decoded, and with LF as line ends.
pub(super) struct Original<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) decoded: &'a View<'a>,
    pub(super) lines: &'a View<'a>,
}

impl Original<'_> {
    /// The bytes with every replacement, which are in order and do not overlap.
    pub(super) fn splice(&self, replacements: &[Replacement]) -> Vec<u8> {
        let ends = LineEnds::of(self);
        let more: usize = replacements.iter().map(|new| new.text.len() + 64).sum();
        let mut out = Vec::with_capacity(self.bytes.len() + more);
        let mut copied = 0;
        for Replacement { range, text } in replacements {
            let place = self.place(range.clone());
            join(&mut out, self.bytes.get(copied..place.start).unwrap_or_default());
            match ends {
                LineEnds::All("\n") => join(&mut out, text.as_bytes()),
                LineEnds::All(end) => join(&mut out, text.replace('\n', end).as_bytes()),
                LineEnds::Mixed(end) => self.insert(&mut out, range, text, end),
            }
            copied = place.end;
        }
        join(&mut out, self.bytes.get(copied..).unwrap_or_default());
        out
    }

    /// The bytes of a range.
    fn place(&self, range: Range<usize>) -> Range<usize> {
        let decoded = self.lines.origin(range, Dropped::Left).range;
        self.decoded.origin(decoded, Dropped::Left).range
    }

    /// Lines that are still there keep their bytes. A changed line keeps the end of the line that it replaces; one more
    /// gets `end`.
    fn insert(&self, out: &mut Vec<u8>, range: &Range<usize>, text: &str, end: &str) {
        let file: Vec<&str> = self.lines.get(range.clone()).split_inclusive('\n').collect();
        let new: Vec<&str> = text.split_inclusive('\n').collect();
        let mut starts = Vec::with_capacity(file.len() + 1);
        let mut at = range.start;
        for line in &file {
            starts.push(at);
            at += line.len();
        }
        starts.push(at);
        let bytes_of = |from: usize, to: usize| match (starts.get(from), starts.get(to)) {
            (Some(from), Some(to)) => self.bytes.get(self.place(*from..*to)).unwrap_or_default(),
            _ => &[],
        };
        let mut kept = 0;
        for change in changes(&file, &new) {
            join(out, bytes_of(kept, change.before.start));
            kept = change.before.end;
            let mut replaced = change.before;
            for line in new.get(change.after).unwrap_or_default() {
                let end_of = replaced
                    .next()
                    .map(|old| line_end(bytes_of(old, old + 1)))
                    .filter(|end| !end.is_empty());
                match line.strip_suffix('\n') {
                    Some(line) => {
                        join(out, line.as_bytes());
                        join(out, end_of.unwrap_or(end.as_bytes()));
                    }
                    None => join(out, line.as_bytes()),
                }
            }
        }
        join(out, bytes_of(kept, file.len()));
    }
}

fn line_end(line: &[u8]) -> &[u8] {
    [b"\r\n".as_slice(), b"\n", b"\r"]
        .into_iter()
        .find(|end| line.ends_with(end))
        .unwrap_or_default()
}

/// Appends. A CR and an LF that were two line ends would become one when they meet, so they are held apart.
fn join(out: &mut Vec<u8>, bytes: &[u8]) {
    if out.last() == Some(&b'\r') && bytes.first() == Some(&b'\n') {
        out.push(b'\r');
    }
    out.extend_from_slice(bytes);
}

/// The line ends of a file.
#[derive(Clone, Copy)]
enum LineEnds {
    All(&'static str),
    /// The one of the first LF, or bytes that are no text: lines have to be looked at.
    Mixed(&'static str),
}

impl LineEnds {
    fn of(original: &Original<'_>) -> Self {
        let bytes = original.decoded.text.as_bytes();
        let first = memchr::memchr(b'\n', bytes);
        let pair =
            first.and_then(|at| at.checked_sub(1)).and_then(|at| bytes.get(at)) == Some(&b'\r');
        let end = if pair { "\r\n" } else { "\n" };
        let feeds = || memchr::memchr_iter(b'\n', original.lines.text.as_bytes()).count();
        let one = original.decoded.is_copy()
            && (original.lines.is_copy() || (pair && original.lines.count_of(2) == feeds()));
        if one { Self::All(end) } else { Self::Mixed(end) }
    }
}
