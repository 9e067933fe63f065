//! Tools: the ledger of their calls.

mod ledger;
mod open_calls;

pub use ledger::{Answer, IdTaken, Ledger, Standing};
pub use open_calls::CallNo;
