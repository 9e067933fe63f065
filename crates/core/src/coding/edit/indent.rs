//! A new text for a place that was found but for its blanks: indented as the file is.

use crate::coding::diff::{Change, changes};

use super::tolerant::indentation;

/// The indentation of a line in an edit, and of the same line in the file.
#[derive(Clone, Copy, Debug)]
struct Pair<'a> {
    line: usize,
    old: &'a str,
    file: &'a str,
}

/// The new text as the file would have it. Lines that the edit leaves as they are stay as the file has them; others get
/// the indentation that the file has where the edit has theirs.
///
/// `first` is the whole indentation of the file's first line, of which `file` may have a part or nothing.
pub(super) fn reindented(file: &str, old: &str, new: &str, first: &str) -> String {
    let (file, old): (Vec<&str>, Vec<&str>) =
        (file.split('\n').collect(), old.split('\n').collect());
    let new: Vec<&str> = new.split('\n').collect();
    if file.len() != old.len() {
        return new.join("\n");
    }
    let shift = Shift::new(&file, &old, first);
    let mut lines = Vec::with_capacity(new.len());
    // A text that begins inside a line goes on there.
    let inside = indentation(old.first().unwrap_or(&"")).is_empty();
    let mut from_old = 0;
    let end = Change { before: old.len()..old.len(), after: new.len()..new.len() };
    for Change { before, after } in changes(&old, &new).into_iter().chain([end]) {
        lines.extend(
            file.get(from_old..before.start)
                .unwrap_or_default()
                .iter()
                .map(|line| (*line).to_owned()),
        );
        let changed = new.get(after.clone()).unwrap_or_default();
        for (i, line) in changed.iter().enumerate() {
            let beside = before.start + i.min(before.len().saturating_sub(1));
            let goes_on = inside && after.start + i == 0;
            lines.push(if goes_on { (*line).to_owned() } else { shift.line(line, beside) });
        }
        from_old = before.end;
    }
    lines.join("\n")
}

/// How the indentation of an edit becomes that of the file.
struct Shift<'a> {
    pairs: Vec<Pair<'a>>,
    unit: Unit,
}

/// What one more step of indentation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Same,
    /// Tabs in the file for so many spaces.
    Tab(usize),
    /// So many spaces in the file for a tab.
    Spaces(usize),
    /// Spaces in the file for spaces: so many for so many.
    Ratio(usize, usize),
}

impl<'a> Shift<'a> {
    fn new(file: &[&'a str], old: &[&'a str], first: &'a str) -> Self {
        let pairs: Vec<Pair<'a>> = file
            .iter()
            .zip(old)
            .enumerate()
            .filter(|(_, (_, old))| !old.trim().is_empty())
            .map(|(line, (file, old))| {
                let file = if line == 0 { first } else { indentation(file) };
                Pair { line, old: indentation(old), file }
            })
            .collect();
        let unit = Unit::of(&pairs);
        Self { pairs, unit }
    }

    /// A line of the new text that stands where line `beside` of the old one stood.
    fn line(&self, line: &str, beside: usize) -> String {
        if line.trim().is_empty() {
            return line.to_owned();
        }
        let own = indentation(line);
        let content = line.get(own.len()..).unwrap_or_default();
        self.indentation(own, beside) + content
    }

    fn indentation(&self, own: &str, beside: usize) -> String {
        let near = |pair: &&Pair<'_>| pair.line.abs_diff(beside);
        if let Some(same) = self.pairs.iter().filter(|pair| pair.old == own).min_by_key(near) {
            return same.file.to_owned();
        }
        // The nearest line that is indented less has the most in common with it.
        let less = self.pairs.iter().filter(|pair| own.starts_with(pair.old));
        if let Some(base) = less.max_by_key(|pair| (pair.old.len(), usize::MAX - near(pair))) {
            let more = own.get(base.old.len()..).unwrap_or_default();
            return base.file.to_owned() + &self.unit.convert(more);
        }
        if let Some(base) =
            self.pairs.iter().filter(|pair| pair.old.starts_with(own)).min_by_key(near)
        {
            let less = self.unit.convert(base.old.get(own.len()..).unwrap_or_default());
            if let Some(rest) = base.file.strip_suffix(less.as_str()) {
                return rest.to_owned();
            }
        }
        self.unit.convert(own)
    }
}

impl Unit {
    fn of(pairs: &[Pair<'_>]) -> Self {
        let tabs = |text: &str| text.contains('\t');
        let old_tabs = pairs.iter().any(|pair| tabs(pair.old));
        let file_tabs = pairs.iter().any(|pair| tabs(pair.file));
        // How much both grow from one line to another; where there is but one depth, from nothing.
        let growth = pairs
            .iter()
            .flat_map(|a| pairs.iter().map(move |b| (a, b)))
            .filter(|(a, b)| a.old.len() < b.old.len() && a.file.len() < b.file.len())
            .map(|(a, b)| (b.old.len() - a.old.len(), b.file.len() - a.file.len()))
            .min();
        let single = pairs
            .iter()
            .map(|pair| (pair.old.len(), pair.file.len()))
            .find(|(old, file)| *old > 0 && *file > 0);
        let steps = growth.or(single);
        let whole = |many: usize, one: usize| {
            many.checked_rem(one).filter(|rest| *rest == 0).map(|_| many / one)
        };
        match (old_tabs, file_tabs) {
            (false, true) => Self::Tab(steps.and_then(|(old, file)| whole(old, file)).unwrap_or(4)),
            (true, false) => {
                Self::Spaces(steps.and_then(|(old, file)| whole(file, old)).unwrap_or(4))
            }
            (false, false) => match growth {
                Some((old, file)) if old != file => Self::Ratio(file, old),
                _ => Self::Same,
            },
            (true, true) => Self::Same,
        }
    }

    fn convert(self, blanks: &str) -> String {
        let count = blanks.len();
        match self {
            Self::Tab(width) if !blanks.contains('\t') => {
                "\t".repeat(count / width.max(1)) + &" ".repeat(count % width.max(1))
            }
            Self::Spaces(width) => blanks.replace('\t', &" ".repeat(width)),
            Self::Ratio(file, old) if (count * file).is_multiple_of(old.max(1)) => {
                " ".repeat(count * file / old.max(1))
            }
            _ => blanks.to_owned(),
        }
    }
}

#[cfg(test)]
#[path = "indent_tests.rs"]
mod tests;
