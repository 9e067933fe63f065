//! Reading a session's file once, from its beginning to its end, without keeping what it says.

use std::io;

use gatto_core::journal::Lines;
use gatto_core::session::{Fault, Place, Tree, is_blank, read};

use crate::io::{End, Readable};

/// How much is read at once.
const CHUNK: usize = 1 << 20;

/// What a file holds.
pub(crate) struct Index {
    pub(super) tree: Tree,
    /// Its first line that is not blank.
    pub(super) header: Option<Vec<u8>>,
    pub(super) len: u64,
    pub(super) end: End,
}

/// Why a file cannot be read.
pub(crate) enum Unreadable {
    /// The operating system refused.
    Io(io::Error),
    /// A line is no entry. Lines that are not blank are counted, from 1. What the header says counts first.
    Line { line: usize, fault: Fault, header: Vec<u8> },
}

/// Reads a file and finds its entries.
pub(super) fn index(file: &Readable, seed: u64) -> Result<Index, Unreadable> {
    let end = End::Clean;
    let mut index = Index { tree: Tree::new(seed), header: None, len: 0, end };
    let mut count = 0;
    // What of the file is in the buffer: from `start` on, `filled` bytes.
    let (mut buffer, mut start, mut filled) = (vec![0; CHUNK], 0_u64, 0_usize);
    loop {
        let room = buffer.get_mut(filled..).unwrap_or_default();
        let got = file.read_at(room, start + filled as u64).map_err(Unreadable::Io)?;
        if got == 0 {
            break;
        }
        filled += got;
        let mut lines = Lines::new(buffer.get(..filled).unwrap_or_default());
        for line in lines.by_ref() {
            index.add(line.bytes, start + line.offset as u64, &mut count)?;
        }
        let done = lines.offset();
        if done == 0 && filled == buffer.len() {
            // A line longer than the buffer.
            buffer.resize(buffer.len() * 2, 0);
            continue;
        }
        buffer.copy_within(done..filled, 0);
        start += done as u64;
        filled -= done;
        if buffer.len() > CHUNK && filled < CHUNK {
            buffer.truncate(CHUNK);
            buffer.shrink_to_fit();
        }
    }
    index.len = start + filled as u64;
    let rest = buffer.get(..filled).unwrap_or_default();
    if !rest.is_empty() {
        index.end = End::Unended;
        let before = count;
        match index.add(rest, start, &mut count) {
            // The header of a file that has nothing else is for the reader of headers to judge.
            Err(Unreadable::Line { fault: Fault::NoJson, .. }) if before > 0 => {
                index.end = End::Torn(start);
            }
            result => result?,
        }
    }
    Ok(index)
}

impl Index {
    fn add(&mut self, line: &[u8], offset: u64, count: &mut usize) -> Result<(), Unreadable> {
        if is_blank(line) {
            return Ok(());
        }
        *count += 1;
        let Some(header) = &self.header else {
            self.header = Some(line.to_vec());
            return Ok(());
        };
        let broken = |fault| Unreadable::Line { line: *count, fault, header: header.clone() };
        let entry = read(line).map_err(broken)?;
        self.tree.push(&entry, Place { offset, len: line.len() as u64 });
        Ok(())
    }
}
