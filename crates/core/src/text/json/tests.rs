use proptest::prelude::*;

use super::{Malformed, append, append_raw, append_str, decode};
use crate::text::{Layout, Text};

fn encoded(text: Text<'_>) -> String {
    let mut out = b"before".to_vec();
    append(text, &mut out);
    String::from_utf8(out.split_off(6)).unwrap()
}

/// The units that a JSON string decodes to, and the layout they were given in.
fn decoded(token: &[u8]) -> Result<(Layout, Vec<u16>), Malformed> {
    let mut arena = b"before".to_vec();
    let layout = decode(token, &mut arena)?;
    let bytes = arena.strip_prefix(b"before").unwrap();
    let units = match layout {
        Layout::Latin1 => bytes.iter().map(|&byte| u16::from(byte)).collect(),
        Layout::Utf16 => {
            bytes.as_chunks::<2>().0.iter().map(|&pair| u16::from_le_bytes(pair)).collect()
        }
    };
    Ok((layout, units))
}

#[test]
fn g38_every_unit_is_written_as_a_parser_reads_it() {
    for unit in 0..=u16::MAX {
        let written = encoded(Text::Utf16(&[unit]));
        assert_eq!(decoded(written.as_bytes()).unwrap().1, [unit]);
        if let Some(scalar) = char::from_u32(u32::from(unit)) {
            assert_eq!(serde_json::from_str::<char>(&written).unwrap(), scalar);
        }
    }
}

/// Units that meet every branch: plain ASCII mostly, escapes, Latin-1, other scripts, pairs and lone surrogates.
fn units() -> impl Strategy<Value = Vec<u16>> {
    let unit = prop_oneof![
        8 => 0x20u16..0x7f,
        1 => 0u16..0x20,
        1 => Just(0x22u16),
        1 => Just(0x5cu16),
        1 => 0x7fu16..0x100,
        1 => 0x100u16..0xd800,
        2 => 0xd800u16..0xe000,
        1 => any::<u16>(),
    ];
    prop::collection::vec(unit, 0..200)
}

#[test]
fn g40_escapes_are_those_of_json_stringify() {
    let all: Vec<u8> = (0..0x30).chain([b'\\', 0x7f, 0x80, 0xe9, 0xff]).collect();
    let expected = concat!(
        r#""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#,
        r"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f",
        r##" !\"#$%&'()*+,-./\\"##,
        "\u{7f}\u{80}\u{e9}\u{ff}\""
    );
    assert_eq!(encoded(Text::Latin1(&all)), expected);
    let wide: Vec<u16> = all.iter().map(|&byte| u16::from(byte)).collect();
    assert_eq!(encoded(Text::Utf16(&wide)), expected);
}

#[test]
fn g40_lone_surrogates_are_escaped_and_pairs_are_not() {
    assert_eq!(encoded(Text::Utf16(&[0xd83d, 0xde00])), "\"😀\"");
    assert_eq!(encoded(Text::Utf16(&[0xde00, 0xd83d])), r#""\ude00\ud83d""#);
    assert_eq!(encoded(Text::Utf16(&[0xd83d, 0xd83d, 0xde00])), "\"\\ud83d😀\"");
    assert_eq!(encoded(Text::Utf16(&[0xdfff, 0x2028, 0xffff])), "\"\\udfff\u{2028}\u{ffff}\"");
}

#[test]
fn g40_a_string_decodes_in_the_narrowest_layout() {
    assert_eq!(decoded(b"\"\""), Ok((Layout::Latin1, vec![])));
    assert_eq!(decoded("\"café\"".as_bytes()), Ok((Layout::Latin1, vec![0x63, 0x61, 0x66, 0xe9])));
    assert_eq!(decoded(br#""\u00E9\/""#), Ok((Layout::Latin1, vec![0xe9, 0x2f])));
    assert_eq!(decoded(br#""a\ud83d""#), Ok((Layout::Utf16, vec![0x61, 0xd83d])));
    assert_eq!(
        decoded("\"é😀z\"".as_bytes()),
        Ok((Layout::Utf16, vec![0xe9, 0xd83d, 0xde00, 0x7a]))
    );
}

#[test]
fn g40_what_is_no_json_string_is_refused_and_leaves_the_arena_alone() {
    let cases: [(&[u8], Malformed); 12] = [
        (b"", Malformed::Unquoted),
        (b"\"", Malformed::Unquoted),
        (b"\"a", Malformed::Unquoted),
        (b"a\"", Malformed::Unquoted),
        (b"\"a\"b\"", Malformed::Unescaped(b'"')),
        (b"\"a\nb\"", Malformed::Unescaped(b'\n')),
        (b"\"a\\\"", Malformed::Escape),
        (b"\"a\\x\"", Malformed::Escape),
        (b"\"a\\u12\"", Malformed::Escape),
        (b"\"a\\u12g4\"", Malformed::Escape),
        (b"\"a\\u+123\"", Malformed::Escape),
        (b"\"a\xed\xa0\x80\"", Malformed::Encoding),
    ];
    for (token, malformed) in cases {
        let mut arena = b"before".to_vec();
        assert_eq!(decode(token, &mut arena), Err(malformed), "{token:?}");
        assert_eq!(arena, b"before");
    }
}

#[test]
fn g40_json_text_passes_as_it_is_but_for_lone_surrogates() {
    let raw = |text: Text<'_>| {
        let mut out = Vec::new();
        append_raw(text, &mut out);
        String::from_utf8(out).unwrap()
    };
    assert_eq!(raw(Text::Latin1(b"{\"a\":\"\\n\xe9\"}")), "{\"a\":\"\\né\"}");
    let wide: Vec<u16> = "[\"😀\\n\"]".encode_utf16().collect();
    assert_eq!(raw(Text::Utf16(&wide)), "[\"😀\\n\"]");
    assert_eq!(raw(Text::Utf16(&[0x22, 0xd83d, 0x22])), "\"\\ud83d\"");
}

proptest! {
    #[test]
    fn g40_any_units_come_back(units in units()) {
        let token = encoded(Text::Utf16(&units));
        let (layout, found) = decoded(token.as_bytes()).unwrap();
        prop_assert_eq!(&found, &units);
        let narrow = units.iter().all(|&unit| unit <= 0xff);
        prop_assert_eq!(layout, if narrow { Layout::Latin1 } else { Layout::Utf16 });
    }

    #[test]
    fn g40_both_layouts_of_a_text_are_written_alike(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let wide: Vec<u16> = bytes.iter().map(|&byte| u16::from(byte)).collect();
        let token = encoded(Text::Latin1(&bytes));
        prop_assert_eq!(&token, &encoded(Text::Utf16(&wide)));
        prop_assert_eq!(decoded(token.as_bytes()), Ok((Layout::Latin1, wide)));
    }

    #[test]
    fn g40_well_formed_text_is_written_as_serde_json_writes_it(text in "(?s).{0,100}|[ -~]{0,300}") {
        let expected = serde_json::to_string(&text).unwrap();
        let wide: Vec<u16> = text.encode_utf16().collect();
        prop_assert_eq!(&encoded(Text::Utf16(&wide)), &expected);
        let mut out = Vec::new();
        append_str(&text, &mut out);
        prop_assert_eq!(out, expected.as_bytes());
    }

    #[test]
    fn g40_what_serde_json_reads_is_read_alike(text in any::<String>(), escape in any::<bool>()) {
        let token = if escape {
            let units = text.encode_utf16().map(|unit| format!("\\u{unit:04X}"));
            format!("\"{}\"", units.collect::<String>())
        } else {
            serde_json::to_string(&text).unwrap()
        };
        let expected: String = serde_json::from_str(&token).unwrap();
        let (_, units) = decoded(token.as_bytes()).unwrap();
        prop_assert_eq!(units, expected.encode_utf16().collect::<Vec<_>>());
    }

    #[test]
    fn g40_no_bytes_crash_the_decoder(mut bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        bytes.insert(0, b'"');
        bytes.push(b'"');
        if decoded(&bytes).is_ok() {
            let escaped = String::from_utf8(bytes).unwrap();
            prop_assert!(serde_json::from_str::<&serde_json::value::RawValue>(&escaped).is_ok());
        }
    }
}
