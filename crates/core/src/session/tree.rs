//! The index over all entries of a session.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::entry::{Entry, Kind, Usage};
use super::keys::Keys;

/// No parent, or one that was not known when the entry came: see [`Tree::unresolved`].
pub(super) const NONE: u32 = u32::MAX;

/// Where an entry lies in its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The byte it begins at.
    pub offset: u64,
    /// How many bytes it has.
    pub len: u64,
}

/// What all entries of a session add up to, those on branches that were left included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// How many messages there are.
    pub messages: f64,
    /// Tokens that came from a cache.
    pub cached: f64,
    /// Tokens read that did not.
    pub uncached: f64,
    /// All tokens, written ones included.
    pub total: f64,
    /// The price of it all.
    pub cost: f64,
}

impl Stats {
    fn add(&mut self, usage: Usage) {
        self.cached += usage.cache_read;
        self.uncached += usage.input + usage.cache_write;
        self.total += usage.input + usage.output + usage.cache_read + usage.cache_write;
        self.cost += usage.cost;
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) parent: u32,
    /// The number of its type's name.
    name: u32,
    pub(super) kind: Kind,
    pub(super) is_assistant: bool,
    pub(super) has_tail: bool,
    place: Place,
}

/// The index over all entries of a session. An entry is known by its number: how many came before it.
#[derive(Debug)]
pub struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) ids: Keys,
    /// Whether an id came more than once: then a parent is whoever has its id last.
    pub(super) repeats: bool,
    /// The ids of parents that were not there when their child came.
    pub(super) unresolved: HashMap<u32, Box<[u8]>, FixedState>,
    /// What compactions keep first.
    pub(super) first_kept: HashMap<u32, Box<[u8]>, FixedState>,
    names: Keys,
    labels: HashMap<Box<[u8]>, Box<[u8]>, FixedState>,
    title: Option<Box<[u8]>>,
    leaf: Option<Box<[u8]>>,
    stats: Stats,
}

impl Tree {
    /// An empty tree. `seed` keys the hashes of ids, so that ids in a foreign file cannot be made to collide.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let hasher = FixedState::with_seed(seed);
        Self {
            nodes: Vec::new(),
            ids: Keys::new(hasher.clone()),
            repeats: false,
            unresolved: HashMap::with_hasher(hasher.clone()),
            first_kept: HashMap::with_hasher(hasher.clone()),
            names: Keys::new(hasher.clone()),
            labels: HashMap::with_hasher(hasher),
            title: None,
            leaf: None,
            stats: Stats::default(),
        }
    }

    /// Adds an entry, which lies at `place`, and gives its number.
    pub fn push(&mut self, entry: &Entry<'_>, place: Place) -> u32 {
        let number = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        let parent = entry.parent.as_deref().map_or(NONE, |parent| self.resolve(number, parent));
        let kind = entry.kind();
        let name = self.name(&entry.name);
        self.nodes.push(Node {
            parent,
            name,
            kind,
            is_assistant: entry.is_assistant,
            has_tail: entry.has_tail,
            place,
        });
        self.repeats |= self.ids.push(&entry.id);
        self.note(number, kind, entry);
        number
    }

    fn note(&mut self, number: u32, kind: Kind, entry: &Entry<'_>) {
        let target = entry.target.as_deref();
        match kind {
            Kind::Message => self.stats.messages += 1.0,
            Kind::Label => match (target, entry.text.as_deref()) {
                (Some(target), Some(text)) => {
                    self.labels.insert(target.into(), text.into());
                }
                (Some(target), None) => {
                    self.labels.remove(target);
                }
                (None, _) => {}
            },
            Kind::SessionInfo => self.title = entry.text.as_deref().map(Into::into),
            _ => {}
        }
        if let Some(usage) = entry.usage {
            self.stats.add(usage);
        }
        if let Some(first) = entry.first_kept.as_deref() {
            self.first_kept.insert(number, first.into());
        }
        self.leaf = (kind == Kind::Leaf).then(|| target.map(Into::into)).flatten();
    }

    /// The number of a parent, which is mostly the entry before.
    fn resolve(&mut self, child: u32, parent: &[u8]) -> u32 {
        if let Some(before) = child.checked_sub(1)
            && self.ids.get(before) == Some(parent)
        {
            return before;
        }
        self.ids.find(parent).unwrap_or_else(|| {
            self.unresolved.insert(child, parent.into());
            NONE
        })
    }

    /// The number of a type's name, which is mostly that of the entry before.
    fn name(&mut self, name: &[u8]) -> u32 {
        if let Some(before) = self.nodes.last()
            && self.names.get(before.name) == Some(name)
        {
            return before.name;
        }
        self.names.find(name).unwrap_or_else(|| {
            self.names.push(name);
            u32::try_from(self.names.len() - 1).unwrap_or(NONE)
        })
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(NONE)
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The entry with an id: the last one, should there be more.
    #[must_use]
    pub fn find(&self, id: &[u8]) -> Option<u32> {
        self.ids.find(id)
    }

    /// Where an entry lies.
    #[must_use]
    pub fn place(&self, number: u32) -> Option<Place> {
        self.nodes.get(number as usize).map(|node| node.place)
    }

    /// The entries of a type, in order.
    #[must_use]
    pub fn of_type(&self, name: &[u8]) -> Vec<u32> {
        let Some(name) = self.names.find(name) else { return Vec::new() };
        (0..).zip(&self.nodes).filter(|(_, node)| node.name == name).map(|(n, _)| n).collect()
    }

    /// The label of the entry with an id, as a JSON string.
    #[must_use]
    pub fn label(&self, id: &[u8]) -> Option<&[u8]> {
        self.labels.get(id).map(|text| &**text)
    }

    /// The name of the session, as a JSON string.
    #[must_use]
    pub fn title(&self) -> Option<&[u8]> {
        self.title.as_deref()
    }

    /// Where the conversation goes on: the id of an entry, which need not exist; none before the first.
    #[must_use]
    pub fn leaf(&self) -> Option<&[u8]> {
        match self.nodes.last() {
            Some(node) if node.kind == Kind::Leaf => self.leaf.as_deref(),
            Some(_) => self.ids.get(self.len() - 1),
            None => None,
        }
    }

    /// What all entries add up to.
    #[must_use]
    pub const fn stats(&self) -> Stats {
        self.stats
    }

    /// About how much memory it holds.
    #[must_use]
    pub const fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.ids.memory()
    }
}
