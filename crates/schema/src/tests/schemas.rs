use super::{compile, matches};
use crate::arguments::ArgumentsError;
use crate::{MOST_REFERENCES, MOST_SCHEMA_BYTES, Schema, SchemaError};

fn refused(schema: &str) -> String {
    Schema::compile(schema).unwrap_err().to_string()
}

#[test]
fn g29_the_draft_is_2020_12_unless_the_schema_names_another() {
    // `items` as a list was replaced by `prefixItems`; neither draft takes the other's for its own.
    let newer = r#"{"prefixItems":[{"type":"string"}]}"#;
    assert!(!matches(newer, "[1]"));
    let older = r#"{"$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[{"type":"string"}]}"#;
    assert!(matches(older, "[1]"));
    assert!(Schema::compile(r#"{"items":[{"type":"string"}]}"#).is_err());
    let list =
        r#"{"$schema":"http://json-schema.org/draft-07/schema","items":[{"type":"string"}]}"#;
    assert!(!matches(list, "[1]"));
    for draft in ["draft-04", "draft-06", "draft-07", "draft/2019-09", "draft/2020-12"] {
        for scheme in ["http", "https"] {
            let schema = format!(
                r#"{{"$schema":"{scheme}://json-schema.org/{draft}/schema","type":"string"}}"#
            );
            assert!(!matches(&schema, "1"), "{schema}");
        }
    }
    assert!(refused(r#"{"$schema":"https://example.com/mine"}"#).contains("Unknown meta-schema"));
}

#[test]
fn g29_boolean_schemas_compile() {
    assert!(matches("true", "1"));
    assert!(!matches("false", "1"));
    assert!(matches("{}", "1"));
    assert!(matches(" {} ", "1"));
}

#[test]
fn g29_a_schema_that_does_not_compile_says_why() {
    for (schema, said) in [
        (r#"{"type":"strin"}"#, "The schema is not valid at /type: expected "),
        (
            r#"{"properties":{"a":{"minLength":-1}}}"#,
            "The schema is not valid at /properties/a/minLength: expected at least 0, received -1",
        ),
        (
            r#"{"properties":{"a":{"pattern":"("}}}"#,
            "The schema is not valid at /properties/a/pattern: expected a pattern that can be compiled, received \"(\"",
        ),
        ("5", "The schema is not valid at : expected boolean or object, received number"),
        ("null", "The schema is not valid at : expected boolean or object, received null"),
        (
            r##"{"$ref":"#/$defs/none"}"##,
            "The schema is not valid at : Pointer '/$defs/none' does not exist",
        ),
        (r##"{"$ref":"#none"}"##, "The schema is not valid at : Anchor 'none' does not exist"),
        ("{", "The schema cannot be read: "),
    ] {
        let refused = refused(schema);
        assert!(refused.starts_with(said), "{schema}: {refused}");
    }
}

#[test]
fn g29_nothing_outside_of_a_schema_is_fetched() {
    for uri in [
        "https://example.com/a.json",
        "http://localhost/a",
        "file:///etc/passwd",
        "other.json",
        "/etc/passwd",
    ] {
        for schema in [
            format!(r#"{{"$ref":"{uri}"}}"#),
            format!(r#"{{"properties":{{"a":{{"$dynamicRef":"{uri}#x"}}}}}}"#),
        ] {
            let error = Schema::compile(&schema).unwrap_err();
            assert!(matches!(error, SchemaError::Outside { .. }), "{schema}: {error}");
        }
    }
    // Meta-schemas are part of the validator, and what a schema embeds is part of the schema.
    assert!(!matches(
        r#"{"$ref":"https://json-schema.org/draft/2020-12/schema"}"#,
        r#"{"type":5}"#
    ));
    let embedded =
        r#"{"$id":"https://example.com/a","$ref":"b","$defs":{"b":{"$id":"b","type":"string"}}}"#;
    assert!(!matches(embedded, "1"));
}

#[test]
fn g29_references_may_go_in_circles() {
    let tree = r##"{"$ref":"#/$defs/t","$defs":{"t":{"type":"object","properties":{
        "l":{"$ref":"#/$defs/t"},"r":{"$ref":"#/$defs/t"},"n":{"type":"integer"}}}}}"##;
    assert!(matches(tree, r#"{"l":{"r":{"n":1}},"r":{}}"#));
    assert!(!matches(tree, r#"{"l":{"r":{"n":"1"}}}"#));
    assert!(matches(r##"{"$ref":"#"}"##, "1"));
    let ring =
        r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##;
    assert!(matches(ring, "1"));
}

#[test]
fn g40_schemas_beyond_limits_are_refused() {
    let deep = "{\"not\":".repeat(100_000) + "{}" + &"}".repeat(100_000);
    assert_eq!(Schema::compile(&deep).unwrap_err(), SchemaError::Text(ArgumentsError::Depth));
    let long = format!(r#"{{"description":"{}"}}"#, "x".repeat(MOST_SCHEMA_BYTES));
    assert_eq!(Schema::compile(&long).unwrap_err(), SchemaError::Size);
    let reference = r##"{"$ref":"#/$defs/a"}"##;
    let many = |count| {
        let references = vec![reference; count].join(",");
        format!(r#"{{"$defs":{{"a":{{"type":"string"}}}},"anyOf":[{references}]}}"#)
    };
    assert!(Schema::compile(&many(MOST_REFERENCES)).is_ok());
    assert_eq!(Schema::compile(&many(MOST_REFERENCES + 1)).unwrap_err(), SchemaError::References);
}

#[test]
fn g40_patterns_are_bounded() {
    assert!(Schema::compile(r#"{"pattern":"((a{100}){100}){100}"}"#).is_err());
    // One such pattern may be, hundreds may not.
    let pattern = |n| format!(r#"{{"pattern":"^([a-z]|\\p{{L}}){{1,20}}x{n}$"}}"#);
    assert!(Schema::compile(&pattern(0)).is_ok());
    let many: Vec<String> = (0..2000).map(pattern).collect();
    assert!(Schema::compile(&format!(r#"{{"anyOf":[{}]}}"#, many.join(","))).is_err());
}

#[test]
fn g29_patterns_are_javascripts() {
    assert!(matches(r#"{"pattern":"^\\d+$"}"#, "\"12\""));
    assert!(!matches(r#"{"pattern":"^\\d+$"}"#, "\"\u{0661}\""), "digits are ASCII");
    assert!(matches(r#"{"pattern":"^(?!\\.)[^/]+$"}"#, "\"a.b\""), "look-ahead");
    assert!(!matches(r#"{"pattern":"^(?!\\.)[^/]+$"}"#, "\".a\""));
    assert!(matches(r#"{"pattern":"^(a)\\1$"}"#, "\"aa\""), "back-reference");
    assert!(matches(r#"{"pattern":"\\cA"}"#, r#""\u0001""#));
    assert!(compile(r#"{"patternProperties":{"^(?=x)":false}}"#).check(r#"{"x":1}"#).is_err());
}
