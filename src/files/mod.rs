//! The files of an execution environment: one task of libuv's pool for each operation, whatever it takes.
//!
//! A task settles with a value, or rejects with an error that carries `errno` or `code`, `syscall` and `path`; the glue
//! makes results of both.

pub(crate) mod failure;
mod list;
pub(crate) mod long;
pub(crate) mod open;
mod read;
mod remove;
pub(crate) mod task;
mod temporary;
pub(crate) mod text;
mod write;

use napi::bindgen_prelude::{AsyncTask, Either, Uint8Array};
use napi_derive::napi;

#[cfg(unix)]
pub(crate) use failure::Failure;
use list::{Canonical, Info, List};
use read::{Bytes, Lines, Whole};
use remove::Remove;
use task::FileTask;
use temporary::{TemporaryFile, TemporaryFolder};
#[cfg(unix)]
pub(crate) use temporary::{fresh_file, fresh_folder};
#[cfg(unix)]
pub(crate) use text::{Text, text_of};
use write::{Folder, Write};

/// Resolves to the text of a file: UTF-8, what is none as U+FFFD.
#[napi(catch_unwind)]
pub(crate) fn read_text(path: String) -> AsyncTask<FileTask<Whole>> {
    AsyncTask::new(FileTask::new(Whole { path }))
}

/// Resolves to the first lines of a file, each followed by a line feed, whatever ended it in the file.
#[napi(catch_unwind)]
pub(crate) fn read_lines(path: String, most: f64) -> AsyncTask<FileTask<Lines>> {
    AsyncTask::new(FileTask::new(Lines { path, most }))
}

/// Resolves to the bytes of a file.
#[napi(catch_unwind)]
pub(crate) fn read_bytes(path: String) -> AsyncTask<FileTask<Bytes>> {
    AsyncTask::new(FileTask::new(Bytes { path }))
}

/// Writes or extends a file, and makes the folders it is in.
#[napi(catch_unwind)]
pub(crate) fn write_file(
    path: String,
    content: Either<String, Uint8Array>,
    append: bool,
) -> AsyncTask<FileTask<Write>> {
    let content = match content {
        Either::A(text) => text.into_bytes(),
        // A copy: JavaScript may write to its memory while a thread reads.
        Either::B(bytes) => bytes.to_vec(),
    };
    AsyncTask::new(FileTask::new(Write { path, content, append }))
}

/// Resolves to kind, size and time of change of what stands at a path, a link itself included.
#[napi(catch_unwind)]
pub(crate) fn path_info(path: String) -> AsyncTask<FileTask<Info>> {
    AsyncTask::new(FileTask::new(Info { path }))
}

/// Resolves to the names in a folder, each followed by a slash, and three numbers for each.
#[napi(catch_unwind)]
pub(crate) fn list_folder(path: String) -> AsyncTask<FileTask<List>> {
    AsyncTask::new(FileTask::new(List { path }))
}

/// Resolves to the path without links.
#[napi(catch_unwind)]
pub(crate) fn canonical_path(path: String) -> AsyncTask<FileTask<Canonical>> {
    AsyncTask::new(FileTask::new(Canonical { path }))
}

/// Makes a folder.
#[napi(catch_unwind)]
pub(crate) fn make_folder(path: String, recursive: bool) -> AsyncTask<FileTask<Folder>> {
    AsyncTask::new(FileTask::new(Folder { path, recursive }))
}

/// Removes a file, a link, or a folder with all that is in it.
#[napi(catch_unwind)]
pub(crate) fn remove_path(
    path: String,
    recursive: bool,
    force: bool,
) -> AsyncTask<FileTask<Remove>> {
    AsyncTask::new(FileTask::new(Remove { path, recursive, force }))
}

/// Makes a folder with a name that is not taken, and resolves to its path.
#[napi(catch_unwind)]
pub(crate) fn make_temporary_folder(prefix: String) -> AsyncTask<FileTask<TemporaryFolder>> {
    AsyncTask::new(FileTask::new(TemporaryFolder { prefix }))
}

/// Makes an empty file that nobody else reads, in a folder of its own, and resolves to its path.
#[napi(catch_unwind)]
pub(crate) fn make_temporary_file(
    folder: String,
    prefix: String,
    suffix: String,
) -> AsyncTask<FileTask<TemporaryFile>> {
    AsyncTask::new(FileTask::new(TemporaryFile { folder, prefix, suffix }))
}
