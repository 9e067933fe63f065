//! Units of JavaScript text as bytes and back, nothing lost: UTF-8, in which a surrogate without its partner is written
//! as a code point of its number would be (WTF-8). Every unit sequence has one spelling of as many bytes as its UTF-8
//! with U+FFFD for each lone surrogate, so sizes and cuts are those of that UTF-8.

/// Appends the bytes of the units.
pub fn encode(units: &[u16], bytes: &mut Vec<u8>) {
    // Most text is ASCII for long, which a processor narrows many units at a time.
    const BLOCK: usize = 64;
    bytes.reserve(units.len());
    let mut rest = units;
    while let Some(unit) = rest.first() {
        if *unit < 0x80 {
            let is_ascii = |block: &&[u16]| block.iter().fold(0, |all, unit| all | unit) < 0x80;
            let run = rest.chunks(BLOCK).take_while(is_ascii).map(<[u16]>::len).sum();
            let (ascii, after) = rest.split_at_checked(run).unwrap_or((rest, &[]));
            bytes.extend(ascii.iter().map(|unit| unit.to_le_bytes()[0]));
            rest = after;
        }
        rest = encode_mixed(rest, BLOCK, bytes);
    }
}

/// Appends the bytes of at least so many units, and gives what is left.
fn encode_mixed<'a>(units: &'a [u16], count: usize, bytes: &mut Vec<u8>) -> &'a [u16] {
    let stop = units.len().saturating_sub(count);
    let start = bytes.len();
    // Three bytes a unit are room enough, also for a pair that begins on the last one.
    bytes.resize(start + 3 * count + 3, 0);
    let mut room = bytes.get_mut(start..).unwrap_or_default();
    let mut rest = units;
    while rest.len() > stop
        && let Some((&unit, after)) = rest.split_first()
    {
        rest = after;
        if let (0xd800..=0xdbff, Some((&low @ 0xdc00..=0xdfff, after))) =
            (unit, after.split_first())
        {
            let point = 0x1_0000 + ((u32::from(unit) - 0xd800) << 10) + u32::from(low) - 0xdc00;
            room = put(room, wide(point));
            rest = after;
            continue;
        }
        let [high, low] = unit.to_be_bytes();
        let tail = 0x80 | (low & 0x3f);
        room = match unit {
            0..=0x7f => put(room, [low]),
            0x80..=0x7ff => put(room, [0xc0 | (high << 2) | (low >> 6), tail]),
            _ => put(room, [0xe0 | (high >> 4), 0x80 | ((high & 0xf) << 2) | (low >> 6), tail]),
        };
    }
    let unused = room.len();
    bytes.truncate(bytes.len() - unused);
    rest
}

/// Writes to the front of the room; gives the rest of it.
fn put<const N: usize>(room: &mut [u8], bytes: [u8; N]) -> &mut [u8] {
    match room.split_first_chunk_mut() {
        Some((place, rest)) => {
            *place = bytes;
            rest
        }
        None => &mut [],
    }
}

fn wide(point: u32) -> [u8; 4] {
    let [_, top, high, low] = point.to_be_bytes();
    [
        0xf0 | (top >> 2),
        0x80 | ((top & 3) << 4) | (high >> 4),
        0x80 | ((high & 0xf) << 2) | (low >> 6),
        0x80 | (low & 0x3f),
    ]
}

/// Appends the units of bytes that [`encode`] made. Surrogates that lie in two pieces meet again.
pub fn decode(bytes: &[u8], units: &mut Vec<u16>) {
    units.reserve(bytes.len());
    let mut rest = bytes.iter().map(|&byte| u32::from(byte));
    while let Some(first) = rest.next() {
        let mut tail = || rest.next().unwrap_or_default() & 0x3f;
        let point = match first {
            0..=0x7f => first,
            0x80..=0xdf => ((first & 0x1f) << 6) | tail(),
            0xe0..=0xef => ((first & 0xf) << 12) | (tail() << 6) | tail(),
            _ => ((first & 7) << 18) | (tail() << 12) | (tail() << 6) | tail(),
        };
        if let Ok(unit) = u16::try_from(point) {
            units.push(unit);
        } else if let Some(wide) = char::from_u32(point) {
            units.extend_from_slice(wide.encode_utf16(&mut [0; 2]));
        }
    }
}

/// How many units the bytes are.
#[must_use]
pub fn units(bytes: &[u8]) -> usize {
    let count = |is: fn(u8) -> bool| bytes.iter().map(|&byte| usize::from(is(byte))).sum::<usize>();
    count(|byte| byte & 0xc0 != 0x80) + count(|byte| byte >= 0xf0)
}

/// Line feeds, and the bytes that the units are as UTF-8.
#[must_use]
pub fn measure(units: &[u16]) -> (usize, usize) {
    // Blocks are short enough for counts of 16 bits, which a processor adds eight or more at a time.
    const BLOCK: usize = 4096;
    let mut breaks = 0;
    let mut bytes = units.len();
    for block in units.chunks(BLOCK) {
        let (mut all, mut found) = (0, 0_u16);
        for &unit in block {
            all |= unit;
            found += u16::from(unit == 0x0a);
        }
        breaks += usize::from(found);
        if all >= 0x80 {
            let (mut two, mut three) = (0_u16, 0_u16);
            for &unit in block {
                two += u16::from(unit >= 0x80);
                three += u16::from(unit >= 0x800);
            }
            bytes += usize::from(two) + usize::from(three);
        }
        if all >= 0xd800 {
            // Two surrogates alone are six bytes, a pair is four.
            let pair = |high: u16, low: u16| high & 0xfc00 == 0xd800 && low & 0xfc00 == 0xdc00;
            let pairs = |of: &[u16], next: &[u16]| {
                of.iter().zip(next).map(|(&a, &b)| u16::from(pair(a, b))).sum::<u16>()
            };
            bytes -= 2 * usize::from(pairs(block, block.get(1..).unwrap_or_default()));
        }
    }
    // Pairs that lie across two blocks.
    for edge in (BLOCK..units.len()).step_by(BLOCK) {
        if let (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) =
            (units.get(edge - 1), units.get(edge))
        {
            bytes -= 2;
        }
    }
    (breaks, bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{decode, encode, measure, units};

    fn text() -> impl Strategy<Value = Vec<u16>> {
        let unit = prop_oneof![
            4 => 0x20_u16..0x7f,
            1 => Just(0x0a_u16),
            1 => 0x80_u16..0x800,
            1 => any::<u16>(),
            2 => 0xd800_u16..0xdc00,
            2 => 0xdc00_u16..0xe000,
        ];
        prop::collection::vec(unit, 0..200)
    }

    proptest! {
        #[test]
        fn a6_units_survive_as_bytes_and_are_counted_as_utf8(text in text()) {
            let mut bytes = Vec::new();
            encode(&text, &mut bytes);
            let mut back = Vec::new();
            decode(&bytes, &mut back);
            prop_assert_eq!(&back, &text);
            prop_assert_eq!(units(&bytes), text.len());
            let utf8 = String::from_utf16_lossy(&text);
            let breaks = text.iter().filter(|&&unit| unit == 0x0a).count();
            prop_assert_eq!(measure(&text), (breaks, utf8.len()));
            prop_assert_eq!(bytes.len(), utf8.len());
            if char::decode_utf16(text.iter().copied()).all(|unit| unit.is_ok()) {
                prop_assert_eq!(bytes, utf8.into_bytes());
            }
        }
    }

    #[test]
    fn a6_every_unit_has_one_spelling_wherever_it_stands() {
        for unit in 0..=u16::MAX {
            for text in [vec![unit], [vec![0x20ac; 63], vec![unit, 0xde00]].concat()] {
                let (mut bytes, mut back) = (Vec::new(), Vec::new());
                encode(&text, &mut bytes);
                decode(&bytes, &mut back);
                assert_eq!(back, text);
                assert_eq!(bytes.len(), String::from_utf16_lossy(&text).len(), "{unit:#x}");
            }
        }
    }

    #[test]
    fn a6_long_texts_are_counted_across_blocks() {
        for shift in 0..3 {
            let mut text = vec![0x0a; shift];
            text.extend([0xd83d, 0xde00].repeat(10_000));
            text.extend([0xe9; 5000]);
            let utf8 = String::from_utf16(&text).unwrap();
            assert_eq!(measure(&text), (shift, utf8.len()));
        }
    }
}
