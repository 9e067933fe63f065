//! Starting a process.

use std::io::{self, PipeReader, pipe};
use std::path::Path;
use std::process::{Child, Stdio};

use rustix::fs::Access;
use rustix::process::Pid;

use super::output::STREAMS;
use super::session::Session;
use super::spec::ProcessSpec;
use super::trace::Trace;
use super::watchdog::Watched;

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

/// What has been started.
pub(super) struct Started {
    pub(super) child: Child,
    /// The standard output and the standard error.
    pub(super) outputs: [PipeReader; STREAMS],
    pub(super) trace: Trace,
    pub(super) watched: Watched,
}

/// Starts what the spec says, as the leader of a group of its own.
pub(super) fn start(spec: &ProcessSpec) -> Result<Started, Refusal> {
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
    spawn(spec, cwd, &shell).map_err(system)
}

fn spawn(spec: &ProcessSpec, cwd: &Path, shell: &Path) -> io::Result<Started> {
    let (out, to_out) = pipe()?;
    let (err, to_err) = pipe()?;
    let outputs = [out, err];
    let trace = Trace::new(&outputs)?;
    // Before the start: a host that is killed in the middle of it leaves somebody with these pipes.
    let watched = Watched::enter(trace);
    let open = spec.input.unwrap_or(false);
    let child = Session::cheapest()
        .command(shell)
        .args(&spec.args)
        .current_dir(cwd)
        .env_clear()
        .envs(spec.variables())
        .stdin(if open { Stdio::piped() } else { Stdio::null() })
        .stdout(to_out)
        .stderr(to_err)
        .spawn()?;
    watched.is_led_by(Pid::from_child(&child));
    Ok(Started { child, outputs, trace, watched })
}
