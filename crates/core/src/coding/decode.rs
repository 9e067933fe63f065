//! UTF-8 that arrives in pieces, such as what a pipe gives.

use bstr::ByteSlice;

/// Decodes one stream of bytes: a sequence that lies in two pieces is joined, and what is no UTF-8 becomes U+FFFD, one
/// for each maximal part of a sequence, as `TextDecoder` does. A byte order mark is text like any other.
#[derive(Debug, Default)]
pub struct Decoder {
    /// The beginning of a sequence whose end has not come: at most three bytes.
    begun: Vec<u8>,
}

const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();

impl Decoder {
    /// Appends the text of the next piece, as UTF-8.
    pub fn decode(&mut self, piece: &[u8], text: &mut Vec<u8>) {
        let mut rest = piece;
        while !self.begun.is_empty() {
            let Some((&byte, after)) = rest.split_first() else { return };
            self.begun.push(byte);
            let Some(chunk) = ByteSlice::utf8_chunks(self.begun.as_slice()).next() else { break };
            let (valid, invalid) = (chunk.valid().len(), chunk.invalid().len());
            if valid > 0 {
                text.extend_from_slice(&self.begun);
                self.begun.clear();
                rest = after;
            } else if chunk.incomplete() {
                rest = after;
            } else {
                // The new byte does not go on with what was begun. It is looked at again, on its own.
                debug_assert_eq!(invalid, self.begun.len() - 1);
                text.extend_from_slice(REPLACEMENT);
                self.begun.clear();
            }
        }
        for chunk in ByteSlice::utf8_chunks(rest) {
            text.extend_from_slice(chunk.valid().as_bytes());
            if chunk.incomplete() {
                self.begun.extend_from_slice(chunk.invalid());
            } else if !chunk.invalid().is_empty() {
                text.extend_from_slice(REPLACEMENT);
            }
        }
    }

    /// Ends the stream: a sequence that was begun will not go on.
    pub fn finish(&mut self, text: &mut Vec<u8>) {
        if !self.begun.is_empty() {
            text.extend_from_slice(REPLACEMENT);
            self.begun.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Decoder;

    proptest! {
        #[test]
        fn a7_however_a_stream_is_cut_its_text_is_the_same(
            bytes in prop_oneof![
                prop::collection::vec(any::<u8>(), 0..60),
                prop::collection::vec(prop::sample::select(b"a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xed\xa0\xff".to_vec()), 0..60),
                any::<String>().prop_map(String::into_bytes),
            ],
            size in 1_usize..9,
        ) {
            let mut decoder = Decoder::default();
            let mut text = Vec::new();
            for piece in bytes.chunks(size) {
                decoder.decode(piece, &mut text);
            }
            decoder.finish(&mut text);
            prop_assert_eq!(text, String::from_utf8_lossy(&bytes).into_owned().into_bytes());
        }
    }
}
