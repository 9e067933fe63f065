//! Ways through the tree.

use super::entry::Kind;
use super::tree::{NONE, Tree};

/// Why a way does not lead to a root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// No entry has this id, which is somebody's parent.
    Missing(Vec<u8>),
    /// This entry is among its own ancestors.
    Cycle(u32),
}

impl Tree {
    /// The way from the root to an entry, or from the last compaction before it: from the compaction itself when it
    /// carries along what it keeps, else from the first entry that it keeps.
    ///
    /// # Errors
    /// A parent is missing, or the way leads in a circle.
    pub fn path(&self, to: u32) -> Result<Vec<u32>, Broken> {
        let mut stop = None;
        self.walk(to, |number| {
            let Some(node) = self.nodes.get(number as usize) else { return true };
            if stop.is_some() && self.ids.get(number) == stop {
                return true;
            }
            if node.kind != Kind::Compaction {
                return false;
            }
            stop = self.first_kept.get(&number).map(|id| &**id);
            node.has_tail
        })
    }

    /// The entries that say which thinking level, model and tools are in force at an entry: the last one of each on the
    /// way from the root, in the order of that way. Where the way is broken, what lies beyond says nothing.
    #[must_use]
    pub fn state(&self, at: u32) -> Vec<u32> {
        let [mut thinking, mut model, mut tools] = [false; 3];
        let mut found = Vec::new();
        let _ = self.walk(at, |number| {
            let Some(node) = self.nodes.get(number as usize) else { return true };
            let seen = match node.kind {
                Kind::ThinkingLevelChange => &mut thinking,
                Kind::ModelChange => &mut model,
                Kind::Message if node.is_assistant => &mut model,
                Kind::ActiveToolsChange => &mut tools,
                _ => return false,
            };
            if !std::mem::replace(seen, true) {
                found.push(number);
            }
            thinking && model && tools
        });
        found.reverse();
        found
    }

    /// Walks up from an entry until `stop` says so, or a root is reached, and gives the way down.
    fn walk(&self, from: u32, mut stop: impl FnMut(u32) -> bool) -> Result<Vec<u32>, Broken> {
        let mut way = Vec::new();
        let mut at = from;
        loop {
            if way.len() > self.nodes.len() {
                return Err(Broken::Cycle(from));
            }
            way.push(at);
            if stop(at) {
                break;
            }
            match self.parent(at)? {
                Some(parent) => at = parent,
                None => break,
            }
        }
        way.reverse();
        Ok(way)
    }

    fn parent(&self, child: u32) -> Result<Option<u32>, Broken> {
        let number = self.nodes.get(child as usize).map_or(NONE, |node| node.parent);
        if number != NONE {
            // An id that came again means its last entry, as it does everywhere.
            let latest = || self.ids.get(number).and_then(|id| self.ids.find(id));
            return Ok(if self.repeats { latest() } else { Some(number) });
        }
        let Some(id) = self.unresolved.get(&child) else { return Ok(None) };
        match self.ids.find(id) {
            Some(number) => Ok(Some(number)),
            None => Err(Broken::Missing(id.to_vec())),
        }
    }
}

#[cfg(test)]
#[path = "path_tests.rs"]
mod tests;
