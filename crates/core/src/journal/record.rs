//! A record on its way to becoming one line.

use super::number;
use crate::text::{Text, json};

/// Writes one JSON object, on one line, into a buffer.
///
/// ```
/// use gatto_core::journal::Record;
/// let mut buf = Vec::new();
/// Record::new(&mut buf).str("t", "note").number("at", 12.0).raw("args", "{\"a\": [1,\n2]}").end();
/// assert_eq!(buf, b"{\"t\":\"note\",\"at\":12,\"args\":{\"a\": [1, 2]}}\n");
/// ```
///
/// A record that is dropped before its [`end`](Self::end) leaves no trace in the buffer, so no path can leave half a
/// line there.
#[derive(Debug)]
#[must_use = "a record is part of the buffer only after `end`"]
pub struct Record<'a> {
    buf: &'a mut Vec<u8>,
    start: usize,
    ended: bool,
}

impl<'a> Record<'a> {
    /// Begins a record at the end of the buffer.
    pub fn new(buf: &'a mut Vec<u8>) -> Self {
        let start = buf.len();
        buf.push(b'{');
        Self { buf, start, ended: false }
    }

    /// Adds a text that came from JavaScript.
    pub fn text(&mut self, key: &str, text: Text<'_>) -> &mut Self {
        self.key(key);
        json::append(text, self.buf);
        self
    }

    /// Adds an array of texts that came from JavaScript.
    pub fn texts(&mut self, key: &str, texts: &[Text<'_>]) -> &mut Self {
        self.key(key);
        self.buf.push(b'[');
        for (index, text) in texts.iter().enumerate() {
            if index > 0 {
                self.buf.push(b',');
            }
            json::append(*text, self.buf);
        }
        self.buf.push(b']');
        self
    }

    /// Adds a text of our own.
    pub fn str(&mut self, key: &str, text: &str) -> &mut Self {
        self.key(key);
        json::append_str(text, self.buf);
        self
    }

    /// Adds a number, as JavaScript prints it; `null` where it is not finite.
    pub fn number(&mut self, key: &str, number: f64) -> &mut Self {
        self.key(key);
        number::append(number, self.buf);
        self
    }

    /// Adds a truth value.
    pub fn bool(&mut self, key: &str, value: bool) -> &mut Self {
        self.raw(key, if value { "true" } else { "false" })
    }

    /// Adds a value that is JSON already. A line break in it becomes a space: JSON has them only between its tokens,
    /// and a record has one line. Whether it *is* JSON is the caller's word; debug builds check it.
    pub fn raw(&mut self, key: &str, json: &str) -> &mut Self {
        self.key(key);
        let at = self.buf.len();
        self.buf.extend_from_slice(json.as_bytes());
        self.check_raw(at)
    }

    /// [`raw`](Self::raw) for JSON text that came from JavaScript.
    pub fn raw_text(&mut self, key: &str, json: Text<'_>) -> &mut Self {
        self.key(key);
        let at = self.buf.len();
        json::append_raw(json, self.buf);
        self.check_raw(at)
    }

    /// Ends the record with its newline: from here on it is part of the buffer.
    pub fn end(&mut self) {
        if !self.ended {
            self.buf.extend_from_slice(b"}\n");
            self.ended = true;
        }
    }

    fn key(&mut self, key: &str) {
        debug_assert!(!self.ended, "a field after the end of its record");
        if self.buf.len() > self.start + 1 {
            self.buf.push(b',');
        }
        json::append_str(key, self.buf);
        self.buf.push(b':');
    }

    fn check_raw(&mut self, at: usize) -> &mut Self {
        let raw = self.buf.split_at_mut(at).1;
        for byte in raw.iter_mut() {
            *byte = if matches!(*byte, b'\n' | b'\r') { b' ' } else { *byte };
        }
        debug_assert!(
            serde_json::from_slice::<serde::de::IgnoredAny>(raw).is_ok(),
            "no JSON: {:?}",
            String::from_utf8_lossy(raw)
        );
        self
    }
}

impl Drop for Record<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.buf.truncate(self.start);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::Record;
    use crate::journal::Lines;
    use crate::text::Text;

    #[test]
    fn g36_a_record_is_one_line() {
        let mut buf = b"{}\n".to_vec();
        Record::new(&mut buf)
            .str("type", "a\nb")
            .text("text", Text::Utf16(&[0x0a, 0xd800]))
            .number("at", 1.5)
            .bool("ok", true)
            .texts("none", &[])
            .texts("two", &[Text::Latin1(b"\""), Text::Utf16(&[0xe9])])
            .raw_text("raw", Text::Latin1(b"[\"\xe9\",\r\n 2]"))
            .end();
        Record::new(&mut buf).end();
        let expected = concat!(
            "{}\n",
            r#"{"type":"a\nb","text":"\n\ud800","at":1.5,"ok":true,"none":[],"two":["\"","é"],"raw":["é",   2]}"#,
            "\n{}\n"
        );
        assert_eq!(str::from_utf8(&buf), Ok(expected));
    }

    #[test]
    fn g36_a_record_without_its_end_leaves_no_trace() {
        let mut buf = b"{}\n".to_vec();
        Record::new(&mut buf).str("a", "b");
        assert_eq!(buf, b"{}\n");
    }

    proptest! {
        #[test]
        fn g38_no_value_can_break_out_of_its_line(
            key in any::<String>(),
            units in prop::collection::vec(any::<u16>(), 0..50),
            number in any::<f64>(),
            nested in any::<String>(),
        ) {
            let raw = serde_json::to_string_pretty(&serde_json::json!({ nested: [1, null] })).unwrap();
            let mut buf = Vec::new();
            Record::new(&mut buf)
                .text(&key, Text::Utf16(&units))
                .number("n", number)
                .raw("r", &raw)
                .end();
            let mut lines = Lines::new(&buf);
            let line = lines.next().unwrap();
            prop_assert_eq!((lines.next(), lines.rest().len()), (None, 0));
            if String::from_utf16(&units).is_ok() {
                let value: Value = serde_json::from_slice(line.bytes).unwrap();
                prop_assert_eq!(&value["r"], &serde_json::from_str::<Value>(&raw).unwrap());
            }
        }
    }
}
