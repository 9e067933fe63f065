//! Sessions under numbers: the tree of the core, and for those in local files the file behind it.

mod hot;
mod index;
mod list;
mod open;
mod publish;
mod read;
mod stretch;

use std::cell::RefCell;

use gatto_core::session::{Broken, Tree};
use gatto_core::text::Text;
use napi::Env;
use napi::bindgen_prelude::{Either, Uint32Array};
use napi_derive::napi;

use crate::io::{FlushTask, JointJournal};
use crate::raw::Module;
use crate::slots::{Slots, with};

/// What lives under a number.
struct Session {
    tree: Tree,
    /// Only sessions in local files have one.
    journal: Option<JointJournal>,
    /// How much of its memory V8 knows of.
    reported: usize,
}

impl Session {
    fn new(tree: Tree, journal: Option<JointJournal>) -> Self {
        Self { tree, journal, reported: 0 }
    }
}

thread_local! {
    static SESSIONS: RefCell<Slots<Session>> = const { RefCell::new(Slots::new()) };
}

fn on<R>(number: u32, body: impl FnOnce(&mut Session) -> R) -> Option<R> {
    SESSIONS.with(|slots| with(slots, number, body))
}

fn put(session: Session) -> u32 {
    SESSIONS.with_borrow_mut(|slots| slots.put(session))
}

/// Puts the raw functions on the module.
pub(crate) fn export(module: &Module) -> napi::Result<()> {
    module.export::<hot::AddEntry>()?;
    module.export::<hot::AddLine>()?;
    module.export::<hot::AppendLines>()?;
    module.export::<hot::FindEntry>()?;
    module.export::<hot::LabelOf>()?;
    module.export::<hot::NameOf>()?;
    module.export::<hot::LeafOf>()?;
    module.export::<hot::StatsOf>()
}

/// Makes the tree of a session that is in no local file.
#[napi(catch_unwind)]
pub(crate) fn open_tree() -> u32 {
    put(Session::new(Tree::new(crate::seed::fresh()), None))
}

/// Frees a session, and its file.
#[napi(catch_unwind)]
pub(crate) fn free_tree(env: Env, number: u32) -> napi::Result<()> {
    if let Some(session) = SESSIONS.with_borrow_mut(|slots| slots.remove(number)) {
        let reported = i64::try_from(session.reported).unwrap_or(i64::MAX);
        env.adjust_external_memory(-reported)?;
    }
    Ok(())
}

/// Closes the file of a session. What was read of it stays.
#[napi(catch_unwind)]
pub(crate) fn close_session_file(number: u32) {
    on(number, |session| session.journal = None);
}

/// The way to an entry from the root, or from what the last compaction has kept. A string of JSON says why there is none.
#[napi(catch_unwind)]
pub(crate) fn way_to(number: u32, entry: u32) -> Either<Uint32Array, String> {
    match on(number, |session| session.tree.path(entry)) {
        None => Either::A(Vec::new().into()),
        Some(Ok(way)) => Either::A(way.into()),
        Some(Err(Broken::Missing(id))) => Either::B(missing(&id)),
        Some(Err(Broken::Cycle(_))) => Either::B("{\"cycle\":true}".to_owned()),
    }
}

/// The entries that say which thinking level, model and tools are in force at an entry.
#[napi(catch_unwind)]
pub(crate) fn state_at(number: u32, entry: u32) -> Uint32Array {
    on(number, |session| session.tree.state(entry)).unwrap_or_default().into()
}

/// The missing parent's id, as JSON.
fn missing(id: &[u8]) -> String {
    let mut units = Vec::new();
    let mut json = b"{\"missing\":".to_vec();
    gatto_core::text::json::append(Text::of_key(id, &mut units), &mut json);
    json.push(b'}');
    String::from_utf8_lossy(&json).into_owned()
}

/// The entries of a type.
#[napi(catch_unwind)]
pub(crate) fn entries_of_type(number: u32, name: String) -> Uint32Array {
    let units: Vec<u16> = name.encode_utf16().collect();
    drop(name);
    let name = Text::Utf16(&units).to_key();
    on(number, |session| session.tree.of_type(&name)).unwrap_or_default().into()
}

/// Resolves when all that has been appended to a session's file is on disk.
#[napi(catch_unwind, ts_return_type = "Promise<void> | null")]
pub(crate) fn flush_session(number: u32) -> Option<napi::bindgen_prelude::AsyncTask<FlushTask>> {
    let task = on(number, |session| session.journal.as_ref().map(JointJournal::flush_task));
    task.flatten().map(napi::bindgen_prelude::AsyncTask::new)
}
