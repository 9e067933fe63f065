//! Checking against the same validator over `serde_json`'s tree.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::compile;
use crate::failure::{MOST_FAILURES, Refusal};

/// Documents over few names and values, so that schemas over the same often match.
fn document() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..6).prop_map(Value::from),
        prop::sample::select(vec![0.5, 1.0, 2.5, 1e20]).prop_map(Value::from),
        "[ab\"é\n😀]{0,3}".prop_map(Value::from),
    ];
    scalar.prop_recursive(4, 40, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec(("[a-d\"]", inner.clone()), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
            prop::collection::vec(("[a-z]{1,2}", inner), 15..25)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn schema() -> impl Strategy<Value = Value> {
    let types = prop::sample::select(vec![
        json!("string"),
        json!("integer"),
        json!("number"),
        json!("object"),
        json!("array"),
        json!("null"),
        json!(["boolean", "string"]),
        json!(["object", "array", "integer"]),
    ]);
    let leaf = prop_oneof![
        types.prop_map(|of| json!({ "type": of })),
        document().prop_map(|value| json!({ "const": value })),
        prop::collection::vec(document(), 1..4).prop_map(|values| json!({ "enum": values })),
        (0..4, 0..4).prop_map(|(min, max)| json!({ "minLength": min, "maxLength": max })),
        (-2..4, 1..4).prop_map(|(min, of)| json!({ "minimum": min, "multipleOf": of })),
        (0..3, 0..3).prop_map(|(min, max)| json!({ "minItems": min, "maxProperties": max })),
        prop::sample::select(vec!["^a", "b$", "^[ab]*$", "(?=a)"])
            .prop_map(|p| json!({ "pattern": p })),
        Just(json!({ "uniqueItems": true })),
        Just(json!({ "required": ["a"] })),
        Just(json!({ "propertyNames": { "maxLength": 1 } })),
        any::<bool>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let members = prop::collection::vec(("[a-d\"]", inner.clone()), 0..4)
            .prop_map(|members| Value::Object(members.into_iter().collect()));
        prop_oneof![
            (members.clone(), any::<bool>()).prop_map(|(of, more)| {
                json!({ "properties": of, "additionalProperties": more })
            }),
            (members, inner.clone()).prop_map(|(of, more)| {
                json!({ "properties": of, "additionalProperties": more, "required": ["a", "b"] })
            }),
            inner.clone().prop_map(|items| json!({ "items": items })),
            inner.clone().prop_map(|items| json!({ "contains": items })),
            inner.clone().prop_map(|schema| json!({ "not": schema })),
            inner.clone().prop_map(|schema| json!({ "patternProperties": { "^[ab]": schema } })),
            inner.clone().prop_map(
                |schema| json!({ "properties": { "a": schema }, "unevaluatedProperties": false })
            ),
            (inner.clone(), inner.clone()).prop_map(
                |(a, b)| json!({ "$defs": { "a": a }, "allOf": [{ "$ref": "#/$defs/a" }, b] })
            ),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|of| json!({ "anyOf": of })),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|of| json!({ "oneOf": of })),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| json!({ "if": a, "then": b, "else": c })),
        ]
    })
}

/// Whether a schema has alternatives, whose failures may be told in place of their union's.
fn has_unions(schema: &Value) -> bool {
    let text = schema.to_string();
    text.contains("\"anyOf\"") || text.contains("\"oneOf\"")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn g29_matches_what_the_validator_matches(schema in schema(), documents in prop::collection::vec(document(), 1..6)) {
        // Definitions inside of others are out of reach of their references.
        let Ok(model) = jsonschema::validator_for(&schema) else { return Ok(()) };
        let ours = compile(&schema.to_string());
        for document in documents {
            match ours.check(&document.to_string()) {
                Ok(()) => prop_assert!(model.is_valid(&document), "{schema} {document}"),
                Err(Refusal::Schema(failures)) => {
                    let paths: Vec<String> = model
                        .iter_errors(&document)
                        .map(|error| error.instance_path().to_string())
                        .take(MOST_FAILURES)
                        .collect();
                    prop_assert!(!paths.is_empty(), "{schema} {document}");
                    if !has_unions(&schema) {
                        let found: Vec<String> = failures.into_iter().map(|failure| failure.path).collect();
                        prop_assert_eq!(found, paths, "{} {}", schema, document);
                    }
                }
                Err(other) => prop_assert!(false, "{other}"),
            }
        }
    }
}
