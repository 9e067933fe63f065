//! The pure half of the gatto agent harness.
#![forbid(unsafe_code)]
