//! Replaces texts in a file: finds each where it is, and leaves every other byte as it is.

mod fuzzy;
mod indent;
mod nearest;
mod place;
mod splice;
#[cfg(test)]
mod tests;
mod tolerant;
mod view;

use std::ops::Range;

use serde::Serialize;

use super::diff::LineDiff;
pub use nearest::{Difference, Nearest};
use place::{Haystack, Miss, Place, Stage, line_start};
use splice::{Original, Replacement};
use view::View;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// A text to take out, which must be in the file once, and the text to put in its place.
#[derive(Clone, Debug)]
pub struct Edit {
    /// What is in the file.
    pub old: String,
    /// What is to be there.
    pub new: String,
}

/// A file after its edits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// All of it.
    pub bytes: Vec<u8>,
    /// What changed, for a reader.
    pub diff: String,
    /// What changed, for `patch`. It applies to the file with LF as line ends and without a byte order mark.
    pub patch: String,
    /// The first line that changed, from 1.
    pub first_changed_line: Option<usize>,
}

/// Why a file was not edited. Edits are named by their place in the list, from 0; lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "camelCase")]
pub enum Refusal {
    /// An edit says nothing of what it replaces.
    Empty {
        /// Which.
        edit: usize,
    },
    /// The text is not in the file.
    Absent {
        /// Which edit's.
        edit: usize,
        /// What is most like it.
        nearest: Vec<Nearest>,
    },
    /// The text is in the file more than once.
    Ambiguous {
        /// Which edit's.
        edit: usize,
        /// How often.
        count: usize,
        /// The lines where it begins the first times.
        lines: Vec<usize>,
        /// How many further times it begins somewhere.
        more: usize,
    },
    /// Two edits would replace the same characters.
    Overlap {
        /// The one that begins earlier.
        first: usize,
        /// The other one.
        second: usize,
    },
    /// The edits leave the file as it is.
    Unchanged,
}

/// The most places whose lines a refusal names.
const NAMED: usize = 20;

/// Applies edits, each of which is looked for in the file as it is now. `name` is what the patch calls the file.
///
/// # Errors
/// What keeps the file from being edited; nothing is edited then.
pub fn edit(file: &[u8], edits: &[Edit], name: &str) -> Result<Edited, Refusal> {
    let (bom, bytes) =
        if file.starts_with(BOM) { file.split_at(BOM.len()) } else { file.split_at(0) };
    let decoded = View::decoded(bytes);
    let lines = View::with_line_feeds(&decoded.text);
    let haystack = Haystack::new(&lines.text);

    let replacements: Vec<Replacement> = place_all(&haystack, edits)?
        .into_iter()
        .map(|found| found.replacement(haystack.text))
        .collect();

    let after = after(haystack.text, &replacements);
    let spliced = Original { bytes, decoded: &decoded, lines: &lines }.splice(&replacements);
    if spliced == bytes {
        return Err(Refusal::Unchanged);
    }
    let diff = LineDiff::new(haystack.text, &after);
    Ok(Edited {
        bytes: [bom, &spliced].concat(),
        diff: diff.display(),
        patch: diff.patch(name),
        first_changed_line: diff.first_changed_line(),
    })
}

/// An edit with its place.
struct Placed {
    edit: usize,
    old: String,
    new: String,
    place: Place,
}

impl Placed {
    fn replacement(self, file: &str) -> Replacement {
        let Place { stage, range, lead, trail } = self.place;
        let text = match stage {
            Stage::Exact | Stage::Fuzzy => self.new,
            Stage::Tolerant => {
                let line = file.get(line_start(file, range.start)..).unwrap_or_default();
                let here = file.get(range.clone()).unwrap_or_default();
                indent::reindented(here, &self.old, &self.new, tolerant::indentation(line))
            }
        };
        Replacement { range, text: lead + &text + &trail }.shrunk(file)
    }
}

/// The places of all edits, in the order of the file.
fn place_all(haystack: &Haystack<'_>, edits: &[Edit]) -> Result<Vec<Placed>, Refusal> {
    if let Some(edit) = edits.iter().position(|edit| edit.old.is_empty()) {
        return Err(Refusal::Empty { edit });
    }
    let mut found = Vec::with_capacity(edits.len());
    for (edit, Edit { old, new }) in edits.iter().enumerate() {
        let (old, new) = (line_feeds(old), line_feeds(new));
        match haystack.find(&old) {
            Ok(place) => found.push(Placed { edit, old, new, place }),
            Err(Miss::Absent) => {
                return Err(Refusal::Absent { edit, nearest: nearest::nearest(haystack, &old) });
            }
            Err(Miss::Many(places)) => {
                let count = places.len();
                let mut lines = lines_of(haystack.text, places.get(..NAMED).unwrap_or(&places));
                lines.dedup();
                let more = count.saturating_sub(NAMED);
                return Err(Refusal::Ambiguous { edit, count, lines, more });
            }
        }
    }
    found.sort_by_key(|one| one.place.range.start);
    for pair in found.windows(2) {
        if let [one, two] = pair
            && one.place.range.end > two.place.range.start
        {
            return Err(Refusal::Overlap { first: one.edit, second: two.edit });
        }
    }
    Ok(found)
}

fn line_feeds(text: &str) -> String {
    View::with_line_feeds(text).text.into_owned()
}

/// The numbers of the lines that places are in. Places come in order.
fn lines_of(text: &str, places: &[usize]) -> Vec<usize> {
    let (mut line, mut counted) = (1, 0);
    places
        .iter()
        .map(|place| {
            line += feeds(text, counted..*place);
            counted = *place;
            line
        })
        .collect()
}

fn feeds(text: &str, range: Range<usize>) -> usize {
    let part = text.as_bytes().get(range).unwrap_or_default();
    memchr::memchr_iter(b'\n', part).count()
}

/// The text with the replacements in it.
fn after(before: &str, replacements: &[Replacement]) -> String {
    let more: usize = replacements.iter().map(|new| new.text.len()).sum();
    let mut out = String::with_capacity(before.len() + more);
    let mut copied = 0;
    for Replacement { range, text } in replacements {
        out.push_str(before.get(copied..range.start).unwrap_or_default());
        out.push_str(text);
        copied = range.end;
    }
    out.push_str(before.get(copied..).unwrap_or_default());
    out
}
