//! Starting a process.

use std::io;
use std::path::Path;
use std::process::{Child, Stdio};

use rustix::fs::Access;

use super::session::Session;
use super::spec::ProcessSpec;

/// Why there is no process.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// Its folder does not exist.
    Folder,
    /// There is no such shell.
    Shell(String),
    /// The system refused, for its reason, to run this.
    System(io::Error, String),
}

/// Starts what the spec says, as the leader of a group of its own.
pub(super) fn start(spec: &ProcessSpec) -> Result<Child, Refusal> {
    let cwd = Path::new(&spec.cwd);
    if !cwd.exists() {
        return Err(Refusal::Folder);
    }
    let shell = spec.shell().map_err(|shell| Refusal::Shell(shell.display().to_string()))?;
    let system = |error: io::Error| Refusal::System(error, shell.display().to_string());
    // Asked here, since a program between could say it only on its standard error.
    rustix::fs::access(&shell, Access::EXEC_OK).map_err(|errno| system(errno.into()))?;
    if shell.is_dir() {
        return Err(system(rustix::io::Errno::ACCESS.into()));
    }
    let open = spec.input.unwrap_or(false);
    Session::cheapest()
        .command(&shell)
        .args(&spec.args)
        .current_dir(cwd)
        .env_clear()
        .envs(spec.variables())
        .stdin(if open { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(system)
}
