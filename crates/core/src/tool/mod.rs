//! Tools: the ledger of their calls, and the one engine that parses and checks their arguments.

mod ledger;

pub use ledger::{Answer, CallNo, IdTaken, Ledger, OpenCall, Standing};
