//! Strings that JavaScript reads where they were made.

use std::cell::Cell;

use napi::bindgen_prelude::{Latin1String, ToNapiValue, TypeName};
use napi::{Env, JsStringLatin1, ValueType, sys};

use crate::io::spare;

/// From so many bytes on a string is lent. To copy a shorter one costs less than to keep account of it.
const LEAST_LENT: usize = 64 * 1024;

/// A string of ASCII. V8 reads the bytes of a long one where they are, and gives them back when it collects the string: a
/// copy would be made on JavaScript's thread, which would have to fetch fresh pages for it.
pub(crate) struct AsciiString(Vec<u8>);

impl AsciiString {
    /// The text, if it is ASCII.
    pub(crate) fn new(mut bytes: Vec<u8>) -> Result<Self, Vec<u8>> {
        if !bytes.is_ascii() {
            return Err(bytes);
        }
        // It may hold what it has room for as long as JavaScript holds it.
        if bytes.capacity() / 2 > bytes.len() {
            bytes.shrink_to_fit();
        }
        Ok(Self(bytes))
    }
}

impl TypeName for AsciiString {
    fn type_name() -> &'static str {
        "String"
    }

    fn value_type() -> ValueType {
        ValueType::String
    }
}

impl ToNapiValue for AsciiString {
    unsafe fn to_napi_value(
        env: sys::napi_env,
        Self(bytes): Self,
    ) -> napi::Result<sys::napi_value> {
        if bytes.len() < LEAST_LENT {
            // ASCII is UTF-8, so that nothing is lost.
            let text = String::from_utf8(bytes).unwrap_or_default();
            // SAFETY: the caller vouches for `env`.
            return unsafe { Latin1String::to_napi_value(env, Latin1String::from(text)) };
        }
        lend(Env::from_raw(env), bytes)
    }
}

/// A string whose bytes V8 reads where they are.
fn lend(env: Env, bytes: Vec<u8>) -> napi::Result<sys::napi_value> {
    let (start, length) = (bytes.as_ptr(), bytes.len());
    let size = i64::try_from(length).unwrap_or(i64::MAX);
    tell(env, size);
    let give_back = move |env: Env, bytes: Vec<u8>| {
        spare::give(bytes);
        tell(env, -size);
    };
    // SAFETY: the bytes are those of `bytes`, which nobody changes, and which goes with the one call of `give_back`.
    let lent = unsafe { JsStringLatin1::from_external(&env, start, length, bytes, give_back)? };
    // SAFETY: the handle is of this thread's `env`, as the caller's is.
    unsafe { JsStringLatin1::to_napi_value(env.raw(), lent) }
}

/// How many bytes are lent or given back before V8 is told. It collects for the sake of what it is told of, and whenever
/// it is told more while it marks, it marks for some 5 ms at once.
const TOLD_AT_ONCE: i64 = 64 * 1024 * 1024;

thread_local! {
    static UNTOLD: Cell<i64> = const { Cell::new(0) };
}

/// Keeps account of what this thread's V8 holds without knowing.
fn tell(env: Env, change: i64) {
    let untold = UNTOLD.get() + change;
    if untold.abs() < TOLD_AT_ONCE {
        UNTOLD.set(untold);
    } else {
        UNTOLD.set(0);
        let _ = env.adjust_external_memory(untold);
    }
}
