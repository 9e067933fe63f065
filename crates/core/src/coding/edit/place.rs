//! Where in the file the text of an edit is: as it is written, else by what a reader sees, else but for blanks.

use std::cell::OnceCell;
use std::ops::Range;

use memchr::memmem;

use super::fuzzy::fuzzy;
use super::tolerant::tolerant;
use super::view::{Dropped, View};

/// How a text was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Exact,
    Fuzzy,
    Tolerant,
}

/// The one place of a text: a range of the file with LF as line ends. What the range has too much, since a character
/// cannot be divided, is `lead` and `trail`.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) stage: Stage,
    pub(super) range: Range<usize>,
    pub(super) lead: String,
    pub(super) trail: String,
}

impl Place {
    const fn exact(range: Range<usize>) -> Self {
        Self { stage: Stage::Exact, range, lead: String::new(), trail: String::new() }
    }
}

/// Why there is no one place.
#[derive(Debug)]
pub(super) enum Miss {
    Absent,
    /// It is at each of these.
    Many(Vec<usize>),
}

/// A file, and its other readings from when they are first needed.
pub(super) struct Haystack<'a> {
    pub(super) text: &'a str,
    fuzzy: OnceCell<View<'a>>,
    tolerant: OnceCell<View<'static>>,
}

impl<'a> Haystack<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, fuzzy: OnceCell::new(), tolerant: OnceCell::new() }
    }

    fn fuzzy(&self) -> &View<'a> {
        self.fuzzy.get_or_init(|| fuzzy(self.text))
    }

    pub(super) fn tolerant(&self) -> &View<'static> {
        self.tolerant.get_or_init(|| tolerant(&self.fuzzy().text).into_owned())
    }

    /// Where `old` is. An exact place counts even where a fuzzy one would be a second one.
    pub(super) fn find(&self, old: &str) -> Result<Place, Miss> {
        let mut exact = memmem::find_iter(self.text.as_bytes(), old);
        match (exact.next(), exact.next()) {
            (Some(at), None) => Ok(Place::exact(at..at + old.len())),
            (None, _) => self.find_fuzzy(old),
            (Some(_), Some(_)) => Err(Miss::Many(self.everywhere(old))),
        }
    }

    /// Every place of a text that is there exactly and more than once: those count too that only read like it.
    fn everywhere(&self, old: &str) -> Vec<usize> {
        let exact: Vec<usize> = memmem::find_iter(self.text.as_bytes(), old).collect();
        let needle = fuzzy(old).text;
        let read = if needle.is_empty() { Vec::new() } else { self.fuzzy_places(&needle) };
        // A mark that is alone in one place and part of a character in another reads like itself only once.
        if read.len() < exact.len() { exact } else { read }
    }

    fn fuzzy_places(&self, needle: &str) -> Vec<usize> {
        let view = self.fuzzy();
        memmem::find_iter(view.text.as_bytes(), needle)
            .map(|at| view.origin(at..at + needle.len(), Dropped::Left).range.start)
            .collect()
    }

    fn find_fuzzy(&self, old: &str) -> Result<Place, Miss> {
        let view = self.fuzzy();
        let needle = fuzzy(old).text;
        if needle.is_empty() {
            return Err(Miss::Absent);
        }
        let same = view.is_copy() && needle == old;
        let mut found = memmem::find_iter(view.text.as_bytes(), needle.as_ref());
        match (found.next().filter(|_| !same), found.next()) {
            (Some(at), None) => Ok(self.place(Stage::Fuzzy, at..at + needle.len())),
            (None, _) => self.find_tolerant(old, &needle),
            (Some(_), Some(_)) => Err(Miss::Many(self.fuzzy_places(&needle))),
        }
    }

    /// A place that needs so much good will is taken only when there is no other.
    fn find_tolerant(&self, old: &str, fuzzy_old: &str) -> Result<Place, Miss> {
        let view = self.tolerant();
        let needle = tolerant(fuzzy_old).text;
        let indented = old.starts_with([' ', '\t']);
        let mut found = memmem::find_iter(view.text.as_bytes(), needle.as_ref())
            .filter(|at| !indented || starts_line(&view.text, *at))
            .filter(|at| !cuts_word(&view.text, *at) && !cuts_word(&view.text, at + needle.len()));
        match (found.next(), found.next()) {
            (Some(at), None) => {
                let range = at..at + needle.len();
                let Range { start, end } = view.origin(range, Dropped::Left).range;
                let mut place = self.place(Stage::Tolerant, start..end);
                if indented {
                    // The indentation is part of what the edit names.
                    place.range.start = line_start(self.text, place.range.start);
                }
                Ok(place)
            }
            _ => Err(Miss::Absent),
        }
    }

    /// The place of a range of the fuzzy text.
    fn place(&self, stage: Stage, range: Range<usize>) -> Place {
        let view = self.fuzzy();
        // Blanks behind the last word of a line are not seen, and go with it.
        let ends_line = view.get(range.clone()).ends_with('\n');
        let dropped = if ends_line { Dropped::Left } else { Dropped::Taken };
        let origin = view.origin(range, dropped);
        Place {
            stage,
            range: origin.range,
            lead: origin.lead.to_owned(),
            trail: origin.trail.to_owned(),
        }
    }
}

/// Whether a place is inside a word: there a text that is not as it is written is another one.
fn cuts_word(text: &str, at: usize) -> bool {
    let is_part = |c: char| c == '_' || c.is_alphanumeric();
    let (before, behind) = text.split_at_checked(at).unwrap_or((text, ""));
    before.ends_with(is_part) && behind.starts_with(is_part)
}

fn starts_line(text: &str, at: usize) -> bool {
    line_start(text, at) == at
}

/// Where the line begins that a place is in.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    memchr::memrchr(b'\n', before).map_or(0, |feed| feed + 1)
}
