//! The calls that are open, by number and in the order of opening.

use std::collections::BTreeMap;

/// The number of a call within its ledger: consecutive, never used twice, ordered by opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallNo(pub u32);

/// An ordered map from numbers that only grow. The newest stands apart: nearly every call is answered before another
/// is opened, and then the tree is never touched.
#[derive(Debug)]
pub(super) struct OpenCalls<T> {
    newest: Option<(CallNo, T)>,
    older: BTreeMap<CallNo, T>,
}

impl<T> Default for OpenCalls<T> {
    fn default() -> Self {
        Self { newest: None, older: BTreeMap::new() }
    }
}

impl<T> OpenCalls<T> {
    /// Adds a call whose number is above every other's.
    pub(super) fn push(&mut self, call: CallNo, open: T) {
        if let Some((before, open)) = self.newest.replace((call, open)) {
            self.older.insert(before, open);
        }
    }

    pub(super) fn remove(&mut self, call: CallNo) -> Option<T> {
        if self.newest.as_ref().is_some_and(|(newest, _)| *newest == call) {
            return self.newest.take().map(|(_, open)| open);
        }
        self.older.remove(&call)
    }

    pub(super) fn get_mut(&mut self, call: CallNo) -> Option<&mut T> {
        match &mut self.newest {
            Some((newest, open)) if *newest == call => Some(open),
            _ => self.older.get_mut(&call),
        }
    }

    pub(super) fn contains(&self, call: CallNo) -> bool {
        self.newest.as_ref().is_some_and(|(newest, _)| *newest == call)
            || self.older.contains_key(&call)
    }

    pub(super) fn first(&self) -> Option<CallNo> {
        self.numbers().next()
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = CallNo> + '_ {
        self.older.keys().copied().chain(self.newest.as_ref().map(|(call, _)| *call))
    }

    pub(super) fn len(&self) -> usize {
        self.older.len() + usize::from(self.newest.is_some())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.newest.is_none() && self.older.is_empty()
    }
}
