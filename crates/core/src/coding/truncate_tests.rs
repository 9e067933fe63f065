use proptest::prelude::*;

use super::{Cut, Limit, Limits, Totals, head, tail};

/// The rules word for word, over lists of lines.
fn lines_of(text: &str) -> Vec<&str> {
    let body = text.strip_suffix('\n').unwrap_or(text);
    if text.is_empty() { Vec::new() } else { body.split('\n').collect() }
}

fn whole_lines<'a>(lines: impl Iterator<Item = &'a str>, limits: Limits) -> (Vec<&'a str>, Limit) {
    let (mut kept, mut size) = (Vec::new(), 0);
    for line in lines {
        if kept.len() == limits.lines {
            return (kept, Limit::Lines);
        }
        let more = line.len() + usize::from(!kept.is_empty());
        if size + more > limits.bytes {
            return (kept, Limit::Bytes);
        }
        size += more;
        kept.push(line);
    }
    (kept, Limit::Lines)
}

fn last_bytes(line: &str, most: usize) -> &str {
    let mut at = line.len().saturating_sub(most);
    while !line.is_char_boundary(at) {
        at += 1;
    }
    &line[at..]
}

proptest! {
    #[test]
    fn a6_head_and_tail_are_those_of_the_definition(
        text in "[ab\\n\u{e9}\u{20ac}\u{1f600}]{0,40}",
        lines in 0_usize..8,
        bytes in 0_usize..40,
    ) {
        let limits = Limits { lines, bytes };
        let all = lines_of(&text);
        let totals = Totals::of(text.as_bytes());
        prop_assert_eq!(totals.lines(), all.len() as u64);
        prop_assert_eq!(totals.exceed(limits), all.len() > lines || text.len() > bytes);
        prop_assume!(totals.exceed(limits));

        let cut = head(text.as_bytes(), limits);
        let (kept, mut by) = whole_lines(all.iter().copied(), limits);
        if lines == 0 && all[0].len() > bytes {
            by = Limit::Bytes; // a first line that is too long is said before anything else
        }
        prop_assert_eq!(cut.nothing_fits(), all[0].len() > bytes);
        prop_assert_eq!(&text[cut.range.clone()], kept.join("\n"));
        prop_assert_eq!((cut.lines, cut.by, cut.partial), (kept.len(), by, false));
        let enough = text.len().min(bytes + 2);
        prop_assert_eq!(head(&text.as_bytes()[..enough], limits), cut);

        let cut = tail(text.as_bytes(), limits);
        let (mut kept, by) = whole_lines(all.iter().rev().copied(), limits);
        kept.reverse();
        if kept.is_empty() && lines > 0 {
            let end = last_bytes(all.last().unwrap(), bytes);
            prop_assert_eq!(&text[cut.range.clone()], end);
            prop_assert_eq!((cut.lines, cut.by, cut.partial), (1, if lines == 1 { Limit::Lines } else { Limit::Bytes }, true));
        } else {
            prop_assert_eq!(&text[cut.range.clone()], kept.join("\n"));
            prop_assert_eq!((cut.lines, cut.by, cut.partial), (kept.len(), by, false));
        }
        let from = text.len().saturating_sub(bytes + 2);
        let Cut { range, lines, by, partial } = tail(&text.as_bytes()[from..], limits);
        prop_assert_eq!(range.start + from..range.end + from, cut.range);
        prop_assert_eq!((lines, by, partial), (cut.lines, cut.by, cut.partial));
    }

    #[test]
    fn a6_totals_do_not_depend_on_the_pieces(text in "[ab\\n]{0,40}", at in 0_usize..40) {
        let bytes = text.as_bytes();
        let (first, second) = bytes.split_at(at.min(bytes.len()));
        let mut totals = Totals::of(first);
        totals.add(second);
        prop_assert_eq!(totals, Totals::of(bytes));
    }
}
