//! Looking through folders of sessions: the first line of every file, and nothing more of it.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use napi::bindgen_prelude::AsyncTask;
use napi::{Env, Task};
use napi_derive::napi;

use super::open::error_json;

/// Looks through folders.
pub(crate) struct ListTask {
    folder: PathBuf,
    is_root: bool,
}

/// The session files in a folder, or in all folders in it, with their first lines, as JSON. One thread at a time reads,
/// so that a thousand files are not a thousand open files.
#[napi(catch_unwind, ts_return_type = "Promise<string>")]
pub(crate) fn list_session_files(folder: String, is_root: bool) -> AsyncTask<ListTask> {
    AsyncTask::new(ListTask { folder: folder.into(), is_root })
}

/// A path and the first line of its file.
type Found = (PathBuf, Option<Vec<u8>>);

impl Task for ListTask {
    type Output = Result<Vec<Found>, (PathBuf, io::Error)>;
    type JsValue = String;

    fn compute(&mut self) -> napi::Result<Self::Output> {
        Ok(self.list())
    }

    fn resolve(&mut self, _: Env, output: Self::Output) -> napi::Result<String> {
        let json = match output {
            Ok(found) => found
                .into_iter()
                .map(|(path, line)| {
                    let line = line.map(|line| String::from_utf8_lossy(&line).into_owned());
                    serde_json::json!([path.to_string_lossy(), line])
                })
                .collect(),
            Err((path, error)) => {
                let mut json = error_json(&error);
                if let Some(fields) = json.as_object_mut() {
                    fields.insert("path".to_owned(), path.to_string_lossy().into());
                }
                json
            }
        };
        Ok(json.to_string())
    }
}

impl ListTask {
    fn list(&self) -> Result<Vec<Found>, (PathBuf, io::Error)> {
        let mut found = Vec::new();
        if !self.is_root {
            sessions_in(&self.folder, &mut found)?;
            return Ok(found);
        }
        for (path, kind) in entries_of(&self.folder)? {
            if kind.is_dir() {
                sessions_in(&path, &mut found)?;
            }
        }
        Ok(found)
    }
}

fn sessions_in(folder: &Path, found: &mut Vec<Found>) -> Result<(), (PathBuf, io::Error)> {
    for (path, kind) in entries_of(folder)? {
        let is_session =
            path.file_name().is_some_and(|name| name.as_encoded_bytes().ends_with(b".jsonl"));
        if kind.is_dir() || !is_session {
            continue;
        }
        match first_line(&path) {
            Ok(line) => found.push((path, line)),
            // It went away since its folder was read. A link that leads nowhere is still there, and an error.
            Err(error) if error.kind() == ErrorKind::NotFound && is_gone(&path) => {}
            Err(error) => return Err((path, error)),
        }
    }
    Ok(())
}

fn is_gone(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

/// What is in a folder; nothing where there is none.
fn entries_of(folder: &Path) -> Result<Vec<(PathBuf, fs::FileType)>, (PathBuf, io::Error)> {
    let fail = |error| (folder.to_owned(), error);
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(fail(error)),
    };
    entries
        .map(|entry| {
            let entry = entry.map_err(fail)?;
            Ok((entry.path(), entry.file_type().map_err(fail)?))
        })
        .collect()
}

/// The first line of a file; none when it is no regular one.
fn first_line(path: &Path) -> io::Result<Option<Vec<u8>>> {
    const MOSTLY_ENOUGH: usize = 4096;
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let mut line = Vec::new();
    BufReader::with_capacity(MOSTLY_ENOUGH, File::open(path)?).read_until(b'\n', &mut line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    Ok(Some(line))
}
