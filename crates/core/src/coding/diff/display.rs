//! The diff for a reader: a sign, a line's number, its text.

use std::fmt::Write;

use super::{CONTEXT, Change, LineDiff};

impl LineDiff<'_> {
    /// Removed lines and context with their numbers in the old text, added lines with theirs in the new one. A longer
    /// stretch without changes is one line, ` ...`.
    #[must_use]
    pub fn display(&self) -> String {
        let most = parts(&self.before).max(parts(&self.after));
        let mut out = Display { width: most.to_string().len(), text: String::new() };
        let mut shown = 0;
        for (i, Change { before, after }) in self.changes.iter().enumerate() {
            out.context(&self.before, shown..before.start, i > 0, true);
            out.lines('-', &self.before, before.clone());
            out.lines('+', &self.after, after.clone());
            shown = before.end;
        }
        if !self.changes.is_empty() {
            out.context(&self.before, shown..self.before.len(), true, false);
        }
        out.text.pop();
        out.text
    }
}

/// How many parts line feeds cut a text into.
fn parts(lines: &[&str]) -> usize {
    lines.len() + usize::from(lines.last().is_none_or(|line| line.ends_with('\n')))
}

struct Display {
    width: usize,
    text: String,
}

impl Display {
    fn lines(&mut self, sign: char, lines: &[&str], range: std::ops::Range<usize>) {
        let numbers = range.start + 1..;
        for (number, line) in numbers.zip(lines.get(range).unwrap_or_default()) {
            let line = line.strip_suffix('\n').unwrap_or(line);
            // Writing into a string cannot fail.
            let _ = writeln!(self.text, "{sign}{number:>width$} {line}", width = self.width);
        }
    }

    /// Unchanged lines: those next to the change before, if there is one, and next to the change behind.
    fn context(
        &mut self,
        lines: &[&str],
        range: std::ops::Range<usize>,
        before: bool,
        behind: bool,
    ) {
        let head = range.start + if before { CONTEXT } else { 0 };
        let tail = range.end.saturating_sub(if behind { CONTEXT } else { 0 });
        if head >= tail {
            return self.lines(' ', lines, range);
        }
        self.lines(' ', lines, range.start..head);
        let _ = writeln!(self.text, " {:width$} ...", "", width = self.width);
        self.lines(' ', lines, tail..range.end);
    }
}
