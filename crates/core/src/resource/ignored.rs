//! What the ignore files of a folder say about what is inside it.
use std::borrow::Cow;
use std::path::Path;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// The files whose patterns count, in this order.
pub(super) const FILES: [&str; 3] = [".gitignore", ".ignore", ".fdignore"];

/// The patterns of one folder. What a pattern says it says of paths inside its folder, so the patterns of a tree are
/// asked from the innermost folder outwards, and the first that matches decides.
#[derive(Debug)]
pub(super) struct Rules(Gitignore);

impl Rules {
    /// The rules in the texts of the ignore files of a folder, if there are any. A slash at the beginning of a pattern is
    /// taken away; a pattern of a folder below the root then counts from its folder, one of the root as if it had had none.
    pub(super) fn new<'a>(texts: impl IntoIterator<Item = &'a str>, is_root: bool) -> Option<Self> {
        let mut builder = GitignoreBuilder::new("");
        builder.case_insensitive(true).ok()?;
        let mut any = false;
        for line in texts.into_iter().flat_map(str::lines) {
            let Some(pattern) = pattern(line, is_root) else { continue };
            // A pattern that is no glob matches nothing.
            any |= builder.add_line(None, &pattern).is_ok();
        }
        if !any {
            return None;
        }
        builder.build().ok().map(Self)
    }

    /// Whether what lies at `path`, counted from the folder of the rules, is ignored; none where they do not say.
    pub(super) fn say(&self, path: &str, is_folder: bool) -> Option<bool> {
        match self.0.matched(Path::new(path), is_folder) {
            Match::None => None,
            Match::Ignore(_) => Some(true),
            Match::Whitelist(_) => Some(false),
        }
    }
}

/// A line of an ignore file as a line of git's, or none if it says nothing.
fn pattern(line: &str, is_root: bool) -> Option<String> {
    let line = line.trim_end_matches('\r');
    if line.trim().is_empty() || line.starts_with('#') {
        return None;
    }
    let (mark, rest) = match line.strip_prefix('!') {
        Some(rest) => ("!", rest),
        None => ("", line),
    };
    let rest = match rest.strip_prefix('\\') {
        Some(rest) if rest.starts_with(['#', '!']) => rest,
        _ => rest,
    };
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    if rest.trim().is_empty() {
        return None;
    }
    let anchor = match rest.starts_with(['#', '!']) {
        _ if !is_root => "/",
        // Such a character counts as it is here.
        true => "\\",
        false => "",
    };
    Some(format!("{mark}{anchor}{}", without_choices(rest)))
}

/// Braces as they are: for git they are no choice between patterns.
fn without_choices(pattern: &str) -> Cow<'_, str> {
    if !pattern.contains(['{', '}']) {
        return Cow::Borrowed(pattern);
    }
    let (mut escaped, mut in_class) = (false, false);
    let mut out = String::with_capacity(pattern.len() + 4);
    for character in pattern.chars() {
        match character {
            '{' | '}' if !escaped && !in_class => out.push('\\'),
            '[' if !escaped => in_class = true,
            ']' if !escaped => in_class = false,
            _ => {}
        }
        escaped = character == '\\' && !escaped;
        out.push(character);
    }
    Cow::Owned(out)
}
