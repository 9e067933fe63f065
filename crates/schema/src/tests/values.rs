use super::{matches, said};

#[test]
fn g40_names_of_prototypes_are_plain_data() {
    let schema = r#"{"properties":{"__proto__":{"type":"string"}},"required":["constructor"],"additionalProperties":false}"#;
    assert_eq!(said(schema, "{}"), "Invalid argument at : missing required field: constructor");
    assert_eq!(
        said(r#"{"properties":{"__proto__":{"type":"string"}}}"#, r#"{"__proto__":1}"#),
        "Invalid argument at /__proto__: expected string, received number"
    );
    assert!(!matches(r#"{"maxProperties":0}"#, r#"{"hasOwnProperty":1}"#));
}

#[test]
fn g29_lengths_count_code_points() {
    let exactly = |n| format!(r#"{{"minLength":{n},"maxLength":{n}}}"#);
    for (text, length) in [
        ("\"\"", 0),
        ("\"é\"", 1),
        ("\"😀\"", 1),
        (r#""\ud83d\ude00""#, 1),
        (r#""\ud83d""#, 1),
        (r#""\ude00\ud83d""#, 2),
        (r#""\n\u0041\"""#, 3),
        (r#""\u0041\u0041\u0041\u0041\u0041\u0041""#, 6),
        ("\"ééééééééé\"", 9),
    ] {
        assert!(matches(&exactly(length), text), "{text}");
        assert!(!matches(&exactly(length + 1), text), "{text}");
    }
    assert!(matches(r#"{"propertyNames":{"maxLength":1}}"#, r#"{"\ud83d\ude00":1}"#));
}

#[test]
fn g29_escaped_strings_and_names_are_what_they_stand_for() {
    assert!(matches(r#"{"const":"a/b\n"}"#, r#""\u0061\/b\n""#));
    assert!(matches(r#"{"pattern":"^a\\nb$"}"#, r#""a\nb""#));
    assert!(!matches(r#"{"properties":{"ab":{"type":"null"}}}"#, r#"{"a\u0062":1}"#));
    assert!(matches(r#"{"required":["ab"],"properties":{"ab":{"const":1}}}"#, r#"{"a\u0062":1}"#));
    assert!(!matches(r#"{"uniqueItems":true}"#, r#"["a","\u0061"]"#));
}

#[test]
fn g29_of_equal_names_the_last_is_checked() {
    let schema = r#"{"properties":{"a":{"type":"string"}},"maxProperties":1}"#;
    assert!(matches(schema, r#"{"a":1,"a":"x"}"#));
    assert!(!matches(schema, r#"{"a":"x","a":1}"#));
    assert!(matches(r#"{"additionalProperties":{"type":"string"}}"#, r#"{"a":1,"a":"x"}"#));
    assert!(matches(r#"{"const":{"a":2}}"#, r#"{"a":1,"a":2}"#));
}

#[test]
fn g29_equality_knows_no_order_of_names() {
    assert!(matches(
        r#"{"const":{"a":1,"b":{"c":[],"d":null}}}"#,
        r#"{"b":{"d":null,"c":[]},"a":1}"#
    ));
    assert!(!matches(r#"{"uniqueItems":true}"#, r#"[{"a":1,"b":2},{"b":2,"a":1}]"#));
    assert!(matches(
        r#"{"uniqueItems":true}"#,
        r#"[{"a":1},{"a":true},{"a":"1"},{"a":null},{"a":[1]},{"a":{"a":1}},{}]"#
    ));
    assert!(matches(r#"{"uniqueItems":true}"#, r#"[[],{},"",0,false,null,[[]],[{}]]"#));
}
