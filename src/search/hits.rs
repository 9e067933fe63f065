//! What is found in files, and how it is written down.

use std::io::{self, Read, Seek};

use gatto_core::coding::line;
use grep_searcher::{Searcher, Sink, SinkContext, SinkMatch};
use napi_derive::napi;

use super::query::{Query, Searchers};
use crate::files::text::{Text, text_of};

/// No more text than this is gathered: a small part of it is all that will be shown.
pub(super) const MOST_TEXT: usize = 1024 * 1024;

/// What was found.
#[napi(object, object_from_js = false)]
pub(crate) struct Found {
    /// A line for each.
    pub text: Text,
    /// How many there are: matching lines, or names.
    pub matches: u32,
    /// How many files they are in.
    pub files: u32,
    /// Whether there are more.
    pub is_limited: bool,
    /// How many of the lines are cut off.
    pub long_lines: u32,
    /// How many files are binary, and were passed over.
    pub binary: u32,
    /// How many files and folders could not be read.
    pub unread: u32,
}

/// What is found, in order.
#[derive(Debug, Default)]
pub(super) struct Report {
    text: String,
    matches: usize,
    files: u32,
    is_limited: bool,
    long_lines: u32,
}

impl Report {
    /// Writes down what is in one file. Whether more can be taken.
    pub(super) fn add(&mut self, path: &str, hits: &Hits, query: &Query) -> bool {
        let left = query.limit - self.matches;
        let shown = hits.first(left, query.context);
        if query.context > 0 && !self.text.is_empty() && !shown.is_empty() {
            self.line(format_args!("--"));
        }
        self.files += u32::from(!shown.is_empty());
        for line in shown {
            if self.text.len() > MOST_TEXT {
                self.is_limited = true;
                return false;
            }
            self.long_lines += u32::from(line.is_cut);
            match line.kind {
                Kind::Match => {
                    self.matches += 1;
                    self.line(format_args!("{path}:{}: {}", line.number, line.text));
                }
                Kind::Context => self.line(format_args!("{path}-{}- {}", line.number, line.text)),
                Kind::Gap => self.line(format_args!("--")),
            }
        }
        self.is_limited = hits.matches > left;
        !self.is_limited
    }

    /// Writes down a name. Whether more can be taken.
    pub(super) fn name(&mut self, name: &str, limit: usize) -> bool {
        if self.matches == limit || self.text.len() > MOST_TEXT {
            self.is_limited = true;
            return false;
        }
        self.matches += 1;
        self.line(format_args!("{name}"));
        true
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        // To write to a string never fails.
        let _ = std::fmt::Write::write_fmt(&mut self.text, line);
    }

    pub(super) fn found(self, passed: Passed) -> Found {
        Found {
            text: text_of(self.text.into_bytes()),
            matches: u32::try_from(self.matches).unwrap_or(u32::MAX),
            files: self.files,
            is_limited: self.is_limited,
            long_lines: self.long_lines,
            binary: passed.binary,
            unread: passed.unread,
        }
    }
}

/// What was passed over.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Passed {
    pub(super) binary: u32,
    pub(super) unread: u32,
}

/// What is found in one file.
#[derive(Debug, Default)]
pub(super) struct Hits {
    lines: Vec<Line>,
    pub(super) matches: usize,
    pub(super) bytes: usize,
    is_binary: bool,
}

#[derive(Debug)]
struct Line {
    kind: Kind,
    number: u64,
    text: String,
    is_cut: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Match,
    Context,
    /// Lines that are not shown.
    Gap,
}

impl Hits {
    /// Searches one file. `None` when it is binary.
    pub(super) fn search(
        query: &Query,
        searchers: &mut Searchers,
        mut file: impl Read + Seek,
    ) -> io::Result<Option<Self>> {
        let mut any = Any::default();
        searchers.plain.search_reader(&query.matcher, &mut file, &mut any)?;
        if !any.is_found {
            return Ok((!any.is_binary).then(Self::default));
        }
        file.rewind()?;
        let mut sink = Collector { hits: Self::default(), limit: query.limit };
        searchers.full.search_reader(&query.matcher, file, &mut sink)?;
        Ok((!sink.hits.is_binary).then_some(sink.hits))
    }

    /// The first `matches` matching lines with the context that is theirs.
    fn first(&self, matches: usize, context: usize) -> &[Line] {
        let is_match = |line: &Line| line.kind == Kind::Match;
        let mut numbers = self.lines.iter().enumerate().filter(|(_, line)| is_match(line));
        let Some((last, line)) = matches.checked_sub(1).and_then(|index| numbers.nth(index)) else {
            return if matches == 0 { &[] } else { &self.lines };
        };
        let until = line.number + context as u64;
        let behind = self.lines.iter().skip(last + 1);
        let own =
            behind.take_while(|line| line.kind == Kind::Context && line.number <= until).count();
        self.lines.get(..=last + own).unwrap_or_default()
    }
}

/// Looks only whether there is a match.
#[derive(Default)]
struct Any {
    is_found: bool,
    is_binary: bool,
}

impl Sink for Any {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, _: &SinkMatch<'_>) -> io::Result<bool> {
        self.is_found = true;
        Ok(false)
    }

    fn binary_data(&mut self, _: &Searcher, _: u64) -> io::Result<bool> {
        self.is_binary = true;
        Ok(false)
    }
}

/// Gathers one match more than is shown, so that it is known whether there are more.
struct Collector {
    hits: Hits,
    limit: usize,
}

impl Collector {
    fn add(&mut self, kind: Kind, number: Option<u64>, bytes: &[u8]) {
        let (text, is_cut) = line::shown(bytes);
        self.hits.bytes += text.len();
        let text = text.into_owned();
        self.hits.lines.push(Line { kind, number: number.unwrap_or(0), text, is_cut });
    }
}

impl Sink for Collector {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        self.add(Kind::Match, found.line_number(), found.bytes());
        self.hits.matches += 1;
        Ok(self.hits.matches <= self.limit && self.hits.bytes <= MOST_TEXT)
    }

    fn context(&mut self, _: &Searcher, found: &SinkContext<'_>) -> io::Result<bool> {
        self.add(Kind::Context, found.line_number(), found.bytes());
        Ok(true)
    }

    fn context_break(&mut self, _: &Searcher) -> io::Result<bool> {
        self.add(Kind::Gap, None, b"");
        Ok(true)
    }

    fn binary_data(&mut self, _: &Searcher, _: u64) -> io::Result<bool> {
        self.hits.is_binary = true;
        Ok(false)
    }
}
