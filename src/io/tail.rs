//! The end of the file: records whole or not at all.

use std::fs::File;
use std::io::{self, ErrorKind, Write};

use super::error::Operation;

/// What appending needs of a file.
pub(super) trait Storage {
    /// Writes some of the bytes at the end, and says how many.
    fn write(&self, bytes: &[u8]) -> io::Result<usize>;
    /// Removes so many bytes from the end.
    fn cut(&self, bytes: u64) -> io::Result<()>;
}

impl Storage for File {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut file = self;
        Write::write(&mut file, bytes)
    }

    fn cut(&self, bytes: u64) -> io::Result<()> {
        let len = self.metadata()?.len().saturating_sub(bytes);
        set_len(self, len)
    }
}

/// Makes the file this long, and the next write begin there.
pub(super) fn set_len(file: &File, len: u64) -> io::Result<()> {
    file.set_len(len)?;
    #[cfg(windows)]
    io::Seek::seek(&mut &*file, io::SeekFrom::Start(len))?;
    Ok(())
}

/// The end of a journal's file, as far as this writer knows it.
#[derive(Debug, Default)]
pub(super) struct Tail {
    /// Bytes at the end that belong to no whole record, because a write failed half-way and then so did the cut.
    stray: u64,
}

/// An operation that failed, and why.
pub(super) type Fault = (Operation, io::Error);

impl Tail {
    /// How many bytes at the end belong to no whole record.
    pub(super) const fn stray(&self) -> u64 {
        self.stray
    }

    /// Appends the bytes, with one write if the system takes them all. When that fails, none of them is in the file:
    /// what a failed write leaves is cut off, now or before the next one.
    pub(super) fn append(&mut self, storage: &impl Storage, bytes: &[u8]) -> Result<(), Fault> {
        if self.stray > 0 {
            self.cut(storage, 0).map_err(|error| (Operation::Cut, error))?;
        }
        let mut left = bytes;
        let error = loop {
            match storage.write(left) {
                Ok(0) if !left.is_empty() => break io::Error::from(ErrorKind::WriteZero),
                Ok(written) => match left.get(written..) {
                    None | Some([]) => return Ok(()),
                    Some(rest) => left = rest,
                },
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => break error,
            }
        };
        let half = (bytes.len() - left.len()) as u64;
        if half > 0 {
            // Should this fail too, the bytes are remembered; the caller learns of the first error.
            let _ = self.cut(storage, half);
        }
        Err((Operation::Append, error))
    }

    /// Removes so many bytes from the end, and what was left there before.
    pub(super) fn cut(&mut self, storage: &impl Storage, bytes: u64) -> io::Result<()> {
        self.stray += bytes;
        storage.cut(self.stray)?;
        self.stray = 0;
        Ok(())
    }
}
