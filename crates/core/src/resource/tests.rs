use proptest::prelude::*;

use super::ignored::Rules;
use super::lenient;
use super::{Document, Skill, Template};

fn description(text: &str) -> Option<String> {
    Document::parse(text).unwrap().fields.description
}

#[test]
fn a15_frontmatter_is_yaml_or_json_or_nothing() {
    assert_eq!(description("---\ndescription: a\n---\nb"), Some("a".to_owned()));
    assert_eq!(description("----\r\ndescription: a\r---"), Some("a".to_owned()));
    assert_eq!(description("<!-- {} -->\n{\"description\": \"a\"}\n---"), Some("a".to_owned()));
    assert_eq!(
        description("<!-- -->\n<!--\n-->{\"description\": \"a\"}\n---"),
        Some("a".to_owned())
    );
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
    let read = |block: &str| lenient::fields(block).and_then(|fields| fields.description);
    assert_eq!(read("description: a:").as_deref(), Some("a:"));
    assert_eq!(read("description: a:\tb").as_deref(), Some("a:\tb"));
    assert_eq!(read("description: a: b\n  \n  c\nname: d"), None, "an empty line ends it");
    for mark in ["[", "{", "&", "*", "!", "|", ">", "'", "\"", "%", "@", "`"] {
        assert!(lenient::fields(&format!("description: {mark}a: b")).is_none(), "{mark}");
    }
    assert!(lenient::fields("description: \"a: b\"").is_none(), "there is nothing to quote");
    assert!(lenient::fields("description: a: b\nlist: [").is_none(), "another mistake stays one");
}

#[test]
fn a15_what_is_wrong_is_said_with_its_line() {
    let error = |block: &str| Document::parse(&format!("---\n{block}\n---")).unwrap_err();
    for (block, what, line) in [
        ("a: 1\na: 2", "a key stands twice in one mapping", 2),
        ("a: {b: 1, b: 2}", "a key stands twice in one mapping", 1),
        ("a: b\n...\n# c\nd: e", "there is more than one document", 4),
        ("\n\ta: b", "a tab is used as indentation", 2),
    ] {
        assert_eq!(
            error(block),
            format!("The frontmatter is not valid YAML: {what}, on line {line} of it")
        );
    }
    let nested = |depth: usize| format!("a: {}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(error(&nested(200)).contains("it is nested too deeply"));
    assert!(Document::parse(&format!("---\n{}\n---", nested(199))).is_ok());
}

#[test]
fn a15_a_tab_in_a_text_stays_a_tab() {
    assert_eq!(description("---\ndescription: |\n  x:\ty\n---"), Some("x:\ty\n".to_owned()));
}

#[test]
fn a15_a_skill_is_told_what_is_wrong_with_it() {
    let said = |name: &str, description: &str, folder: &str| {
        let text = format!("---\nname: '{name}'\ndescription: '{description}'\n---");
        let (skill, diagnostics) = Skill::of(Document::parse(&text).unwrap(), "/p", folder);
        (skill.is_some(), diagnostics.len())
    };
    let name = |name: &str| said(name, "d", name);
    for good in ["a", "a-1", &"x".repeat(64)] {
        assert_eq!(name(good), (true, 0), "{good}");
    }
    for bad in ["-a", "a-", "a--b", "A", "a_b", "é", &"x".repeat(65)] {
        assert_eq!(name(bad), (true, 1), "{bad}");
    }
    assert_eq!(said("", "d", "folder"), (true, 0));
    assert_eq!(said("other", "d", "folder"), (true, 1));
    assert_eq!(said("a", &"😀".repeat(512), "a"), (true, 0));
    assert_eq!(said("a", &("😀".repeat(512) + "x"), "a"), (true, 1));
    for none in ["", " ", "\u{feff}"] {
        assert_eq!(said("a", none, "a"), (false, 1));
    }
}

#[test]
fn a15_a_template_is_described_by_its_first_line() {
    let described = |text: &str| {
        let template = Template::of(Document::parse(text).unwrap(), "x.md");
        serde_json::to_value(template).unwrap()["description"].as_str().unwrap().to_owned()
    };
    assert_eq!(described(" \n\n one\ntwo"), " one");
    assert_eq!(described("---\ndescription: ''\n---\none"), "one");
    for (whole, cut) in [("x".repeat(60), "x".repeat(60)), ("😀".repeat(30), "😀".repeat(30))] {
        assert_eq!(described(&whole), whole);
        assert_eq!(described(&(whole + "y")), cut + "...");
    }
    assert_eq!(described(&("x".to_owned() + &"😀".repeat(30))), format!("x{}...", "😀".repeat(29)));
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
    for (pattern, name) in [("x\r", "x"), ("[{]x", "{x"), ("\\{x", "{x"), ("\\\\{x}", "\\{x}")] {
        assert_eq!(rules(pattern, true).say(name, false), Some(true), "{pattern}");
    }
    assert_eq!(rules("[{]x", true).say("\\x", false), None);
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
    fn a15_a_text_of_escapes_comes_back(value in ".{1,20}") {
        let escapes: Vec<String> = value.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        let escapes = escapes.concat();
        prop_assert_eq!(description(&format!("---\ndescription: \"{escapes}\"\n---")), Some(value));
    }

    #[test]
    fn a15_a_plain_value_comes_back(value in "[a-z][a-z ]{0,30}[a-z]") {
        prop_assume!(!matches!(value.as_str(), "null" | "true" | "false"));
        prop_assert_eq!(description(&format!("---\ndescription: {value}\n---")), Some(value));
    }
}
