//! Edits of a file's bytes, away from JavaScript's thread.
#![expect(clippy::needless_pass_by_value, reason = "the host hands owned values over")]

use gatto_core::coding::edit::{Edit, Edited, Refusal, edit};
use napi::bindgen_prelude::{AsyncTask, Buffer};
use napi::{Env, Task};
use napi_derive::napi;

/// A file after its edits, or why it was not edited.
#[napi(object)]
pub(crate) struct EditOutcome {
    /// The new bytes.
    pub bytes: Option<Buffer>,
    /// How the bytes can become a string: `latin1` when all are ASCII, `utf8`, or not at all.
    pub encoding: Option<String>,
    /// What changed, for a reader.
    pub diff: Option<String>,
    /// What changed, for `patch`.
    pub patch: Option<String>,
    /// The first line that changed, from 1.
    pub first_changed_line: Option<u32>,
    /// The refusal as JSON.
    pub refusal: Option<String>,
}

/// Holds a copy of the file: what the caller's bytes are used for meanwhile is the caller's affair.
pub(crate) struct EditTask {
    file: Vec<u8>,
    edits: Vec<Edit>,
    name: String,
}

impl Task for EditTask {
    type Output = Result<Edited, Refusal>;
    type JsValue = EditOutcome;

    fn compute(&mut self) -> napi::Result<Self::Output> {
        let Self { file, edits, name } = self;
        std::panic::catch_unwind(|| edit(file, edits, name)).map_err(|_| {
            napi::Error::from_reason("the edit failed inside; this is a bug of the package")
        })
    }

    fn resolve(&mut self, _env: Env, output: Self::Output) -> napi::Result<EditOutcome> {
        Ok(match output {
            Ok(edited) => EditOutcome {
                encoding: encoding(&edited.bytes).map(str::to_owned),
                bytes: Some(edited.bytes.into()),
                diff: Some(edited.diff),
                patch: Some(edited.patch),
                first_changed_line: edited
                    .first_changed_line
                    .and_then(|line| u32::try_from(line).ok()),
                refusal: None,
            },
            Err(refusal) => EditOutcome { refusal: Some(json(&refusal)?), ..EditOutcome::NOTHING },
        })
    }
}

impl EditOutcome {
    const NOTHING: Self = Self {
        bytes: None,
        encoding: None,
        diff: None,
        patch: None,
        first_changed_line: None,
        refusal: None,
    };
}

fn encoding(bytes: &[u8]) -> Option<&'static str> {
    if bytes.is_ascii() {
        return Some("latin1");
    }
    std::str::from_utf8(bytes).is_ok().then_some("utf8")
}

/// Edits a file's bytes. `texts` are old and new texts by turns; `name` is what the patch calls the file.
#[napi(catch_unwind)]
#[must_use]
pub(crate) fn edit_bytes(file: Buffer, texts: Vec<String>, name: String) -> AsyncTask<EditTask> {
    let mut texts = texts.into_iter();
    let mut edits = Vec::with_capacity(texts.len() / 2);
    while let (Some(old), Some(new)) = (texts.next(), texts.next()) {
        edits.push(Edit { old, new });
    }
    AsyncTask::new(EditTask { file: file.to_vec(), edits, name })
}

fn json(refusal: &Refusal) -> napi::Result<String> {
    serde_json::to_string(refusal).map_err(|error| napi::Error::from_reason(error.to_string()))
}
