//! Reading entries back from a session's file, off the main thread.

use std::io;

use gatto_core::session::Place;
use napi::bindgen_prelude::{AsyncTask, Buffer, Either};
use napi::{Env, Task};
use napi_derive::napi;

use super::on;
use crate::io::Readable;

/// How much is read at once. More would hold up the thread that parses it for longer than a frame takes to draw.
const CHUNK: u64 = 1 << 20;

/// Reads some entries.
pub(crate) struct ReadTask {
    file: Option<Readable>,
    places: Vec<Place>,
}

/// Some entries of a session's file.
#[napi(object, object_from_js = false)]
pub(crate) struct Entries {
    /// Their lines, as one JSON array.
    pub json: Buffer,
    /// How many they are.
    pub count: u32,
}

/// The first of these entries, as many as are read at once, and at least one. A string says why they cannot be read.
#[napi(catch_unwind, ts_return_type = "Promise<Entries | string>")]
pub(crate) fn read_entries(number: u32, entries: &[u32]) -> AsyncTask<ReadTask> {
    let task = on(number, |session| {
        let mut left = CHUNK;
        let mut places = Vec::new();
        for place in entries.iter().filter_map(|&entry| session.tree.place(entry)) {
            if place.len > left && !places.is_empty() {
                break;
            }
            left = left.saturating_sub(place.len);
            places.push(place);
        }
        ReadTask { file: session.journal.as_ref().map(crate::io::JointJournal::readable), places }
    });
    AsyncTask::new(task.unwrap_or(ReadTask { file: None, places: Vec::new() }))
}

impl Task for ReadTask {
    type Output = io::Result<Vec<u8>>;
    type JsValue = Either<Entries, String>;

    fn compute(&mut self) -> napi::Result<Self::Output> {
        Ok(self.read())
    }

    fn resolve(&mut self, _: Env, output: Self::Output) -> napi::Result<Self::JsValue> {
        Ok(match output {
            Ok(json) => {
                let count = u32::try_from(self.places.len()).unwrap_or(0);
                Either::A(Entries { json: json.into(), count })
            }
            Err(error) => Either::B(super::open::error_json(&error).to_string()),
        })
    }
}

impl ReadTask {
    fn read(&self) -> io::Result<Vec<u8>> {
        let file = self.file.as_ref().ok_or_else(|| io::Error::other("the session is closed"))?;
        let total: u64 = self.places.iter().map(|place| place.len + 1).sum();
        let mut json = Vec::with_capacity(usize::try_from(total + 1).unwrap_or(0));
        json.push(b'[');
        let mut rest = &self.places[..];
        while let Some(first) = rest.first() {
            let run = neighbours(rest);
            let (now, later) = rest.split_at_checked(run).unwrap_or((rest, &[]));
            let last = now.last().unwrap_or(first);
            let begin = json.len();
            let len = usize::try_from(last.offset + last.len - first.offset).unwrap_or(0);
            json.resize(begin + len, 0);
            let room = json.get_mut(begin..).unwrap_or_default();
            if file.read_at(room, first.offset)? < len {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            for place in now {
                // What was a newline becomes the comma between two entries.
                let end =
                    begin + usize::try_from(place.offset + place.len - first.offset).unwrap_or(0);
                match json.get_mut(end) {
                    Some(newline) => *newline = b',',
                    None => json.push(b','),
                }
            }
            rest = later;
        }
        match json.last_mut() {
            Some(comma @ b',') => *comma = b']',
            _ => json.push(b']'),
        }
        Ok(json)
    }
}

/// How many entries lie one right after the other.
fn neighbours(places: &[Place]) -> usize {
    let apart = places.windows(2).position(|pair| match pair {
        [first, second] => first.offset + first.len + 1 != second.offset,
        _ => true,
    });
    apart.map_or(places.len(), |at| at + 1)
}
