//! Tools: the ledger of their calls, and the one engine that parses and checks their arguments.

pub mod arguments;
mod failure;
mod ledger;
mod open_calls;
pub mod schema;

pub use failure::{Failure, MOST_FAILURES, Refusal};
pub use ledger::{Answer, CallNo, IdTaken, Ledger, Standing};
