//! Folders and files with names that nobody else has.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind};

use uuid::Uuid;

use super::failure::Failure;
use super::task::Operation;
use super::text::{Text, text_of};

/// How often a name may turn out to be taken.
const TRIES: usize = 100;

/// How many characters a folder's prefix is extended by.
const SUFFIX: usize = 6;

/// A folder only for its owner, at a path that begins with the prefix.
pub(crate) struct TemporaryFolder {
    pub(super) prefix: String,
}

impl Operation for TemporaryFolder {
    type Value = Text;

    fn run(&self) -> Result<Text, Failure> {
        fresh_folder(&self.prefix).map(|path| text_of(path.into_bytes()))
    }
}

/// Makes a folder only for its owner and gives its path, which begins with the prefix.
pub(crate) fn fresh_folder(prefix: &str) -> Result<String, Failure> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there is no mode to set"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let mut taken = io::Error::from(ErrorKind::AlreadyExists);
    for _ in 0..TRIES {
        let path = format!("{prefix}{}", suffix());
        match builder.create(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => taken = error,
            Err(error) => return Err(Failure::new(&error, "mkdtemp", &path)),
        }
    }
    Err(Failure::new(&taken, "mkdtemp", prefix))
}

fn suffix() -> String {
    const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let random = Uuid::new_v4().into_bytes();
    let letter = |byte: &u8| LETTERS.get(usize::from(*byte) % LETTERS.len()).copied();
    random.iter().filter_map(letter).take(SUFFIX).map(char::from).collect()
}

/// An empty file only for its owner.
pub(crate) struct TemporaryFile {
    pub(super) folder: String,
    pub(super) prefix: String,
    pub(super) suffix: String,
}

impl Operation for TemporaryFile {
    type Value = Text;

    fn run(&self) -> Result<Text, Failure> {
        let (_, path) = fresh_file(&self.folder, &self.prefix, &self.suffix)?;
        Ok(text_of(path.into_bytes()))
    }
}

/// Makes an empty file only for its owner, and gives its path.
pub(crate) fn fresh_file(
    folder: &str,
    prefix: &str,
    suffix: &str,
) -> Result<(File, String), Failure> {
    let name = Uuid::new_v4().hyphenated();
    let path = format!("{folder}/{prefix}{name}{suffix}");
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&path).map_err(|error| Failure::new(&error, "open", &path))?;
    Ok((file, path))
}
