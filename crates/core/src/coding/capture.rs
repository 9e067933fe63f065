//! The output of a command while it runs: counted, its end at hand, the whole of it handed on to a file once it is more
//! than a caller is shown. Memory is bounded, and time is linear in the output.
//!
//! ```
//! use gatto_core::coding::capture::{Capture, clean};
//! use gatto_core::coding::truncate::Limits;
//!
//! let mut capture = Capture::new(Limits { lines: 2, bytes: 100 });
//! let mut file = Vec::new();
//! for chunk in ["one\r\ntwo\n", "three\n"] {
//!     capture.add(&clean(chunk.as_bytes()), |bytes| file.extend_from_slice(bytes));
//! }
//! assert_eq!(file, b"one\ntwo\nthree\n"); // more than two lines: all of it, from the first
//! let shown = capture.progress();
//! assert_eq!(shown.content, b"two\nthree");
//! assert_eq!(shown.totals.lines(), 3);
//! ```
//!
//! What comes from a pipe goes through a [`Decoder`](super::decode::Decoder) of its own first; streams that are shown
//! as one share a `Capture`.

use std::borrow::Cow;

use memchr::memrchr;

use super::sanitize::{Returns, sanitize};
use super::truncate::{Cut, Limits, Totals, tail};

/// The text of a chunk as it is captured: sanitised, and without carriage returns.
#[must_use]
pub fn clean(chunk: &[u8]) -> Cow<'_, [u8]> {
    sanitize(chunk, Returns::Drop)
}

/// The output of one command.
#[derive(Debug)]
pub struct Capture {
    limits: Limits,
    totals: Totals,
    /// The bytes of the last line that has ended.
    ended: u64,
    /// The end of the output: all of it until it exceeds the limits, then at least as much as may be shown, and at most
    /// twice the limit of bytes.
    rolling: Vec<u8>,
}

/// What is to be shown of the output.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The text: all of the output, or its last lines.
    pub content: &'a [u8],
    /// How it was cut, its range being that of `content`; `None` when it is everything.
    pub cut: Option<Cut>,
    /// The totals of the whole output.
    pub totals: Totals,
}

impl Capture {
    /// A capture of no output yet.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self {
            limits,
            totals: Totals { bytes: 0, breaks: 0, open: 0 },
            ended: 0,
            rolling: Vec::new(),
        }
    }

    /// Adds a chunk that is [`clean`]. `spill` gets what is to be written to the file of the full output, in order:
    /// nothing while the output is within its limits, then all of it at once, then every chunk.
    pub fn add(&mut self, chunk: &[u8], mut spill: impl FnMut(&[u8])) {
        let was_whole = !self.is_exceeded();
        if let Some((before, _)) = split_at_last_break(chunk) {
            self.ended = split_at_last_break(before)
                .map_or(self.totals.open + before.len() as u64, |(_, line)| line.len() as u64);
        }
        self.totals.add(chunk);
        if self.is_exceeded() {
            if was_whole && !self.rolling.is_empty() {
                spill(&self.rolling);
            }
            spill(chunk);
        }
        self.roll(chunk);
    }

    /// Whether the output is more than is shown, so that there is a file with all of it.
    #[must_use]
    pub const fn is_exceeded(&self) -> bool {
        self.totals.exceed(self.limits)
    }

    /// What the whole output comes to.
    #[must_use]
    pub const fn totals(&self) -> Totals {
        self.totals
    }

    /// How long the last line is, in bytes: the open one, or if there is none the one that ended last.
    #[must_use]
    pub const fn last_line(&self) -> u64 {
        if self.totals.open > 0 { self.totals.open } else { self.ended }
    }

    /// What is to be shown now.
    #[must_use]
    pub fn progress(&self) -> Progress<'_> {
        if !self.is_exceeded() {
            return Progress { content: &self.rolling, cut: None, totals: self.totals };
        }
        let cut = tail(&self.rolling, self.limits);
        let content = self.rolling.get(cut.range.clone()).unwrap_or_default();
        let cut = Cut { range: 0..content.len(), ..cut };
        Progress { content, cut: Some(cut), totals: self.totals }
    }

    fn roll(&mut self, chunk: &[u8]) {
        // As much as `tail` needs: what is shown, the LF before it, a final one.
        let enough = self.limits.bytes + 2;
        let most = enough.max(2 * self.limits.bytes);
        if self.rolling.len() + chunk.len() > most {
            let from_chunk = chunk.len().min(enough);
            let superfluous = self.rolling.len().saturating_sub(enough - from_chunk);
            self.rolling.drain(..superfluous);
            self.rolling
                .extend_from_slice(chunk.get(chunk.len() - from_chunk..).unwrap_or_default());
        } else {
            self.rolling.extend_from_slice(chunk);
        }
    }
}

/// What stands before and behind the last line feed.
fn split_at_last_break(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = memrchr(b'\n', text)?;
    let (before, rest) = text.split_at(at);
    Some((before, rest.get(1..).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Capture, clean};
    use crate::coding::truncate::{Limits, Totals, tail};

    proptest! {
        #[test]
        fn a7_what_is_kept_while_it_runs_is_what_the_whole_output_would_give(
            chunks in prop::collection::vec("[ab\\r\\n\u{e9}\u{20ac}\u{1f600}]{0,12}", 0..30),
            lines in 0_usize..6,
            bytes in 0_usize..24,
        ) {
            let limits = Limits { lines, bytes };
            let mut capture = Capture::new(limits);
            let (mut all, mut file) = (Vec::new(), Vec::new());
            for chunk in &chunks {
                let chunk = clean(chunk.as_bytes());
                all.extend_from_slice(&chunk);
                capture.add(&chunk, |bytes| file.extend_from_slice(bytes));
                let totals = Totals::of(&all);
                prop_assert_eq!(capture.totals(), totals);
                let line = all.strip_suffix(b"\n").unwrap_or(&all).rsplit(|&byte| byte == b'\n').next();
                prop_assert_eq!(capture.last_line(), line.unwrap_or_default().len() as u64);
                let shown = capture.progress();
                if totals.exceed(limits) {
                    let cut = tail(&all, limits);
                    prop_assert_eq!(shown.content, &all[cut.range.clone()]);
                    let kept = shown.cut.unwrap();
                    prop_assert_eq!((kept.lines, kept.by, kept.partial), (cut.lines, cut.by, cut.partial));
                    prop_assert_eq!(&file, &all);
                } else {
                    prop_assert_eq!(shown.content, all.as_slice());
                    prop_assert!(shown.cut.is_none() && file.is_empty());
                }
                prop_assert!(capture.rolling.len() <= (2 * bytes).max(bytes + 2));
            }
        }
    }
}
