use std::collections::HashMap;

use proptest::prelude::*;

use super::{LONGEST, of};
use crate::text::Text;

fn named(id: &str) -> String {
    of(Text::Utf16(&id.encode_utf16().collect::<Vec<_>>()))
}

/// The id of a name that is no digest.
fn id_of(name: &str) -> Vec<u16> {
    if name == "%empty" {
        return Vec::new();
    }
    let mut bytes = Vec::new();
    let mut rest = name.bytes();
    while let Some(byte) = rest.next() {
        let mut digit = || char::from(rest.next().unwrap()).to_digit(16).unwrap();
        bytes.push(if byte == b'%' { u8::try_from(digit() << 4 | digit()).unwrap() } else { byte });
    }
    units_of(&bytes)
}

/// UTF-8 that may hold surrogates as code points.
fn units_of(bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::new();
    let mut rest = bytes;
    while let [first, tail @ ..] = rest {
        if let ([b @ 0xa0..0xc0, c, tail @ ..], 0xed) = (tail, first) {
            units.push(0xd000 | (u16::from(*b) & 0x3f) << 6 | u16::from(*c) & 0x3f);
            rest = tail;
        } else {
            let len = first.leading_ones().max(1) as usize;
            let (scalar, tail) = rest.split_at(len);
            units.extend(str::from_utf8(scalar).unwrap().encode_utf16());
            rest = tail;
        }
    }
    units
}

fn assert_safe(name: &str) {
    assert!((1..=LONGEST).contains(&name.len()), "{name}: {} bytes", name.len());
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || b"._-%+".contains(&byte);
    assert!(name.bytes().all(legal), "{name}");
    assert!(!name.starts_with('.') && !name.ends_with('.'), "{name}");
    let stem = name.split('.').next().unwrap().to_ascii_lowercase();
    assert!(!["con", "prn", "aux", "nul"].contains(&stem.as_str()), "{name}");
    let digit = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
    assert!(digit.is_none_or(|rest| !(rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())));
}

/// Ids that look for trouble: separators, dots, devices, capitals, escapes that are in the id itself, any units.
fn ids() -> impl Strategy<Value = Vec<u16>> {
    let part = prop_oneof![
        4 => "[A-Za-z0-9._-]{1,8}".prop_map(|text| text.encode_utf16().collect::<Vec<_>>()),
        2 => prop::sample::select(vec![
            "..", ".", "/", "\\", "\0", " ", "con", "CON", "Com1", "lpt9", "nul.", "aux", "%2e", "%", "+", "++", "+1",
            "~1", "é", "e\u{301}", "ſ", "K", "😀", "%empty", ":", "a", "A",
        ])
        .prop_map(|text| text.encode_utf16().collect()),
        1 => prop::collection::vec(any::<u16>(), 1..4),
    ];
    prop::collection::vec(part, 0..5).prop_map(|parts| parts.concat())
}

#[test]
fn g36_ordinary_ids_are_their_names() {
    for id in
        ["a", "run-7", "0b6f1c1e-9f2a-4a57-8a3e-5d1f6f1b2c3d", "plan_2.v1", "console", "com10"]
    {
        assert_eq!(named(id), id);
    }
}

#[test]
fn g36_no_id_leaves_its_folder_or_is_a_device() {
    for (id, name) in [
        ("", "%empty"),
        (".", "%2e"),
        ("..", "%2e%2e"),
        ("../../etc/passwd", "%2e.%2f..%2fetc%2fpasswd"),
        ("a\\b", "a%5cb"),
        ("C:\\x", "C%3a%5cx"),
        ("a\0b", "a%00b"),
        ("end.", "end%2e"),
        ("end ", "end%20"),
        (".hidden", "%2ehidden"),
        ("con", "%63on"),
        ("CON", "%43ON"),
        ("con.log", "%63on.log"),
        ("nul", "%6eul"),
        ("lpt1.x", "%6cpt1.x"),
        ("com", "com"),
        ("%empty", "%25empty"),
        ("é", "%c3%a9"),
        ("😀", "%f0%9f%98%80"),
    ] {
        assert_eq!(named(id), name);
        assert_safe(name);
    }
    assert_eq!(of(Text::Utf16(&[0xd83d])), "%ed%a0%bd");
}

#[test]
fn g36_long_ids_have_a_digest_for_a_name() {
    let id = "x".repeat(129);
    let name = named(&id);
    assert_eq!(named(&"x".repeat(128)), "x".repeat(128));
    assert!(name.starts_with(&format!("{}++", "x".repeat(48))) && name.len() == 114, "{name}");
    assert_ne!(name, named(&"x".repeat(130)));
    // 47 bytes are shown here: the escape that begins with the 48th is not shown in half.
    let name = named(&format!("{}{}", "y".repeat(47), "/".repeat(200)));
    assert!(name.starts_with(&format!("{}++", "y".repeat(47))), "{name}");
    assert_safe(&named(&"\u{0}".repeat(100_000)));
}

/// An escape is shown whole or not at all, and as many as there is room for.
#[test]
fn g36_no_escape_is_cut_in_a_long_name() {
    for letters in 40..50 {
        let name = named(&format!("{}{}", "x".repeat(letters), "/".repeat(100)));
        let (shown, _) = name.split_once("++").unwrap();
        let escapes = 48_usize.saturating_sub(letters) / 3;
        assert_eq!(shown, "x".repeat(letters.min(48)) + &"%2f".repeat(escapes));
    }
    assert_eq!(named("\u{1f600}."), "%f0%9f%98%80%2e");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn g36_a_name_tells_its_id(id in ids()) {
        let name = of(Text::Utf16(&id));
        assert_safe(&name);
        if !name.contains("++") {
            prop_assert_eq!(id_of(&name), id);
        }
    }

    #[test]
    fn g36_both_layouts_of_an_id_have_one_name(id in prop::collection::vec(any::<u8>(), 0..200)) {
        let wide: Vec<u16> = id.iter().map(|&byte| u16::from(byte)).collect();
        prop_assert_eq!(of(Text::Latin1(&id)), of(Text::Utf16(&wide)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    #[test]
    fn g36_no_two_ids_share_a_name(ids in prop::collection::vec((ids(), 0usize..3), 2..200)) {
        let mut owners = HashMap::new();
        for (id, times) in ids {
            // Long ids too, and those that differ only far behind what is shown of them.
            let id = id.repeat(1 + times * 20);
            let name = of(Text::Utf16(&id));
            if let Some(owner) = owners.insert(name, id.clone()) {
                prop_assert_eq!(owner, id);
            }
        }
    }
}
