use super::{failures, matches};
use crate::{Dialect, Schema};
use gatto_core::text::Text;

fn matches_as_type_box(schema: &str, arguments: &str) -> bool {
    Schema::compile_as(schema, Dialect::TypeBox).unwrap().check(arguments).is_ok()
}

#[test]
fn a3_6_formats_are_checked_as_type_box_does_and_a_note_elsewhere() {
    let email = r#"{"type":"string","format":"email"}"#;
    assert!(matches(email, r#""no address""#));
    assert!(!matches_as_type_box(email, r#""no address""#));
    assert!(matches_as_type_box(email, r#""a@example.com""#));
    assert!(matches_as_type_box(r#"{"format":"of our own"}"#, r#""anything""#));
}

#[test]
fn a3_6_an_array_of_items_is_a_tuple() {
    let pair =
        r#"{"items":[{"type":"number"},{"type":"string"}],"additionalItems":false,"minItems":2}"#;
    assert!(Schema::compile(pair).is_err(), "2020-12 has no such thing");
    assert!(matches_as_type_box(pair, r#"[1,"a"]"#));
    for wrong in ["[1]", r#"["a",1]"#, r#"[1,"a",2]"#] {
        assert!(!matches_as_type_box(pair, wrong), "{wrong}");
    }
    // What such a schema refers to is found, and what names its draft is of that.
    let inside = r##"{"$defs":{"n":{"type":"number"}},"items":[{"$ref":"#/$defs/n"}]}"##;
    assert!(!matches_as_type_box(inside, r#"["a"]"#));
    let newest = r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","items":[true]}"#;
    assert!(Schema::compile_as(newest, Dialect::TypeBox).is_err());
    // A property may have that name.
    let named = r#"{"properties":{"items":{"type":"number"}},"prefixItems":[{"type":"number"}]}"#;
    assert!(!matches_as_type_box(named, r#"["a"]"#));
}

#[test]
fn a3_6_whether_a_text_matches_is_what_its_check_says() {
    let schema = Schema::compile(r#"{"type":"object","required":["a"]}"#).unwrap();
    for text in [r#"{"a":1}"#, "{}", "[]", "{", "", r#"{"a":"\ud83d"}"#] {
        let text_of = Text::Latin1(text.as_bytes());
        assert_eq!(schema.matches_text(text_of), schema.check_text(text_of).is_ok(), "{text}");
    }
}

#[test]
fn a3_6_what_is_there_is_not_missing() {
    let schema = r#"{"properties":{"c":true},"required":["a"],"additionalProperties":false}"#;
    let told: Vec<String> =
        failures(schema, r#"{"a":1}"#).into_iter().map(|failure| failure.message).collect();
    assert_eq!(told, [r#"unexpected property "a""#]);
    let missing = failures(schema, "{}");
    assert_eq!(missing[0].message, "missing required field: a");
}
