use serde_json::{Value, json};

use super::{compile, failures, said};
use crate::failure::MOST_FAILURES;

#[test]
fn g29_first_failure_names_the_pointer() {
    let schema = r#"{"properties":{"a":{"items":{"properties":{"b/~c":{"type":"integer"}}}}}}"#;
    assert_eq!(
        said(schema, r#"{"a":[{},{"b/~c":"x"}]}"#),
        "Invalid argument at /a/1/b~1~0c: expected integer, received string"
    );
    assert_eq!(
        said(r#"{"type":"object"}"#, "1"),
        "Invalid argument at : expected object, received number"
    );
}

#[test]
fn g29_failures_are_data() {
    let schema = r#"{
        "type": "object",
        "properties": {
            "n": { "type": "integer", "minimum": 1 },
            "mode": { "enum": ["read", "write", 7] },
            "name": { "type": "string", "minLength": 3 }
        }
    }"#;
    let found = failures(schema, r#"{"n":"1","mode":"run","name":"é"}"#);
    let found: Vec<_> =
        found.iter().map(|f| (f.path.as_str(), f.expected.as_str(), f.received.as_str())).collect();
    assert_eq!(
        found,
        [
            ("/n", "integer", "string"),
            ("/mode", "\"read\", \"write\" or 7", "\"run\""),
            ("/name", "at least 3 characters", "1 character"),
        ]
    );
}

#[test]
fn g29_every_keyword_says_what_it_asks_for() {
    for (schema, arguments, message) in [
        (r#"{"type":["string","null"]}"#, "1", "expected null or string, received number"),
        (r#"{"type":"integer"}"#, "1.5", "expected integer, received 1.5"),
        (r#"{"const":{"a":1}}"#, "[1,2]", "expected an object of 1 property, received 2 items"),
        (r#"{"const":"x"}"#, "null", "expected \"x\", received null"),
        (r#"{"minimum":1}"#, "0", "expected at least 1, received 0"),
        (r#"{"maximum":1}"#, "2", "expected at most 1, received 2"),
        (r#"{"exclusiveMinimum":1}"#, "1", "expected more than 1, received 1"),
        (r#"{"exclusiveMaximum":1}"#, "1", "expected less than 1, received 1"),
        (r#"{"multipleOf":0.1}"#, "0.25", "expected a multiple of 0.1, received 0.25"),
        (r#"{"maxLength":1}"#, "\"ab\"", "expected at most 1 character, received 2 characters"),
        (r#"{"pattern":"^a+$"}"#, "\"b\"", "expected text that matches ^a+$, received \"b\""),
        (r#"{"minItems":1}"#, "[]", "expected at least 1 item, received 0 items"),
        (r#"{"maxItems":1}"#, "[1,2]", "expected at most 1 item, received 2 items"),
        (r#"{"uniqueItems":true}"#, "[1,1]", "has equal items"),
        (r#"{"contains":{"type":"null"}}"#, "[1]", "has no item of the kind it must have"),
        (
            r#"{"minProperties":2}"#,
            r#"{"a":1}"#,
            "expected at least 2 properties, received an object of 1 property",
        ),
        (
            r#"{"maxProperties":0}"#,
            r#"{"a":1}"#,
            "expected at most 0 properties, received an object of 1 property",
        ),
        (r#"{"required":["a"]}"#, "{}", "missing required field: a"),
        (r#"{"dependentRequired":{"a":["b"]}}"#, r#"{"a":1}"#, "missing required field: b"),
        (
            r#"{"additionalProperties":false}"#,
            r#"{"a":1,"b":2}"#,
            "unexpected properties \"a\", \"b\"",
        ),
        (r#"{"unevaluatedProperties":false}"#, r#"{"a":1}"#, "unexpected property \"a\""),
        (r#"{"unevaluatedItems":false}"#, "[1]", "has unexpected items"),
        (
            r#"{"propertyNames":{"maxLength":2}}"#,
            r#"{"abc":1}"#,
            "property name \"abc\": expected at most 2 characters",
        ),
        (r#"{"not":{"type":"string"}}"#, "\"a\"", "matches what the schema rules out"),
        ("false", "1", "no value is allowed here"),
        (
            r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#,
            "1",
            "expected string or null, received 1",
        ),
        (r#"{"oneOf":[{"minimum":1},{"minimum":2}]}"#, "3", "matches more than one alternative"),
        (
            r#"{"$schema":"http://json-schema.org/draft-07/schema#","items":[true],"additionalItems":false}"#,
            "[1,2]",
            "expected at most 1 item, received 2 items",
        ),
        (
            r#"{"$schema":"http://json-schema.org/draft-07/schema#","format":"date"}"#,
            "\"x\"",
            "expected text of format date, received \"x\"",
        ),
    ] {
        assert_eq!(said(schema, arguments), format!("Invalid argument at : {message}"), "{schema}");
    }
}

#[test]
fn g29_missing_fields_deeper_in_are_told_at_their_object() {
    let schema = r#"{"properties":{"user":{"required":["name","mail"]}}}"#;
    let found = failures(schema, r#"{"user":{"mail":1}}"#);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].path, "/user");
    assert_eq!(found[0].message, "missing required field: name");
    assert_eq!((found[0].expected.as_str(), found[0].received.as_str()), ("name", "nothing"));
}

#[test]
fn g29_failures_of_the_close_alternative_are_told() {
    // What optional and nullable fields become, and unions told apart by a field.
    let optional =
        r#"{"anyOf":[{"type":"object","properties":{"n":{"type":"integer"}}},{"type":"null"}]}"#;
    assert_eq!(
        said(optional, r#"{"n":"1"}"#),
        "Invalid argument at /n: expected integer, received string"
    );
    let shapes = r#"{"oneOf":[
        {"properties":{"kind":{"const":"circle"},"r":{"type":"number"}},"required":["kind","r"]},
        {"properties":{"kind":{"const":"square"},"a":{"type":"number"}},"required":["kind","a"]}
    ]}"#;
    assert_eq!(
        said(shapes, r#"{"kind":"square"}"#),
        "Invalid argument at : missing required field: a"
    );
    assert_eq!(
        said(shapes, r#"{"kind":"line"}"#),
        "Invalid argument at : expected one of 2 alternatives, received an object of 1 property"
    );
}

#[test]
fn g31_a_refusal_is_json_with_details() {
    let schema = compile(r#"{"properties":{"a":{"type":"string"}}}"#);
    let refusal = schema.check(r#"{"a":1}"#).unwrap_err();
    assert_eq!(
        serde_json::from_str::<Value>(&refusal.to_json()).unwrap(),
        json!({
            "error": "Invalid argument at /a: expected string, received number",
            "details": [{
                "path": "/a",
                "message": "expected string, received number",
                "expected": "string",
                "received": "number",
            }],
        })
    );
    let broken = schema.check("{").unwrap_err().to_json();
    let broken: Value = serde_json::from_str(&broken).unwrap();
    assert_eq!(broken.as_object().unwrap().len(), 1, "no details: {broken}");
    assert!(broken["error"].as_str().unwrap().starts_with("Arguments are not valid JSON: "));
}

#[test]
fn g40_half_pairs_come_back_as_escapes() {
    let schema = compile(r#"{"additionalProperties":{"const":"\ud800"}}"#);
    assert!(schema.check(r#"{"a":"\uD800"}"#).is_ok());
    let json = schema.check(r#"{"\udfff":"\ud801\ufffd"}"#).unwrap_err().to_json();
    assert!(json.contains(r#""path":"/\udfff""#), "{json}");
    assert!(json.contains("\\ud801\u{fffd}"), "{json}");
}

#[test]
fn g40_texts_stay_short_whatever_the_arguments() {
    let long = "x".repeat(100_000);
    let schema = format!(
        r#"{{"additionalProperties":{{"enum":[{}],"pattern":"{}"}}}}"#,
        (0..5).map(|n| format!("\"{n}{long}\"")).collect::<Vec<_>>().join(","),
        "y".repeat(1000),
    );
    let arguments = format!("{{\"{long}\":\"{long}\"}}");
    let json = compile(&schema).check(&arguments).unwrap_err().to_json();
    assert!(json.len() < 10_000, "{}", json.len());
}

#[test]
fn g40_so_many_failures_are_listed() {
    let wrong = vec!["1"; 1000].join(",");
    let found = failures(r#"{"items":{"type":"string"}}"#, &format!("[{wrong}]"));
    assert_eq!(found.len(), MOST_FAILURES);
    assert!(found.iter().enumerate().all(|(at, failure)| failure.path == format!("/{at}")));
}
