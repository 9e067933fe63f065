use proptest::prelude::*;

use super::{Difference, Edit, Edited, Refusal, edit};

fn one(old: &str, new: &str) -> Vec<Edit> {
    vec![Edit { old: old.to_owned(), new: new.to_owned() }]
}

fn edited(file: impl AsRef<[u8]>, old: &str, new: &str) -> Result<Vec<u8>, Refusal> {
    edit(file.as_ref(), &one(old, new), "f").map(|edited| edited.bytes)
}

fn becomes(file: impl AsRef<[u8]>, old: &str, new: &str, expected: impl AsRef<[u8]>) {
    assert_eq!(edited(file, old, new).unwrap(), expected.as_ref());
}

#[test]
fn f30_bytes_that_are_no_text_stay() {
    becomes(b"\xff a \xe2\x82 b\n", "b", "c", b"\xff a \xe2\x82 c\n");
    becomes(b"caf\xe9 x\n", "caf\u{fffd} x", "caf\u{fffd} y", b"caf\xe9 y\n");
    becomes(
        b"a\xff\nb\nc\xff",
        "a\u{fffd}\nb\nc\u{fffd}",
        "a\u{fffd}\nB\nd\nc\u{fffd}",
        b"a\xff\nB\nd\nc\xff",
    );
}

#[test]
fn f30_every_line_keeps_its_own_end() {
    let file = "\u{feff}a\r\nb\nc\rd\r\n";
    becomes(file, "b", "B", "\u{feff}a\r\nB\nc\rd\r\n");
    becomes(file, "a\nb\nc\nd", "a\nb\nC\nd", "\u{feff}a\r\nb\nC\rd\r\n");
    becomes(file, "b\nc", "x\ny\nz", "\u{feff}a\r\nx\ny\r\nz\rd\r\n");
    becomes("a\nb\r\nc\r\n", "c", "c\nd", "a\nb\r\nc\nd\r\n");
    becomes("a\r\nb\r\n", "b", "b\nc", "a\r\nb\r\nc\r\n");
    becomes("a\r\nb\rc\r\n", "a\nb\nc", "A\nb\nC", "A\r\nb\rC\r\n");
    becomes(b"a\n\xff\nc\n", "a\n\u{fffd}\nc", "A\n\u{fffd}\nC", b"A\n\xff\nC\n");
}

#[test]
fn f30_line_ends_that_come_together_stay_two() {
    becomes("a\rX\nb", "X", "", "a\r\r\nb");
    becomes("a\rb\n", "b", "\nb", "a\r\r\nb\n");
}

#[test]
fn f30_characters_that_share_bytes_are_exchanged_whole() {
    becomes("(é)", "é", "è", "(è)"); // the first byte is the same
    becomes("(é)", "é", "©", "(©)"); // the last one
    becomes("(😀)", "😀", "😁", "(😁)");
}

#[test]
fn a17_4_a_match_inside_a_character_keeps_the_rest_of_it() {
    becomes("ﬁx “it”\n", "ix \"it\"", "at", "fat\n");
    becomes("½ “it”\n", "2 \"", "3 \"", "1⁄3 \"it”\n");
}

#[test]
fn a17_4_what_is_beside_a_match_by_its_reading_stays() {
    becomes("a “b” c “d”  \n", "\"b\"", "e", "a e c “d”  \n");
    becomes("x “b”   \ny  \n", "\"b\"\ny", "z", "x z\n");
    becomes("“b”\n   \ny\n", "\"b\"\n", "z\n", "z\n   \ny\n");
}

#[test]
fn f15_an_exact_place_counts_beside_one_that_reads_like_it() {
    becomes("say “x”\nsay \"x\"\n", "say \"x\"", "no", "say “x”\nno\n");
    let two = edited("a \"x\"\na \"x\"\na “x”\n", "a \"x\"", "no");
    assert_eq!(two, Err(Refusal::Ambiguous { edit: 0, count: 3, lines: vec![1, 2, 3], more: 0 }));
}

#[test]
fn f31_what_is_most_like_a_text_is_named_with_its_lines() {
    let file =
        "fn a() {\n    let total = sum(1, 2);\n}\n\nfn b() {\n    let other = sum(3, 4);\n}\n";
    let Err(Refusal::Absent { nearest, .. }) = edited(file, "let total = sum(1, 3);", "x") else {
        panic!()
    };
    assert_eq!((nearest[0].first, nearest[0].last, nearest[0].line), (2, 2, 2));
    assert_eq!(nearest[0].differs[..], [Difference::Indentation, Difference::Text]);
    let kind = |file: &str, old: &str| match edited(file, old, "x") {
        Err(Refusal::Absent { nearest, .. }) => nearest[0].differs.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(kind("say \"hi\" now\n", r#"say \"hi\" now"#), [Difference::Escaping]);
    assert_eq!(kind("if (a &lt; b) {\n", "if (a < b) {"), [Difference::Escaping]);
    assert_eq!(kind("Some Words Here\n", "some words here"), [Difference::Case]);
    assert_eq!(kind("\tsome line\n--\n\tsome line\n", "    some line"), [Difference::Tabs]);
    let typed = kind("say “hi” to them\nand more\n", "say \"hi\" to them\nor less");
    assert_eq!(typed, [Difference::Typography, Difference::Text]);
    let spaced = kind("say  hi  to them\nand more\n", "say hi to them\nor less");
    assert_eq!(spaced, [Difference::Spacing, Difference::Text]);
    let none = edited("entirely other\n", "zzzz qqqq", "x");
    assert_eq!(none, Err(Refusal::Absent { edit: 0, nearest: vec![] }));
}

#[test]
fn f31_three_regions_are_named_that_have_no_line_in_common() {
    let file = "alpha beta\ngamma delta\n".repeat(5);
    let Err(Refusal::Absent { nearest, .. }) = edited(&file, "alpha beta\ngamma delta\nx", "y")
    else {
        panic!("it is not there")
    };
    assert_eq!(nearest.len(), 3);
    for (i, one) in nearest.iter().enumerate() {
        for other in &nearest[..i] {
            assert!(one.last < other.first || other.last < one.first, "{nearest:?}");
        }
    }
}

/// It would take hours to compare every line with every other one.
#[test]
fn f31_a_text_of_many_equal_lines_is_compared_with_few_places() {
    let file = "alpha beta\n".repeat(20_000);
    let found = edited(&file, &format!("{file}gamma"), "x");
    assert!(matches!(found, Err(Refusal::Absent { .. })));
}

#[test]
fn f31_lines_of_a_text_that_is_there_often_are_named_once_each() {
    let file = "a a a\nb\n".to_owned() + &"a\n".repeat(30);
    let lines = [1].into_iter().chain(3..20).collect();
    assert_eq!(
        edited(file, "a", "x"),
        Err(Refusal::Ambiguous { edit: 0, count: 33, lines, more: 13 })
    );
}

#[test]
fn f32_blanks_may_differ_where_there_is_one_such_place() {
    becomes("\tfoo(a,  b)\n", "  foo(a, b)", "  bar(b)", "\tbar(b)\n");
    let file = "\tif (a) {\r\n\t\tb();\r\n\t}\r\n";
    let old = "    if (a) {\n        b();\n    }\n";
    let new = "    if (a) {\n        b();\n        c();\n    }\n";
    becomes(file, old, new, "\tif (a) {\r\n\t\tb();\r\n\t\tc();\r\n\t}\r\n");
    let twice = edited("\tx = 1\n x = 1\n", "  x = 1", "  x = 2");
    assert!(matches!(twice, Err(Refusal::Absent { nearest, .. }) if nearest.len() == 2));
    // No word is cut.
    assert!(edited("max  = 1\n", "x = 1", "y").is_err());
    assert!(edited("x  = 12\n", "x = 1", "y").is_err());
    // An indented text is a whole line.
    assert!(edited("foreturn  x\n", "  return x", "y").is_err());
    assert!(edited("   \n\n", " \n  ", "y").is_err());
    becomes("a\tb\n", "a b", "c", "c\n");
    // An indented text begins a line, no text begins inside a word, and blanks alone are none.
    for (file, old) in
        [("a; b  =  1\n", "  b = 1"), ("x_a  b\n", "a b"), ("a  b_\n", "a b"), ("a", "  ")]
    {
        let found = edited(file, old, "new");
        assert!(matches!(found, Err(Refusal::Absent { .. })), "{found:?}");
    }
}

#[test]
fn a17_4_refusals_name_the_edit() {
    let edits =
        |texts: &[&str]| -> Vec<Edit> { texts.iter().flat_map(|old| one(old, "new")).collect() };
    assert_eq!(edit(b"abc", &edits(&["a", ""]), "f"), Err(Refusal::Empty { edit: 1 }));
    assert_eq!(
        edit(b"abcd", &edits(&["bc", "ab"]), "f"),
        Err(Refusal::Overlap { first: 1, second: 0 })
    );
    assert!(edit(b"abcd", &edits(&["ab", "cd"]), "f").is_ok());
    assert!(matches!(edit(b"abc", &edits(&["a", "q"]), "f"), Err(Refusal::Absent { edit: 1, .. })));
    assert_eq!(edited("abc", "b", "b"), Err(Refusal::Unchanged));
}

/// Lines of odd bytes with odd ends, each line once.
fn file() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let piece = prop::sample::select(vec![
        &b"foo"[..],
        b" ",
        b"\t",
        "“q”".as_bytes(),
        "é".as_bytes(),
        b"\xff",
        b"\xe2\x82",
        "ﬁ".as_bytes(),
        b"}",
        b"",
    ]);
    let end = prop::sample::select(vec![&b"\n"[..], b"\r\n", b"\r"]);
    prop::collection::vec((prop::collection::vec(piece, 0..4), end), 1..12).prop_map(|lines| {
        lines
            .into_iter()
            .enumerate()
            .map(|(i, (pieces, end))| {
                [format!("[{i}]").as_bytes(), &pieces.concat(), b";", end].concat()
            })
            .collect()
    })
}

/// The file with LF as line ends, by the simplest means.
fn plain(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace("\r\n", "\n").replace('\r', "\n")
}

proptest! {
    #[test]
    fn f30_an_edit_changes_no_line_but_its_own(lines in file(), at in any::<prop::sample::Index>(), new in "[a-z\n“]{0,6}") {
        let at = at.index(lines.len());
        let file = lines.concat();
        let old = plain(&lines[at]);
        let old = old.trim_end_matches('\n');
        let Edited { bytes, .. } = edit(&file, &one(old, &format!("<{new}>")), "f").unwrap();
        let (before, after) = (lines[..at].concat(), lines[at + 1..].concat());
        prop_assert!(bytes.starts_with(&before));
        prop_assert!(bytes.ends_with(&after));
        let expected = plain(&before) + "<" + &new + ">\n" + &plain(&after);
        prop_assert_eq!(plain(&bytes), expected);
    }

    #[test]
    fn a17_4_no_edit_of_any_bytes_panics_or_does_more_than_the_model(
        file in prop::collection::vec(prop::sample::select(b"ab \t\n\r\xe2\x80\x9c\xff\"".to_vec()), 0..40),
        old in "[ab \t\n“\"]{0,6}",
        new in "[ab \n]{0,6}",
    ) {
        let text = plain(&file);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let found = edit(&file, &one(&old, &new), "f");
        let count = if old.is_empty() { 0 } else { text.matches(old.as_str()).count() };
        match (count, found) {
            // The bytes on both sides of a text that goes stay, and may read as one character then.
            (1, Ok(_)) if new.is_empty() && std::str::from_utf8(&file).is_err() => {}
            (1, Ok(edited)) => prop_assert_eq!(plain(&edited.bytes), text.replacen(&old, &new, 1)),
            (1, Err(refusal)) => {
                prop_assert_eq!(refusal, Refusal::Unchanged);
                prop_assert_eq!(old, new);
            }
            (0, _) => {}
            (_, Err(Refusal::Ambiguous { count: told, .. })) => prop_assert!(told >= count),
            (_, other) => prop_assert!(false, "{other:?}"),
        }
    }
}
