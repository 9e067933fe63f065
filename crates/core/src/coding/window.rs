//! Some lines of a file that comes piece by piece: how many lines there are, exactly, and what is shown of those that
//! were asked for. Memory is bounded by what may be shown, whatever the file is.
//!
//! ```
//! use gatto_core::coding::truncate::Limits;
//! use gatto_core::coding::window::Window;
//!
//! let mut window = Window::new(1, Some(2), Limits::DEFAULT);
//! for piece in ["one\nt", "wo\nthree\nfo", "ur\n"] {
//!     window.push(piece.as_bytes());
//! }
//! let view = window.finish();
//! assert_eq!(view.lines, 4);
//! assert_eq!(view.shown.content, "two\nthree");
//! ```
//!
//! Bytes that are no UTF-8 become U+FFFD, as `TextDecoder` has it, and a byte order mark is no text.

use memchr::memchr_iter;

use super::decode::Decoder;
use super::head::{Head, Shown};
use super::truncate::Limits;

/// A window of whole lines on a file.
#[derive(Debug)]
pub struct Window {
    /// Line feeds until the first line of the window.
    before: u64,
    /// Line feeds until its end; `None` when it ends with the file.
    inside: Option<u64>,
    /// Line feeds in the file so far.
    breaks: u64,
    /// Whether a line is open: something came behind the last line feed.
    open: bool,
    /// The first bytes of the file, as long as they may be a byte order mark.
    mark: Option<Vec<u8>>,
    decoder: Decoder,
    decoded: Vec<u8>,
    head: Head,
}

/// What a window shows.
#[derive(Debug)]
pub struct View {
    /// Lines in the file. A final line feed begins none.
    pub lines: u64,
    /// What of the lines in the window is shown.
    pub shown: Shown,
}

const MARK: &[u8] = "\u{feff}".as_bytes();

impl Window {
    /// A window behind the first `before` lines. It is `count` lines high; without a count it ends with the file.
    #[must_use]
    pub fn new(before: u64, count: Option<u64>, limits: Limits) -> Self {
        Self {
            before,
            inside: count,
            breaks: 0,
            open: false,
            mark: Some(Vec::new()),
            decoder: Decoder::default(),
            decoded: Vec::new(),
            head: Head::new(limits),
        }
    }

    /// Takes the next piece of the file.
    pub fn push(&mut self, piece: &[u8]) {
        let Some(mut begun) = self.mark.take() else { return self.see(piece) };
        let (first, rest) =
            piece.split_at_checked(MARK.len() - begun.len()).unwrap_or((piece, &[]));
        begun.extend_from_slice(first);
        if begun != MARK {
            if MARK.starts_with(&begun) {
                self.mark = Some(begun);
                return;
            }
            self.see(&begun);
        }
        self.see(rest);
    }

    /// What there is to show of a file that ends here.
    #[must_use]
    pub fn finish(mut self) -> View {
        let begun = self.mark.take().unwrap_or_default();
        self.see(&begun);
        self.decoder.finish(&mut self.decoded);
        self.head.push(&self.decoded);
        View { lines: self.breaks + u64::from(self.open), shown: self.head.finish() }
    }

    fn see(&mut self, piece: &[u8]) {
        let Some(&last) = piece.last() else { return };
        self.open = last != b'\n';
        let mut rest = piece;
        if self.before > 0 {
            match find_break(rest, self.before) {
                Ok(at) => {
                    self.breaks += self.before;
                    self.before = 0;
                    rest = rest.get(at + 1..).unwrap_or_default();
                }
                Err(breaks) => {
                    self.breaks += breaks;
                    self.before -= breaks;
                    return;
                }
            }
        }
        self.breaks += breaks_in(rest);
        match self.inside {
            Some(0) => {}
            None => self.show(rest),
            Some(count) => match find_break(rest, count) {
                Ok(at) => {
                    self.inside = Some(0);
                    self.show(rest.get(..at).unwrap_or_default());
                }
                Err(breaks) => {
                    self.inside = Some(count - breaks);
                    self.show(rest);
                }
            },
        }
    }

    fn show(&mut self, piece: &[u8]) {
        self.decoder.decode(piece, &mut self.decoded);
        self.head.push(&self.decoded);
        self.decoded.clear();
    }
}

fn breaks_in(piece: &[u8]) -> u64 {
    memchr_iter(b'\n', piece).count() as u64
}

/// Where the line feed number `wanted` is, counted from 1; or how many there are when there are fewer.
fn find_break(piece: &[u8], wanted: u64) -> Result<usize, u64> {
    // To count is much faster than to look at each.
    let breaks = breaks_in(piece);
    let before = usize::try_from(wanted - 1).unwrap_or(usize::MAX);
    if wanted > breaks {
        return Err(breaks);
    }
    memchr_iter(b'\n', piece).nth(before).ok_or(breaks)
}

#[cfg(test)]
#[path = "window_tests.rs"]
mod tests;
