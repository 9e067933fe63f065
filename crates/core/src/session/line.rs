//! Reading a line of a session file.

use std::borrow::Cow;

use super::entry::{Entry, Key, Kind, Usage};
use super::scan::{NoJson, Scanner};
use crate::text::{Text, json};

/// Why a line is no entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It is no JSON: at the end of a file, a write that was cut off.
    #[error("it is no JSON")]
    NoJson,
    /// It is JSON of another kind.
    #[error("it is no object")]
    NoObject,
    /// There is no `type`.
    #[error("it has no type")]
    NoType,
    /// There is no `id`.
    #[error("it has no id")]
    NoId,
    /// `parentId` is neither a string nor null.
    #[error("its parentId is neither a string nor null")]
    BadParent,
    /// There is no `timestamp`.
    #[error("it has no timestamp")]
    NoTimestamp,
    /// `targetId` of a leaf is neither a string nor null.
    #[error("its targetId is neither a string nor null")]
    BadTarget,
}

impl From<NoJson> for Fault {
    fn from(_: NoJson) -> Self {
        Self::NoJson
    }
}

/// Whether a line has nothing on it, as JavaScript's `trim` sees it.
#[must_use]
pub fn is_blank(line: &[u8]) -> bool {
    let space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c);
    match line.iter().find(|&byte| !space(byte)) {
        None => true,
        Some(byte) if byte.is_ascii() => false,
        Some(_) => {
            let space = |c: char| c == '\u{feff}' || (c.is_whitespace() && c != '\u{85}');
            String::from_utf8_lossy(line).trim_matches(space).is_empty()
        }
    }
}

/// The values of an entry's fields, as they stand in the line.
#[derive(Default)]
struct Fields<'a> {
    name: Option<&'a [u8]>,
    id: Option<&'a [u8]>,
    parent: Option<&'a [u8]>,
    timestamp: Option<&'a [u8]>,
    target: Option<&'a [u8]>,
    label: Option<&'a [u8]>,
    title: Option<&'a [u8]>,
    first_kept: Option<&'a [u8]>,
    tail: Option<&'a [u8]>,
    message: Message,
    usage: Option<Usage>,
}

#[derive(Default)]
struct Message {
    is_assistant: bool,
    usage: Option<Usage>,
}

/// Proves that a line is an entry, and finds what the tree needs of it.
///
/// # Errors
/// The line is none.
pub fn read(line: &[u8]) -> Result<Entry<'_>, Fault> {
    let mut scanner = Scanner::new(line);
    if scanner.next() != Some(b'{') {
        scanner.value()?;
        return Err(if scanner.is_done() { Fault::NoObject } else { Fault::NoJson });
    }
    let mut fields = Fields::default();
    scanner.object(|scanner, key| field(scanner, key, &mut fields))?;
    if scanner.is_done() { entry(&fields) } else { Err(Fault::NoJson) }
}

fn field<'a>(
    scanner: &mut Scanner<'a>,
    key: &'a [u8],
    fields: &mut Fields<'a>,
) -> Result<(), NoJson> {
    let place = match &*plain_key(key) {
        b"type" => &mut fields.name,
        b"id" => &mut fields.id,
        b"parentId" => &mut fields.parent,
        b"timestamp" => &mut fields.timestamp,
        b"targetId" => &mut fields.target,
        b"label" => &mut fields.label,
        b"name" => &mut fields.title,
        b"firstKeptEntryId" => &mut fields.first_kept,
        b"retainedTail" => &mut fields.tail,
        b"message" => {
            fields.message = message(scanner)?;
            return Ok(());
        }
        b"usage" => {
            fields.usage = usage(scanner)?;
            return Ok(());
        }
        _ => return scanner.value().map(drop),
    };
    *place = Some(scanner.value()?);
    Ok(())
}

fn message(scanner: &mut Scanner<'_>) -> Result<Message, NoJson> {
    let mut message = Message::default();
    if scanner.next() != Some(b'{') {
        scanner.value()?;
        return Ok(message);
    }
    scanner.object(|scanner, key| {
        match &*plain_key(key) {
            b"role" => message.is_assistant = &*plain_key(scanner.value()?) == b"assistant",
            b"usage" => message.usage = usage(scanner)?,
            _ => drop(scanner.value()?),
        }
        Ok(())
    })?;
    Ok(message)
}

fn usage(scanner: &mut Scanner<'_>) -> Result<Option<Usage>, NoJson> {
    if scanner.next() != Some(b'{') {
        return scanner.value().map(|_| None);
    }
    let [mut input, mut output, mut cache_read, mut cache_write, mut total] = [None; 5];
    scanner.object(|scanner, key| {
        let place = match &*plain_key(key) {
            b"input" => &mut input,
            b"output" => &mut output,
            b"cacheRead" => &mut cache_read,
            b"cacheWrite" => &mut cache_write,
            b"cost" => {
                total = cost(scanner)?;
                return Ok(());
            }
            _ => return scanner.value().map(drop),
        };
        *place = number(scanner.value()?);
        Ok(())
    })?;
    Ok((|| {
        let (input, output, cost) = (input?, output?, total?);
        Some(Usage { input, output, cache_read: cache_read?, cache_write: cache_write?, cost })
    })())
}

fn cost(scanner: &mut Scanner<'_>) -> Result<Option<f64>, NoJson> {
    if scanner.next() != Some(b'{') {
        return scanner.value().map(|_| None);
    }
    let mut total = None;
    scanner.object(|scanner, key| {
        let value = scanner.value()?;
        if &*plain_key(key) == b"total" {
            total = number(value);
        }
        Ok(())
    })?;
    Ok(total)
}

/// A value that is a number; no other JSON is one to Rust. What JSON says is a number, Rust reads as JavaScript does.
fn number(value: &[u8]) -> Option<f64> {
    str::from_utf8(value).ok()?.parse().ok()
}

fn entry<'a>(fields: &Fields<'a>) -> Result<Entry<'a>, Fault> {
    let name = string(fields.name).ok_or(Fault::NoType)?;
    let id = string(fields.id).filter(|id| !id.is_empty()).ok_or(Fault::NoId)?;
    let parent = nullable(fields.parent).ok_or(Fault::BadParent)?;
    string(fields.timestamp).filter(|text| !text.is_empty()).ok_or(Fault::NoTimestamp)?;
    let mut entry = Entry { name, id, parent, ..Entry::default() };
    match entry.kind() {
        Kind::Leaf => entry.target = nullable(fields.target).ok_or(Fault::BadTarget)?,
        Kind::Label => {
            entry.target = string(fields.target);
            entry.text = token(fields.label);
        }
        Kind::SessionInfo => entry.text = token(fields.title),
        Kind::Compaction => {
            entry.first_kept = string(fields.first_kept).filter(|id| !id.is_empty());
            entry.has_tail = fields.tail.is_some_and(|tail| tail.first() == Some(&b'['));
            entry.usage = fields.usage;
        }
        Kind::BranchSummary => entry.usage = fields.usage,
        Kind::Message => {
            entry.is_assistant = fields.message.is_assistant;
            entry.usage = fields.message.usage.filter(|_| entry.is_assistant);
        }
        _ => {}
    }
    Ok(entry)
}

/// A value that must be a string or null: `Some(None)` for null.
#[expect(clippy::option_option, reason = "null is a value here, and another one than none")]
fn nullable(value: Option<&[u8]>) -> Option<Option<Key<'_>>> {
    match value {
        Some(b"null") => Some(None),
        value => string(value).map(Some),
    }
}

/// A value that is a string, as it stands.
fn token(value: Option<&[u8]>) -> Option<Key<'_>> {
    value.filter(|value| value.first() == Some(&b'"')).map(Cow::Borrowed)
}

/// A value that is a string, as a key.
fn string(value: Option<&[u8]>) -> Option<Key<'_>> {
    token(value)?;
    value.map(plain_key)
}

/// The text of a JSON string, as a key; of anything else, its bytes.
#[inline]
fn plain_key(token: &[u8]) -> Key<'_> {
    match token {
        [b'"', inside @ .., b'"'] if inside.iter().all(|&b| b != b'\\' && b.is_ascii()) => {
            Cow::Borrowed(inside)
        }
        _ => Cow::Owned(decoded(token)),
    }
}

#[cold]
fn decoded(token: &[u8]) -> Vec<u8> {
    let mut arena = Vec::new();
    let mut units = Vec::new();
    // Bytes that are no UTF-8 are read as any decoder reads them.
    let layout = json::decode(token, &mut arena)
        .or_else(|_| json::decode(String::from_utf8_lossy(token).as_bytes(), &mut arena));
    match layout {
        Ok(layout) => Text::of_bytes(layout, &arena, &mut units).to_key().to_vec(),
        Err(_) => token.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::Usage;
    use super::{Fault, is_blank, read};

    fn fault(line: &str) -> Fault {
        read(line.as_bytes()).unwrap_err()
    }

    #[test]
    fn a12_2_what_a_line_lacks_is_said() {
        assert_eq!(fault("{"), Fault::NoJson);
        assert_eq!(fault("[]"), Fault::NoObject);
        assert_eq!(fault("[] x"), Fault::NoJson);
        assert_eq!(fault("{}"), Fault::NoType);
        assert_eq!(fault(r#"{"type":"x","id":""}"#), Fault::NoId);
        assert_eq!(fault(r#"{"type":"x","id":"a"}"#), Fault::BadParent);
        for timestamp in ["5", r#""""#] {
            let line =
                format!(r#"{{"type":"x","id":"a","parentId":null,"timestamp":{timestamp}}}"#);
            assert_eq!(fault(&line), Fault::NoTimestamp);
        }
        assert_eq!(
            fault(r#"{"type":"leaf","id":"a","parentId":null,"timestamp":"t"}"#),
            Fault::BadTarget
        );
    }

    #[test]
    fn a12_2_keys_may_be_escaped_and_the_last_one_counts() {
        let line =
            r#"{"id":"x","\u0069d":"\u0061\ud800","type":"foo","parentId":"é😀","timestamp":"t"}"#;
        let entry = read(line.as_bytes()).unwrap();
        assert_eq!(&*entry.id, b"a\xed\xa0\x80");
        let escaped = line.replace("é😀", "\\u00e9\\ud83d\\ude00");
        assert_eq!(entry.parent, read(escaped.as_bytes()).unwrap().parent);
        let no_text = b"{\"id\":\"\xff\",\"type\":\"foo\",\"parentId\":null,\"timestamp\":\"t\"}";
        assert_eq!(&*read(no_text).unwrap().id, "\u{fffd}".as_bytes());
    }

    #[test]
    fn a12_3_only_whole_usage_counts() {
        let line = |role: &str, cost: &str| {
            format!(
                r#"{{"type":"message","id":"a","parentId":null,"timestamp":"t","message":{{"usage":{{"input":1,"output":2e1,
                "cacheRead":3,"cacheWrite":4,"cost":{cost}}},"role":"{role}"}}}}"#
            )
        };
        let whole =
            Usage { input: 1.0, output: 20.0, cache_read: 3.0, cache_write: 4.0, cost: 0.5 };
        let usage = |role, cost| read(line(role, cost).as_bytes()).unwrap().usage;
        assert_eq!(usage("assistant", r#"{"x":[],"total":0.5}"#), Some(whole));
        assert_eq!(usage("toolResult", r#"{"total":0.5}"#), None);
        assert_eq!(usage("assistant", r#"{"total":"0.5"}"#), None);
        assert_eq!(usage("assistant", "1"), None);
    }

    #[test]
    fn a12_3_each_type_of_entry_says_what_belongs_to_it() {
        let of = |kind: &str, more: &str| {
            let line = format!(
                r#"{{"type":"{kind}","id":"a","parentId":null,"timestamp":"t","usage":{{"input":1,"output":2,"cacheRead":3,
                "cacheWrite":4,"cost":{{"total":5}}}},"label":"l","name":"n","targetId":"x"{more}}}"#
            );
            let entry = read(line.as_bytes()).unwrap();
            let text = |text: Option<super::Key<'_>>| {
                text.map(|text| String::from_utf8(text.to_vec()).unwrap())
            };
            let texts = [entry.target, entry.text, entry.first_kept].map(text);
            (texts, entry.has_tail, entry.usage.is_some())
        };
        let texts = |target: &str, text: &str, first_kept: &str| {
            [target, text, first_kept].map(|text| (!text.is_empty()).then(|| text.to_owned()))
        };
        let kept = r#","firstKeptEntryId":"k","retainedTail":[]"#;
        assert_eq!(of("compaction", kept), (texts("", "", "k"), true, true));
        let kept = r#","firstKeptEntryId":"","retainedTail":null"#;
        assert_eq!(of("compaction", kept), (texts("", "", ""), false, true));
        assert_eq!(of("branch_summary", ""), (texts("", "", ""), false, true));
        assert_eq!(of("session_info", ""), (texts("", r#""n""#, ""), false, false));
        assert_eq!(of("label", ""), (texts("x", r#""l""#, ""), false, false));
        assert_eq!(of("leaf", ""), (texts("x", "", ""), false, false));
        assert_eq!(of("custom", kept), (texts("", "", ""), false, false));
    }

    #[test]
    fn a12_2_blank_is_what_trim_leaves_nothing_of() {
        for blank in ["", " \t\r", "\u{feff}\u{a0}", "\u{2003} ", " \u{a0}"] {
            assert!(is_blank(blank.as_bytes()), "{blank:?}");
        }
        for text in ["x", "\u{85}", "\0", " {", " \u{a0}x"] {
            assert!(!is_blank(text.as_bytes()), "{text:?}");
        }
    }
}
