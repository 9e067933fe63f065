//! Finding skills and templates, without touching a file system.
//!
//! ```text
//!   Walk::new(roots) ──▶ asks() ──▶ whoever has files ──▶ feed(answers) ──▶ asks() … none left ──▶ finish()
//! ```
//!
//! The asks of a round do not depend on each other and may be answered in any order, in parallel; the answers are fed in
//! the order of the asks, so what comes out is the same whoever answers. It is not in the order of names: that order is a
//! language's, and the one who has its tables sorts by [`Outcome::at`].
mod ask;
mod folder;
mod machine;
mod outcome;
#[cfg(test)]
mod tests;

pub use ask::{Answer, Ask, Entry, Failure, Kind, Target};
pub use machine::{Subject, Walk};
pub use outcome::Outcome;
