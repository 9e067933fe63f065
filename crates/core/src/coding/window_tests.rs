use proptest::prelude::*;

use super::{View, Window};
use crate::coding::truncate::{Limit, Limits, Totals, head};

/// The same, of a file that is at hand as a whole.
fn whole(
    file: &[u8],
    before: usize,
    count: Option<usize>,
    limits: Limits,
) -> (u64, String, Option<(usize, Limit)>, u64) {
    let text =
        String::from_utf8_lossy(file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file)).into_owned();
    let pieces: Vec<&str> = text.split('\n').collect();
    let lines = pieces.len() - usize::from(pieces.last().is_some_and(|last| last.is_empty()));
    let from = before.min(pieces.len());
    let end = count.map_or(pieces.len(), |count| from.saturating_add(count).min(pieces.len()));
    let selected = pieces[from..end].join("\n");
    let totals = Totals::of(selected.as_bytes());
    let first = selected.split('\n').next().unwrap_or_default().len() as u64;
    if !totals.exceed(limits) {
        return (lines as u64, selected, None, first);
    }
    let cut = head(selected.as_bytes(), limits);
    (lines as u64, selected[cut.range].to_owned(), Some((cut.lines, cut.by)), first)
}

fn seen(file: &[u8], size: usize, window: Window) -> View {
    let mut window = window;
    for piece in file.chunks(size) {
        window.push(piece);
    }
    window.finish()
}

proptest! {
    #[test]
    fn a17_2_a_window_is_the_same_however_the_file_is_cut(
        mark in any::<bool>(),
        body in prop_oneof![
            prop::collection::vec(prop::sample::select(b"a\n\n\r\xc3\xa9\xef\xbb\xbf\xf0\x9f\x98\x80\xff".to_vec()), 0..80),
            "[a\n\u{feff}\u{e9}\u{1f600}]{0,60}".prop_map(String::into_bytes),
        ],
        size in 1_usize..20,
        before in 0_usize..12,
        count in prop::option::of(1_usize..12),
        lines in 1_usize..8,
        bytes in 0_usize..40,
    ) {
        let mut file = if mark { b"\xef\xbb\xbf".to_vec() } else { Vec::new() };
        file.extend(body);
        let limits = Limits { lines, bytes };
        let window = Window::new(before as u64, count.map(|count| count as u64), limits);
        let view = seen(&file, size, window);
        let (lines, content, cut, first) = whole(&file, before, count, limits);
        prop_assert_eq!(view.lines, lines);
        prop_assert_eq!(&view.shown.content, &content);
        prop_assert_eq!(view.shown.cut.map(|cut| (cut.lines, cut.by)), cut);
        prop_assert_eq!(view.shown.first_line, first);
    }
}

#[test]
fn f28_a_final_line_feed_begins_no_line() {
    for (file, lines) in [("", 0), ("\n", 1), ("a", 1), ("a\n", 1), ("a\nb", 2), ("a\n\n", 2)] {
        let view = seen(file.as_bytes(), 1, Window::new(0, None, Limits::DEFAULT));
        assert_eq!((view.lines, view.shown.content.as_str()), (lines, file));
    }
}

#[test]
fn a17_2_only_one_byte_order_mark_is_dropped_and_only_at_the_beginning() {
    let file = "\u{feff}\u{feff}a\n\u{feff}b";
    for size in 1..10 {
        let view = seen(file.as_bytes(), size, Window::new(0, None, Limits::DEFAULT));
        assert_eq!(view.shown.content, "\u{feff}a\n\u{feff}b");
    }
    let cut_mark = seen(b"\xef\xbb", 1, Window::new(0, None, Limits::DEFAULT));
    assert_eq!(cut_mark.shown.content, "\u{fffd}");
}

#[test]
fn a17_2_memory_is_bounded_by_what_is_shown() {
    let mut window = Window::new(0, None, Limits { lines: 10, bytes: 100 });
    for _ in 0..1000 {
        window.push(&[b'x'; 1000]);
    }
    let view = window.finish();
    assert_eq!((view.lines, view.shown.first_line), (1, 1_000_000));
    assert!(view.shown.content.is_empty() && view.shown.cut.is_some_and(|cut| cut.nothing_fits()));
}
