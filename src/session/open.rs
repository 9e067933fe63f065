//! Opening a session's file, off the main thread.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use napi::bindgen_prelude::AsyncTask;
use napi::{Env, Task};
use napi_derive::napi;

use super::index::{Index, Unreadable, index};
use super::{Session, put};
use crate::io::{Fsync, JointJournal};

/// Opens a session's file.
pub(crate) struct OpenTask {
    path: PathBuf,
    fsync: String,
    seed: u64,
}

/// Opens a session's file and indexes its entries. Gives JSON: the session's number and the line of its header, or why
/// there is none.
#[napi(catch_unwind, ts_return_type = "Promise<string>")]
pub(crate) fn open_session_file(path: String, fsync: String) -> AsyncTask<OpenTask> {
    AsyncTask::new(OpenTask { path: path.into(), fsync, seed: crate::seed::fresh() })
}

impl Task for OpenTask {
    type Output = Result<(Index, JointJournal), Unreadable>;
    type JsValue = String;

    fn compute(&mut self) -> napi::Result<Self::Output> {
        Ok(self.open())
    }

    fn resolve(&mut self, env: Env, output: Self::Output) -> napi::Result<String> {
        let json = match output {
            Ok((index, journal)) => {
                let header = index.header.as_deref().map(String::from_utf8_lossy);
                let count = index.tree.len();
                let mut session = Session::new(index.tree, Some(journal));
                session.reported = session.tree.memory();
                env.adjust_external_memory(i64::try_from(session.reported).unwrap_or(i64::MAX))?;
                let slot = put(session);
                serde_json::json!({ "slot": slot, "count": count, "header": header })
            }
            Err(Unreadable::Io(error)) => error_json(&error),
            Err(Unreadable::Line { line, fault, header }) => serde_json::json!({
                "line": line, "fault": fault.to_string(), "header": String::from_utf8_lossy(&header),
            }),
        };
        Ok(json.to_string())
    }
}

impl OpenTask {
    fn open(&self) -> Result<(Index, JointJournal), Unreadable> {
        let fsync = Fsync::named(&self.fsync).unwrap_or(Fsync::Batch);
        let mut journal = JointJournal::open(&self.path, fsync).map_err(Unreadable::Io)?;
        let index = index(&journal.readable(), self.seed)?;
        journal.ends(index.len, index.end);
        tracing::debug!(
            target: "gatto::journal",
            path = %self.path.display(),
            entries = index.tree.len(),
            bytes = index.len,
            "indexed",
        );
        Ok((index, journal))
    }
}

/// What the operating system refused, as JSON.
pub(super) fn error_json(error: &io::Error) -> serde_json::Value {
    let syscall = "open";
    serde_json::json!({
        "code": code_of(error), "errno": error.raw_os_error(), "syscall": syscall, "message": error.to_string(),
    })
}

/// The code of a `FileError`.
pub(super) fn code_of(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound => "not_found",
        ErrorKind::PermissionDenied => "permission_denied",
        ErrorKind::NotADirectory => "not_directory",
        ErrorKind::IsADirectory => "is_directory",
        ErrorKind::InvalidInput => "invalid",
        _ => "unknown",
    }
}
