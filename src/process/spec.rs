//! What is to be run, as JavaScript says it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use napi_derive::napi;

/// A command for a shell.
#[napi(object, object_to_js = false)]
pub(crate) struct ProcessSpec {
    /// The arguments of the shell; the command is the last.
    pub args: Vec<String>,
    /// Where it runs: an absolute path.
    pub cwd: String,
    /// All of its variables: `NAME=value`, each followed by a NUL.
    pub env: String,
    /// The shell to take instead of bash.
    pub shell: Option<String>,
    /// Where programs are looked for: the host's PATH.
    pub path: Option<String>,
    /// Milliseconds until it is killed.
    pub timeout: Option<f64>,
    /// Whether what it leaves in the background is killed when it ends.
    pub reap_background: Option<bool>,
    /// Whether its output is captured instead of handed out; then what the path of a folder for a file that has all of
    /// it begins with.
    pub capture: Option<String>,
    /// Whether its input is open, for `writeInput`. Else it is the null device.
    pub input: Option<bool>,
}

impl ProcessSpec {
    pub(super) fn limit(&self) -> Option<Duration> {
        self.timeout.map(|milliseconds| {
            Duration::try_from_secs_f64(milliseconds / 1e3).unwrap_or(Duration::MAX)
        })
    }

    /// The variables by name.
    pub(super) fn variables(&self) -> impl Iterator<Item = (&str, &str)> {
        self.env.split_terminator('\0').filter_map(|pair| pair.split_once('='))
    }

    /// The shell: the caller's, bash where it usually is, bash or sh wherever programs are.
    pub(super) fn shell(&self) -> Result<PathBuf, PathBuf> {
        if let Some(own) = &self.shell {
            let own = PathBuf::from(own);
            return if own.exists() { Ok(own) } else { Err(own) };
        }
        let usual = Path::new("/bin/bash");
        if usual.exists() {
            return Ok(usual.to_owned());
        }
        let folders = self.path.as_deref().unwrap_or("/usr/bin:/bin");
        let sh = PathBuf::from("/bin/sh");
        find("bash", folders)
            .or_else(|| find("sh", folders))
            .or_else(|| sh.exists().then_some(sh))
            .ok_or_else(|| "bash".into())
    }
}

fn find(name: &str, folders: &str) -> Option<PathBuf> {
    let runs = |path: &PathBuf| rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok();
    std::env::split_paths(folders)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|path| path.is_file() && runs(path))
}
