//! JavaScript text, held exactly.
//!
//! A JavaScript string is a sequence of UTF-16 units and may hold a surrogate without its partner. Rust's `str`
//! cannot, so text that must come back unchanged (history, the log) travels as [`Text`]: one byte a unit where every
//! unit fits, two bytes a unit elsewhere. These are also the two layouts that V8 itself uses, so nothing is
//! transcoded at the boundary.

/// A borrowed JavaScript string in one of V8's two layouts.
///
/// ```
/// use gatto_core::text::Text;
/// assert_eq!(Text::Latin1(b"caf\xe9").len(), 4);
/// assert_eq!(Text::Utf16(&[0xd83d]).len(), 1); // half an emoji is still text
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Text<'a> {
    /// Every unit is at most `0xff`; one byte each.
    Latin1(&'a [u8]),
    /// Any units, surrogates paired or not.
    Utf16(&'a [u16]),
}

impl<'a> Text<'a> {
    /// The length in UTF-16 units, as `String.length` counts.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::Latin1(bytes) => bytes.len(),
            Self::Utf16(units) => units.len(),
        }
    }

    /// Whether there are no units.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The UTF-16 units, one by one.
    pub fn units(&self) -> impl Iterator<Item = u16> + 'a {
        let (narrow, wide): (&'a [u8], &'a [u16]) = match *self {
            Self::Latin1(bytes) => (bytes, &[]),
            Self::Utf16(units) => (&[], units),
        };
        narrow.iter().map(|&byte| u16::from(byte)).chain(wide.iter().copied())
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Latin1(a), Self::Latin1(b)) => a == b,
            (Self::Utf16(a), Self::Utf16(b)) => a == b,
            _ => self.len() == other.len() && self.units().eq(other.units()),
        }
    }
}

impl Eq for Text<'_> {}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn g40_the_two_layouts_of_one_text_are_equal() {
        assert_eq!(Text::Latin1(b"caf\xe9"), Text::Utf16(&[0x63, 0x61, 0x66, 0xe9]));
        assert_ne!(Text::Latin1(b"a"), Text::Utf16(&[0xd800]));
    }
}
