//! What the core may not touch: files, and the threads that bring them to disk.

mod disk;
mod error;
mod file;
mod flush;
mod joint;
mod journal;
mod runtime;
pub(crate) mod spare;
mod sync;
mod tail;

#[cfg(test)]
mod tests;

pub(crate) use error::JournalError;
pub(crate) use flush::FlushTask;
pub(crate) use joint::{End, JointJournal, Readable};
pub(crate) use journal::{Fsync, Journal};
pub(crate) use runtime::THREAD_NAME;
