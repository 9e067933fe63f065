//! A text made from another one, and the way back from places in it.

use std::borrow::Cow;
use std::ops::Range;

/// A text in which some stretches stand for other ones of its source; the rest is copied.
#[derive(Debug)]
pub(super) struct View<'a> {
    pub(super) text: Cow<'a, str>,
    units: Vec<Unit>,
}

/// What stands for something else. It cannot be divided.
#[derive(Clone, Copy, Debug)]
struct Unit {
    at: usize,
    len: usize,
    source: usize,
    source_len: usize,
}

impl Unit {
    const fn end(&self) -> usize {
        self.at + self.len
    }

    const fn source_end(&self) -> usize {
        self.source + self.source_len
    }
}

/// What a range of a view was made of. Where an end of it falls into a unit, the whole unit belongs to it, and what the
/// range leaves of the unit is `lead` or `trail`.
#[derive(Debug)]
pub(super) struct Origin<'v> {
    pub(super) range: Range<usize>,
    pub(super) lead: &'v str,
    pub(super) trail: &'v str,
}

/// Whether what was dropped right behind a range belongs to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dropped {
    Taken,
    Left,
}

impl<'a> View<'a> {
    /// The text of bytes, where whatever is no UTF-8 is U+FFFD, as browsers and Node.js decode it.
    pub(super) fn decoded(bytes: &'a [u8]) -> Self {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return Self { text: Cow::Borrowed(text), units: Vec::new() };
        }
        let mut text = String::with_capacity(bytes.len() + 64);
        let mut units = Vec::new();
        let mut source = 0;
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            source += chunk.valid().len();
            let source_len = chunk.invalid().len();
            if source_len > 0 {
                let len = char::REPLACEMENT_CHARACTER.len_utf8();
                units.push(Unit { at: text.len(), len, source, source_len });
                text.push(char::REPLACEMENT_CHARACTER);
                source += source_len;
            }
        }
        Self { text: Cow::Owned(text), units }
    }

    /// The text with LF as the only line end.
    pub(super) fn with_line_feeds(text: &'a str) -> Self {
        let mut builder = Builder::new(text);
        for at in memchr::memchr_iter(b'\r', text.as_bytes()) {
            let pair = text.as_bytes().get(at + 1) == Some(&b'\n');
            builder.replace(at..at + 1 + usize::from(pair), "\n");
        }
        builder.finish()
    }

    /// Whether nothing was replaced.
    pub(super) fn is_copy(&self) -> bool {
        self.units.is_empty()
    }

    /// How many stretches of `from` bytes stand for others.
    pub(super) fn count_of(&self, from: usize) -> usize {
        self.units.iter().filter(|unit| unit.source_len == from).count()
    }

    /// The part of the text in a range.
    pub(super) fn get(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    /// What a range was made of.
    pub(super) fn origin(&self, range: Range<usize>, dropped: Dropped) -> Origin<'_> {
        let Range { start, end } = range;
        let before = self.units.partition_point(|unit| unit.end() <= start);
        let (from, lead) = match self.units.get(before) {
            Some(unit) if unit.at < start => (unit.source, self.get(unit.at..start)),
            _ => (self.behind(before, start), ""),
        };
        let behind = self.units.partition_point(|unit| {
            unit.end() <= end && (unit.at < end || dropped == Dropped::Taken)
        });
        let (to, trail) = match self.units.get(behind) {
            Some(unit) if unit.at < end => (unit.source_end(), self.get(end..unit.end())),
            _ => (self.behind(behind, end), ""),
        };
        Origin { range: from..to.max(from), lead, trail }
    }

    /// The place in the source, when `units` units lie before it and all since is copied.
    fn behind(&self, units: usize, at: usize) -> usize {
        match units.checked_sub(1).and_then(|last| self.units.get(last)) {
            Some(last) => last.source_end() + (at - last.end()),
            None => at,
        }
    }
}

/// Makes a view from the front to the back.
pub(super) struct Builder<'a> {
    source: &'a str,
    copied: usize,
    text: String,
    units: Vec<Unit>,
}

impl<'a> Builder<'a> {
    pub(super) const fn new(source: &'a str) -> Self {
        Self { source, copied: 0, text: String::new(), units: Vec::new() }
    }

    /// Puts `with` in the place of a range of the source. Ranges come in order.
    pub(super) fn replace(&mut self, range: Range<usize>, with: &str) {
        if self.units.is_empty() {
            self.text.reserve(self.source.len() + 64);
        }
        self.text.push_str(self.source.get(self.copied..range.start).unwrap_or_default());
        let at = self.text.len();
        self.units.push(Unit { at, len: with.len(), source: range.start, source_len: range.len() });
        self.text.push_str(with);
        self.copied = range.end;
    }

    pub(super) fn finish(mut self) -> View<'a> {
        if self.units.is_empty() {
            return View { text: Cow::Borrowed(self.source), units: self.units };
        }
        self.text.push_str(self.source.get(self.copied..).unwrap_or_default());
        View { text: Cow::Owned(self.text), units: self.units }
    }
}

impl View<'_> {
    /// The view with a text of its own.
    pub(super) fn into_owned(self) -> View<'static> {
        View { text: Cow::Owned(self.text.into_owned()), units: self.units }
    }
}
