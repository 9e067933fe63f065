//! Texts under numbers.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;

const FREE: u32 = u32::MAX;

/// Texts, numbered in the order in which they came, and found again. They lie one after the other in one buffer: a
/// session has as many ids as entries, and an allocation for each would cost more than the ids.
#[derive(Debug)]
pub(super) struct Keys {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// Numbers and hashes at the places of the hashes, or beside; a power of two of them. Whoever passes by sees by the hash
    /// that it is another text, without going where the text lies.
    table: Vec<(u32, u32)>,
    /// How many places are taken.
    taken: usize,
    hasher: FixedState,
}

impl Keys {
    pub(super) fn new(hasher: FixedState) -> Self {
        Self { bytes: Vec::new(), ends: Vec::new(), table: Vec::new(), taken: 0, hasher }
    }

    /// How many there are.
    pub(super) const fn len(&self) -> usize {
        self.ends.len()
    }

    /// The text of a number.
    pub(super) fn get(&self, number: u32) -> Option<&[u8]> {
        let index = number as usize;
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        self.bytes.get(start.unwrap_or(0)..end)
    }

    /// The number of a text: of the last one that came, when it came more than once.
    pub(super) fn find(&self, key: &[u8]) -> Option<u32> {
        if self.table.is_empty() {
            return None;
        }
        let &(number, _) = self.table.get(self.place(key, self.hash(key)))?;
        (number != FREE).then_some(number)
    }

    /// Adds a text under the next number. True: it had one before.
    pub(super) fn push(&mut self, key: &[u8]) -> bool {
        if (self.taken + 1) * 4 > self.table.len() * 3 {
            self.grow();
        }
        let number = u32::try_from(self.ends.len()).unwrap_or(FREE);
        let hash = self.hash(key);
        let place = self.place(key, hash);
        self.bytes.extend_from_slice(key);
        self.ends.push(self.bytes.len());
        let Some(place) = self.table.get_mut(place) else { return false };
        let (before, _) = std::mem::replace(place, (number, hash));
        let was_there = before != FREE;
        self.taken += usize::from(!was_there);
        was_there
    }

    #[expect(clippy::cast_possible_truncation, reason = "any bits of a hash will do")]
    fn hash(&self, key: &[u8]) -> u32 {
        self.hasher.hash_one(key) as u32
    }

    /// Where a text with this hash is, or would be.
    fn place(&self, key: &[u8], hash: u32) -> usize {
        self.place_where(hash, |(number, other)| other == hash && self.get(number) == Some(key))
    }

    /// The first place for a hash that is free or holds what is looked for.
    fn place_where(&self, hash: u32, is_it: impl Fn((u32, u32)) -> bool) -> usize {
        let mask = self.table.len() - 1;
        let mut place = hash as usize & mask;
        while let Some(&held) = self.table.get(place)
            && held.0 != FREE
            && !is_it(held)
        {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let capacity = (self.table.len() * 2).max(16);
        let old = std::mem::replace(&mut self.table, vec![(FREE, 0); capacity]);
        for held in old.into_iter().filter(|&(number, _)| number != FREE) {
            // No two of them are the same text.
            let place = self.place_where(held.1, |_| false);
            if let Some(place) = self.table.get_mut(place) {
                *place = held;
            }
        }
    }

    /// The memory that it holds.
    pub(super) const fn memory(&self) -> usize {
        self.bytes.capacity()
            + self.ends.capacity() * size_of::<usize>()
            + self.table.capacity() * size_of::<(u32, u32)>()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use foldhash::fast::FixedState;
    use proptest::prelude::*;

    use super::Keys;

    proptest! {
        #[test]
        fn a12_3_keys_are_found_under_their_last_number(
            texts in prop::collection::vec("[ab]{0,3}|[a-z]{8}", 0..200), seed in any::<u64>()
        ) {
            let mut keys = Keys::new(FixedState::with_seed(seed));
            let mut model = HashMap::new();
            prop_assert_eq!(keys.find(b""), None);
            for (number, text) in texts.iter().enumerate() {
                let number = u32::try_from(number).unwrap();
                prop_assert_eq!(keys.push(text.as_bytes()), model.insert(text, number).is_some());
                for (text, number) in &model {
                    prop_assert_eq!(keys.find(text.as_bytes()), Some(*number));
                }
                prop_assert_eq!(keys.find(b"zzz"), None);
            }
            for (number, text) in texts.iter().enumerate() {
                prop_assert_eq!(keys.get(u32::try_from(number).unwrap()), Some(text.as_bytes()));
            }
        }
    }
}
