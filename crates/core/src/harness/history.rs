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

/// One entry without its text, or several that stay in JavaScript.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Milliseconds since the epoch.
    pub at: f64,
    /// Who it is from.
    pub role: Role,
    /// How it is held.
    pub form: Form,
    /// UTF-16 units of its text; of [`Form::Kept`], how many entries stand in a row.
    pub size: u32,
    layout: Layout,
}

impl Row {
    const fn kept(role: Role, at: f64, count: u32) -> Self {
        Self { at, role, form: Form::Kept, size: count, layout: Layout::Latin1 }
    }

    const fn bytes(&self) -> usize {
        match self.form {
            Form::Kept => 0,
            Form::Text | Form::Json => self.layout.bytes(self.size as usize),
        }
    }

    const fn entries(&self) -> usize {
        match self.form {
            Form::Kept => self.size as usize,
            Form::Text | Form::Json => 1,
        }
    }
}

/// How much is taken at once: far less than the longest string of JavaScript, which a recovered log may exceed.
const MOST_BYTES: usize = 32 << 20;

/// The entries that nobody has taken yet, in columns: rows, and one arena of their texts.
#[derive(Debug, Default)]
pub struct History {
    rows: Vec<Row>,
    arena: Vec<u8>,
    /// Rows and bytes already taken by a reader that is still taking.
    taken: (usize, usize),
    /// How many entries there are, those that were taken before these included.
    len: usize,
}

impl History {
    /// How many entries the history has, taken ones included.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether the history has no entry.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends an entry as it came with an input.
    pub fn push(&mut self, role: Role, at: f64, entry: Entry<'_>) {
        match entry {
            Entry::Text(text) => self.push_text(role, Form::Text, at, text),
            Entry::Kept(_) => self.push_row(Row::kept(role, at, 1)),
        }
    }

    /// Appends many texts at once.
    pub fn push_texts(&mut self, role: Role, texts: Texts<'_>) {
        let layout = texts.joined.append_to(&mut self.arena);
        let row = |&(at, size): &(f64, u32)| Row { at, role, form: Form::Text, size, layout };
        self.rows.extend(texts.rows.iter().map(row));
        self.len += texts.rows.len();
    }

    /// Marks the places of entries that stay in JavaScript.
    pub fn push_kept(&mut self, role: Role, count: u32) {
        self.push_row(Row::kept(role, 0.0, count));
    }

    /// Appends an entry that a log gave back as JSON.
    pub fn push_json(&mut self, role: Role, at: f64, json: Text<'_>) {
        self.push_text(role, Form::Json, at, json);
    }

    /// Appends an entry whose text was decoded from a log, as bytes in a layout.
    pub fn push_bytes(&mut self, role: Role, form: Form, at: f64, layout: Layout, bytes: &[u8]) {
        self.arena.extend_from_slice(bytes);
        let size = u32::try_from(bytes.len() / layout.bytes(1)).unwrap_or(u32::MAX);
        self.push_row(Row { at, role, form, size, layout });
    }

    fn push_text(&mut self, role: Role, form: Form, at: f64, text: Text<'_>) {
        // A JavaScript string is shorter than 2^30 units on every engine there is.
        let size = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let layout = text.append_to(&mut self.arena);
        self.push_row(Row { at, role, form, size, layout });
    }

    fn push_row(&mut self, row: Row) {
        self.len += row.entries();
        self.rows.push(row);
    }

    /// Takes the next entries: `most` rows at most, of `wanted` entries, all texts of one layout, and together no longer
    /// than [`MOST_BYTES`] unless one is that alone. The reader is given the rows and the bytes of their texts one after
    /// another. What was taken is dropped when the last of it has gone. Returns how many rows were taken: 0, nothing is
    /// left.
    pub fn take(
        &mut self,
        most: usize,
        wanted: usize,
        mut reader: impl FnMut(&[Row], Layout, &[u8]),
    ) -> usize {
        let (first, start) = self.taken;
        let rows = self.rows.get(first..).unwrap_or_default();
        let mut layout = None;
        let (mut count, mut entries, mut bytes) = (0, 0, 0);
        for row in rows.iter().take(most) {
            entries += row.entries();
            let size = row.bytes();
            let is_other = size > 0 && *layout.get_or_insert(row.layout) != row.layout;
            if entries > wanted || is_other || (bytes > 0 && bytes + size > MOST_BYTES) {
                break;
            }
            count += 1;
            bytes += size;
        }
        let rows = rows.get(..count).unwrap_or_default();
        let end = start + bytes;
        let texts = self.arena.get(start..end).unwrap_or_default();
        reader(rows, layout.unwrap_or(Layout::Latin1), texts);
        self.taken = (first + count, end);
        if self.taken.0 == self.rows.len() {
            *self = Self { len: self.len, ..Self::spare(self) };
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
        Self { rows, arena, taken: (0, 0), len: 0 }
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
    use super::{Entry, Form, History, MOST_BYTES, Role, Texts};
    use crate::text::{Layout, Text};

    fn all(history: &mut History, most: usize) -> Vec<(f64, Form, Layout, Vec<u8>)> {
        let mut found = Vec::new();
        while history.take(most, usize::MAX, |rows, layout, bytes| {
            let mut rest = bytes;
            for row in rows {
                let (text, tail) = rest.split_at(row.bytes());
                for _ in 0..row.entries() {
                    found.push((row.at, row.form, layout, text.to_vec()));
                }
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
        history.push_kept(Role::User, 3);
        history.push(Role::Tool, 6.0, Entry::Kept(None));
        assert_eq!(history.take(10, 3, |rows, _, _| assert_eq!(rows[0].size, 3)), 1);
        assert_eq!((history.len(), all(&mut history, 1).len()), (9, 1));
    }

    #[test]
    fn g18_texts_that_come_as_bytes_or_together_are_entries_like_others() {
        let mut history = History::default();
        let wide = [0x3d, 0xd8, 0x41, 0];
        history.push_bytes(Role::User, Form::Text, 1.0, Layout::Utf16, &wide);
        history.push_bytes(Role::User, Form::Text, 2.0, Layout::Latin1, b"ab");
        let joined = Text::Latin1(b"cde");
        history.push_texts(Role::User, Texts { rows: &[(3.0, 1), (4.0, 2)], joined });
        assert_eq!(history.len(), 4);
        let text = |at, layout, bytes: &[u8]| (at, Form::Text, layout, bytes.to_vec());
        assert_eq!(
            all(&mut history, 100),
            [
                text(1.0, Layout::Utf16, &wide),
                text(2.0, Layout::Latin1, b"ab"),
                text(3.0, Layout::Latin1, b"c"),
                text(4.0, Layout::Latin1, b"de"),
            ]
        );
    }

    #[test]
    fn g18_no_more_is_taken_at_once_than_a_string_can_hold() {
        let mut history = History::default();
        let long = vec![b'x'; MOST_BYTES / 2];
        for length in [long.len(), 1, long.len(), long.len(), 0] {
            history.push_json(Role::User, 0.0, Text::Latin1(&long[..length]));
        }
        let mut taken = Vec::new();
        while history.take(100, 100, |rows, _, bytes| taken.push((rows.len(), bytes.len()))) > 0 {}
        let half = long.len();
        assert_eq!(taken, [(2, half + 1), (3, 2 * half), (0, 0)]);
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
