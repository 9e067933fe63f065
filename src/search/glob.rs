//! Globs as the tools take them.

use std::path::Path;

use globset::{GlobBuilder, GlobMatcher};

/// What a glob stands for: a name in any folder, or a path from the folder that is searched.
#[derive(Debug, Clone)]
pub(super) struct Glob {
    matcher: GlobMatcher,
    /// It has no slash, so that only the name counts.
    is_name: bool,
    /// It ends with a slash: folders alone.
    is_folder: bool,
    /// It begins with `!`: everything else.
    is_negated: bool,
}

impl Glob {
    pub(super) fn new(written: &str) -> Result<Self, globset::Error> {
        let (is_negated, pattern) = match written.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, written),
        };
        let (is_folder, pattern) = match pattern.strip_suffix('/') {
            Some(rest) => (true, rest),
            None => (false, pattern),
        };
        let is_name = !pattern.contains('/');
        let anchored = pattern.strip_prefix("./").unwrap_or(pattern);
        let anchored = anchored.strip_prefix('/').unwrap_or(anchored);
        let matcher =
            GlobBuilder::new(anchored).literal_separator(true).empty_alternates(true).build()?;
        Ok(Self { matcher: matcher.compile_matcher(), is_name, is_folder, is_negated })
    }

    /// Whether a path below the searched folder is meant.
    pub(super) fn is_match(&self, path: &Path, is_folder: bool) -> bool {
        let subject = match path.file_name() {
            Some(name) if self.is_name => Path::new(name),
            _ => path,
        };
        let found = (is_folder || !self.is_folder) && self.matcher.is_match(subject);
        found != self.is_negated
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Glob;

    #[test]
    fn a17_a_glob_without_a_slash_is_a_name_at_any_depth() {
        let is_match = |glob: &str, path: &str| {
            let (path, is_folder) =
                path.strip_suffix('/').map_or((path, false), |path| (path, true));
            Glob::new(glob).unwrap().is_match(Path::new(path), is_folder)
        };
        for (glob, path) in [
            ("*.js", "a.js"),
            ("*.js", "deep/er/a.js"),
            ("*.{ts,tsx}", "src/a.tsx"),
            ("src/*.js", "src/a.js"),
            ("/a.js", "a.js"),
            ("./src/**", "src/a/b"),
            ("src/**/*.js", "src/a.js"),
            ("**/test/*", "a/b/test/c"),
            ("src/", "lib/src/"),
            ("!*.js", "a.ts"),
            ("[ab].c", "b.c"),
        ] {
            assert!(is_match(glob, path), "{glob} {path}");
        }
        for (glob, path) in [
            ("*.js", "a.jsx"),
            ("*.js", "a.js/b"),
            ("src/*.js", "lib/src/a.js"),
            ("src/*.js", "src/deep/a.js"),
            ("/a.js", "src/a.js"),
            ("src/", "lib/src"),
            ("!*.js", "src/a.js"),
        ] {
            assert!(!is_match(glob, path), "{glob} {path}");
        }
        assert!(Glob::new("[a").is_err() && Glob::new("{a").is_err());
    }
}
