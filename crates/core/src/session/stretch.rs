//! A stretch of a session's file, read apart from the rest.

use std::borrow::Cow;

use super::entry::{Entry, Usage};
use super::line::{Fault, is_blank, read};
use super::tree::{Place, Tree};

/// The entries in a stretch of a file, proved and not yet part of a tree. Stretches can be read in any order, and at the
/// same time; who follows whom is known only to a tree that has all before.
#[derive(Debug, Default)]
pub struct Stretch {
    lines: usize,
    entries: Vec<Packed>,
    /// The texts of all entries, one after the other: an allocation for each would cost more than reading it does.
    texts: Vec<u8>,
}

const TEXTS: usize = 6;
const ABSENT: usize = usize::MAX;

/// What is known of an entry, but for its texts.
#[derive(Debug)]
struct Packed {
    place: Place,
    /// Where its texts end: its type, its id, and what of the others it has.
    ends: [usize; TEXTS],
    has_tail: bool,
    is_assistant: bool,
    usage: Option<Usage>,
}

impl Stretch {
    /// Takes in a line, which begins at `offset` of the file.
    ///
    /// # Errors
    /// It is no entry.
    pub fn add(&mut self, line: &[u8], offset: u64) -> Result<(), Fault> {
        if is_blank(line) {
            return Ok(());
        }
        self.lines += 1;
        let Entry { name, id, parent, target, text, first_kept, has_tail, is_assistant, usage } =
            read(line)?;
        let others = [parent, target, text, first_kept];
        let [parent, target, text, first_kept] = others.each_ref().map(Option::as_deref);
        let ends = [Some(&*name), Some(&*id), parent, target, text, first_kept].map(|text| {
            text.map_or(ABSENT, |text| {
                self.texts.extend_from_slice(text);
                self.texts.len()
            })
        });
        let place = Place { offset, len: line.len() as u64 };
        self.entries.push(Packed { place, ends, has_tail, is_assistant, usage });
        Ok(())
    }

    /// How many lines there were that are not blank, one that is no entry included.
    #[must_use]
    pub const fn lines(&self) -> usize {
        self.lines
    }

    fn entries(&self) -> impl Iterator<Item = (Entry<'_>, Place)> {
        let mut begin = 0;
        self.entries.iter().map(move |packed| {
            let [name, id, parent, target, text, first_kept] = packed.ends.map(|end| {
                let text = self.texts.get(begin..end)?;
                begin = end;
                Some(Cow::Borrowed(text))
            });
            let entry = Entry {
                name: name.unwrap_or_default(),
                id: id.unwrap_or_default(),
                parent,
                target,
                text,
                first_kept,
                has_tail: packed.has_tail,
                is_assistant: packed.is_assistant,
                usage: packed.usage,
            };
            (entry, packed.place)
        })
    }
}

impl Tree {
    /// Adds the entries of a stretch, which follows on all that has been added.
    pub fn extend(&mut self, stretch: &Stretch) {
        for (entry, place) in stretch.entries() {
            self.push(&entry, place);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Stretch;
    use crate::session::{Fault, Place, Tree, read};

    #[test]
    fn a12_2_lines_are_counted_up_to_the_one_that_is_broken() {
        let mut stretch = Stretch::default();
        let line = br#"{"type":"","id":"a","parentId":"","timestamp":"t"}"#;
        for line in [&line[..], b" \t", line] {
            stretch.add(line, 0).unwrap();
        }
        assert_eq!(stretch.lines(), 2);
        assert_eq!(stretch.add(b"{}", 0), Err(Fault::NoType));
        assert_eq!(stretch.lines(), 3);
        let mut tree = Tree::new(0);
        tree.extend(&stretch);
        assert_eq!(tree.len(), 2);
    }

    fn line() -> impl Strategy<Value = String> {
        let kinds = "message|label|leaf|compaction|branch_summary|session_info|custom|\\PC{0,3}";
        let id = || "[a-d]{1,2}|\\PC{1,3}";
        let usage = prop::option::of((0..9u32, any::<u16>()).prop_map(|(tokens, cost)| {
            serde_json::json!({ "input": tokens, "output": 1, "cacheRead": 2, "cacheWrite": 3,
                "cost": { "total": f64::from(cost) / 7.0 } })
        }));
        let others = (prop::option::of(id()), prop::option::of(id()), any::<bool>(), usage);
        (kinds, id(), prop::option::of(id()), others).prop_map(
            |(kind, id, parent, (target, text, tail, usage))| {
                serde_json::json!({
                    "type": kind, "id": id, "parentId": parent, "timestamp": "t", "targetId": target,
                    "label": text, "name": text, "firstKeptEntryId": target,
                    "retainedTail": tail.then_some([0; 0]), "usage": usage,
                    "message": { "role": if tail { "assistant" } else { "user" }, "usage": usage },
                })
                .to_string()
            },
        )
    }

    proptest! {
        #[test]
        fn a12_3_a_tree_of_stretches_is_the_tree_of_all_lines(
            lines in prop::collection::vec(line(), 0..60), cuts in prop::collection::vec(0..60usize, 0..5)
        ) {
            let (mut whole, mut joined) = (Tree::new(1), Tree::new(1));
            let mut stretch = Stretch::default();
            for (number, line) in lines.iter().enumerate() {
                let place = Place { offset: number as u64, len: line.len() as u64 };
                whole.push(&read(line.as_bytes()).unwrap(), place);
                if cuts.contains(&number) {
                    joined.extend(&std::mem::take(&mut stretch));
                }
                stretch.add(line.as_bytes(), place.offset).unwrap();
            }
            joined.extend(&stretch);
            prop_assert_eq!(format!("{whole:?}"), format!("{joined:?}"));
        }
    }
}
