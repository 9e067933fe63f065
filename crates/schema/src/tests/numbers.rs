use super::{matches, said};

#[test]
fn g29_numbers_beyond_integers_are_doubles() {
    // One double, whichever of its names is used.
    let twenty = "12345678901234567890";
    for schema in [
        r#"{"maximum":12345678901234567000}"#,
        r#"{"maximum":12345678901234567168,"minimum":12345678901234567890}"#,
        r#"{"const":12345678901234567000}"#,
        r#"{"enum":[12345678901234567168]}"#,
        r#"{"type":"integer"}"#,
        r#"{"multipleOf":10}"#,
        r#"{"multipleOf":1}"#,
    ] {
        assert!(matches(schema, twenty), "{schema}: {}", said(schema, twenty));
    }
    assert!(!matches(r#"{"exclusiveMaximum":12345678901234567000}"#, twenty));
    assert!(matches(r#"{"const":9007199254740992}"#, "9007199254740993"));
    assert!(matches(r#"{"type":"integer"}"#, "1e300"));
    assert!(matches(r#"{"uniqueItems":true}"#, "[9007199254740991,9007199254740992]"));
    assert!(!matches(r#"{"uniqueItems":true}"#, "[9007199254740992,9007199254740993]"));
    assert!(matches(r#"{"maximum":-1e19}"#, "-10000000000000000001"));
}

#[test]
fn g29_what_json_stringify_makes_of_numbers_is_checked() {
    assert!(matches(r#"{"type":"null"}"#, "1e999"), "infinity is null");
    assert!(!matches(r#"{"type":"number"}"#, "-1e999"));
    assert!(matches(r#"{"minimum":0,"const":0}"#, "-0"), "minus zero is zero");
    assert!(!matches(r#"{"uniqueItems":true}"#, "[0,-0.0]"));
}

#[test]
fn g29_one_and_one_point_zero_are_one_number() {
    for draft in ["", r#""$schema":"http://json-schema.org/draft-04/schema#","#] {
        for schema in [r#""type":"integer""#, r#""enum":[1]"#, r#""multipleOf":1"#] {
            assert!(matches(&format!("{{{draft}{schema}}}"), "1.0"), "{draft}{schema}");
        }
    }
    assert!(!matches(r#"{"type":"integer"}"#, "1.5"));
    assert!(matches(r#"{"multipleOf":0.01}"#, "0.07"), "in decimals, not in doubles");
    assert!(matches(r#"{"const":{"a":[1]}}"#, r#"{"a":[1.0]}"#));
}
