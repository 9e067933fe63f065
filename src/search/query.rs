//! What is looked for in files.

use grep_matcher::LineTerminator;
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{BinaryDetection, MmapChoice, Searcher, SearcherBuilder};
use napi::Error;
use napi::bindgen_prelude::External;
use napi_derive::napi;

use super::glob::Glob;

/// The longest line that is held, in bytes: a file of one endless line must not fill the memory.
const LONGEST_LINE: usize = 64 * 1024 * 1024;

/// What is looked for, as the tool was told.
#[napi(object, object_to_js = false)]
pub(crate) struct QueryOptions {
    /// A regular expression in the syntax of Rust's `regex`, or a text.
    pub pattern: String,
    /// Whether the pattern is a text.
    pub literal: bool,
    /// Whether upper and lower case are one.
    pub ignore_case: bool,
    /// Which files are searched.
    pub glob: Option<String>,
    /// How many lines are shown before and behind a match.
    pub context: u32,
    /// How many matching lines are shown at most.
    pub limit: u32,
}

/// A compiled query.
#[derive(Debug, Clone)]
pub(crate) struct Query {
    pub(super) matcher: RegexMatcher,
    pub(super) glob: Option<Glob>,
    pub(super) context: usize,
    pub(super) limit: usize,
}

impl Query {
    fn new(options: QueryOptions) -> Result<Self, String> {
        let QueryOptions { pattern, literal, ignore_case, glob, context, limit } = options;
        let matcher = RegexMatcherBuilder::new()
            .fixed_strings(literal)
            .case_insensitive(ignore_case)
            .multi_line(true)
            // `$` is also before the CRLF of a file from Windows.
            .crlf(true)
            .build(&pattern)
            .map_err(|error| format!("The pattern is no regular expression: {error}"))?;
        let glob = glob.as_deref().map(glob_of).transpose()?;
        Ok(Self { matcher, glob, context: context as usize, limit: limit as usize })
    }

    pub(super) fn searchers(&self) -> Searchers {
        let mut builder = SearcherBuilder::new();
        builder
            .line_terminator(LineTerminator::crlf())
            .line_number(false)
            .binary_detection(BinaryDetection::quit(0))
            .memory_map(MmapChoice::never())
            .heap_limit(Some(LONGEST_LINE));
        let plain = builder.build();
        builder.line_number(true).before_context(self.context).after_context(self.context);
        Searchers { plain, full: builder.build() }
    }
}

/// Nearly all files of a tree have no match, and to count their lines is half of the work. So a file is searched by
/// `plain` first, up to its first match, and by `full` from its beginning if there is one.
#[derive(Debug)]
pub(super) struct Searchers {
    pub(super) plain: Searcher,
    pub(super) full: Searcher,
}

pub(super) fn glob_of(written: &str) -> Result<Glob, String> {
    Glob::new(written).map_err(|error| format!("This is no glob: {error}"))
}

/// Compiles a query, or throws and says what is wrong with it.
#[napi(catch_unwind)]
pub(crate) fn compile_query(options: QueryOptions) -> napi::Result<External<Query>> {
    Query::new(options).map(External::new).map_err(Error::from_reason)
}
