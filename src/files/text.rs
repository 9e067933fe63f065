//! Bytes as text for JavaScript, made on the thread that read them: JavaScript's own copies only, if it has to.

use napi::bindgen_prelude::{Either, Utf16String};

use crate::raw::AsciiString;

/// Text in one of V8's layouts.
pub(crate) type Text = Either<AsciiString, Utf16String>;

/// Bytes as text. What is no UTF-8 becomes U+FFFD, as the decoders of the web do it; a byte order mark stays.
pub(crate) fn text_of(bytes: Vec<u8>) -> Text {
    match AsciiString::new(bytes) {
        Ok(text) => Either::A(text),
        Err(bytes) => {
            let mut units = Vec::with_capacity(bytes.len());
            units.extend(String::from_utf8_lossy(&bytes).encode_utf16());
            Either::B(Utf16String::from(units))
        }
    }
}
