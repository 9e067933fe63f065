//! The unified format, as `patch` and `git apply` take it.

use std::fmt::Write;
use std::ops::Range;

use super::{CONTEXT, Change, LineDiff};

const NO_NEWLINE: &str = "\\ No newline at end of file\n";

impl LineDiff<'_> {
    /// A patch of the file called `name`. Its headers name the file twice and say nothing else.
    #[must_use]
    pub fn patch(&self, name: &str) -> String {
        let mut out = format!("--- {name}\n+++ {name}\n");
        let mut rest = self.changes.as_slice();
        while let Some(first) = rest.first() {
            let near = rest.windows(2).take_while(|pair| is_near(pair)).count();
            let (hunk, behind) = rest.split_at_checked(near + 1).unwrap_or((rest, &[]));
            self.hunk(&mut out, first, hunk);
            rest = behind;
        }
        out
    }

    fn hunk(&self, out: &mut String, first: &Change, changes: &[Change]) {
        let Some(last) = changes.last() else { return };
        let before = CONTEXT.min(first.before.start);
        let behind = CONTEXT.min(self.before.len() - last.before.end);
        let old = first.before.start - before..last.before.end + behind;
        let new = first.after.start - before..last.after.end + behind;
        let _ = writeln!(out, "@@ -{} +{} @@", place(&old), place(&new));
        let mut shown = old.start;
        for change in changes {
            lines(out, ' ', &self.before, shown..change.before.start);
            lines(out, '-', &self.before, change.before.clone());
            lines(out, '+', &self.after, change.after.clone());
            shown = change.before.end;
        }
        lines(out, ' ', &self.before, shown..old.end);
    }
}

/// Changes whose contexts touch share a hunk.
fn is_near(pair: &[Change]) -> bool {
    matches!(pair, [one, two] if two.before.start - one.before.end <= 2 * CONTEXT)
}

/// Where a hunk starts and how long it is. One without lines stands behind the line that it names.
fn place(range: &Range<usize>) -> String {
    let start = range.start + usize::from(!range.is_empty());
    format!("{start},{}", range.len())
}

fn lines(out: &mut String, sign: char, lines: &[&str], range: Range<usize>) {
    for line in lines.get(range).unwrap_or_default() {
        out.push(sign);
        out.push_str(line);
        if !line.ends_with('\n') {
            out.push('\n');
            out.push_str(NO_NEWLINE);
        }
    }
}
