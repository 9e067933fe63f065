//! Numbers that JavaScript and the core exchange without a call. js/native.js knows their places too.

use std::ffi::c_void;
use std::ptr;

use napi::sys;

/// Numbers that both sides read and write: an `ArrayBuffer` of the environment whose raw functions have it.
#[derive(Clone, Copy)]
pub(crate) struct Mailbox {
    start: *mut f64,
}

impl Mailbox {
    /// How many numbers there are.
    const LEN: usize = 2064;
    /// Where the time of an input stands.
    pub(crate) const TIME: usize = 0;
    /// Where the numbers of an answer stand, and those that go with an argument: fourteen.
    pub(crate) const ANSWERS: usize = 1;
    /// Where the credit stands after a TEXT.
    pub(crate) const CREDIT: usize = 15;
    /// Where pairs begin.
    pub(crate) const PAIRS: usize = 16;
    /// How many pairs fit.
    pub(crate) const MOST: usize = (Self::LEN - Self::PAIRS) / 2;

    /// Makes the buffer and puts it on the module's exports as `mailbox`.
    pub(super) fn export(env: sys::napi_env, exports: sys::napi_value) -> napi::Result<Self> {
        let mut data = ptr::null_mut();
        let mut buffer = ptr::null_mut();
        let mut reference = ptr::null_mut();
        // SAFETY: `env` and `exports` are those of the module that is being loaded; the out pointers are locals. Where a
        // call fails, the next one refuses the null handle that it has left.
        let statuses = unsafe {
            let bytes = Self::LEN * size_of::<f64>();
            sys::napi_create_arraybuffer(env, bytes, &raw mut data, &raw mut buffer);
            [
                sys::napi_create_reference(env, buffer, 1, &raw mut reference),
                sys::napi_set_named_property(env, exports, c"mailbox".as_ptr(), buffer),
            ]
        };
        if statuses != [sys::Status::napi_ok; 2] || data.is_null() {
            return Err(napi::Error::from_reason("the mailbox could not be made"));
        }
        Ok(Self { start: data.cast() })
    }

    /// What a raw function carries with it.
    pub(super) const fn data(self) -> *mut c_void {
        self.start.cast()
    }

    /// The mailbox that a raw function carries with it.
    pub(super) const fn of(data: *mut c_void) -> Self {
        Self { start: data.cast() }
    }

    /// Reads a number; NaN outside.
    #[inline]
    pub(crate) fn get(self, index: usize) -> f64 {
        if index >= Self::LEN {
            return f64::NAN;
        }
        // SAFETY: the index is inside the buffer, which is aligned, initialised by V8, and used by this thread alone. V8
        // does not move its memory, which a strong reference, never deleted, keeps until the environment goes, and with
        // it the functions that lead here. It would go with a transfer to another thread; js/native.js, which alone has
        // the buffer, makes none.
        unsafe { self.start.add(index).read() }
    }

    /// Writes a number; outside, nothing.
    #[inline]
    pub(crate) fn set(self, index: usize, value: f64) {
        if index < Self::LEN {
            // SAFETY: as in `get`.
            unsafe { self.start.add(index).write(value) };
        }
    }
}
