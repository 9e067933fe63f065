//! A new session file: whole under its name, or not there.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use gatto_core::session::Place;
use napi::bindgen_prelude::{AsyncTask, Uint32Array};
use napi::{Env, Task};
use napi_derive::napi;

use super::on;
use crate::io::Readable;

/// How much of another session's file is copied at once.
const CHUNK: usize = 1 << 20;

/// Writes a session file.
pub(crate) struct PublishTask {
    path: PathBuf,
    head: String,
    copied: Option<Copied>,
    tail: String,
}

/// Entries that are copied from another session's file as they are.
struct Copied {
    file: Readable,
    places: Vec<Place>,
}

/// Writes a new session file beside its place, and then puts it there: `head`, then the lines of some entries of
/// another session's file, then `tail`. Gives JSON that says what went wrong, if anything did.
#[napi(catch_unwind, ts_return_type = "Promise<string | null>")]
pub(crate) fn publish_session_file(
    path: String,
    head: String,
    source: Option<u32>,
    entries: Option<Uint32Array>,
    tail: Option<String>,
) -> AsyncTask<PublishTask> {
    let copied = source.zip(entries).and_then(|(source, entries)| {
        on(source, |session| {
            let file = session.journal.as_ref()?.readable();
            let places = entries.iter().filter_map(|&entry| session.tree.place(entry)).collect();
            Some(Copied { file, places })
        })
    });
    let tail = tail.unwrap_or_default();
    AsyncTask::new(PublishTask { path: path.into(), head, copied: copied.flatten(), tail })
}

impl Task for PublishTask {
    type Output = io::Result<()>;
    type JsValue = Option<String>;

    fn compute(&mut self) -> napi::Result<Self::Output> {
        Ok(self.publish())
    }

    fn resolve(&mut self, _: Env, output: Self::Output) -> napi::Result<Option<String>> {
        Ok(output.err().map(|error| super::open::error_json(&error).to_string()))
    }
}

impl PublishTask {
    fn publish(&self) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            create_folders(folder)?;
        }
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.tmp", uuid::Uuid::new_v4().simple()));
        let beside = self.path.with_file_name(name);
        self.write(&beside).and_then(|()| fs::rename(&beside, &self.path)).inspect_err(|_| {
            // What cannot be removed has a name that nobody takes for a session.
            let _ = fs::remove_file(&beside);
        })
    }

    fn write(&self, beside: &Path) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(beside)?;
        file.write_all(self.head.as_bytes())?;
        if let Some(copied) = &self.copied {
            copied.write_to(&mut file)?;
        }
        file.write_all(self.tail.as_bytes())?;
        // A name that reaches the disk before its contents would be a session that is torn.
        if self.copied.is_some() { file.sync_data() } else { Ok(()) }
    }
}

impl Copied {
    fn write_to(&self, file: &mut File) -> io::Result<()> {
        let mut lines = Vec::with_capacity(CHUNK);
        for place in &self.places {
            let begin = lines.len();
            let len = usize::try_from(place.len).unwrap_or(usize::MAX);
            lines.resize(begin + len, 0);
            let room = lines.get_mut(begin..).unwrap_or_default();
            if self.file.read_at(room, place.offset)? < len {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            lines.push(b'\n');
            if lines.len() >= CHUNK {
                file.write_all(&lines)?;
                lines.clear();
            }
        }
        file.write_all(&lines)
    }
}

/// Creates the folders that are missing, for their owner only.
fn create_folders(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}
