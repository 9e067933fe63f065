//! Parsing against `serde_json`, wherever the two read JSON alike, and against its own promises.

use proptest::prelude::*;
use serde_json::Value;

use super::surrogate::{self, read};
use super::{Arguments, ArgumentsError, Tape, Token};
use gatto_core::text::Text;

fn json() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-(1_i64 << 53)..1 << 53).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[a-c\"\\\\\n]{0,3}".prop_map(Value::from),
    ];
    scalar.prop_recursive(6, 64, 20, |inner| {
        let name = prop_oneof!["[a-c\"\\\\]{0,2}", any::<String>()];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((name, inner), 0..30)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Whether a value of the tape is the one that `serde_json` has read.
fn same(tape: &Tape<'_>, at: u32, value: &Value) -> bool {
    match (tape.token(at), value) {
        (Token::Null, Value::Null)
        | (Token::True, Value::Bool(true))
        | (Token::False, Value::Bool(false)) => true,
        // serde_json is off by a last digit now and then.
        (Token::Number(number), Value::Number(value)) => {
            value.as_f64().is_some_and(|value| (value - number).abs() <= number.abs() * 1e-15)
        }
        (token @ (Token::Plain(_) | Token::Escaped(_)), Value::String(value)) => {
            token.string().as_deref() == Some(value)
        }
        (Token::List(_), Value::Array(values)) => {
            tape.len(at) == values.len()
                && tape.elements(at).zip(values).all(|(at, value)| same(tape, at, value))
        }
        (Token::Map(_) | Token::Sorted(_), Value::Object(map)) => {
            tape.len(at) == map.len()
                && tape.members(at).count() == map.len()
                && map
                    .iter()
                    .all(|(name, value)| tape.get(at, name).is_some_and(|at| same(tape, at, value)))
        }
        _ => false,
    }
}

/// Pieces of JSON, in any order: mostly broken, now and then not.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{", "}", "[", "]", ":", ",", "\"a\"", "\"", "\\", "\\n", "\\u0041", "\\u00", "1", "0",
        "-", ".", "e2", "E+", "true", "null", "fals", " ", "\n", "\t", "é", "\u{1}", "\"b\":",
    ]);
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn g29_reads_what_serde_reads(value in json(), pretty in any::<bool>()) {
        let text =
            if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
        let text = text.unwrap();
        let parsed = Arguments::parse(&text).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        prop_assert!(same(parsed.tape(), 0, &value), "{text}");
    }

    #[test]
    fn g29_accepts_what_serde_accepts(text in soup()) {
        let serde = serde_json::from_str::<Value>(&text);
        let parsed = Arguments::parse(&text);
        prop_assert_eq!(parsed.is_ok(), serde.is_ok(), "{}", text);
        if let (Ok(parsed), Ok(value)) = (parsed, serde) {
            prop_assert!(same(parsed.tape(), 0, &value), "{text}");
        }
    }

    #[test]
    fn g29_a_text_cut_off_says_where(value in json(), cut in any::<prop::sample::Index>()) {
        let text = serde_json::to_string(&vec![value]).unwrap();
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let text = &text[..*cut.get(&ends)];
        let Err(ArgumentsError::Syntax(place)) = Arguments::parse(text) else {
            panic!("cut off, and read: {text}")
        };
        prop_assert!(place.offset <= text.encode_utf16().count());
        prop_assert!(place.line == text.matches('\n').count() + 1);
        prop_assert!(place.near.chars().count() <= 40);
    }

    #[test]
    fn g40_any_units_are_read_one_to_one(units in prop::collection::vec(
        prop_oneof![0_u16..0x80, any::<u16>(), 0xd800_u16..0xe000], 0..40,
    )) {
        // But for characters that stand in for halves, should a text really hold them.
        prop_assume!(!char::decode_utf16(units.iter().copied()).flatten().any(|c| surrogate::lone(c).is_some()));
        let read = read(Text::Utf16(&units));
        let back: Vec<u16> = read
            .chars()
            .flat_map(|c| surrogate::lone(c).map_or_else(|| c.encode_utf16(&mut [0; 2]).to_vec(), |unit| vec![unit]))
            .collect();
        prop_assert_eq!(back, units);
    }

    #[test]
    fn g40_latin1_is_read_one_to_one(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let read = read(Text::Latin1(&bytes));
        prop_assert_eq!(read, bytes.iter().map(|&byte| char::from(byte)).collect::<String>());
    }

    #[test]
    fn g40_anything_is_read_or_refused(units in prop::collection::vec(
        prop_oneof![prop::sample::select("{}[]:,\"\\u0aD8 e.-1tn".encode_utf16().collect::<Vec<_>>()), any::<u16>()],
        0..60,
    )) {
        let text = read(Text::Utf16(&units));
        if let Err(ArgumentsError::Syntax(place)) = Arguments::of(&text, true) {
            prop_assert!(place.offset <= units.len());
        }
    }

    #[test]
    fn g40_characters_that_stand_in_are_kept_where_they_are_meant(
        before in 0..20_usize, unit in 0xdc00_u16..0xe000, after in 0..20_usize,
    ) {
        let mut units = vec![0x61; before];
        units.extend([0xdbff, unit]);
        units.extend(vec![0x62; after]);
        prop_assert_eq!(read(Text::Utf16(&units)), String::from_utf16(&units).unwrap());
    }
}
