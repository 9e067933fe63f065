//! Opening a journal's file so that nobody else can be writing it.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::error::{JournalError, Operation};

/// How often a file may be replaced under our hands before we call it taken.
const TRIES: usize = 8;

/// A file that is open, locked and read.
pub(super) struct Opened {
    pub(super) file: File,
    pub(super) contents: Vec<u8>,
    /// The folders that got a new entry, and must reach the disk for the file to be found there.
    pub(super) folders: Vec<PathBuf>,
}

/// Opens the file, and creates it and the folders above it where they are missing.
pub(super) fn open(path: &Path) -> Result<Opened, JournalError> {
    let fail = |operation| move |source| JournalError::io(path, operation, source);
    let missing = create_folders(path).map_err(fail(Operation::CreateFolder))?;
    for _ in 0..TRIES {
        let new = match fs::symlink_metadata(path) {
            // A link could lead out of the folder; a pipe or a device is no log.
            Ok(found) if !found.is_file() => {
                let source = io::Error::new(ErrorKind::InvalidInput, "it is no regular file");
                return Err(JournalError::io(path, Operation::Open, source));
            }
            Ok(_) => false,
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            Err(error) => return Err(fail(Operation::Open)(error)),
        };
        let mut file = options().open(path).map_err(fail(Operation::Open))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => break,
            Err(TryLockError::Error(error)) => return Err(fail(Operation::Lock)(error)),
        }
        // A lock holds a file, not a name: what has the name now must be what we have locked.
        if !is_at(&file, path).map_err(fail(Operation::Open))? {
            continue;
        }
        let mut contents = Vec::new();
        file.read_to_end(&mut contents).map_err(fail(Operation::Read))?;
        let folders = if new { changed_folders(path, missing) } else { Vec::new() };
        return Ok(Opened { file, contents, folders });
    }
    Err(JournalError::Locked { path: path.to_owned() })
}

/// Creates the folders above a file, for their owner only, and says how many were missing.
fn create_folders(path: &Path) -> io::Result<usize> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(0);
    };
    let missing = folder.ancestors().take_while(|folder| !folder.exists()).count();
    if missing > 0 {
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(folder)?;
    }
    Ok(missing)
}

/// The folders with a new entry once a file and so many folders above it were created.
fn changed_folders(path: &Path, created: usize) -> Vec<PathBuf> {
    let named = |folder: &Path| {
        if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() }
    };
    path.ancestors().skip(1).take(created + 1).map(named).collect()
}

#[cfg(not(windows))]
fn options() -> OpenOptions {
    let mut options = File::options();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Windows cannot cut a file that is open for appending only. Its locks keep other writers out, so writing where the
/// last read or cut ended is appending.
#[cfg(windows)]
fn options() -> OpenOptions {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    options
}

/// Whether the path names this very file, and not by a link.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let opened = file.metadata()?;
    match fs::symlink_metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (opened.dev(), opened.ino())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// The standard library cannot ask elsewhere.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "where it can be asked, asking may fail")]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}
