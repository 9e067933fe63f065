//! The search tools: contents of files, and their names. All of it off JavaScript's thread, by the parts of ripgrep.

#![expect(clippy::needless_pass_by_value, reason = "the host hands owned values over")]

mod glob;
mod hits;
mod names;
mod query;
mod rules;
mod tree;
