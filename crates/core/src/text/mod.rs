//! JavaScript text, held exactly.
//!
//! A JavaScript string is a sequence of UTF-16 units and may hold a surrogate without its partner. Rust's `str`
//! cannot, so text that must come back unchanged (history, the log) travels as [`Text`]: one byte a unit where every
//! unit fits, two bytes a unit elsewhere. These are also the two layouts that V8 itself uses, so that nothing is encoded
//! anew at the boundary.

pub mod json;
pub mod latin1;
pub mod wtf8;

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
    pub fn units(&self) -> impl Iterator<Item = u16> + use<'a> {
        let (narrow, wide): (&'a [u8], &'a [u16]) = match *self {
            Self::Latin1(bytes) => (bytes, &[]),
            Self::Utf16(units) => (&[], units),
        };
        narrow.iter().map(|&byte| u16::from(byte)).chain(wide.iter().copied())
    }
}

/// How the units of a text lie in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One byte a unit.
    Latin1,
    /// Two bytes a unit, the low one first.
    Utf16,
}

impl Layout {
    /// The bytes that so many units take.
    #[must_use]
    pub const fn bytes(self, units: usize) -> usize {
        match self {
            Self::Latin1 => units,
            Self::Utf16 => units * 2,
        }
    }
}

impl<'a> Text<'a> {
    /// The text that lies in bytes of a layout. `units` is the place for wide ones.
    #[must_use]
    pub fn of_bytes(layout: Layout, bytes: &'a [u8], units: &'a mut Vec<u16>) -> Self {
        match layout {
            Layout::Latin1 => Self::Latin1(bytes),
            Layout::Utf16 => {
                units.clear();
                let (pairs, _) = bytes.as_chunks::<2>();
                units.extend(pairs.iter().map(|pair| u16::from_le_bytes(*pair)));
                Self::Utf16(units)
            }
        }
    }

    /// The text of a key that [`Text::to_key`] made. `units` is the place for what is not ASCII.
    #[must_use]
    pub fn of_key(key: &'a [u8], units: &'a mut Vec<u16>) -> Self {
        if key.is_ascii() {
            return Self::Latin1(key);
        }
        units.clear();
        wtf8::decode(key, units);
        Self::Utf16(units)
    }
}

impl Text<'_> {
    /// Appends the units to an arena and says in which layout they lie there.
    pub fn append_to(&self, arena: &mut Vec<u8>) -> Layout {
        match self {
            Self::Latin1(bytes) => {
                arena.extend_from_slice(bytes);
                Layout::Latin1
            }
            Self::Utf16(units) => {
                arena.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
                Layout::Utf16
            }
        }
    }

    /// The text as a key of maps: equal for equal texts, whatever their layout. ASCII stays as it is; other units are
    /// written as UTF-8 writes a code point of that number, so surrogates need no partner.
    #[must_use]
    pub fn to_key(&self) -> Box<[u8]> {
        if let Self::Latin1(bytes) = self
            && bytes.is_ascii()
        {
            return Box::from(*bytes);
        }
        let mut key = Vec::with_capacity(self.len() * 2);
        for unit in self.units() {
            let [high, low] = unit.to_be_bytes();
            let tail = 0x80 | (low & 0x3f);
            match unit {
                0..=0x7f => key.push(low),
                0x80..=0x7ff => key.extend([0xc0 | (high << 2) | (low >> 6), tail]),
                _ => {
                    let middle = 0x80 | ((high & 0xf) << 2) | (low >> 6);
                    key.extend([0xe0 | (high >> 4), middle, tail]);
                }
            }
        }
        key.into_boxed_slice()
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

    #[test]
    fn g40_keys_keep_every_unit() {
        let every: Vec<u16> = (0..=u16::MAX).collect();
        let mut units = Vec::new();
        assert_eq!(Text::of_key(&Text::Utf16(&every).to_key(), &mut units), Text::Utf16(&every));
        assert_eq!(Text::of_key(b"\xc3\xa9", &mut units), Text::Latin1(b"\xe9"));
        assert_eq!(Text::Latin1(b"\xe9").to_key(), Text::Utf16(&[0xe9]).to_key());
        for text in ["\u{7f}", "\u{80}", "\u{7ff}", "\u{800}", "\u{ffff}"] {
            let units: Vec<u16> = text.encode_utf16().collect();
            assert_eq!(&*Text::Utf16(&units).to_key(), text.as_bytes());
        }
    }
}
