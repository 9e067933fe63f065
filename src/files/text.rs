//! Bytes as text for JavaScript, made on the thread that read them: JavaScript's own copies only.

use napi::bindgen_prelude::{Either, Latin1String, Utf16String};

/// Text in one of V8's layouts.
pub(crate) type Text = Either<Latin1String, Utf16String>;

/// Bytes as text. What is no UTF-8 becomes U+FFFD, as the decoders of the web do it; a byte order mark stays.
pub(crate) fn text_of(bytes: Vec<u8>) -> Text {
    if bytes.is_ascii() {
        // ASCII is all of these at once, so nothing is copied.
        return Either::A(Latin1String::from(String::from_utf8(bytes).unwrap_or_default()));
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut units = Vec::with_capacity(bytes.len());
    units.extend(text.encode_utf16());
    Either::B(Utf16String::from(units))
}
