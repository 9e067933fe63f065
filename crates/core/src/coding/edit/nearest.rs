//! What in a file is most like a text that is not in it, and how it differs.

use std::collections::HashMap;

use memchr::memmem;
use serde::Serialize;

use super::fuzzy::fuzzy;
use super::place::Haystack;
use super::tolerant::{indentation, tolerant};
use super::{feeds, lines_of};

/// How many regions are named.
const MOST: usize = 3;
/// How much of a line is quoted, in characters.
const QUOTED: usize = 120;
/// A line that is in the file more often says little about where a text was meant to be.
const COMMON: usize = 200;
/// Regions that are less alike are no help.
const LEAST: f64 = 0.5;
/// Regions that are looked at closely.
const CANDIDATES: usize = 12;

/// In what a line differs from the one that was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Difference {
    /// How far it is indented.
    Indentation,
    /// Tabs for spaces, or the other way round.
    Tabs,
    /// Blanks between words.
    Spacing,
    /// Quotes, dashes, spaces and the like.
    Typography,
    /// Backslashes or entities.
    Escaping,
    /// Capital letters.
    Case,
    /// Anything else.
    Text,
}

/// A region that is like a text, and the first line in which it is another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Nearest {
    /// Its first line, from 1.
    pub first: usize,
    /// Its last line.
    pub last: usize,
    /// In what it differs.
    pub differs: Vec<Difference>,
    /// The first line that differs.
    pub line: usize,
    /// That line in the file.
    pub found: String,
    /// That line in the edit.
    pub wanted: String,
}

/// The regions that are most like `old`, best first.
pub(super) fn nearest(haystack: &Haystack<'_>, old: &str) -> Vec<Nearest> {
    let fuzzy_old = fuzzy(old);
    let tolerant_old = tolerant(&fuzzy_old.text);
    // A last line feed ends the last line; what comes behind is none.
    let old_keys: Vec<&str> = tolerant_old.text.trim_end_matches('\n').split('\n').collect();
    let keys: Vec<&str> = haystack.tolerant().text.split('\n').collect();
    let file: Vec<&str> = haystack.text.split('\n').collect();
    let old: Vec<&str> = old.split('\n').take(old_keys.len()).collect();

    let mut scored: Vec<(f64, usize)> = starts(&keys, &old_keys)
        .into_iter()
        .map(|start| (likeness(&keys, &old_keys, start), start))
        .filter(|(score, start)| *score >= LEAST || shares_line(&keys, &old_keys, *start))
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut chosen: Vec<Nearest> =
        escaped(haystack.text, &old.join("\n"), &file).into_iter().collect();
    for (_, start) in scored {
        let region = file.get(start..).unwrap_or_default();
        let found = described(region, &old, start);
        let apart = |other: &Nearest| found.last < other.first || found.first > other.last;
        if chosen.len() < MOST && chosen.iter().all(apart) {
            chosen.push(found);
        }
    }
    chosen
}

/// Lines at which the text may have been meant to begin, those that most speaks for first.
fn starts(keys: &[&str], old: &[&str]) -> Vec<usize> {
    let mut by_key: HashMap<&str, Vec<usize>> = HashMap::new();
    for (i, key) in old.iter().enumerate().filter(|(_, key)| !key.is_empty()) {
        by_key.entry(key).or_default().push(i);
    }
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut votes: HashMap<usize, usize> = HashMap::new();
    for (line, key) in keys.iter().enumerate() {
        let Some(places) = by_key.get(key) else { continue };
        let often = seen.entry(key).or_default();
        *often += 1;
        if *often > COMMON {
            continue;
        }
        for start in places.iter().take(COMMON).filter_map(|place| line.checked_sub(*place)) {
            *votes.entry(start).or_default() += key.len().min(40);
        }
    }
    let mut starts: Vec<(usize, usize)> =
        votes.into_iter().map(|(start, votes)| (votes, start)).collect();
    starts.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    starts.truncate(CANDIDATES);
    let mut starts: Vec<usize> = starts.into_iter().map(|(_, start)| start).collect();
    let longest = old.iter().enumerate().max_by_key(|(i, key)| (key.len(), usize::MAX - i));
    if let Some((place, key)) = longest {
        let similar = similar(keys, key).into_iter().filter_map(|line| line.checked_sub(place));
        starts.extend(similar.collect::<Vec<_>>());
    }
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// The lines that are most like one line.
fn similar(keys: &[&str], key: &str) -> Vec<usize> {
    let pairs = Pairs::of(key);
    let mut scored: Vec<(f64, usize)> = keys
        .iter()
        .enumerate()
        .filter(|(_, line)| line.len() <= 4 * key.len() + 16)
        .map(|(i, line)| (pairs.likeness(line), i))
        .filter(|(score, _)| *score >= LEAST)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    scored.into_iter().take(CANDIDATES).map(|(_, i)| i).collect()
}

/// How alike the lines from `start` on are to a text: 1 when they are the same.
fn likeness(keys: &[&str], old: &[&str], start: usize) -> f64 {
    let (mut alike, mut all) = (0.0, 0.0);
    for (i, key) in old.iter().enumerate() {
        let weight = weight(key.len() + 1);
        let same = keys
            .get(start + i)
            .map_or(0.0, |line| if line == key { 1.0 } else { Pairs::of(key).likeness(line) });
        alike += weight * same;
        all += weight;
    }
    alike / f64::max(all, 1.0)
}

/// Whether a line is in its place that says more than a bracket does.
fn shares_line(keys: &[&str], old: &[&str], start: usize) -> bool {
    let here = keys.get(start..).unwrap_or_default();
    old.iter().zip(here).any(|(key, line)| key == line && key.len() > 3)
}

/// A length as a number to reckon with; nobody reads lines of a million characters.
fn weight(len: usize) -> f64 {
    f64::from(u32::try_from(len.min(1 << 20)).unwrap_or(0))
}

/// Which pairs of bytes are in a line, capital or not, by their hashes.
struct Pairs {
    known: [u64; 64],
    len: usize,
}

impl Pairs {
    fn of(line: &str) -> Self {
        let mut pairs = Self { known: [0; 64], len: line.len() };
        for hash in hashes(line) {
            if let Some(word) = pairs.known.get_mut(hash >> 6) {
                *word |= 1 << (hash & 63);
            }
        }
        pairs
    }

    /// Twice what is in both by what is in one and in the other.
    fn likeness(&self, line: &str) -> f64 {
        let known = |hash: &usize| {
            self.known.get(hash >> 6).is_some_and(|word| word >> (hash & 63) & 1 == 1)
        };
        let both = hashes(line).filter(known).count().min(self.len.saturating_sub(1));
        2.0 * weight(both) / f64::max(weight(self.len + line.len()) - 2.0, 1.0)
    }
}

fn hashes(line: &str) -> impl Iterator<Item = usize> {
    line.as_bytes().windows(2).map(|pair| match pair {
        [a, b] => {
            let (a, b) = (a.to_ascii_lowercase(), b.to_ascii_lowercase());
            (usize::from(a) * 61 + usize::from(b)) & 4095
        }
        _ => 0,
    })
}

/// The region that starts at line `start` (from 0).
fn described(region: &[&str], old: &[&str], start: usize) -> Nearest {
    let mut differs = Vec::new();
    let mut first = None;
    for (i, wanted) in old.iter().enumerate() {
        let found = region.get(i).copied().unwrap_or_default();
        let before = differs.len();
        differences(found, wanted, &mut differs);
        if differs.len() > before || (found != *wanted && first.is_none()) {
            first.get_or_insert((i, found, *wanted));
        }
    }
    let (line, found, wanted) =
        first.unwrap_or((0, region.first().unwrap_or(&""), old.first().unwrap_or(&"")));
    let last = start + old.len().min(region.len()).max(1);
    Nearest {
        first: start + 1,
        last,
        differs,
        line: start + line + 1,
        found: quoted(found),
        wanted: quoted(wanted),
    }
}

fn quoted(line: &str) -> String {
    match line.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line.to_owned(),
    }
}

/// Adds in what two lines differ.
fn differences(found: &str, wanted: &str, differs: &mut Vec<Difference>) {
    let mut add = |difference| {
        if !differs.contains(&difference) {
            differs.push(difference);
        }
    };
    let (blanks, wanted_blanks) = (indentation(found), indentation(wanted));
    let (found, wanted) = (found.trim(), wanted.trim());
    if blanks != wanted_blanks && !found.is_empty() && !wanted.is_empty() {
        let tabs = blanks.contains('\t') != wanted_blanks.contains('\t');
        add(if tabs { Difference::Tabs } else { Difference::Indentation });
    }
    if found == wanted {
        return;
    }
    let (plain, wanted_plain) = (fuzzy(found).text, fuzzy(wanted).text);
    let (even, wanted_even) = (tolerant(&plain).text, tolerant(&wanted_plain).text);
    if plain == wanted_plain {
        add(Difference::Typography);
    } else if even == wanted_even {
        add(Difference::Spacing);
    } else if unescaped(found) == wanted || found == unescaped(wanted) {
        add(Difference::Escaping);
    } else if even.to_lowercase() == wanted_even.to_lowercase() {
        add(Difference::Case);
    } else {
        add(Difference::Text);
    }
}

/// The text as it would be, had it not been escaped once too often.
fn unescaped(text: &str) -> String {
    [
        ("\\n", "\n"),
        ("\\t", "\t"),
        ("\\\"", "\""),
        ("\\'", "'"),
        ("\\`", "`"),
        ("\\$", "$"),
        ("\\\\", "\\"),
    ]
    .into_iter()
    .chain([("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")])
    .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// Where the text is when it is unescaped.
fn escaped(text: &str, old: &str, file: &[&str]) -> Option<Nearest> {
    let plain = unescaped(old);
    if plain == old || plain.trim().is_empty() {
        return None;
    }
    let at = memmem::find(text.as_bytes(), plain.as_bytes())?;
    let line = lines_of(text, &[at]).pop()?;
    let lines = feeds(plain.trim_end_matches('\n'), 0..plain.len());
    Some(Nearest {
        first: line,
        last: line + lines,
        differs: vec![Difference::Escaping],
        line,
        found: quoted(file.get(line - 1).unwrap_or(&"")),
        wanted: quoted(old.split('\n').next().unwrap_or_default()),
    })
}
