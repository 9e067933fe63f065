//! The pure half of the gatto agent harness: machines that take an input and say what is to be done.
//!
//! Nothing here performs anything. There is no Node, no file, no clock and no randomness: time, ids and bytes come in
//! with the input, and what is to happen goes out as plain data. So every behaviour can be tested, replayed and fuzzed
//! without a host, and nothing that a caller's code does in between can corrupt a machine.
#![forbid(unsafe_code)]

pub mod coding;
pub mod harness;
pub mod identifier;
pub mod journal;
pub mod resource;
pub mod session;
pub mod text;
pub mod tool;
