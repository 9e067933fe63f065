//! Numbers that JavaScript and the core exchange without a call.

use std::ptr;

use napi::sys;

/// Numbers that both sides read and write: an `ArrayBuffer` of this environment, which lives as long as the thread.
#[derive(Clone, Copy)]
pub(crate) struct Mailbox {
    start: *mut f64,
}

impl Mailbox {
    /// How many numbers there are.
    pub(crate) const LEN: usize = 2064;

    /// Makes the buffer and puts it on the module's exports under a name.
    pub(crate) fn export(
        env: sys::napi_env,
        exports: sys::napi_value,
        name: &std::ffi::CStr,
    ) -> napi::Result<Self> {
        let mut data = ptr::null_mut();
        let mut buffer = ptr::null_mut();
        let mut reference = ptr::null_mut();
        // SAFETY: `env` and `exports` are those of the module that is being loaded. V8 does not move the memory of an
        // ArrayBuffer; the strong reference, never deleted, keeps it until the environment goes.
        let status = unsafe {
            let bytes = Self::LEN * size_of::<f64>();
            sys::napi_create_arraybuffer(env, bytes, &raw mut data, &raw mut buffer);
            sys::napi_create_reference(env, buffer, 1, &raw mut reference);
            sys::napi_set_named_property(env, exports, name.as_ptr(), buffer)
        };
        if status != sys::Status::napi_ok || data.is_null() {
            return Err(napi::Error::from_reason("the mailbox could not be made"));
        }
        Ok(Self { start: data.cast() })
    }

    /// Reads a number; NaN outside.
    #[inline]
    pub(crate) fn get(self, index: usize) -> f64 {
        if index >= Self::LEN {
            return f64::NAN;
        }
        // SAFETY: the index is inside the buffer, which is aligned, initialised by V8, and used by this thread alone.
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
