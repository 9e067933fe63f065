//! The head of a text that comes piece by piece: its first lines within limits, and how long all of it is. Memory is
//! bounded by the limits.

use bstr::ByteSlice;
use memchr::memchr;

use super::truncate::{Cut, Limits, Totals, head};

/// Keeps the head of a text while it goes by. The text is UTF-8.
#[derive(Debug)]
pub struct Head {
    limits: Limits,
    kept: Vec<u8>,
    totals: Totals,
    first_line: u64,
}

/// What there is to show.
#[derive(Debug)]
pub struct Shown {
    /// The text, or its first lines.
    pub content: String,
    /// How it was cut; `None` when it is everything.
    pub cut: Option<Cut>,
    /// The totals of the whole text.
    pub totals: Totals,
    /// Bytes of the first line, without its line feed.
    pub first_line: u64,
}

impl Head {
    /// The head of a text of which nothing has come yet.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        let totals = Totals { bytes: 0, breaks: 0, open: 0 };
        Self { limits, kept: Vec::new(), totals, first_line: 0 }
    }

    /// Takes the next piece.
    pub fn push(&mut self, piece: &[u8]) {
        if self.totals.breaks == 0 {
            self.first_line += memchr(b'\n', piece).unwrap_or(piece.len()) as u64;
        }
        self.totals.add(piece);
        // As much as `head` needs to see that a line goes on, or that another one follows.
        let room = (self.limits.bytes + 2).saturating_sub(self.kept.len()).min(piece.len());
        self.kept.extend_from_slice(piece.get(..room).unwrap_or_default());
    }

    /// What came so far in all.
    #[must_use]
    pub const fn totals(&self) -> Totals {
        self.totals
    }

    /// What there is to show of a text that ends here.
    #[must_use]
    pub fn finish(self) -> Shown {
        let Self { limits, kept, totals, first_line } = self;
        let cut = totals.exceed(limits).then(|| head(&kept, limits));
        let range = cut.as_ref().map_or(0..kept.len(), |cut| cut.range.clone());
        let content = kept.get(range).unwrap_or_default().to_str_lossy().into_owned();
        Shown { content, cut, totals, first_line }
    }
}

#[cfg(test)]
mod tests {
    use super::{Head, Limits};

    #[test]
    fn a17_2_no_more_is_held_than_may_be_shown() {
        let limits = Limits { lines: 10, bytes: 100 };
        let mut head = Head::new(limits);
        for piece in [&b"x\n"[..], &[b'y'; 50], &[b'z'; 1000], b"\n"] {
            head.push(piece);
            assert!(head.kept.len() <= limits.bytes + 2);
        }
        assert_eq!((head.totals().lines(), head.totals().bytes), (2, 1053));
        assert_eq!(head.finish().content, "x");
    }
}
