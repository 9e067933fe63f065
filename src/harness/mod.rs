//! Harnesses under numbers: the raw functions of the hot path, and the ordinary ones for making and freeing.

mod hot;
mod open;
mod outbox;
mod slot;

use std::cell::RefCell;

use crate::raw::Module;
use crate::slots::{Slots, with};
use slot::Slot;

thread_local! {
    static HARNESSES: RefCell<Slots<Slot>> = const { RefCell::new(Slots::new()) };
}

fn on<R>(number: u32, body: impl FnOnce(&mut Slot) -> R) -> Option<R> {
    HARNESSES.with(|slots| with(slots, number, body))
}

/// Puts the raw functions on the module.
pub(crate) fn export(module: &Module) -> napi::Result<()> {
    module.export::<hot::TextFrame>()?;
    module.export::<hot::TextFrames>()?;
    module.export::<hot::Response>()?;
    module.export::<hot::Settle>()?;
    module.export::<hot::OutsideResult>()?;
    module.export::<hot::Signal>()?;
    module.export::<hot::Start>()?;
    module.export::<hot::Close>()?;
    module.export::<hot::Set>()?;
    module.export::<hot::Note>()?;
    module.export::<hot::Admit>()?;
    module.export::<hot::More>()?;
    module.export::<hot::Peek>()?;
    module.export::<hot::ReadHistory>()?;
    module.export::<hot::TakeRecords>()
}
