//! Frontmatter in YAML 1.2, core schema. Only the top-level fields are kept, so a document of aliases to aliases costs
//! what its text is long.
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;
use saphyr::Scalar;
use saphyr_parser::{Event, Parser, ScalarStyle, Tag};

use super::fields::{Fields, Value};
use super::spelled;

/// More than any frontmatter nests, and far less than a stack.
const DEEPEST: usize = 200;

/// The fields of a block of YAML.
///
/// # Errors
/// What is wrong, and on which line of the block.
pub(super) fn fields(block: &str) -> Result<Fields, String> {
    if block.trim().is_empty() {
        return Ok(Fields::default());
    }
    // The parser lets it pass before the first key, where it is as wrong as before any other.
    if let Some((above, _)) = block
        .lines()
        .enumerate()
        .find(|(_, line)| !line.trim().is_empty())
        .filter(|(_, line)| line.starts_with('\t'))
    {
        return Err(said("a tab is used as indentation", above + 1));
    }
    let text = spelled::tabs_after_keys(block);
    // The end of a block scalar is the end of its last line.
    let text = if text.ends_with('\n') { text } else { Cow::Owned(format!("{text}\n")) };
    parsed(&text).or_else(|error| match spelled::surrogate_pairs(&text) {
        Some(text) => parsed(&text),
        None => Err(error),
    })
}

fn parsed(text: &str) -> Result<Fields, String> {
    let mut reader = Reader::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| said(error.info(), error.marker().line()))?;
        reader.take(event).map_err(|what| said(what, span.start.line()))?;
    }
    Ok(reader.fields)
}

fn said(what: &str, line: usize) -> String {
    format!("The frontmatter is not valid YAML: {what}, on line {line} of it")
}

/// A collection that is open.
struct Level {
    /// The keys so far; none where it is a sequence.
    keys: Option<HashSet<Key, FixedState>>,
    next: Next,
}

/// What comes next in a mapping.
enum Next {
    Key,
    /// The value of this key; none where the key is no scalar.
    Value(Option<Key>),
}

/// A scalar by its value: two keys that say the same are one.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Null,
    Flag(bool),
    Number(u64),
    Text(String),
}

#[derive(Default)]
struct Reader {
    fields: Fields,
    levels: Vec<Level>,
    documents: usize,
    /// The scalars that an alias may stand for.
    anchored: HashMap<usize, Key, FixedState>,
}

impl Reader {
    fn take(&mut self, event: Event<'_>) -> Result<(), &'static str> {
        match event {
            Event::DocumentStart(_) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err("there is more than one document");
                }
            }
            Event::Scalar(text, style, anchor, tag) => {
                let key = scalar(text, style, tag.as_ref());
                if anchor > 0 {
                    self.anchored.insert(anchor, key.clone());
                }
                self.node(Some(key))?;
            }
            Event::Alias(anchor) => {
                let key = self.anchored.get(&anchor).cloned();
                self.node(key)?;
            }
            Event::SequenceStart(..) => self.open(None)?,
            Event::MappingStart(..) => self.open(Some(HashSet::default()))?,
            Event::SequenceEnd | Event::MappingEnd => {
                self.levels.pop();
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
        Ok(())
    }

    fn open(&mut self, keys: Option<HashSet<Key, FixedState>>) -> Result<(), &'static str> {
        self.node(None)?;
        if self.levels.len() >= DEEPEST {
            return Err("it is nested too deeply");
        }
        self.levels.push(Level { keys, next: Next::Key });
        Ok(())
    }

    /// A node in the innermost collection: a key or a value; none where it is a collection.
    fn node(&mut self, node: Option<Key>) -> Result<(), &'static str> {
        let top = self.levels.len() == 1;
        let Some(Level { keys: Some(keys), next }) = self.levels.last_mut() else { return Ok(()) };
        match std::mem::replace(next, Next::Key) {
            Next::Key => {
                if let Some(key) = &node
                    && !keys.insert(key.clone())
                {
                    return Err("a key stands twice in one mapping");
                }
                *next = Next::Value(node);
            }
            Next::Value(Some(Key::Text(key))) if top => self.fields.set(&key, &value(node)),
            Next::Value(_) => {}
        }
        Ok(())
    }
}

fn value(node: Option<Key>) -> Value {
    match node {
        Some(Key::Text(text)) => Value::Text(text),
        Some(Key::Flag(flag)) => Value::Flag(flag),
        Some(Key::Null | Key::Number(_)) | None => Value::Other,
    }
}

fn scalar(text: Cow<'_, str>, style: ScalarStyle, tag: Option<&Cow<'_, Tag>>) -> Key {
    let fallback = text.clone();
    match Scalar::parse_from_cow_and_metadata(text, style, tag) {
        Some(Scalar::Null) => Key::Null,
        Some(Scalar::Boolean(flag)) => Key::Flag(flag),
        #[expect(clippy::cast_precision_loss, reason = "a number in JavaScript is a double")]
        Some(Scalar::Integer(number)) => Key::Number((number as f64).to_bits()),
        Some(Scalar::FloatingPoint(number)) => Key::Number(number.into_inner().to_bits()),
        Some(Scalar::String(text)) => Key::Text(text.into_owned()),
        // A tag that does not fit, or that nobody knows.
        None => Key::Text(fallback.into_owned()),
    }
}
