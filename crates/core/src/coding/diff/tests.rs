use proptest::prelude::*;

use super::{Change, LineDiff, changes, myers};

fn applied(before: &[u8], after: &[u8], changes: &[Change]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    for change in changes {
        out.extend_from_slice(&before[at..change.before.start]);
        assert_eq!(out.len(), change.after.start);
        out.extend_from_slice(&after[change.after.clone()]);
        at = change.before.end;
    }
    out.extend_from_slice(&before[at..]);
    out
}

/// The length of the longest common subsequence, by the textbook.
fn common(before: &[u8], after: &[u8]) -> usize {
    let mut row = vec![0; after.len() + 1];
    for old in before {
        let mut above_left = 0;
        for (j, new) in after.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if old == new { above_left + 1 } else { above.max(row[j]) };
            above_left = above;
        }
    }
    row[after.len()]
}

proptest! {
    #[test]
    fn a17_4_changes_lead_from_one_text_to_the_other_with_the_fewest_lines(
        before in prop::collection::vec(0_u8..4, 0..40),
        after in prop::collection::vec(0_u8..4, 0..40),
    ) {
        let found = changes(&before, &after);
        prop_assert_eq!(&applied(&before, &after, &found), &after);
        let touched: usize = found.iter().map(|c| c.before.len() + c.after.len()).sum();
        prop_assert_eq!(touched, before.len() + after.len() - 2 * common(&before, &after));
    }
}

#[test]
fn a17_4_texts_with_nothing_in_common_are_compared_all_the_same() {
    let before: Vec<u32> = (0..3000).collect();
    let after: Vec<u32> = (5000..9000).collect();
    assert!(myers::changes(&before, &after).is_none());
    assert_eq!(changes(&before, &after), [Change { before: 0..3000, after: 0..4000 }]);
}

#[test]
fn a17_4_the_display_has_numbers_of_one_width_and_collapses_what_did_not_change() {
    let lines: Vec<String> = (1..=30).map(|i| format!("l{i}\n")).collect();
    let before = lines.concat();
    let after = before.replace("l10\n", "X\nY\n").replace("l26\n", "");
    let diff = LineDiff::new(&before, &after);
    assert_eq!(diff.first_changed_line(), Some(10));
    let expected = [
        "    ...", "  6 l6", "  7 l7", "  8 l8", "  9 l9", "-10 l10", "+10 X", "+11 Y", " 11 l11",
        " 12 l12", " 13 l13", " 14 l14", "    ...", " 22 l22", " 23 l23", " 24 l24", " 25 l25",
        "-26 l26", " 27 l27", " 28 l28", " 29 l29", " 30 l30",
    ];
    assert_eq!(diff.display(), expected.join("\n"));
}

#[test]
fn a17_4_contexts_that_touch_are_one_stretch() {
    let lines: Vec<String> = (1..=30).map(|i| format!("l{i}\n")).collect();
    let before = lines.concat();
    for (second, hunks) in [("l13\n", 1), ("l14\n", 1), ("l15\n", 2)] {
        let after = before.replace("l5\n", "X\n").replace(second, "Y\n");
        let diff = LineDiff::new(&before, &after);
        assert_eq!(diff.patch("f").matches("@@ -").count(), hunks);
        // What is left out is before no change, between two, and behind the last.
        assert_eq!(diff.display().matches("...").count(), hunks);
    }
}

/// A text that ends with a line feed has one more part than lines, and numbers are as wide as its number.
#[test]
fn a17_4_numbers_are_as_wide_as_that_of_the_last_part() {
    for (lines, first) in [(8, "-1 a"), (9, "- 1 a"), (10, "- 1 a")] {
        let before = "a\n".to_owned() + &"b\n".repeat(lines - 1);
        let display = LineDiff::new(&before, &before.replace('a', "c")).display();
        assert_eq!(display.lines().next(), Some(first));
    }
}

#[test]
fn a17_4_the_patch_says_where_a_last_line_has_no_line_feed() {
    let diff = LineDiff::new("a\nb", "a\nb\n");
    let expected = "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n";
    assert_eq!(diff.patch("f"), expected);
    let emptied = LineDiff::new("a", "");
    let expected = "--- f\n+++ f\n@@ -1,1 +0,0 @@\n-a\n\\ No newline at end of file\n";
    assert_eq!(emptied.patch("f"), expected);
    assert_eq!(emptied.display(), "-1 a");
}
