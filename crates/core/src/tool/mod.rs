//! Tools: the ledger of their calls.

mod ledger;
mod open_calls;

pub use ledger::{Answer, CallNo, IdTaken, Ledger, Standing};
