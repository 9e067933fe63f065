//! A whole walk, off the main thread.
use std::panic::{AssertUnwindSafe, catch_unwind};

use gatto_core::resource::walk::{Subject, Walk};
use napi::bindgen_prelude::AsyncTask;
use napi::{Env, Error, Result, Task};
use napi_derive::napi;

use super::disk::answer_all;
use super::subject;
use crate::files::text::{Text, text_of};

/// Walks over the disk on one of libuv's threads.
pub(crate) struct WalkTask {
    subject: Subject,
    roots: Vec<String>,
}

/// Looks for skills or templates under absolute paths. The promise is of JSON: what came of every path.
#[napi(catch_unwind)]
pub(crate) fn resource_walk(subject: String, roots: Vec<String>) -> Result<AsyncTask<WalkTask>> {
    Ok(AsyncTask::new(WalkTask { subject: self::subject(&subject)?, roots }))
}

impl WalkTask {
    fn run(&mut self) -> serde_json::Result<Text> {
        let mut walk = Walk::new(self.subject, std::mem::take(&mut self.roots));
        loop {
            let asks: Vec<_> = walk.asks().collect();
            if asks.is_empty() {
                // Node-API would decode a `String` on JavaScript's thread, which takes longer than to parse it there.
                return serde_json::to_vec(&walk.finish()).map(text_of);
            }
            let answers = answer_all(&asks);
            walk.feed(answers);
        }
    }
}

impl Task for WalkTask {
    type Output = Text;
    type JsValue = Text;

    fn compute(&mut self) -> Result<Text> {
        // A panic here would end the process: nothing above catches it.
        catch_unwind(AssertUnwindSafe(|| self.run()))
            .map_err(|_| Error::from_reason("the walk panicked"))?
            .map_err(|error| Error::from_reason(error.to_string()))
    }

    fn resolve(&mut self, _env: Env, output: Text) -> Result<Text> {
        Ok(output)
    }
}
