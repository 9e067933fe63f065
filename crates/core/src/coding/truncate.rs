//! What is kept of a text that is too long: whole lines from one of its ends, within limits of lines and bytes.
//!
//! Lines end with LF alone, and a final LF begins no line. Texts are UTF-8, or WTF-8 where they come from JavaScript
//! (see [`crate::text::wtf8`]); a byte that is no continuation byte begins a code point.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};

/// How much of a text is kept at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Lines.
    pub lines: usize,
    /// Bytes, separators between kept lines included.
    pub bytes: usize,
}

impl Limits {
    /// What tools keep unless told otherwise.
    pub const DEFAULT: Self = Self { lines: 2000, bytes: 50 * 1024 };
}

/// Which limit cut a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// All lines that may be kept were kept, or all that there are: then only a final LF was too much.
    Lines,
    /// One more line would have been too many bytes.
    Bytes,
}

/// How long a text is, counted piece by piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All bytes.
    pub bytes: u64,
    /// Line feeds.
    pub breaks: u64,
    /// Bytes since the last line feed.
    pub open: u64,
}

impl Totals {
    /// The totals of one text.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        let mut totals = Self::default();
        totals.add(text);
        totals
    }

    /// Counts the next piece.
    pub fn add(&mut self, piece: &[u8]) {
        self.bytes += piece.len() as u64;
        match memrchr(b'\n', piece) {
            None => self.open += piece.len() as u64,
            Some(last) => {
                self.open = (piece.len() - last - 1) as u64;
                self.breaks += memchr_iter(b'\n', piece).count() as u64;
            }
        }
    }

    /// How many lines there are: those that ended, and the last one if anything is on it.
    #[must_use]
    pub const fn lines(&self) -> u64 {
        self.breaks + (self.open > 0) as u64
    }

    /// Whether a text of this length is more than may be kept.
    #[must_use]
    pub const fn exceed(&self, limits: Limits) -> bool {
        self.lines() > limits.lines as u64 || self.bytes > limits.bytes as u64
    }
}

/// What is kept of a text that exceeds its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Where it lies in the text.
    pub range: Range<usize>,
    /// How many lines it is.
    pub lines: usize,
    /// Which limit cut the text.
    pub by: Limit,
    /// Whether it is only the end of the last line. (A head never keeps a part of a line.)
    pub partial: bool,
}

impl Cut {
    /// Whether not even the first line of the text fits, so that its head is empty.
    #[must_use]
    pub const fn nothing_fits(&self) -> bool {
        self.lines == 0 && matches!(self.by, Limit::Bytes)
    }
}

/// The first lines of a text that exceeds `limits`. Of a longer text, its first `limits.bytes + 2` bytes are enough.
#[must_use]
pub fn head(text: &[u8], limits: Limits) -> Cut {
    let (mut end, mut lines, mut next) = (0, 0, 0);
    let mut by = Limit::Lines;
    while next < text.len() {
        // A line that is not over where the limit is does not fit, however long it is.
        let within = text.len().min(limits.bytes.saturating_add(1));
        let rest = text.get(next..within).unwrap_or_default();
        let stop = memchr(b'\n', rest).map_or(within, |at| next + at);
        let fits = stop <= limits.bytes;
        if lines == limits.lines && (fits || lines > 0) {
            break;
        }
        if !fits {
            by = Limit::Bytes;
            break;
        }
        end = stop;
        lines += 1;
        next = stop + 1;
    }
    Cut { range: 0..end, lines, by, partial: false }
}

/// The last lines of a text that exceeds `limits`, without its final LF. If not even one line fits: as much of the end
/// of the last one as does, from a code point on. Of a longer text, its last `limits.bytes + 2` bytes are enough.
#[must_use]
pub fn tail(text: &[u8], limits: Limits) -> Cut {
    let end = text.len() - usize::from(text.ends_with(b"\n"));
    let lowest = end.saturating_sub(limits.bytes);
    let (mut start, mut lines) = (end, 0);
    let mut by = Limit::Lines;
    let mut stop = (!text.is_empty()).then_some(end);
    while let Some(line_end) = stop {
        if lines == limits.lines {
            break;
        }
        // The LF before a line that fits is at `lowest - 1` or later.
        let from = lowest.saturating_sub(1);
        let line = text.get(from..line_end).unwrap_or_default();
        let begin = match memrchr(b'\n', line) {
            Some(at) => from + at + 1,
            None if lowest == 0 => 0,
            None => {
                by = Limit::Bytes;
                break;
            }
        };
        start = begin;
        lines += 1;
        stop = begin.checked_sub(1);
    }
    if lines > 0 || limits.lines == 0 || text.is_empty() {
        return Cut { range: start..end, lines, by, partial: false };
    }
    let is_inside = |&&byte: &&u8| byte & 0xc0 == 0x80;
    let cut_off = text.get(lowest..end).unwrap_or_default().iter().take_while(is_inside).count();
    // The part counts as a line, so that a limit of one line is reached by it.
    let by = if limits.lines == 1 { Limit::Lines } else { Limit::Bytes };
    Cut { range: lowest + cut_off..end, lines: 1, by, partial: true }
}

#[cfg(test)]
#[path = "truncate_tests.rs"]
mod tests;
