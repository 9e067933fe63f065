use super::surrogate::{self, read};
use super::{Arguments, ArgumentsError, MOST_LEVELS, MOST_VALUES, Token};
use gatto_core::text::Text;

fn token(text: &str) -> Token<'_> {
    *Arguments::parse(text).unwrap().tape().token(0)
}

fn string(text: &str) -> String {
    token(text).string().unwrap().into_owned()
}

fn broken(text: &str) -> String {
    Arguments::parse(text).unwrap_err().to_string()
}

/// The value of a property of the outermost object.
fn number(text: &str, name: &str) -> Option<f64> {
    let parsed = Arguments::parse(text).unwrap();
    let at = parsed.tape().get(0, name)?;
    match parsed.tape().token(at) {
        Token::Number(number) => Some(*number),
        _ => None,
    }
}

#[test]
fn g29_json_of_every_kind_is_read() {
    assert_eq!(token("null"), Token::Null);
    assert_eq!(token(" \t\r\n true \n"), Token::True);
    assert_eq!(token("false"), Token::False);
    assert_eq!(token("-12.5e-1"), Token::Number(-1.25));
    assert_eq!(token("\"\u{7f}\u{2028}é😀\""), Token::Plain("\u{7f}\u{2028}é😀"));
    assert!(Arguments::parse("[]").is_ok());
    assert!(Arguments::parse(r#"[[],{},"",[1,[2]],{"":{"":[]}}]"#).is_ok());
}

#[test]
fn g29_escapes_are_taken_out() {
    assert_eq!(string(r#""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC""#), "\"\\/\u{8}\u{c}\n\r\tAé€");
    assert_eq!(string(r#""a\u0000b""#), "a\0b");
    assert_eq!(string(r#""\ud83d\ude00""#), "😀");
}

#[test]
fn g29_numbers_are_javascripts() {
    assert_eq!(token("1e999"), Token::Null, "JSON.stringify writes infinity as null");
    assert_eq!(token("-1e999"), Token::Null);
    assert_eq!(token("5e-324"), Token::Number(5e-324));
    assert_eq!(token("1e-999"), Token::Number(0.0));
    assert_eq!(token("12345678901234567890"), Token::Number(12_345_678_901_234_567_168.0));
    assert_eq!(token("999999999999999"), Token::Number(999_999_999_999_999.0));
    assert_eq!(token("9007199254740993"), Token::Number(9_007_199_254_740_992.0));
    assert_eq!(token("0.1"), Token::Number(0.1));
    for zero in ["-0", "-0.0", "-0e5", "-1e-999"] {
        let Token::Number(zero) = token(zero) else { panic!("{zero} is a number") };
        assert!(zero == 0.0 && zero.is_sign_positive(), "JSON.stringify writes -0 as 0");
    }
    assert_eq!(token(&format!("0.{}1", "0".repeat(5000))), Token::Number(0.0));
}

#[test]
fn g29_of_equal_names_the_last_counts() {
    assert_eq!(number(r#"{"a":1,"b":2,"a":3}"#, "a"), Some(3.0));
    assert_eq!(number(r#"{"a":1,"\u0061":2}"#, "a"), Some(2.0));
    assert_eq!(number(r#"{"\u0061":[1],"a":{},"a":7}"#, "a"), Some(7.0));
    let many: Vec<String> = (0..40).map(|n| format!("\"k{}\":{n}", n % 25)).collect();
    let many = format!("{{{},\"k0\":-1}}", many.join(","));
    let parsed = Arguments::parse(&many).unwrap();
    assert_eq!(parsed.tape().len(0), 25);
    assert_eq!(parsed.tape().members(0).count(), 25);
    assert_eq!(number(&many, "k0"), Some(-1.0));
    assert_eq!(number(&many, "k1"), Some(26.0));
    assert_eq!(number(&many, "k24"), Some(24.0));
    assert_eq!(number(&many, "k"), None);
}

#[test]
fn g29_a_broken_text_says_what_was_expected_and_where() {
    for (text, said) in [
        (r#"{"a": 1 "b": 2}"#, "',' or '}' at line 1 column 9, near {\"a\": 1 \"b\": 2}"),
        ("", "a value at line 1 column 1"),
        ("  ", "a value at line 1 column 3, near   "),
        ("[1 2]", "',' or ']' at line 1 column 4, near [1 2]"),
        ("[1,]", "a value at line 1 column 4, near [1,]"),
        ("[", "a value or ']' at line 1 column 2, near ["),
        ("{", "a property name in double quotes or '}' at line 1 column 2, near {"),
        ("{\"a\":1,}", "a property name in double quotes at line 1 column 8, near {\"a\":1,}"),
        ("{'a':1}", "a property name in double quotes or '}' at line 1 column 2, near {'a':1}"),
        ("{\"a\"}", "':' at line 1 column 5, near {\"a\"}"),
        ("{\n \"a\": tru\n}", "a value at line 2 column 7, near {  \"a\": tru }"),
        ("\"a\nb\"", "an escape in place of a control character at line 1 column 3, near \"a b\""),
        (r#""\x""#, "one of \" \\ / b f n r t u after '\\' at line 1 column 3, near \"\\x\""),
        (r#""\u12g4""#, "four hexadecimal digits after '\\u' at line 1 column 6, near \"\\u12g4\""),
        ("\"abc", "'\"' at the end of the string at line 1 column 5, near \"abc"),
        ("01", "the end of the text at line 1 column 2, near 01"),
        ("1.", "a digit at line 1 column 3, near 1."),
        ("-", "a digit at line 1 column 2, near -"),
        ("1e+", "a digit at line 1 column 4, near 1e+"),
        ("\u{feff}{}", "a value at line 1 column 1, near \u{feff}{}"),
        ("\u{a0}1", "a value at line 1 column 1, near \u{a0}1"),
        ("NaN", "a value at line 1 column 1, near NaN"),
        ("{} x", "the end of the text at line 1 column 4, near {} x"),
        ("// no\n1", "a value at line 1 column 1, near // no 1"),
    ] {
        assert_eq!(broken(text), format!("Arguments are not valid JSON: expected {said}"));
    }
}

#[test]
fn g29_places_are_counted_in_utf16_units_and_excerpts_are_short() {
    let text = format!("[\"{}\",\n\"é😀\" 1{}", "x".repeat(1000), "y".repeat(1000));
    let Err(ArgumentsError::Syntax(place)) = Arguments::parse(&text) else { panic!("no error") };
    assert_eq!((place.line, place.column, place.offset), (2, 7, 1005 + 6));
    assert_eq!(place.near, format!("{}\", \"é😀\" 1{}", "x".repeat(12), "y".repeat(19)));
}

#[test]
fn g40_half_pairs_stay_apart_from_each_other_and_join_when_they_meet() {
    let half = |unit| surrogate::stand_in(unit).to_string();
    assert_eq!(string(r#""\ud83d""#), half(0xd83d));
    assert_eq!(string(r#""\uD83D""#), half(0xd83d));
    assert_eq!(string(r#""\ude00\ud83d""#), half(0xde00) + &half(0xd83d));
    assert_eq!(string(r#""\ud83d\ud83d\ude00\ude00""#), half(0xd83d) + "😀" + &half(0xde00));
    assert_eq!(string(r#""\ud83dx\ude00""#), half(0xd83d) + "x" + &half(0xde00));
    // One half as it is, the other as an escape.
    let mut units: Vec<u16> = "\"\\ud83d_\"".encode_utf16().collect();
    units[7] = 0xde00;
    assert_eq!(string(&read(Text::Utf16(&units))), "😀");
    let mut units: Vec<u16> = "\"_\\ude00\"".encode_utf16().collect();
    units[1] = 0xd83d;
    assert_eq!(string(&read(Text::Utf16(&units))), "😀");
}

#[test]
fn g40_places_count_half_pairs_as_one_unit() {
    let units: Vec<u16> = [0x5b, 0x22, 0xd800, 0x22, 0x20, 0x78].to_vec();
    let text = read(Text::Utf16(&units));
    let Err(ArgumentsError::Syntax(place)) = Arguments::of(&text, true) else { panic!("no error") };
    assert_eq!((place.offset, place.column), (5, 6));
}

#[test]
fn g40_deep_text_is_refused() {
    let nest = |levels: usize, close: &str| "[".repeat(levels) + &close.repeat(levels);
    assert!(Arguments::parse(&nest(MOST_LEVELS, "]")).is_ok());
    assert_eq!(Arguments::parse(&nest(MOST_LEVELS + 1, "]")).unwrap_err(), ArgumentsError::Depth);
    assert_eq!(Arguments::parse(&nest(100_000, "]")).unwrap_err(), ArgumentsError::Depth);
    let objects = "{\"a\":".repeat(100_000) + "1" + &"}".repeat(100_000);
    assert_eq!(Arguments::parse(&objects).unwrap_err(), ArgumentsError::Depth);
    // What is no JSON at all is told first.
    assert!(broken(&nest(100_000, "}")).contains("at line 1 column 100001"));
}

#[test]
fn g40_so_many_values_are_refused() {
    let text = "[".to_owned() + &"1,".repeat(MOST_VALUES) + "1]";
    assert_eq!(Arguments::parse(&text).unwrap_err(), ArgumentsError::Size);
}

#[test]
fn g40_long_text_is_not_copied() {
    let text = format!("{{\"a\":\"{}\"}}", "x\\n".repeat(2_000_000));
    let parsed = Arguments::parse(&text).unwrap();
    assert_eq!(parsed.tape().tokens(), 3);
    let Token::Escaped(written) = *parsed.tape().token(2) else { panic!("no string") };
    assert!(text.as_bytes().as_ptr_range().contains(&written.as_ptr()));
}
