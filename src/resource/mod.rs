//! Skills and templates: the walk over this machine's disk, and the walk over a file system that JavaScript has.
#![expect(clippy::needless_pass_by_value, reason = "the host hands owned values over")]

mod disk;
mod steps;
mod task;

use gatto_core::resource::walk::Subject;
use napi::{Error, Result, Status};

fn subject(name: &str) -> Result<Subject> {
    match name {
        "skills" => Ok(Subject::Skills),
        "templates" => Ok(Subject::Templates),
        _ => Err(Error::new(Status::InvalidArg, format!("no such subject of a walk: {name}"))),
    }
}
