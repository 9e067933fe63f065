//! The gatto harness as a machine: frames in, as [`Input`]; what is to be done out, as [`Output`].
//!
//! The machine owns what must not break: the ledger of calls, turns, status, the history and the records of a log. It
//! never sees a frame or a JavaScript value; what only a caller can hold stays with the driver under a number. The
//! driver performs the outputs in order and hands in the next input only afterwards, so no state is ever half changed.

mod effects;
mod history;
mod input;
mod machine;
mod record;
mod recover;
mod turn;

pub use effects::{Effects, Output, Refusal};
pub use history::{Entry, Form, History, Role, Row};
pub use input::{Input, Misfit, Setting, Texts};
pub use machine::{Harness, Options, Status};
pub use record::head;
pub use recover::{RecordError, Recovery, Summary};

#[cfg(test)]
mod tests;
