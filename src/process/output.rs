//! What a process has written, decoded, until JavaScript takes it or looks at it.

use gatto_core::coding::capture::Capture;
use gatto_core::coding::decode::Decoder;
use gatto_core::coding::truncate::Limits;
use napi::bindgen_prelude::{Either, Utf16String};

use crate::files::{Failure, Text, text_of};

/// The standard output and the standard error.
pub(super) const STREAMS: usize = 2;

/// Texts in the order in which they came.
#[derive(Default)]
pub(super) struct Output {
    pieces: Vec<Piece>,
    size: usize,
}

struct Piece {
    stream: usize,
    text: Units,
}

enum Units {
    Ascii(Vec<u8>),
    Wide(Vec<u16>),
}

impl Output {
    /// How much is held, in bytes.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Adds a text of a stream, as UTF-8. What follows its like becomes one with it.
    pub(super) fn add(&mut self, stream: usize, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        let last = self.pieces.last_mut().filter(|piece| piece.stream == stream);
        if text.is_ascii() {
            self.size += text.len();
            match last.map(|piece| &mut piece.text) {
                Some(Units::Ascii(held)) => held.extend_from_slice(text),
                _ => self.pieces.push(Piece { stream, text: Units::Ascii(text.to_vec()) }),
            }
            return;
        }
        let text = String::from_utf8_lossy(text);
        let before = self.size;
        if let Some(Units::Wide(held)) = last.map(|piece| &mut piece.text) {
            self.size -= 2 * held.len();
            held.extend(text.encode_utf16());
            self.size += 2 * held.len();
        } else {
            let units: Vec<u16> = text.encode_utf16().collect();
            self.size += 2 * units.len();
            self.pieces.push(Piece { stream, text: Units::Wide(units) });
        }
        debug_assert!(self.size > before);
    }

    /// Takes everything, as strings of JavaScript, each with whether it is of the standard error.
    pub(super) fn take(&mut self) -> (Vec<Text>, Vec<bool>) {
        self.size = 0;
        let mut errors = Vec::with_capacity(self.pieces.len());
        let texts = self.pieces.drain(..).map(|piece| {
            errors.push(piece.stream == 1);
            match piece.text {
                Units::Ascii(bytes) => text_of(bytes),
                Units::Wide(units) => Either::B(Utf16String::from(units)),
            }
        });
        (texts.collect(), errors)
    }
}

/// A capture that JavaScript looks at now and then.
pub(super) struct Captured {
    pub(super) capture: Capture,
    /// The file that has all of the output, once there is one.
    pub(super) path: Option<String>,
    /// Why that file is not whole.
    pub(super) failure: Option<Failure>,
    /// Whether something has come since JavaScript was told.
    pub(super) is_fresh: bool,
}

impl Captured {
    pub(super) const fn new() -> Self {
        let capture = Capture::new(Limits::DEFAULT);
        Self { capture, path: None, failure: None, is_fresh: false }
    }
}

/// The decoders of the two streams, and room for what they make.
#[derive(Default)]
pub(super) struct Decoders {
    streams: [Decoder; STREAMS],
    text: Vec<u8>,
}

impl Decoders {
    /// The text of the next bytes of a stream; of no bytes, what is left at its end.
    pub(super) fn decode(&mut self, stream: usize, bytes: &[u8]) -> &[u8] {
        self.text.clear();
        if let Some(decoder) = self.streams.get_mut(stream) {
            if bytes.is_empty() {
                decoder.finish(&mut self.text);
            } else {
                decoder.decode(bytes, &mut self.text);
            }
        }
        &self.text
    }
}
