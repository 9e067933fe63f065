//! A folder that is being walked, and how the walk does not go round in circles.
use std::collections::HashSet;

use foldhash::fast::FixedState;

use super::super::ignored::{FILES, Rules};
use super::ask::{Entry, Kind};

pub(super) const SKILL_FILE: &str = "SKILL.md";

/// What lies in a folder. Of a link that was followed, `entry.kind` is what is there and `target` where.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) entry: Entry,
    pub(super) target: Option<String>,
}

/// How far a folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// It is listed; what it ignores and whether it is a skill is being found out.
    Listed,
    /// The links in it are being followed.
    Following,
}

/// A folder, by its number in [`Folders`].
pub(super) type Id = usize;

#[derive(Debug)]
pub(super) struct Folder {
    pub(super) root: usize,
    /// The names that lead here from the root.
    pub(super) at: Vec<String>,
    pub(super) name: String,
    pub(super) path: String,
    /// The path without any link in it; none while it is not known.
    pub(super) canonical: Option<String>,
    pub(super) parent: Option<Id>,
    /// Whether a link was followed on the way from the root.
    is_behind_link: bool,
    pub(super) found: Vec<Found>,
    pub(super) stage: Stage,
    pub(super) rules: Option<Rules>,
    /// The texts of the ignore files that were read, in their order.
    pub(super) texts: [String; FILES.len()],
    /// The answers that are still to come before the next step.
    pub(super) awaited: usize,
}

impl Folder {
    pub(super) fn root(
        root: usize,
        at: Vec<String>,
        entry: Entry,
        canonical: Option<String>,
    ) -> Self {
        Self {
            root,
            at,
            name: entry.name,
            path: entry.path,
            canonical,
            parent: None,
            is_behind_link: false,
            found: Vec::new(),
            stage: Stage::Listed,
            rules: None,
            texts: Default::default(),
            awaited: 0,
        }
    }

    pub(super) fn place(&self, name: &str) -> Vec<String> {
        let mut at = Vec::with_capacity(self.at.len() + 1);
        at.extend_from_slice(&self.at);
        at.push(name.to_owned());
        at
    }

    fn real_path(&self) -> &str {
        self.canonical.as_deref().unwrap_or(&self.path)
    }
}

/// The folders of a walk.
///
/// A folder that is also its own ancestor is not entered again. That alone would let folders that link to each other be
/// walked in every order there is. So a link is always followed from a folder that no link led to, for then it is
/// another name of what it leads to; but behind a link, the next one is followed only to a folder that was not walked yet.
#[derive(Debug, Default)]
pub(super) struct Folders {
    all: Vec<Folder>,
    /// Where the folders are in truth.
    walked: HashSet<String, FixedState>,
}

impl Folders {
    pub(super) fn get(&self, id: Id) -> Option<&Folder> {
        self.all.get(id)
    }

    pub(super) fn get_mut(&mut self, id: Id) -> Option<&mut Folder> {
        self.all.get_mut(id)
    }

    pub(super) fn add(&mut self, folder: Folder) -> Id {
        self.all.push(folder);
        self.all.len() - 1
    }

    /// Enters a folder of a folder; `target` is where it is in truth if a link led there. None if it is not to be.
    pub(super) fn enter(&mut self, parent: Id, entry: Entry, target: Option<String>) -> Option<Id> {
        let above = self.all.get(parent)?;
        let is_second_link = above.is_behind_link && target.is_some();
        let is_behind_link = above.is_behind_link || target.is_some();
        let real = target.unwrap_or_else(|| joined(above.real_path(), &entry.name));
        if is_behind_link && self.is_ancestor(parent, &real) {
            return None;
        }
        let is_new = self.walked.insert(real.clone());
        if is_second_link && !is_new {
            return None;
        }
        let above = self.all.get(parent)?;
        let mut folder = Folder::root(above.root, above.place(&entry.name), entry, Some(real));
        folder.parent = Some(parent);
        folder.is_behind_link = is_behind_link;
        Some(self.add(folder))
    }

    fn is_ancestor(&self, of: Id, real: &str) -> bool {
        std::iter::successors(self.all.get(of), |folder| self.all.get(folder.parent?))
            .any(|folder| folder.real_path() == real)
    }

    /// Whether what is called `name` in a folder is ignored. The innermost rules that say anything decide.
    pub(super) fn ignores(&self, folder: Id, name: &str, kind: Kind) -> bool {
        let mut path = name.to_owned();
        let mut next = self.all.get(folder);
        while let Some(folder) = next {
            let said =
                folder.rules.as_ref().and_then(|rules| rules.say(&path, kind == Kind::Directory));
            if let Some(ignored) = said {
                return ignored;
            }
            next = folder.parent.and_then(|id| self.all.get(id));
            if let (Some(_), Some(own)) = (next, folder.at.last()) {
                path = format!("{own}/{path}");
            }
        }
        false
    }
}

fn joined(path: &str, name: &str) -> String {
    let separator = if path.contains('\\') && !path.contains('/') { '\\' } else { '/' };
    if path.ends_with(separator) {
        format!("{path}{name}")
    } else {
        format!("{path}{separator}{name}")
    }
}
