//! Opening what may turn out to be no file.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file to read it. What is no file is opened at once or not at all.
pub(crate) fn open_plain(path: impl AsRef<Path>) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    // To open a pipe would otherwise wait until somebody writes to it.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    options.open(path)
}
