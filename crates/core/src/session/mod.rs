//! The tree of a session: what its entries are, who follows whom, and what is asked of it again and again.
//!
//! A session is an append-only list of entries, each with an id and the id of its parent. This is the half that touches
//! no file and holds no entry: how a line is proved to be one ([`read`]), and the index over all of them ([`Tree`]),
//! which knows where each lies but not what it says.

mod entry;
mod keys;
mod line;
mod path;
mod scan;
mod stretch;
mod tree;

pub use entry::{Entry, Kind, Usage};
pub use line::{Fault, is_blank, read};
pub use path::Broken;
pub use stretch::Stretch;
pub use tree::{Place, Stats, Tree};
