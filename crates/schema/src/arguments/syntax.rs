//! Where and why a text is no JSON.

use std::fmt;

use super::surrogate;

/// What the text should have had at the place where it broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A value.
    Value,
    /// A value, or the end of an empty array.
    ValueOrBracket,
    /// A property's name.
    Name,
    /// A property's name, or the end of an empty object.
    NameOrBrace,
    /// The colon after a name.
    Colon,
    /// The next element or the end of the array.
    CommaOrBracket,
    /// The next property or the end of the object.
    CommaOrBrace,
    /// The end of a string.
    Quote,
    /// An escape in place of a control character, which a string may not hold as it is.
    Control,
    /// One of the escapes that JSON has.
    Escape,
    /// The four digits of a `\u` escape.
    HexDigits,
    /// A digit of a number.
    Digit,
    /// Nothing more.
    End,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Value => "a value",
            Self::ValueOrBracket => "a value or ']'",
            Self::Name => "a property name in double quotes",
            Self::NameOrBrace => "a property name in double quotes or '}'",
            Self::Colon => "':'",
            Self::CommaOrBracket => "',' or ']'",
            Self::CommaOrBrace => "',' or '}'",
            Self::Quote => "'\"' at the end of the string",
            Self::Control => "an escape in place of a control character",
            Self::Escape => "one of \" \\ / b f n r t u after '\\'",
            Self::HexDigits => "four hexadecimal digits after '\\u'",
            Self::Digit => "a digit",
            Self::End => "the end of the text",
        })
    }
}

/// The place where a text stops being JSON. Everything is counted in UTF-16 units, as JavaScript counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// What should have stood there.
    pub expected: Expected,
    /// Units before it.
    pub offset: usize,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
    /// The text around it, on one line and short.
    pub near: String,
}

/// Characters shown before and after the place where a text broke.
const SHOWN_BEFORE: usize = 20;
const SHOWN_AFTER: usize = 20;

impl Break {
    /// Describes a place given in bytes. `halves`: whether characters that stand in for surrogates are such.
    #[cold]
    pub(super) fn at(text: &str, at: usize, expected: Expected, halves: bool) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let after = text.get(before.len()..).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let this_line = before.get(line_start..).unwrap_or_default();
        let units = |text: &str| {
            if halves {
                text.chars()
                    .map(|c| if surrogate::lone(c).is_some() { 1 } else { c.len_utf16() })
                    .sum()
            } else {
                text.chars().map(char::len_utf16).sum::<usize>()
            }
        };
        let shown_from =
            before.char_indices().rev().take(SHOWN_BEFORE).last().map_or(at, |(start, _)| start);
        let near = before
            .get(shown_from..)
            .unwrap_or_default()
            .chars()
            .chain(after.chars().take(SHOWN_AFTER))
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        Self {
            expected,
            offset: units(before),
            line: before.bytes().filter(|&byte| byte == b'\n').count() + 1,
            column: units(this_line) + 1,
            near,
        }
    }
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, line, column, near, .. } = self;
        write!(f, "expected {expected} at line {line} column {column}")?;
        if near.is_empty() { Ok(()) } else { write!(f, ", near {near}") }
    }
}

/// Why a text cannot be read as arguments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArgumentsError {
    /// It is no JSON.
    #[error("Arguments are not valid JSON: {0}")]
    Syntax(Box<Break>),
    /// It is JSON, but its values are nested deeper than [`MOST_LEVELS`](super::MOST_LEVELS).
    #[error("Arguments are nested deeper than {} levels", super::MOST_LEVELS)]
    Depth,
    /// It has more values and names than [`MOST_VALUES`](super::MOST_VALUES), or is longer than 4 GB.
    #[error("Arguments have more than {} values and names", super::MOST_VALUES)]
    Size,
}
