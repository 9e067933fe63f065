//! The journal: an append-only file of JSON objects, one a line.
//!
//! This is the half that touches no file: how a record becomes a line ([`Record`]), how lines are found again
//! ([`Lines`]), what a crash may leave and what it may not ([`replay`]), and what the file of an id is called
//! ([`name`]). It knows nothing of what the records say; each format is its user's.
//!
//! A record is written with one write that ends in a newline. So a process that dies, or a machine that loses power,
//! leaves whole lines and after them at most one torn tail: bytes without a newline, or a line of which a part never
//! reached the disk. A tail like that was never reported as written and is cut. Anything else that cannot be read is
//! damage of another kind, and nothing of the file is touched.

mod digest;
mod lines;
pub mod name;
mod number;
mod record;
mod replay;

pub use lines::{Line, Lines};
pub use record::Record;
pub use replay::{Broken, Recovered, Torn, replay};
