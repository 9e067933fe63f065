//! Finding the lines of a journal.

/// One whole line of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The bytes before the newline.
    pub bytes: &'a [u8],
    /// Which line this is, counted from 1.
    pub number: usize,
    /// Where it begins in the file.
    pub offset: usize,
}

/// The whole lines of a journal, in order and uncopied. What follows the last newline is no line:
/// [`rest`](Self::rest).
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
    offset: usize,
}

impl<'a> Lines<'a> {
    /// The lines of a file's contents.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, number: 0, offset: 0 }
    }

    /// What no line has taken yet: once the lines are through, the bytes after the last newline.
    #[must_use]
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Where the rest begins in the file.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let (bytes, tail) = self.rest.split_at_checked(memchr::memchr(b'\n', self.rest)?)?;
        let offset = self.offset;
        self.number += 1;
        self.offset += bytes.len() + 1;
        self.rest = tail.get(1..).unwrap_or_default();
        Some(Line { bytes, number: self.number, offset })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Line, Lines};

    #[test]
    fn g37_lines_carry_their_number_and_offset() {
        let mut lines = Lines::new(b"{}\n\n{\"a\":1}\nto");
        assert_eq!(lines.next(), Some(Line { bytes: b"{}", number: 1, offset: 0 }));
        assert_eq!(lines.next(), Some(Line { bytes: b"", number: 2, offset: 3 }));
        assert_eq!(lines.next(), Some(Line { bytes: b"{\"a\":1}", number: 3, offset: 4 }));
        assert_eq!((lines.next(), lines.rest(), lines.offset()), (None, &b"to"[..], 12));
    }

    proptest! {
        #[test]
        fn g37_lines_and_rest_are_the_whole_file(
            parts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..100), 0..10)
        ) {
            let bytes = parts.join(&b'\n');
            let mut lines = Lines::new(&bytes);
            let mut again = Vec::new();
            for line in lines.by_ref() {
                prop_assert_eq!(line.offset, again.len());
                prop_assert!(!line.bytes.contains(&b'\n'));
                again.extend_from_slice(line.bytes);
                again.push(b'\n');
            }
            prop_assert_eq!(lines.offset(), again.len());
            prop_assert!(!lines.rest().contains(&b'\n'));
            again.extend_from_slice(lines.rest());
            prop_assert_eq!(again, bytes);
        }
    }
}
