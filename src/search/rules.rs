//! What git ignores, for files that only an environment can read: the rules of each folder as they are met.

use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use napi::bindgen_prelude::External;
use napi_derive::napi;

/// The rules of a folder, and those of the folders above it.
#[derive(Debug)]
pub(crate) struct Rules {
    own: Gitignore,
    above: Option<Arc<Rules>>,
}

/// The rules that hold in `folder`, of the text of its ignore file and of `above`. A line that is no pattern says nothing.
#[napi(catch_unwind)]
pub(crate) fn rules_of(
    folder: String,
    text: String,
    above: Option<&External<Arc<Rules>>>,
) -> External<Arc<Rules>> {
    let mut builder = GitignoreBuilder::new(folder);
    for line in text.lines() {
        let _ = builder.add_line(None, line);
    }
    let own = builder.build().unwrap_or_else(|_| Gitignore::empty());
    External::new(Arc::new(Rules { own, above: above.map(|above| Arc::clone(above)) }))
}

/// Whether a path in the folder of the rules, or below it, is ignored. The nearest rules that say something decide.
#[napi(catch_unwind)]
pub(crate) fn is_ignored(rules: &External<Arc<Rules>>, path: String, is_folder: bool) -> bool {
    let mut next: Option<&Arc<Rules>> = Some(rules);
    while let Some(rules) = next {
        match rules.own.matched(&path, is_folder) {
            Match::None => next = rules.above.as_ref(),
            Match::Ignore(_) => return true,
            Match::Whitelist(_) => return false,
        }
    }
    false
}
