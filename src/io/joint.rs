//! A journal that others may write to as well.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;

use super::disk::Disk;
use super::error::{JournalError, Operation};
use super::flush::FlushTask;
use super::journal::{Fsync, Journal};
use super::tail;

/// A journal whose lock is held only while a record is appended, by a writer that knows where the file ended when it
/// last looked. A file that ends elsewhere has had another writer, and takes nothing from this one any more: what it
/// would append follows on what it has not read.
#[derive(Debug)]
pub(crate) struct JointJournal {
    journal: Journal,
    is_writable: bool,
    /// Where the file ended.
    len: u64,
    end: End,
}

/// How a file ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// With a newline, or it is empty.
    Clean,
    /// With a whole record that lacks its newline.
    Unended,
    /// With a record that was cut off in the middle. What is good of the file ends here.
    Torn(u64),
}

/// A file that is open, to be read by whoever has it.
#[derive(Clone, Debug)]
pub(crate) struct Readable(Arc<Disk>);

impl Readable {
    /// Reads from a place until the buffer is full or the file ends, and says how many bytes that were.
    pub(crate) fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut filled = 0;
        while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            match read_some(&self.0.file, rest, offset + filled as u64) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    /// How long the file is.
    pub(crate) fn len(&self) -> io::Result<u64> {
        Ok(self.0.file.metadata()?.len())
    }

    /// Reads from the beginning on.
    pub(crate) fn reader(&self) -> impl io::Read {
        FromStart { file: self, at: 0 }
    }
}

struct FromStart<'a> {
    file: &'a Readable,
    at: u64,
}

impl io::Read for FromStart<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = read_some(&self.file.0.file, buffer, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

#[cfg(unix)]
fn read_some(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_some(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

impl JointJournal {
    /// Opens a file that exists, to be read and, where that is allowed, to be appended to.
    pub(crate) fn open(path: &Path, fsync: Fsync) -> io::Result<Self> {
        // A pipe would be waited for, and a device has no end.
        if !std::fs::metadata(path)?.is_file() {
            let kind =
                if path.is_dir() { ErrorKind::IsADirectory } else { ErrorKind::InvalidInput };
            return Err(io::Error::new(kind, "it is no regular file"));
        }
        let (file, is_writable) = match options(true).open(path) {
            Ok(file) => (file, true),
            Err(error) if is_refusal(&error) => (options(false).open(path)?, false),
            Err(error) => return Err(error),
        };
        let journal = Journal::over(Disk::new(file, path.to_owned(), Vec::new()), fsync);
        Ok(Self { journal, is_writable, len: 0, end: End::Clean })
    }

    /// What reads the file.
    pub(crate) fn readable(&self) -> Readable {
        Readable(self.journal.disk())
    }

    /// Takes note of where the file ends, and how.
    pub(crate) const fn ends(&mut self, len: u64, end: End) {
        self.len = len;
        self.end = end;
    }

    /// Appends a line, newline included, and gives the byte it begins at. A record that was cut off is taken away
    /// first, and one without its newline gets it. On an error all that was good of the file is as it was.
    pub(crate) fn append(&mut self, line: &mut Vec<u8>) -> Result<u64, JournalError> {
        let path = self.journal.path();
        if !self.is_writable {
            // Perhaps it is by now; if not, this says why.
            let error = options(true).open(path).err();
            let error = error.unwrap_or_else(|| ErrorKind::PermissionDenied.into());
            return Err(JournalError::io(path, Operation::Append, error));
        }
        let disk = self.journal.disk();
        match disk.file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(JournalError::Locked { path: path.to_owned() });
            }
            // Some network's file systems have no locks: then it is the look at the end alone that keeps others out.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => {
                return Err(JournalError::io(path, Operation::Lock, error));
            }
        }
        let result = self.append_locked(&disk.file, line);
        let _ = disk.file.unlock();
        result
    }

    fn append_locked(&mut self, file: &File, line: &mut Vec<u8>) -> Result<u64, JournalError> {
        let path = self.journal.path();
        let found =
            file.metadata().map_err(|error| JournalError::io(path, Operation::Read, error))?;
        if found.len() != self.len + self.journal.stray() {
            return Err(JournalError::Changed { path: path.to_owned() });
        }
        if is_removed(&found) {
            let gone = io::Error::new(ErrorKind::NotFound, "it was deleted or replaced");
            return Err(JournalError::io(path, Operation::Append, gone));
        }
        if let End::Torn(good) = self.end {
            tail::set_len(file, good)
                .map_err(|error| JournalError::io(path, Operation::Cut, error))?;
            tracing::warn!(
                target: "gatto::recovery",
                path = %path.display(),
                bytes = self.len - good,
                "cut a torn record off the end of the file",
            );
            self.ends(good, End::Clean);
        }
        let newline = self.end == End::Unended;
        if newline {
            line.insert(0, b'\n');
        }
        #[cfg(windows)]
        io::Seek::seek(&mut &*file, io::SeekFrom::Start(self.len + self.journal.stray()))
            .map_err(|error| JournalError::io(self.journal.path(), Operation::Append, error))?;
        self.journal.append(line)?;
        let begin = self.len + u64::from(newline);
        self.ends(self.len + line.len() as u64, End::Clean);
        Ok(begin)
    }

    /// A task whose promise resolves when all that has been appended is on disk.
    pub(crate) fn flush_task(&self) -> FlushTask {
        self.journal.flush_task()
    }
}

fn is_refusal(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
}

fn options(to_append: bool) -> OpenOptions {
    let mut options = File::options();
    options.read(true);
    if cfg!(windows) {
        options.write(to_append)
    } else {
        options.append(to_append)
    };
    options
}

/// Whether an open file has no name any more.
#[cfg(unix)]
fn is_removed(found: &std::fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(found) == 0
}

/// The standard library cannot ask elsewhere.
#[cfg(not(unix))]
const fn is_removed(_: &std::fs::Metadata) -> bool {
    false
}
