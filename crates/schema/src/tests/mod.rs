//! Tests of compiling and checking, one subject a file.

mod dialect;
mod failures;
mod hostile;
mod model;
mod numbers;
mod schemas;
mod values;

use super::Schema;
use crate::failure::{Failure, Refusal};

fn compile(schema: &str) -> Schema {
    Schema::compile(schema).unwrap()
}

/// What a check says of arguments; empty when they match.
fn said(schema: &str, arguments: &str) -> String {
    match compile(schema).check(arguments) {
        Ok(()) => String::new(),
        Err(refusal) => refusal.to_string(),
    }
}

fn matches(schema: &str, arguments: &str) -> bool {
    compile(schema).check(arguments).is_ok()
}

fn failures(schema: &str, arguments: &str) -> Vec<Failure> {
    match compile(schema).check(arguments) {
        Err(Refusal::Schema(failures)) => failures,
        other => panic!("{other:?}"),
    }
}
