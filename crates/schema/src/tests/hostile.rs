//! Schemas and arguments made to cost. Each must come to an end in time, in bounded memory, and not through the stack.

use super::{compile, matches, said};

/// A schema of definitions each of which leads to the next by `hop`, and the last of which is `last`.
fn chain(length: usize, hop: &str, last: &str) -> String {
    let definition = |n| {
        let next = if n + 1 < length {
            format!("{{\"$ref\":\"#/$defs/d{}\"}}", n + 1)
        } else {
            last.to_owned()
        };
        format!("\"d{n}\":{}", hop.replace("NEXT", &next))
    };
    let definitions: Vec<String> = (0..length).map(definition).collect();
    format!("{{\"$ref\":\"#/$defs/d0\",\"$defs\":{{{}}}}}", definitions.join(","))
}

const TOO_LONG: &str = "Invalid argument at : checking takes too long";

#[test]
fn g40_long_chains_of_references_end() {
    for hop in ["NEXT", r#"{"allOf":[NEXT]}"#, r#"{"not":{"not":NEXT}}"#] {
        let schema = chain(400, hop, r#"{"type":"string"}"#);
        assert!(matches(&schema, "\"a\""), "{hop}");
        assert!(!matches(&schema, "1"), "{hop}");
    }
}

#[test]
fn g40_chains_at_every_level_do_not_overflow_the_stack() {
    let last = r##"{"type":"array","items":{"$ref":"#/$defs/d0"}}"##;
    let schema = chain(300, r#"{"allOf":[NEXT]}"#, last);
    let deep = "[".repeat(120) + "1" + &"]".repeat(120);
    assert!(!matches(&schema, &deep));
}

#[test]
fn g40_doubling_references_end() {
    let string = r#"{"type":"string"}"#;
    assert_eq!(said(&chain(60, r#"{"allOf":[NEXT,NEXT]}"#, string), "\"a\""), TOO_LONG);
    assert_eq!(said(&chain(60, r#"{"oneOf":[NEXT,NEXT]}"#, string), "1"), TOO_LONG);
    // Failing fast takes no time, and collecting all failures is given up for the first.
    assert_eq!(
        said(&chain(60, r#"{"allOf":[NEXT,NEXT]}"#, string), "1"),
        "Invalid argument at : expected string, received number"
    );
}

#[test]
fn g40_nested_unions_and_negations_end() {
    let nest = |open: &str, inner: &str, close: &str, levels: usize| {
        open.repeat(levels) + inner + &close.repeat(levels)
    };
    assert!(!matches(
        &nest(r#"{"anyOf":["#, r#"{"type":"string"}"#, r#",{"type":"null"}]}"#, 60),
        "1"
    ));
    assert!(!matches(&nest(r#"{"not":"#, "{}", "}", 127), "1"));
    let unevaluated = r#"{"unevaluatedProperties":false,"anyOf":["#;
    assert!(!matches(&nest(unevaluated, r#"{"properties":{"a":{}}}"#, "]}", 60), r#"{"b":1}"#));
}

#[test]
fn g40_patterns_that_backtrack_end() {
    let text = format!("\"{}b\"", "a".repeat(60));
    let pattern = r#"{"pattern":"^(?=(a|aa)+$)(a|a)+\\1$"}"#;
    assert!(!matches(pattern, &text));
    let inside = format!(r#"{{"properties":{{"x":{pattern}}}}}"#);
    let said = said(&inside, &format!("{{\"x\":{text}}}"));
    assert_eq!(said, "Invalid argument at /x: its pattern takes too long to match");
    // Without look-around nothing backtracks at all.
    assert!(!matches(r#"{"pattern":"^(a|a)+$"}"#, &text));
}

#[test]
fn g40_however_many_wrong_values_are_refused_in_bounded_memory() {
    let wrong = format!("[{}]", vec!["1"; 300_000].join(","));
    assert_eq!(
        said(r#"{"items":{"type":"string"}}"#, &wrong),
        "Invalid argument at /0: expected string, received number"
    );
    let long_name = format!("{{\"{}\":{wrong}}}", "x".repeat(1_000_000));
    let said = said(r#"{"additionalProperties":{"items":{"type":"string"}}}"#, &long_name);
    assert!(said.len() < 2000 && said.ends_with("expected string, received number"));
}

#[test]
fn g40_many_names_are_looked_up_fast() {
    let names =
        |from: usize, to: usize| (from..to).map(|n| format!("\"k{n}\"")).collect::<Vec<_>>();
    let schema = format!("{{\"required\":[{}]}}", names(0, 10_000).join(","));
    let members: Vec<String> = names(0, 100_000).iter().map(|name| format!("{name}:1")).collect();
    let arguments = format!("{{{}}}", members.join(","));
    assert!(compile(&schema).check(&arguments).is_ok());
    let unique = format!("[{}]", [arguments.as_str(), "{}"].join(","));
    assert!(matches(r#"{"uniqueItems":true}"#, &unique));
}
