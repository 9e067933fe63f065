//! Raw Node-API calls: the hot path, and nearly all `unsafe` of the binding.
//!
//! A raw function takes its arguments as handles and reads at most the one or two that it needs. That costs a tenth of
//! what a generated wrapper does. Everything here is reached through [`Export`], which catches panics, and [`Args`],
//! which reads arguments with bounds checked. What is exported belongs to a [`Module`]: one that is loaded twice on a
//! thread has two mailboxes, each for the functions that came with it.

mod mailbox;
mod string;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use gatto_core::text::{Layout, Text, wtf8};
use napi::sys;

pub(crate) use mailbox::Mailbox;
pub(crate) use string::AsciiString;

/// The most arguments of a raw function.
const ARITY: usize = 6;

/// What a raw function answers.
pub(crate) enum Reply {
    /// `undefined`.
    Nothing,
    /// A number.
    Number(f64),
    /// A string made of units in one of V8's layouts.
    Text(Layout, Vec<u8>),
    /// A string of these units.
    Units(Vec<u16>),
    /// A string.
    Utf8(String),
}

impl Reply {
    /// A string of bytes that `text::wtf8` made, lone surrogates kept.
    pub(crate) fn wtf8(bytes: &[u8]) -> Self {
        if bytes.is_ascii() {
            return Self::Text(Layout::Latin1, bytes.to_vec());
        }
        // V8 takes several times as long for it.
        let mut units = Vec::new();
        wtf8::decode(bytes, &mut units);
        Self::Units(units)
    }
}

/// A function exported without a wrapper.
pub(crate) trait Export {
    /// Its name in JavaScript.
    const NAME: &'static str;
    /// What it does.
    fn call(args: &Args) -> Reply;
}

/// The arguments of one call.
pub(crate) struct Args {
    env: sys::napi_env,
    mailbox: Mailbox,
    count: usize,
    values: [sys::napi_value; ARITY],
}

impl Args {
    /// The mailbox of whoever calls.
    #[inline]
    pub(crate) const fn mailbox(&self) -> Mailbox {
        self.mailbox
    }

    fn value(&self, index: usize) -> sys::napi_value {
        self.values.get(index).copied().unwrap_or(ptr::null_mut())
    }

    /// Whether so many arguments were given.
    #[inline]
    pub(crate) const fn has(&self, count: usize) -> bool {
        self.count >= count
    }

    /// The argument as a whole number; 0 when it is none.
    #[inline]
    pub(crate) fn number(&self, index: usize) -> u32 {
        let mut number = 0;
        // SAFETY: `env` and the handle are those of the call that is under way; the out pointer is a local.
        unsafe { sys::napi_get_value_uint32(self.env, self.value(index), &raw mut number) };
        number
    }

    /// The argument as a number; NaN when it is none.
    pub(crate) fn double(&self, index: usize) -> f64 {
        let mut number = f64::NAN;
        // SAFETY: as in `number`.
        unsafe { sys::napi_get_value_double(self.env, self.value(index), &raw mut number) };
        number
    }

    /// The argument's text, exactly, in the narrower layout that holds it; `None` when it is no string.
    #[inline]
    pub(crate) fn text<'b>(&self, index: usize, buffer: &'b mut TextBuffer) -> Option<Text<'b>> {
        self.read(self.value(index), buffer).then(|| buffer.text())
    }

    /// The texts of an argument that is an array of strings, up to the first that is none.
    pub(crate) fn texts(&self, index: usize) -> Vec<TextBuffer> {
        let value = self.value(index);
        let mut count = 0;
        // SAFETY: as in `number`; a value that is no array leaves the count alone.
        unsafe { sys::napi_get_array_length(self.env, value, &raw mut count) };
        // An array may claim to be longer than any memory.
        let mut buffers = Vec::with_capacity(count.min(1024) as usize);
        for place in 0..count {
            let mut element = ptr::null_mut();
            let mut buffer = TextBuffer::default();
            // SAFETY: as in `number`.
            unsafe { sys::napi_get_element(self.env, value, place, &raw mut element) };
            if !self.read(element, &mut buffer) {
                break;
            }
            buffers.push(buffer);
        }
        buffers
    }

    /// The argument as UTF-8; `None` when it is no string. Only for text that has no lone surrogates, such as JSON.
    pub(crate) fn utf8(&self, index: usize) -> Option<String> {
        let value = self.value(index);
        let mut length = 0;
        // SAFETY: a null buffer asks for the length alone.
        let status = unsafe {
            sys::napi_get_value_string_utf8(self.env, value, ptr::null_mut(), 0, &raw mut length)
        };
        if status != sys::Status::napi_ok {
            return None;
        }
        let mut bytes: Vec<u8> = Vec::with_capacity(length + 1);
        // SAFETY: the buffer has room for its capacity, terminator included; Node-API has written `length` bytes of it
        // where the status is ok.
        let status = unsafe {
            let (out, capacity) = (bytes.as_mut_ptr().cast(), bytes.capacity());
            sys::napi_get_value_string_utf8(self.env, value, out, capacity, &raw mut length)
        };
        if status != sys::Status::napi_ok {
            return None;
        }
        // SAFETY: as above.
        unsafe { bytes.set_len(length.min(bytes.capacity())) };
        Some(
            String::from_utf8(bytes)
                .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
        )
    }

    /// Reads the units of an argument's text; whether it is a string.
    pub(crate) fn units(&self, index: usize, units: &mut Vec<u16>) -> bool {
        self.read_units(self.value(index), units)
    }

    /// Reads an argument's text that has one byte a unit, as much as there is room for; whether it is a string. Of any
    /// other text, these would be the lower halves of its units.
    pub(crate) fn latin1(&self, index: usize, units: &mut Vec<u8>) -> bool {
        units.clear();
        let mut length = 0;
        // SAFETY: the buffer has room for its capacity, terminator included; Node-API has written `length` units of it
        // where the status is ok, and none where it is not.
        let status = unsafe {
            let (out, capacity) = (units.as_mut_ptr().cast(), units.capacity());
            let value = self.value(index);
            sys::napi_get_value_string_latin1(self.env, value, out, capacity, &raw mut length)
        };
        if status != sys::Status::napi_ok {
            return false;
        }
        // SAFETY: as above.
        unsafe { units.set_len(length.min(units.capacity())) };
        true
    }

    #[inline]
    fn read(&self, value: sys::napi_value, buffer: &mut TextBuffer) -> bool {
        let is_text = self.read_units(value, &mut buffer.units);
        if is_text {
            buffer.narrow();
        }
        is_text
    }

    #[inline]
    fn read_units(&self, value: sys::napi_value, units: &mut Vec<u16>) -> bool {
        const FIRST: usize = 64;
        units.clear();
        units.reserve(FIRST);
        let is_text = self.copy_units(value, units);
        // Full to the brim: perhaps there is more.
        if is_text && units.len() + 1 == units.capacity() {
            return self.read_long(value, units);
        }
        is_text
    }

    #[cold]
    fn read_long(&self, value: sys::napi_value, units: &mut Vec<u16>) -> bool {
        let mut length = 0;
        // SAFETY: a null buffer asks for the length alone.
        let status = unsafe {
            let none = ptr::null_mut();
            sys::napi_get_value_string_utf16(self.env, value, none, 0, &raw mut length)
        };
        units.clear();
        // Room for the terminator, and one more: a text as long as this one shall not look like a part.
        units.reserve(length + 2);
        status == sys::Status::napi_ok && self.copy_units(value, units)
    }

    /// Copies as much of a text as there is room for; whether it is a string.
    #[inline]
    fn copy_units(&self, value: sys::napi_value, units: &mut Vec<u16>) -> bool {
        let mut length = 0;
        // SAFETY: the buffer has room for its capacity, terminator included; Node-API has written `length` units of it
        // where the status is ok.
        let status = unsafe {
            let (out, capacity) = (units.as_mut_ptr(), units.capacity());
            sys::napi_get_value_string_utf16(self.env, value, out, capacity, &raw mut length)
        };
        if status != sys::Status::napi_ok {
            return false;
        }
        // SAFETY: as above.
        unsafe { units.set_len(length.min(units.capacity())) };
        true
    }

    /// Tells V8 that native memory has grown or shrunk by so many bytes.
    pub(crate) fn report_memory(&self, change: i64) {
        let mut total = 0;
        // SAFETY: as in `number`.
        unsafe { sys::napi_adjust_external_memory(self.env, change, &raw mut total) };
    }

    fn reply(&self, reply: Reply) -> sys::napi_value {
        let mut value = ptr::null_mut();
        // SAFETY: `env` is that of the call under way; pointers and lengths are those of live buffers. A status other
        // than ok leaves a null handle, which is `undefined`.
        unsafe {
            match reply {
                Reply::Nothing => {}
                Reply::Number(number) => {
                    sys::napi_create_double(self.env, number, &raw mut value);
                }
                Reply::Text(Layout::Latin1, bytes) => {
                    let (start, length) = (bytes.as_ptr().cast(), bytes.len().cast_signed());
                    sys::napi_create_string_latin1(self.env, start, length, &raw mut value);
                }
                Reply::Text(Layout::Utf16, bytes) => {
                    let (pairs, _) = bytes.as_chunks::<2>();
                    let units: Vec<u16> = pairs.iter().map(|p| u16::from_le_bytes(*p)).collect();
                    let (start, length) = (units.as_ptr(), units.len().cast_signed());
                    sys::napi_create_string_utf16(self.env, start, length, &raw mut value);
                }
                Reply::Units(units) => {
                    let (start, length) = (units.as_ptr(), units.len().cast_signed());
                    sys::napi_create_string_utf16(self.env, start, length, &raw mut value);
                }
                Reply::Utf8(text) => {
                    let (start, length) = (text.as_ptr().cast(), text.len().cast_signed());
                    sys::napi_create_string_utf8(self.env, start, length, &raw mut value);
                }
            }
        }
        value
    }
}

/// Room for one text, used again and again.
#[derive(Default)]
pub(crate) struct TextBuffer {
    units: Vec<u16>,
    narrow: Vec<u8>,
    is_narrow: bool,
}

impl TextBuffer {
    #[inline]
    fn narrow(&mut self) {
        self.is_narrow = self.units.iter().fold(0, |all, unit| all | unit) <= 0xff;
        self.narrow.clear();
        if self.is_narrow {
            self.narrow.extend(self.units.iter().map(|unit| unit.to_le_bytes()[0]));
        }
    }

    /// What was read last.
    #[inline]
    pub(crate) fn text(&self) -> Text<'_> {
        if self.is_narrow { Text::Latin1(&self.narrow) } else { Text::Utf16(&self.units) }
    }

    /// Gives the memory of an unusually long text back.
    pub(crate) fn trim(&mut self) {
        const KEEP: usize = 64 * 1024;
        self.units.clear();
        self.narrow.clear();
        self.units.shrink_to(KEEP);
        self.narrow.shrink_to(KEEP);
    }
}

unsafe extern "C" fn entry<E: Export>(
    env: sys::napi_env,
    info: sys::napi_callback_info,
) -> sys::napi_value {
    let mut count = ARITY;
    let mut values = [ptr::null_mut(); ARITY];
    let mut data = ptr::null_mut();
    // SAFETY: Node-API fills at most `count` handles, missing ones with `undefined`; `this` is not wanted.
    let status = unsafe {
        let (values, this) = (values.as_mut_ptr(), ptr::null_mut());
        sys::napi_get_cb_info(env, info, &raw mut count, values, this, &raw mut data)
    };
    if status != sys::Status::napi_ok {
        return ptr::null_mut();
    }
    let args = Args { env, mailbox: Mailbox::of(data), count, values };
    if let Ok(reply) = catch_unwind(AssertUnwindSafe(|| E::call(&args))) {
        return args.reply(reply);
    }
    let code = c"ERR_GATTO_INTERNAL_PANIC";
    let message =
        c"The native core of gatto panicked; this is a bug. The harness must not be used on.";
    // SAFETY: both are constant and end with NUL.
    unsafe { sys::napi_throw_error(env, code.as_ptr(), message.as_ptr()) };
    ptr::null_mut()
}

/// The module while it is being loaded.
pub(crate) struct Module {
    env: sys::napi_env,
    exports: sys::napi_value,
    mailbox: Mailbox,
}

impl Module {
    /// Puts the mailbox on the module's exports.
    pub(crate) fn new(env: sys::napi_env, exports: sys::napi_value) -> napi::Result<Self> {
        Ok(Self { env, exports, mailbox: Mailbox::export(env, exports)? })
    }

    /// Puts a raw function on the module's exports.
    pub(crate) fn export<E: Export>(&self) -> napi::Result<()> {
        let name = E::NAME;
        let (start, length) = (name.as_ptr().cast(), name.len().cast_signed());
        let callback = Some(entry::<E> as _);
        let (mut key, mut function) = (ptr::null_mut(), ptr::null_mut());
        let (env, data) = (self.env, self.mailbox.data());
        // SAFETY: `env` and `exports` are those of the module that is being loaded; the name is given with its length.
        // Where a call fails, the last one refuses the null handle that it has left.
        let status = unsafe {
            sys::napi_create_function(env, start, length, callback, data, &raw mut function);
            sys::napi_create_string_utf8(env, start, length, &raw mut key);
            sys::napi_set_property(env, self.exports, key, function)
        };
        if status != sys::Status::napi_ok {
            return Err(napi::Error::from_reason(format!("{name} could not be exported")));
        }
        Ok(())
    }
}
