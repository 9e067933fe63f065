use proptest::prelude::*;

use super::Document;
use super::ignored::Rules;
use super::lenient;

fn description(text: &str) -> Option<String> {
    Document::parse(text).unwrap().fields.description
}

#[test]
fn a15_frontmatter_is_yaml_or_json_or_nothing() {
    assert_eq!(description("---\ndescription: a\n---\nb"), Some("a".to_owned()));
    assert_eq!(description("----\r\ndescription: a\r---"), Some("a".to_owned()));
    assert_eq!(description("<!-- {} -->\n{\"description\": \"a\"}\n---"), Some("a".to_owned()));
    assert_eq!(description("{\"description\": \"a\"}"), None);
    assert_eq!(description("---\ndescription: a"), None);
    assert_eq!(Document::parse(" a \r\n").unwrap().body, " a \n");
    assert_eq!(Document::parse("---\n---\n a \r\n\u{feff}").unwrap().body, "a");
}

#[test]
fn a15_a_flag_is_no_text_and_a_text_no_flag() {
    let parse = |value: &str| {
        Document::parse(&format!("---\ndisable-model-invocation: {value}\n---")).unwrap().fields
    };
    assert!(parse("true").hidden);
    assert!(parse("&a true").hidden);
    assert!(!parse("'true'").hidden);
    assert!(!parse("[true]").hidden);
}

#[test]
fn a15_only_fields_of_the_top_count_and_aliases_stand_for_scalars() {
    assert_eq!(description("---\na: {description: x}\n---"), None);
    assert_eq!(description("---\n- description: x\n---"), None);
    assert_eq!(
        description("---\na: &b x\nc: [*b, *b]\ndescription: *b\n---"),
        Some("x".to_owned())
    );
    assert_eq!(description("---\na: &b [x]\ndescription: *b\n---"), None);
}

#[test]
fn f27_a_sentence_is_quoted_and_all_else_stays() {
    let fields = lenient::fields("description: it's: so\n  and: on\nlist:\n  - a").unwrap();
    assert_eq!(fields.description.as_deref(), Some("it's: so and: on"));
    assert!(lenient::fields("description: \"a: b\"").is_none(), "there is nothing to quote");
    assert!(lenient::fields("description: a: b\nlist: [").is_none(), "another mistake stays one");
}

fn rules(text: &str, is_root: bool) -> Rules {
    Rules::new([text], is_root).unwrap()
}

#[test]
fn a15_a_pattern_of_the_root_is_floating_and_one_below_is_not() {
    for text in ["x", "/x", "X"] {
        assert_eq!(rules(text, true).say("a/x", false), Some(true));
        assert_eq!(rules(text, false).say("a/x", false), None);
        assert_eq!(rules(text, false).say("x", false), Some(true));
    }
    assert_eq!(rules("x/\n!x", true).say("x", true), Some(false));
    assert_eq!(rules("x/", true).say("x", false), None);
    assert_eq!(rules("\\#a\n\\!b\n/#c\n!#a", true).say("#a", false), Some(false));
    assert_eq!(rules("\\#a\n\\!b\n/#c", true).say("!b", false), Some(true));
    assert_eq!(rules("\\#a\n\\!b\n/#c", false).say("#c", false), Some(true));
    assert_eq!(rules("{a,b}", true).say("a", false), None);
    assert_eq!(rules("{a,b}", true).say("{a,b}", false), Some(true));
    assert!(Rules::new(["# only\n\n  \n/\n!\n!/"], true).is_none());
}

proptest! {
    #[test]
    fn a15_any_text_is_a_document_or_an_error(text in "(---\n)?[ -~\n\t\u{e9}😀]{0,80}(\n---)?.{0,20}") {
        let _ = Document::parse(&text);
    }

    #[test]
    fn a15_frontmatter_of_marks_is_a_document_or_an_error(block in "([a-c]|[-:?|>&*!%@`#,{}\\[\\]\"'\n \t\\\\]|\\\\u[d8-9a-f]{4}){0,60}") {
        let _ = Document::parse(&format!("---\n{block}\n---\nbody"));
        let _ = Document::parse(&format!("{{{block}}}\n---\nbody"));
    }

    #[test]
    fn a15_any_ignore_file_says_something_or_nothing(text in "[a-c/*?!#{}\\[\\]\\\\ .\n\r-]{0,30}", is_root: bool) {
        if let Some(rules) = Rules::new([text.as_str()], is_root) {
            let _ = rules.say("a/b", true);
            let _ = rules.say("{a", false);
        }
    }

    #[test]
    fn a15_a_plain_value_comes_back(value in "[a-z][a-z ]{0,30}[a-z]") {
        prop_assume!(!matches!(value.as_str(), "null" | "true" | "false"));
        prop_assert_eq!(description(&format!("---\ndescription: {value}\n---")), Some(value));
    }
}
