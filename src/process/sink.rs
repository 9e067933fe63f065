//! Where the output of a process goes: to JavaScript as texts, or into a capture, and from there to a file.

use std::fs::File;
use std::io::Write;

use gatto_core::coding::capture::clean;

use super::output::{Decoders, STREAMS};
use super::state::Shared;
use crate::files::{Failure, fresh_file, fresh_folder};

pub(super) struct Sink<'a> {
    shared: &'a Shared,
    decoders: Decoders,
    /// What the names of folders for such files begin with.
    folder: Option<String>,
    file: Option<File>,
    has_failed: bool,
    /// What is on its way to the file: nobody has to wait for a disk to look at the capture.
    spill: Vec<u8>,
}

impl<'a> Sink<'a> {
    pub(super) fn new(shared: &'a Shared, folder: Option<String>) -> Self {
        let decoders = Decoders::default();
        Self { shared, decoders, folder, file: None, has_failed: false, spill: Vec::new() }
    }

    /// Takes the next bytes of a stream; none when it has ended.
    pub(super) fn take(&mut self, stream: usize, bytes: &[u8]) {
        let text = self.decoders.decode(stream, bytes);
        if text.is_empty() {
            return;
        }
        if self.folder.is_none() {
            let mut state = self.shared.lock();
            state.output.add(stream, text);
            return state.tell();
        }
        let text = clean(text);
        self.spill.clear();
        if let Some(captured) = &mut self.shared.lock().captured {
            captured.capture.add(&text, |bytes| self.spill.extend_from_slice(bytes));
        }
        let written = if self.spill.is_empty() || self.has_failed { Ok(()) } else { self.write() };
        let mut state = self.shared.lock();
        if let Some(captured) = &mut state.captured {
            captured.is_fresh = true;
            if let Err(failure) = written {
                self.has_failed = true;
                captured.failure = Some(failure);
            }
        }
        state.tell();
    }

    /// Nothing more will come of any stream.
    pub(super) fn finish(&mut self) {
        for stream in 0..STREAMS {
            self.take(stream, &[]);
        }
    }

    fn write(&mut self) -> Result<(), Failure> {
        if self.file.is_none() {
            let folder = fresh_folder(self.folder.as_deref().unwrap_or_default())?;
            let (file, path) = fresh_file(&folder, "bash-", ".log")?;
            self.file = Some(file);
            if let Some(captured) = &mut self.shared.lock().captured {
                captured.path = Some(path);
            }
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(&self.spill).map_err(|error| Failure::unnamed(&error, "write"))
    }
}
