//! Making, logging and freeing harnesses: ordinary functions, none of them on the hot path.

#![expect(clippy::needless_pass_by_value, reason = "the host hands owned values over")]

use std::path::{Path, PathBuf};

use gatto_core::harness::{Harness, Options, RecordError, Recovery, Refusal, Summary, head};
use gatto_core::journal::{name, replay};
use gatto_core::text::Text;
use napi::Env;
use napi::bindgen_prelude::{AsyncTask, Utf16String};
use napi_derive::napi;
use serde::Serialize;

use super::slot::Slot;
use super::{HARNESSES, on};
use crate::io::{FlushTask, Fsync, Journal, JournalError};
use crate::log::Log;

/// What an attempt to open a log came to, as JSON for the glue.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Opened<'a> {
    Recovered {
        #[serde(flatten)]
        summary: Summary<'a>,
        /// The line of a record that was torn and is cut off.
        torn: Option<usize>,
        path: Option<String>,
    },
    Failed {
        code: &'static str,
        message: String,
        details: serde_json::Value,
    },
}

impl Opened<'_> {
    fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    fn failed(error: &JournalError) -> Self {
        Self::Failed { code: error.code(), message: error.to_string(), details: error.details() }
    }
}

/// Makes a harness and gives its number. A concurrency of 0 is no limit.
#[napi(catch_unwind)]
pub(crate) fn open_harness(max_turns: f64, strict: bool, concurrency: u32, logged: bool) -> u32 {
    let options = Options {
        max_turns,
        strict,
        logged,
        concurrency: if concurrency == 0 { u32::MAX } else { concurrency },
        seed: crate::seed::fresh(),
    };
    let slot = Slot::new(Harness::new(&options), Log::Off);
    HARNESSES.with_borrow_mut(|slots| slots.put(slot))
}

/// Frees a harness and its log. Its number may be used again.
#[napi(catch_unwind)]
pub(crate) fn free_harness(env: Env, number: u32) -> napi::Result<()> {
    if let Some(slot) = HARNESSES.with_borrow_mut(|slots| slots.remove(number)) {
        env.adjust_external_memory(-slot.reported())?;
    }
    Ok(())
}

/// How many harnesses there are on this thread, for tests of leaks.
#[napi(catch_unwind)]
#[must_use]
pub(crate) fn live_harnesses() -> u32 {
    HARNESSES.with_borrow(|slots| u32::try_from(slots.len()).unwrap_or(u32::MAX))
}

/// The file of a log: `<dir>/<kind>/<id>.jsonl`, the last two encoded so that no id can leave the folder.
fn path_of(dir: &str, kind: Text<'_>, id: Text<'_>) -> PathBuf {
    Path::new(dir).join(name::of(kind)).join(format!("{}.jsonl", name::of(id)))
}

/// Gives a harness a file as its log, and the state that the file holds. Answers with JSON: a summary of what was
/// recovered, or the error.
#[napi(catch_unwind)]
pub(crate) fn open_log(
    number: u32,
    dir: String,
    kind: Utf16String,
    id: Utf16String,
    fsync: String,
) -> Option<String> {
    let (kind, id) = (Text::Utf16(&kind), Text::Utf16(&id));
    on(number, |slot| {
        let opened = Journal::open(&path_of(&dir, kind, id), fsync_of(&fsync));
        let (mut journal, contents) = match opened {
            Ok(opened) => opened,
            Err(error) => return lost(slot, error),
        };
        let mut recovery = Recovery::new(&mut slot.harness, kind, id);
        let torn = match journal.recover(&contents, |line| recovery.feed(line.bytes)) {
            Ok(recovered) => recovered.torn.map(|torn| torn.line),
            Err(error) => return lost(slot, error),
        };
        if !recovery.has_head() {
            slot.head = head(kind, id);
        }
        slot.log = Log::file(journal);
        let path = slot.log.path();
        Opened::Recovered { summary: recovery.finish(), torn, path }.json()
    })
}

fn lost(slot: &mut Slot, error: JournalError) -> String {
    let json = Opened::failed(&error).json();
    slot.log = Log::Lost(error);
    json
}

/// As [`open_log`], for a store of the caller's own and the lines that it gave.
#[napi(catch_unwind)]
pub(crate) fn open_store(
    number: u32,
    kind: Utf16String,
    id: Utf16String,
    lines: String,
) -> Option<String> {
    let (kind, id) = (Text::Utf16(&kind), Text::Utf16(&id));
    on(number, |slot| {
        let mut recovery = Recovery::new(&mut slot.harness, kind, id);
        if let Err(broken) = replay(lines.as_bytes(), |line| recovery.feed(line.bytes)) {
            let error = JournalError::Corrupt {
                path: PathBuf::from("store"),
                line: broken.line,
                offset: broken.offset,
                reason: RecordError::to_string(&broken.reason),
            };
            return Opened::failed(&error).json();
        }
        if !recovery.has_head() {
            slot.head = head(kind, id);
        }
        slot.log = Log::Store(Vec::new());
        Opened::Recovered { summary: recovery.finish(), torn: None, path: None }.json()
    })
}

fn fsync_of(name: &str) -> Fsync {
    Fsync::named(name).unwrap_or(Fsync::Batch)
}

/// Lets the log of a harness go: its lock is free at once.
#[napi(catch_unwind)]
pub(crate) fn close_log(number: u32) {
    on(number, |slot| slot.log.close());
}

/// Resolves when all that was logged is on disk.
#[napi(catch_unwind)]
pub(crate) fn flush_log(number: u32) -> Option<AsyncTask<FlushTask>> {
    on(number, |slot| slot.log.flush_task()).flatten().map(AsyncTask::new)
}

/// What the log could not do, as JSON, once.
#[napi(catch_unwind)]
pub(crate) fn log_fault(number: u32) -> Option<String> {
    let error = on(number, |slot| slot.log.take_fault()).flatten()?;
    Some(Opened::failed(&error).json())
}

/// The texts of the ERROR frames for refused inputs, each at the place of its number.
#[napi(catch_unwind)]
#[must_use]
pub(crate) fn refusals() -> Vec<String> {
    Refusal::ALL.iter().map(|refusal| refusal.template().to_owned()).collect()
}
