//! Writing files, and the folders they are in.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

use super::failure::Failure;
use super::task::Operation;

pub(crate) struct Write {
    pub(super) path: String,
    pub(super) content: Vec<u8>,
    pub(super) append: bool,
}

impl Operation for Write {
    type Value = ();

    fn run(&self) -> Result<(), Failure> {
        let mut options = OpenOptions::new();
        options.create(true).append(self.append).write(!self.append).truncate(!self.append);
        let opened = match options.open(&self.path) {
            // Nearly always the folder is there, so it is made only when it turns out to be missing.
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if let Some(folder) = Path::new(&self.path).parent() {
                    let name = folder.to_string_lossy();
                    make_folders(folder).map_err(|error| Failure::new(&error, "mkdir", &name))?;
                }
                options.open(&self.path)
            }
            opened => opened,
        };
        let mut file = opened.map_err(|error| Failure::new(&error, "open", &self.path))?;
        file.write_all(&self.content).map_err(|error| Failure::unnamed(&error, "write"))
    }
}

pub(crate) struct Folder {
    pub(super) path: String,
    pub(super) recursive: bool,
}

impl Operation for Folder {
    type Value = ();

    fn run(&self) -> Result<(), Failure> {
        let made = if self.recursive {
            make_folders(Path::new(&self.path))
        } else {
            fs::create_dir(&self.path)
        };
        made.map_err(|error| Failure::new(&error, "mkdir", &self.path))
    }
}

fn make_folders(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}
