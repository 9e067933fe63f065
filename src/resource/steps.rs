//! A walk that JavaScript drives, over whatever file system it has.
use std::cell::RefCell;

use gatto_core::resource::Document;
use gatto_core::resource::walk::{Answer, Ask, Entry, Failure, Outcome, Target, Walk};
use napi::bindgen_prelude::External;
use napi::{Error, Result};
use napi_derive::napi;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::subject;

/// A walk between two steps.
pub(crate) struct Steps(RefCell<Option<Walk>>);

/// A walk over the roots that were given.
#[napi(catch_unwind)]
pub(crate) fn resource_steps(subject: String, roots: Vec<String>) -> Result<External<Steps>> {
    Ok(External::new(Steps(RefCell::new(Some(Walk::new(self::subject(&subject)?, roots))))))
}

/// What comes next: questions, or what was found.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Next<'a> {
    Asks(Vec<&'a Ask>),
    Outcomes(Vec<Outcome>),
}

/// An answer on its way: a value of the kind that was asked for, or why there is none.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Said<'a> {
    #[serde(borrow)]
    Value(&'a RawValue),
    Failed(Failure),
}

/// Takes the answers to the last questions as JSON, in their order; gives the next questions, or the outcomes.
#[napi(catch_unwind)]
pub(crate) fn resource_step(steps: &External<Steps>, answers: String) -> Result<String> {
    let mut place =
        steps.0.try_borrow_mut().map_err(|error| Error::from_reason(error.to_string()))?;
    let mut walk = place.take().ok_or_else(|| Error::from_reason("the walk is over"))?;
    let said: Vec<Said<'_>> = serde_json::from_str(&answers).map_err(refused)?;
    // The first step has no questions behind it.
    if !said.is_empty() {
        let read: serde_json::Result<Vec<Answer>> =
            walk.asks().zip(said).map(|(ask, said)| understood(ask, said)).collect();
        walk.feed(read.map_err(refused)?);
    }
    let asks: Vec<_> = walk.asks().collect();
    if asks.is_empty() {
        return serde_json::to_string(&Next::Outcomes(walk.finish())).map_err(refused);
    }
    let next = serde_json::to_string(&Next::Asks(asks)).map_err(refused)?;
    *place = Some(walk);
    Ok(next)
}

fn understood(ask: &Ask, said: Said<'_>) -> serde_json::Result<Answer> {
    let value = match said {
        Said::Failed(failure) => return Ok(Answer::Failed(failure)),
        Said::Value(value) => value.get(),
    };
    Ok(match ask {
        Ask::Inspect(_) => Answer::Entry(serde_json::from_str::<Entry>(value)?),
        Ask::Follow(_) => Answer::Target(serde_json::from_str::<Target>(value)?),
        Ask::List(_) => Answer::Entries(serde_json::from_str::<Vec<Entry>>(value)?),
        Ask::Read(_) => Answer::Text(serde_json::from_str::<String>(value)?),
        Ask::Document(_) => {
            Answer::Document(Document::parse(&serde_json::from_str::<String>(value)?))
        }
    })
}

fn refused(error: serde_json::Error) -> Error {
    Error::from_reason(error.to_string())
}
