//! Texts of tools: how much of one is kept, and the output of commands. Raw functions with whole texts as arguments,
//! which the glue hands over in pieces where they are long.

mod base64;
mod capture;
mod edit;
mod truncate;
mod view;

#[cfg(unix)]
pub(crate) use capture::shown;
use napi::sys;

use crate::raw;

/// Where the answers of a function stand in the mailbox, from here on.
const ANSWERS: usize = 1;

pub(crate) fn export(env: sys::napi_env, exports: sys::napi_value) -> napi::Result<()> {
    raw::export::<truncate::MeasureText>(env, exports)?;
    raw::export::<truncate::MeasureLatin1>(env, exports)?;
    raw::export::<truncate::CutHead>(env, exports)?;
    raw::export::<truncate::CutTail>(env, exports)?;
    raw::export::<capture::SanitizeText>(env, exports)?;
    raw::export::<capture::CaptureChunk>(env, exports)?;
    raw::export::<capture::CapturedText>(env, exports)
}

/// Writes answers to the mailbox. Counts are below 2^53.
#[expect(clippy::cast_precision_loss, reason = "no text has so many bytes")]
fn answer(values: impl IntoIterator<Item = u64>) {
    let Some(mailbox) = crate::slots::mailbox() else { return };
    for (index, value) in values.into_iter().enumerate() {
        mailbox.set(ANSWERS + index, value as f64);
    }
}
