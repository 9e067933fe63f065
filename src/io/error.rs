//! What can go wrong with a journal's file.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a journal cannot be had, read or written. Each says what happened, to which file, and what to do about it.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum JournalError {
    /// Somebody else writes to the file, in this process or another.
    #[error("the log {} has another live writer: close that one first, or use another log", .path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// Somebody else has written to the file since this writer looked at it.
    #[error("another writer has changed the log {}: open it again to go on from there", .path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// A line cannot be read, and no interrupted write explains it.
    #[error(
        "line {line} of the log {} is broken ({reason}): the file is left as it is; repair the line, or move the file \
         away to begin anew",
        .path.display()
    )]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The byte it begins at.
        offset: usize,
        /// Why it did not decode.
        reason: String,
    },
    /// The operating system refused an operation.
    #[error("cannot {operation} the log {}: {source}{}", .path.display(), advice(.source))]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        operation: Operation,
        /// Why it was refused.
        source: Arc<io::Error>,
    },
}

impl JournalError {
    pub(super) fn io(path: &Path, operation: Operation, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), operation, source: Arc::new(source) }
    }

    /// The stable code of this kind of error.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Self::Locked { .. } | Self::Changed { .. } => "ERR_GATTO_JOURNAL_LOCKED",
            Self::Corrupt { .. } => "ERR_GATTO_JOURNAL_CORRUPT",
            Self::Io { .. } => "ERR_GATTO_JOURNAL_IO",
        }
    }

    /// What went wrong, for a message that names the file by itself.
    pub(crate) fn reason(&self) -> String {
        match self {
            Self::Changed { .. } => {
                "another writer has changed it; open it again to go on from there".into()
            }
            Self::Io { source, .. } => format!("{source}{}", advice(source)),
            Self::Locked { .. } | Self::Corrupt { .. } => self.to_string(),
        }
    }

    /// The error's data as JSON: an error's `details` in JavaScript.
    pub(crate) fn details(&self) -> serde_json::Value {
        match self {
            Self::Locked { path } | Self::Changed { path } => {
                serde_json::json!({ "path": path.to_string_lossy() })
            }
            Self::Corrupt { path, line, offset, reason } => serde_json::json!({
                "path": path.to_string_lossy(), "line": line, "offset": offset, "reason": reason,
            }),
            Self::Io { path, operation, source } => serde_json::json!({
                "path": path.to_string_lossy(),
                "operation": operation.name(),
                "reason": source.to_string(),
            }),
        }
    }
}

/// What was tried with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// Creating the folders that hold it.
    CreateFolder,
    /// Opening or creating it.
    Open,
    /// Taking its lock.
    Lock,
    /// Reading it.
    Read,
    /// Appending to it.
    Append,
    /// Cutting an unfinished record off its end.
    Cut,
    /// Bringing it to disk.
    Sync,
}

impl Operation {
    const fn name(self) -> &'static str {
        match self {
            Self::CreateFolder => "create-folder",
            Self::Open => "open",
            Self::Lock => "lock",
            Self::Read => "read",
            Self::Append => "append",
            Self::Cut => "cut",
            Self::Sync => "sync",
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CreateFolder => "create the folder of",
            Self::Open => "open",
            Self::Lock => "lock",
            Self::Read => "read",
            Self::Append => "append to",
            Self::Cut => "cut an unfinished record off",
            Self::Sync => "bring to disk",
        })
    }
}

/// What a person can do about it.
fn advice(source: &io::Error) -> &'static str {
    match source.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "; free some space, and it goes on"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "; use a folder that this process may write to"
        }
        ErrorKind::Unsupported => "; use a folder on a file system that has this",
        _ => "",
    }
}
