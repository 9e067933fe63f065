//! The history of a run, off the JavaScript heap for as long as nobody reads it.
//!
//! An entry is held here when it is a role, a time and a text. Anything else (an entry with an object in it, a text so
//! long that copying it would cost more than keeping it) stays in JavaScript, in order of arrival, and only its place
//! is marked here: [`Form::Kept`]. What a reader has taken is dropped, since the reader's copy is then the history.

use super::Texts;
use crate::text::{Layout, Text};

/// Who an entry is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The harness itself, at a start.
    System,
    /// A TEXT frame.
    User,
    /// An llm-response.
    Assistant,
    /// A tool's result.
    Tool,
}

/// How an entry is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The text is the entry's content.
    Text,
    /// The text is the whole entry as JSON, as a recovered log gives it.
    Json,
    /// The entry stays in JavaScript; there is no text.
    Kept,
}

/// An entry as an input brings it.
#[derive(Clone, Copy, Debug)]
pub enum Entry<'a> {
    /// A text to hold here.
    Text(Text<'a>),
    /// An entry that stays in JavaScript. The JSON is there when the run is logged.
    Kept(Option<&'a str>),
}

/// One entry, without its text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Milliseconds since the epoch.
    pub at: f64,
    /// Who it is from.
    pub role: Role,
    /// How it is held.
    pub form: Form,
    /// UTF-16 units of its text.
    pub units: u32,
    layout: Layout,
}

/// The entries that nobody has taken yet, in columns: rows, and one arena of their texts.
#[derive(Debug, Default)]
pub struct History {
    rows: Vec<Row>,
    arena: Vec<u8>,
    /// Rows and bytes already taken by a reader that is still taking.
    taken: (usize, usize),
    /// Entries of this history that were taken before these.
    before: usize,
}

impl History {
    /// How many entries the history has, taken ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.before + self.rows.len()
    }

    /// Whether the history has no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends an entry as it came with an input.
    pub fn push(&mut self, role: Role, at: f64, entry: Entry<'_>) {
        match entry {
            Entry::Text(text) => self.push_text(role, Form::Text, at, text),
            Entry::Kept(_) => {
                self.rows.push(Row {
                    at,
                    role,
                    form: Form::Kept,
                    units: 0,
                    layout: Layout::Latin1,
                });
            }
        }
    }

    /// Appends many texts at once.
    pub fn push_texts(&mut self, role: Role, texts: Texts<'_>) {
        let layout = texts.joined.append_to(&mut self.arena);
        let row = |&(at, units): &(f64, u32)| Row { at, role, form: Form::Text, units, layout };
        self.rows.extend(texts.rows.iter().map(row));
    }

    /// Marks the places of entries that stay in JavaScript.
    pub fn push_kept(&mut self, role: Role, count: u32) {
        let row = Row { at: 0.0, role, form: Form::Kept, units: 0, layout: Layout::Latin1 };
        self.rows.extend(std::iter::repeat_n(row, count as usize));
    }

    /// Appends an entry that a log gave back as JSON.
    pub fn push_json(&mut self, role: Role, at: f64, json: Text<'_>) {
        self.push_text(role, Form::Json, at, json);
    }

    /// Appends an entry whose text was decoded from a log, as bytes in a layout.
    pub fn push_bytes(&mut self, role: Role, form: Form, at: f64, layout: Layout, bytes: &[u8]) {
        self.arena.extend_from_slice(bytes);
        let units = u32::try_from(bytes.len() / layout.bytes(1)).unwrap_or(u32::MAX);
        self.rows.push(Row { at, role, form, units, layout });
    }

    fn push_text(&mut self, role: Role, form: Form, at: f64, text: Text<'_>) {
        // A JavaScript string is shorter than 2^30 units on every engine there is.
        let units = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let layout = text.append_to(&mut self.arena);
        self.rows.push(Row { at, role, form, units, layout });
    }

    /// Takes up to `most` entries of one layout: their rows, and the bytes of their texts one after another. What was
    /// taken is dropped when the last of it has gone. No rows: nothing is left.
    pub fn take(&mut self, most: usize, mut reader: impl FnMut(&[Row], Layout, &[u8])) -> usize {
        let (first, start) = self.taken;
        let rows = self.rows.get(first..).unwrap_or_default();
        let rows = rows.get(..most).unwrap_or(rows);
        let layout = rows.iter().find(|row| row.units > 0).map_or(Layout::Latin1, |row| row.layout);
        let count = rows.iter().take_while(|row| row.units == 0 || row.layout == layout).count();
        let rows = rows.get(..count).unwrap_or_default();
        let bytes: usize = rows.iter().map(|row| row.layout.bytes(row.units as usize)).sum();
        let end = start + bytes;
        reader(rows, layout, self.arena.get(start..end).unwrap_or_default());
        self.taken = (first + count, end);
        if self.taken.0 == self.rows.len() {
            let len = self.len();
            *self = Self { before: len, ..Self::spare(self) };
        }
        count
    }

    /// An empty history that reuses small buffers and gives large ones back.
    fn spare(old: &mut Self) -> Self {
        const SPARE_BYTES: usize = 4096;
        let mut rows = std::mem::take(&mut old.rows);
        let mut arena = std::mem::take(&mut old.arena);
        rows.clear();
        arena.clear();
        rows.shrink_to(SPARE_BYTES / size_of::<Row>());
        arena.shrink_to(SPARE_BYTES);
        Self { rows, arena, taken: (0, 0), before: 0 }
    }

    /// Forgets all entries: a new run begins.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Bytes held, for the host's accounting.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Row>() + self.arena.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, Form, History, Role};
    use crate::text::{Layout, Text};

    fn all(history: &mut History, most: usize) -> Vec<(f64, Form, Layout, Vec<u8>)> {
        let mut found = Vec::new();
        while history.take(most, |rows, layout, bytes| {
            let mut rest = bytes;
            for row in rows {
                let (text, tail) = rest.split_at(layout.bytes(row.units as usize));
                found.push((row.at, row.form, layout, text.to_vec()));
                rest = tail;
            }
        }) > 0
        {}
        found
    }

    #[test]
    fn g18_what_goes_in_comes_out_in_order_and_once() {
        let mut history = History::default();
        history.push(Role::User, 1.0, Entry::Text(Text::Latin1(b"one")));
        history.push(Role::Tool, 2.0, Entry::Kept(None));
        history.push(Role::User, 3.0, Entry::Text(Text::Utf16(&[0xd83d])));
        history.push_json(Role::Assistant, 4.0, Text::Latin1(b"{}"));
        assert_eq!(history.len(), 4);
        assert_eq!(
            all(&mut history, 100),
            [
                (1.0, Form::Text, Layout::Latin1, b"one".to_vec()),
                (2.0, Form::Kept, Layout::Latin1, vec![]),
                (3.0, Form::Text, Layout::Utf16, vec![0x3d, 0xd8]),
                (4.0, Form::Json, Layout::Latin1, b"{}".to_vec()),
            ]
        );
        assert_eq!((history.len(), all(&mut history, 100).len()), (4, 0));
        history.push(Role::User, 5.0, Entry::Text(Text::Latin1(b"two")));
        assert_eq!((history.len(), all(&mut history, 1).len()), (5, 1));
    }

    #[test]
    fn g18_taken_texts_give_their_memory_back() {
        let mut history = History::default();
        for at in 0..10_000 {
            history.push(Role::User, f64::from(at), Entry::Text(Text::Latin1(&[b'x'; 100])));
        }
        assert!(history.bytes() > 1_000_000);
        assert_eq!(all(&mut history, 240).len(), 10_000);
        assert!(history.bytes() < 10_000, "{} bytes are left", history.bytes());
    }
}
