//! Text of one byte a unit, the narrower of V8's layouts.

/// Line feeds, and the bytes that the units are as UTF-8.
#[must_use]
pub fn measure(units: &[u8]) -> (usize, usize) {
    // Short enough for counts of one byte, which a processor adds sixteen or more at a time.
    const BLOCK: usize = 128;
    let breaks = memchr::memchr_iter(b'\n', units).count();
    // Without a way out in the middle, so that all of it is done many units at a time.
    if units.iter().fold(0, |all, unit| all | unit) < 0x80 {
        return (breaks, units.len());
    }
    let high = |block: &[u8]| usize::from(block.iter().map(|unit| unit >> 7).sum::<u8>());
    (breaks, units.len() + units.chunks(BLOCK).map(high).sum::<usize>())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::wtf8, measure};

    proptest! {
        #[test]
        fn a6_units_of_one_byte_are_counted_as_wider_ones_are(
            text in prop::collection::vec(prop_oneof![3 => any::<u8>(), 1 => Just(b'\n')], 0..600),
        ) {
            let wide: Vec<u16> = text.iter().map(|&unit| u16::from(unit)).collect();
            prop_assert_eq!(measure(&text), wtf8::measure(&wide));
        }
    }

    #[test]
    fn a6_a_block_may_be_wide_from_end_to_end() {
        assert_eq!(measure(&[0xff; 1000]), (0, 2000));
        assert_eq!(measure(&[b'\n'; 1000]), (1000, 1000));
        for unit in 0..=u8::MAX {
            assert_eq!(measure(&[unit]), wtf8::measure(&[u16::from(unit)]));
        }
    }
}
