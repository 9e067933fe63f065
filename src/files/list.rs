//! What stands at a path and in a folder.

use std::fs::{self, Metadata};
use std::time::UNIX_EPOCH;

use napi::bindgen_prelude::Float64Array;
use napi_derive::napi;

use super::failure::Failure;
use super::task::Operation;
use super::text::{Text, text_of};

const FILE: f64 = 0.0;
const FOLDER: f64 = 1.0;
const LINK: f64 = 2.0;
const OTHER: f64 = 3.0;

/// Kind, size in bytes, and when it was changed in milliseconds.
fn numbers(about: &Metadata) -> [f64; 3] {
    let kind = about.file_type();
    let kind = if kind.is_file() {
        FILE
    } else if kind.is_dir() {
        FOLDER
    } else if kind.is_symlink() {
        LINK
    } else {
        OTHER
    };
    #[expect(clippy::cast_precision_loss, reason = "JavaScript's numbers are these")]
    let size = about.len() as f64;
    [kind, size, changed(about)]
}

/// The time of change as Node counts it: seconds and nanoseconds, each brought to milliseconds.
fn changed(about: &Metadata) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "JavaScript's numbers are these")]
    let milliseconds = |seconds: u64, nanos: u32| seconds as f64 * 1e3 + f64::from(nanos) / 1e6;
    let Ok(time) = about.modified() else { return f64::NAN };
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => milliseconds(since.as_secs(), since.subsec_nanos()),
        Err(before) => {
            let before = before.duration();
            -milliseconds(before.as_secs(), before.subsec_nanos())
        }
    }
}

pub(crate) struct Info {
    pub(super) path: String,
}

impl Operation for Info {
    type Value = Float64Array;

    fn run(&self) -> Result<Float64Array, Failure> {
        let about = fs::symlink_metadata(&self.path)
            .map_err(|error| Failure::new(&error, "lstat", &self.path))?;
        Ok(Float64Array::from(numbers(&about).to_vec()))
    }
}

pub(crate) struct Canonical {
    pub(super) path: String,
}

impl Operation for Canonical {
    type Value = Text;

    fn run(&self) -> Result<Text, Failure> {
        let real = fs::canonicalize(&self.path)
            .map_err(|error| Failure::new(&error, "realpath", &self.path))?;
        Ok(text_of(real.into_os_string().into_encoded_bytes()))
    }
}

/// What is in a folder, in columns: JavaScript makes objects faster than anybody can for it.
#[napi(object, object_from_js = false)]
pub(crate) struct Listing {
    /// The names, each followed by a slash, which no name holds.
    pub names: Text,
    /// Kind, size and time of change of each.
    pub numbers: Float64Array,
}

pub(crate) struct List {
    pub(super) path: String,
}

impl Operation for List {
    type Value = Listing;

    fn run(&self) -> Result<Listing, Failure> {
        let failed = |error| Failure::new(&error, "scandir", &self.path);
        let mut entries = fs::read_dir(&self.path)
            .map_err(failed)?
            .collect::<Result<Vec<_>, _>>()
            .map_err(failed)?;
        // The order of names, byte by byte: that of the disk tells nobody anything.
        entries.sort_by_cached_key(fs::DirEntry::file_name);
        let mut names = Vec::new();
        let mut all = Vec::with_capacity(entries.len() * 3);
        for entry in entries {
            let about = entry
                .metadata()
                .map_err(|error| Failure::new(&error, "lstat", &entry.path().to_string_lossy()))?;
            names.extend_from_slice(entry.file_name().as_encoded_bytes());
            names.push(b'/');
            all.extend(numbers(&about));
        }
        Ok(Listing { names: text_of(names), numbers: Float64Array::from(all) })
    }
}
