//! A search for names.

use std::fs;

use napi::bindgen_prelude::{External, Object};
use napi::{Env, Error};
use napi_derive::napi;

use super::glob::Glob;
use super::hits::{Found, Passed, Report};
use super::query::glob_of;
use super::tree::{below, walk};
use crate::cancel::Cancellation;
use crate::files::failure::Failure;
use crate::files::long::on_thread;
use crate::files::task::Operation;

/// Compiles a glob, or throws and says what is wrong with it.
#[napi(catch_unwind)]
pub(crate) fn compile_glob(glob: String) -> napi::Result<External<Glob>> {
    glob_of(&glob).map(External::new).map_err(Error::from_reason)
}

/// Whether a path, from the folder that is searched on, is meant by a glob.
#[napi(catch_unwind)]
pub(crate) fn glob_matches(glob: &External<Glob>, path: String, is_folder: bool) -> bool {
    glob.is_match(path.as_ref(), is_folder)
}

/// Resolves to the names below a folder that a glob means. `root_name` stands before them.
///
/// # Errors
/// The system has no threads left.
#[napi(catch_unwind, ts_return_type = "Promise<Found>")]
pub(crate) fn find_names<'env>(
    env: &'env Env,
    glob: &External<Glob>,
    root: String,
    root_name: String,
    limit: u32,
    cancellation: &External<Cancellation>,
) -> napi::Result<Object<'env>> {
    let (glob, cancellation) = (Glob::clone(glob), Cancellation::clone(cancellation));
    on_thread(env, NameSearch { glob, root, root_name, limit, cancellation })
}

pub(crate) struct NameSearch {
    glob: Glob,
    root: String,
    root_name: String,
    limit: u32,
    cancellation: Cancellation,
}

impl Operation for NameSearch {
    type Value = Found;

    fn run(&self) -> Result<Found, Failure> {
        let about =
            fs::metadata(&self.root).map_err(|error| Failure::new(&error, "stat", &self.root))?;
        if !about.is_dir() {
            return Err(Failure::named("ENOTDIR", "scandir", &self.root));
        }
        let (mut report, mut passed) = (Report::default(), Passed::default());
        for entry in walk(&self.root) {
            if self.cancellation.is_due() {
                break;
            }
            let Ok(entry) = entry else {
                passed.unread += 1;
                continue;
            };
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            let (path, mut name) = below(&entry, &self.root, &self.root_name);
            if entry.depth() == 0 || !self.glob.is_match(path, is_folder) {
                continue;
            }
            if is_folder {
                name.push('/');
            }
            if !report.name(&name, self.limit as usize) {
                break;
            }
        }
        Ok(report.found(passed))
    }
}
