//! Texts of tools: how much of one is kept, and the output of commands. Raw functions with whole texts as arguments,
//! which the glue hands over in pieces where they are long.

mod base64;
mod capture;
mod edit;
mod truncate;
mod view;

#[cfg(unix)]
pub(crate) use capture::shown;

use crate::raw::{Args, Mailbox, Module};

pub(crate) fn export(module: &Module) -> napi::Result<()> {
    module.export::<truncate::MeasureText>()?;
    module.export::<truncate::MeasureLatin1>()?;
    module.export::<truncate::CutHead>()?;
    module.export::<truncate::CutTail>()?;
    module.export::<capture::SanitizeText>()?;
    module.export::<capture::CaptureChunk>()?;
    module.export::<capture::CapturedText>()
}

/// Writes answers to the mailbox. Counts are below 2^53.
#[expect(clippy::cast_precision_loss, reason = "no text has so many bytes")]
fn answer(args: &Args, values: impl IntoIterator<Item = u64>) {
    for (place, value) in (Mailbox::ANSWERS..).zip(values) {
        args.mailbox().set(place, value as f64);
    }
}
