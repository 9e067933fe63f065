use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;

use super::{fuzzy, is_blank, is_plain, is_settled, typed};
use crate::coding::edit::view::Dropped;

/// The same by its definition, all at once.
fn model(text: &str) -> String {
    let normal: String = text.nfkc().collect();
    let lines: Vec<&str> = normal.split('\n').map(|line| line.trim_end_matches(is_blank)).collect();
    lines.join("\n").chars().map(typed).collect()
}

#[test]
fn a17_4_typography_is_read_as_it_is_typed() {
    let same = |typed: &str, fancy: &str| {
        for c in fancy.chars() {
            assert_eq!(fuzzy(&format!("a{c}b")).text, format!("a{typed}b"), "{c:?}");
        }
    };
    same("'", "\u{2018}\u{2019}\u{201a}\u{201b}");
    same("\"", "\u{201c}\u{201d}\u{201e}\u{201f}");
    same("-", "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}");
    same(
        " ",
        "\u{a0}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}\u{202f}\u{205f}\u{3000}",
    );
    for blank in "\t\u{b}\u{c} \u{a0}\u{1680}\u{2000}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}\r".chars() {
        assert_eq!(fuzzy(&format!("a{blank}\nb{blank}")).text, "a\nb", "{blank:?}");
    }
}

#[test]
fn a17_4_plain_characters_are_what_the_tables_say() {
    for c in ('\0'..=char::MAX).filter(|c| is_plain(*c)) {
        assert!(is_settled(c), "{c:?}");
        assert!(
            c.is_ascii() || unicode_normalization::char::canonical_combining_class(c) == 0,
            "{c:?}"
        );
    }
}

#[test]
fn a17_4_every_character_normalises_beside_any_other_as_by_itself() {
    // What is left out is in the tables as one block, or not assigned.
    let listed =
        (0..0x3000).chain(0xa000..0xac80).chain(0xf900..0x1_1000).chain(0x1_d000..0x1_f300);
    for c in listed.filter_map(char::from_u32) {
        let text = format!("a{c}b{c}\u{301}e{c}\u{327}\u{301}\u{1100}{c}\u{1161}{c} {c}");
        assert_eq!(fuzzy(&text).text, model(&text), "{text:?}");
    }
}

fn unicode() -> impl Strategy<Value = String> {
    let interesting = prop::sample::select(
        "ab \t\n\u{a0}\u{301}\u{327}\u{30a}\u{1100}\u{1161}\u{11a8}\u{ac00}\u{fb01}\u{fdfa}“”‘’–—−…\u{2011}\u{3000}\u{feff}ÅÅé\u{3099}か가\u{9be}\u{9c7}"
            .chars()
            .collect::<Vec<_>>(),
    );
    prop::collection::vec(prop_oneof![interesting, any::<char>()], 0..24)
        .prop_map(|chars| chars.into_iter().collect())
}

proptest! {
    #[test]
    fn a17_4_the_fuzzy_text_is_that_of_the_whole_at_once(text in unicode()) {
        let view = fuzzy(&text);
        prop_assert_eq!(&view.text, &model(&text));
        // Every range leads back to one whose own fuzzy text is the range with what its ends cut off.
        let marks: Vec<usize> = view.text.char_indices().map(|(i, _)| i).chain([view.text.len()]).collect();
        for (i, start) in marks.iter().enumerate() {
            for end in &marks[i..] {
                let origin = view.origin(*start..*end, Dropped::Left);
                prop_assert!(origin.range.start <= origin.range.end && origin.range.end <= text.len());
                prop_assert!(text.get(origin.range.clone()).is_some());
                let whole = format!("{}{}{}", origin.lead, &view.text[*start..*end], origin.trail);
                if end > start && !whole.ends_with('\n') {
                    prop_assert_eq!(model(&text[origin.range]), model(&whole));
                }
            }
        }
    }
}
