//! Removing what stands at a path.

use std::fs;
use std::io::{self, ErrorKind};

use super::failure::{Failure, Reason};
use super::task::Operation;

pub(crate) struct Remove {
    pub(super) path: String,
    pub(super) recursive: bool,
    pub(super) force: bool,
}

impl Operation for Remove {
    type Value = ();

    fn run(&self) -> Result<(), Failure> {
        let failed = |error: &io::Error, syscall| Failure::new(error, syscall, &self.path);
        let about = match fs::symlink_metadata(self.path.trim_end_matches('/')) {
            // Only a root is nothing but slashes.
            Err(_) if self.path.bytes().all(|byte| byte == b'/') => {
                fs::symlink_metadata(&self.path)
            }
            about => about,
        };
        let about = match about {
            Ok(about) => about,
            Err(error) if self.force && error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(failed(&error, "lstat")),
        };
        let (removed, syscall) = if !about.is_dir() {
            (fs::remove_file(&self.path), "unlink")
        } else if self.recursive {
            (fs::remove_dir_all(&self.path), "rm")
        } else {
            let path = Some(self.path.clone());
            return Err(Failure { reason: Reason::Name("EISDIR"), syscall: "rm", path });
        };
        match removed {
            // Somebody else was faster.
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(failed(&error, syscall)),
            Ok(()) => Ok(()),
        }
    }
}
