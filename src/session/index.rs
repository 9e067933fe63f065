//! Reading a session's file once, from its beginning to its end, without keeping what it says.

use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, Scope};

use gatto_core::session::{Fault, Tree, is_blank};

use super::stretch::{Proved, Source};
use crate::io::{End, Readable};

/// What a file holds.
#[derive(Debug)]
pub(crate) struct Index {
    pub(super) tree: Tree,
    /// Its first line that is not blank.
    pub(super) header: Option<Vec<u8>>,
    pub(super) len: u64,
    pub(super) end: End,
    /// How many lines there were that are not blank.
    lines: usize,
}

/// Why a file cannot be read.
#[derive(Debug)]
pub(crate) enum Unreadable {
    /// The operating system refused.
    Io(io::Error),
    /// A line is no entry. Lines that are not blank are counted, from 1. What the header says counts first.
    Line { line: usize, fault: Fault, header: Vec<u8> },
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// How a file is read: in stretches, each by one thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    stretch: u64,
    threads: usize,
}

impl Plan {
    /// How much each thread reads at once: more would be more memory and no less time.
    const STRETCH: u64 = 1 << 20;
    /// More would wait for the one that builds the tree.
    const MOST_THREADS: usize = 4;
    /// How many stretches a thread must have to be worth its start.
    const WORTH: u64 = 2;

    /// For a file of so many bytes.
    pub(super) fn of(len: u64) -> Self {
        let worth = usize::try_from(len / (Self::STRETCH * Self::WORTH)).unwrap_or(usize::MAX);
        let most = worth.min(Self::MOST_THREADS);
        let threads = if most < 2 {
            1
        } else {
            thread::available_parallelism().map_or(1, |cores| most.min(cores.get()))
        };
        Self { stretch: Self::STRETCH, threads }
    }
}

/// How many stretches a thread may be ahead of the tree.
const AHEAD: usize = 2;

/// Reads a file and finds its entries.
pub(super) fn index(file: &Readable, seed: u64) -> Result<Index, Unreadable> {
    let len = file.len()?;
    index_by(&Source::new(file.clone(), len), seed, Plan::of(len))
}

fn index_by(source: &Source, seed: u64, plan: Plan) -> Result<Index, Unreadable> {
    let Head { line: header, len, end } = head(source)?;
    let lines = usize::from(header.is_some());
    let mut index = Index { tree: Tree::new(seed), header, len, end, lines };
    if index.header.is_none() || end != End::Clean {
        return Ok(index);
    }
    index.len = source.len;
    let count = source.len.saturating_sub(len).div_ceil(plan.stretch);
    let stretches = (0..count).map(move |number| {
        let begin = len + number * plan.stretch;
        begin..(begin + plan.stretch).min(source.len)
    });
    if plan.threads < 2 {
        let mut buffer = Vec::new();
        index.take_all(stretches.map(|at| source.prove(at, &mut buffer)))?;
    } else {
        thread::scope(|scope| {
            let threads = plan.threads;
            let readers = (0..threads)
                .map(|first| reader(scope, source, stretches.clone().skip(first).step_by(threads)))
                .collect::<io::Result<Vec<_>>>()?;
            let in_order = readers.iter().cycle().map_while(|reader| reader.recv().ok());
            index.take_all(in_order)
        })?;
    }
    Ok(index)
}

/// Starts a thread that reads stretches, until nobody takes them any more.
fn reader<'scope, 'a: 'scope>(
    scope: &'scope Scope<'scope, 'a>,
    source: &'a Source,
    stretches: impl Iterator<Item = Range<u64>> + Send + 'scope,
) -> io::Result<Receiver<io::Result<Proved>>> {
    let (out, proved) = sync_channel(AHEAD);
    thread::Builder::new().name("gatto-session".to_owned()).spawn_scoped(scope, move || {
        let mut buffer = Vec::new();
        for at in stretches {
            if out.send(source.prove(at, &mut buffer)).is_err() {
                break;
            }
        }
    })?;
    Ok(proved)
}

/// The beginning of a file.
struct Head {
    /// Its first line that is not blank, without the newline.
    line: Option<Vec<u8>>,
    /// How many bytes it has so far, and how it would end here.
    len: u64,
    end: End,
}

fn head(source: &Source) -> io::Result<Head> {
    const MOSTLY_ENOUGH: usize = 4096;
    let mut reader = BufReader::with_capacity(MOSTLY_ENOUGH, source.file.reader().take(source.len));
    let (mut len, mut end) = (0, End::Clean);
    loop {
        let mut line = Vec::new();
        let got = reader.read_until(b'\n', &mut line)?;
        if got == 0 {
            return Ok(Head { line: None, len, end });
        }
        len += got as u64;
        end = if line.pop_if(|byte| *byte == b'\n').is_some() { End::Clean } else { End::Unended };
        if !is_blank(&line) {
            return Ok(Head { line: Some(line), len, end });
        }
    }
}

impl Index {
    /// Takes in what was read of a file, in order.
    fn take_all(
        &mut self,
        stretches: impl Iterator<Item = io::Result<Proved>>,
    ) -> Result<(), Unreadable> {
        for proved in stretches {
            let Proved { entries, fault, end, cut } = proved?;
            self.lines += entries.lines();
            if let Some(fault) = fault {
                let header = self.header.take().unwrap_or_default();
                return Err(Unreadable::Line { line: self.lines, fault, header });
            }
            self.tree.extend(&entries);
            if let Some(end) = end {
                self.end = end;
            }
            self.len = self.len.min(cut.unwrap_or(u64::MAX));
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "index_tests.rs"]
mod tests;
