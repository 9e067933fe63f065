//! Reading files.

use std::fs::File;
use std::io::{ErrorKind, Read};

use napi::bindgen_prelude::Buffer;

use super::failure::{Failure, Reason};
use super::task::Operation;
use super::text::{Text, text_of};

/// The longest string that every V8 takes, in units. So many bytes of UTF-8 are at most as many units.
const LONGEST_STRING: usize = 0x1fff_ffe8;

const STRING_TOO_LONG: &str = "ERR_STRING_TOO_LONG";

/// The longest file that Node reads as a whole.
const LONGEST_FILE: usize = 0x7fff_ffff;

/// How much is read at once while lines are looked for.
const STEP: usize = 64 * 1024;

fn open(path: &str) -> Result<File, Failure> {
    File::open(path).map_err(|error| Failure::new(&error, "open", path))
}

/// Reads a file that has at most so many bytes. Some have no end.
fn read_all(path: &str, most: usize, beyond: &'static str) -> Result<Vec<u8>, Failure> {
    let file = open(path)?;
    let size = file.metadata().map_or(0, |about| about.len());
    let enough = most as u64 + 1;
    if size >= enough {
        return Err(too_long(beyond));
    }
    let mut bytes = Vec::new();
    // A file may claim any size; what cannot be had is met again below, as an error.
    let _ = bytes.try_reserve_exact(usize::try_from(size).unwrap_or(0).saturating_add(1));
    file.take(enough).read_to_end(&mut bytes).map_err(|error| Failure::unnamed(&error, "read"))?;
    if bytes.len() > most {
        return Err(too_long(beyond));
    }
    Ok(bytes)
}

const fn too_long(name: &'static str) -> Failure {
    Failure { reason: Reason::Name(name), syscall: "read", path: None }
}

pub(crate) struct Whole {
    pub(super) path: String,
}

impl Operation for Whole {
    type Value = Text;

    fn run(&self) -> Result<Text, Failure> {
        read_all(&self.path, LONGEST_STRING, STRING_TOO_LONG).map(text_of)
    }
}

pub(crate) struct Bytes {
    pub(super) path: String,
}

impl Operation for Bytes {
    type Value = Buffer;

    fn run(&self) -> Result<Buffer, Failure> {
        read_all(&self.path, LONGEST_FILE, "ERR_FS_FILE_TOO_LARGE").map(Buffer::from)
    }
}

/// The first lines. A limit that is no number is none.
pub(crate) struct Lines {
    pub(super) path: String,
    pub(super) most: f64,
}

impl Operation for Lines {
    type Value = Text;

    fn run(&self) -> Result<Text, Failure> {
        let mut file = open(&self.path)?;
        let mut lines = LineCollector { kept: Vec::new(), left: limit(self.most), after_cr: false };
        let mut buffer = vec![0; STEP];
        while lines.left > 0 {
            let count = match file.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(Failure::unnamed(&error, "read")),
            };
            lines.take(buffer.get(..count).unwrap_or_default());
            if lines.kept.len() >= LONGEST_STRING {
                return Err(too_long(STRING_TOO_LONG));
            }
        }
        Ok(text_of(lines.finish()))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast of floats saturates"
)]
fn limit(most: f64) -> usize {
    if most.is_nan() { usize::MAX } else { most.ceil() as usize }
}

/// Lines that end with LF, CRLF or CR, each kept with a LF.
struct LineCollector {
    kept: Vec<u8>,
    left: usize,
    /// The last byte was a CR: a LF that follows belongs to it.
    after_cr: bool,
}

impl LineCollector {
    fn take(&mut self, mut bytes: &[u8]) {
        while self.left > 0 && !bytes.is_empty() {
            if std::mem::take(&mut self.after_cr)
                && let Some((b'\n', rest)) = bytes.split_first()
            {
                bytes = rest;
                continue;
            }
            let Some(at) = memchr::memchr2(b'\n', b'\r', bytes) else {
                self.kept.extend_from_slice(bytes);
                return;
            };
            let (line, rest) = bytes.split_at(at);
            self.kept.extend_from_slice(line);
            self.kept.push(b'\n');
            self.left -= 1;
            self.after_cr = rest.first() == Some(&b'\r');
            bytes = rest.get(1..).unwrap_or_default();
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.kept.last().is_some_and(|last| *last != b'\n') {
            self.kept.push(b'\n');
        }
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(pieces: &[&[u8]], most: f64) -> Vec<u8> {
        let mut lines = LineCollector { kept: Vec::new(), left: limit(most), after_cr: false };
        for piece in pieces {
            lines.take(piece);
        }
        lines.finish()
    }

    #[test]
    fn a5_every_line_end_ends_one_line_wherever_a_read_stops() {
        let text = b"a\r\nb\rc\n\r\n\nd";
        let whole = lines(&[text], f64::NAN);
        assert_eq!(whole, b"a\nb\nc\n\n\nd\n");
        for at in 0..text.len() {
            let (first, second) = text.split_at(at);
            assert_eq!(lines(&[first, second], f64::NAN), whole);
        }
    }

    #[test]
    fn a5_a_limit_of_lines_is_rounded_up() {
        assert_eq!(lines(&[b"a\nb\nc"], 1.5), b"a\nb\n");
        assert_eq!(lines(&[b"a\nb\nc"], -1.0), b"");
        assert_eq!(lines(&[b"a\nb\nc"], f64::INFINITY), b"a\nb\nc\n");
    }
}
