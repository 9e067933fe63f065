//! Harnesses under numbers: the raw functions of the hot path, and the ordinary ones for making and freeing.

mod hot;
mod open;
mod outbox;
mod slot;

use std::cell::RefCell;

use napi::sys;

use crate::raw;
use crate::slots::{Slots, with};
use slot::Slot;

thread_local! {
    static HARNESSES: RefCell<Slots<Slot>> = const { RefCell::new(Slots::new()) };
}

fn on<R>(number: u32, body: impl FnOnce(&mut Slot) -> R) -> Option<R> {
    HARNESSES.with(|slots| with(slots, number, body))
}

/// Puts the raw functions on the module.
pub(crate) fn export(env: sys::napi_env, exports: sys::napi_value) -> napi::Result<()> {
    raw::export::<hot::TextFrame>(env, exports)?;
    raw::export::<hot::TextFrames>(env, exports)?;
    raw::export::<hot::Response>(env, exports)?;
    raw::export::<hot::Settle>(env, exports)?;
    raw::export::<hot::Result>(env, exports)?;
    raw::export::<hot::Signal>(env, exports)?;
    raw::export::<hot::Start>(env, exports)?;
    raw::export::<hot::Close>(env, exports)?;
    raw::export::<hot::Set>(env, exports)?;
    raw::export::<hot::Note>(env, exports)?;
    raw::export::<hot::Admit>(env, exports)?;
    raw::export::<hot::More>(env, exports)?;
    raw::export::<hot::Peek>(env, exports)?;
    raw::export::<hot::ReadHistory>(env, exports)?;
    raw::export::<hot::TakeRecords>(env, exports)
}
