//! Ids that sort by the time they were made at: UUIDs of version 7.

/// The order of ids: each is greater than the one before, whatever the clock does.
///
/// ```
/// use gatto_core::identifier::Sequence;
/// let mut sequence = Sequence::default();
/// let first = sequence.next(1_700_000_000_000, 7, 0);
/// let second = sequence.next(1_600_000_000_000, 9, 0); // the clock went back
/// assert!(first < second);
/// ```
#[derive(Debug, Default)]
pub struct Sequence {
    time: u64,
    count: u32,
}

impl Sequence {
    /// A sequence with no id yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { time: 0, count: 0 }
    }

    /// The bytes of the next id. `now` is in milliseconds since 1970. The count starts at `seed` in each millisecond and
    /// goes up until the clock has moved on; when it is used up, the id's time is a millisecond ahead of the clock's.
    /// What is left of the id, 42 bits, comes from `random`.
    pub fn next(&mut self, now: u64, seed: u32, random: u64) -> [u8; 16] {
        const TIMES: u64 = (1 << 48) - 1;
        let now = now.min(TIMES);
        if now > self.time {
            (self.time, self.count) = (now, seed);
        } else if let Some(count) = self.count.checked_add(1) {
            self.count = count;
        } else {
            (self.time, self.count) = (self.time + 1, 0);
        }
        let (time, count) = (u128::from(self.time), u128::from(self.count));
        let random = u128::from(random & ((1 << 42) - 1));
        let version = 7 << 76;
        let variant = 0b10 << 62;
        let high = (count >> 20) << 64;
        let low = (count & 0xf_ffff) << 42;
        (time << 80 | version | high | variant | low | random).to_be_bytes()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Sequence;

    proptest! {
        #[test]
        fn a3_10_ids_go_up_whatever_the_clock_the_seeds_and_the_rest_are(
            steps in prop::collection::vec((0_u64..4, prop_oneof![any::<u32>(), Just(u32::MAX)], any::<u64>()), 2..60),
        ) {
            let mut sequence = Sequence::default();
            let ids: Vec<_> = steps.iter().map(|&(now, seed, random)| sequence.next(now, seed, random)).collect();
            for (id, next) in ids.iter().zip(&ids[1..]) {
                prop_assert!(id < next);
            }
            for id in ids {
                prop_assert_eq!((id[6] >> 4, id[8] >> 6), (7, 0b10));
            }
        }
    }

    #[test]
    fn a3_10_time_count_and_randomness_lie_where_they_belong() {
        let id = Sequence::default().next(0x0123_4567_89ab, 0xfff0_0001, u64::MAX);
        let expected = 0x0123_4567_89ab_7fff_8000_07ff_ffff_ffff_u128;
        assert_eq!(u128::from_be_bytes(id), expected);
        let latest = Sequence::default().next(u64::MAX, 0, 0);
        assert_eq!(u128::from_be_bytes(latest) >> 76, 0x000f_ffff_ffff_fff7);
    }

    #[test]
    fn a3_10_a_count_that_is_used_up_takes_the_next_millisecond() {
        let mut sequence = Sequence::default();
        sequence.next(5, u32::MAX, 0);
        assert_eq!(u128::from_be_bytes(sequence.next(5, 9, 0)) >> 80, 6);
        assert_eq!(
            u128::from_be_bytes(sequence.next(6, 9, 0)) & 0xffff_ffff_ffff_ffff,
            2 << 62 | 1 << 42
        );
    }
}
