//! Why an operation on files failed, in the system's words.

use std::io::{self, ErrorKind};

use napi::bindgen_prelude::{JsObjectValue, JsValue};
use napi::{Env, Error};

/// The system's number, or a name where it has none; what was asked of the system, and of which path.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(super) reason: Reason,
    pub(super) syscall: &'static str,
    pub(super) path: Option<String>,
}

#[derive(Debug)]
pub(super) enum Reason {
    #[cfg_attr(windows, expect(dead_code, reason = "Windows has numbers of its own"))]
    Number(i32),
    Name(&'static str),
}

impl Failure {
    pub(crate) fn new(error: &io::Error, syscall: &'static str, path: &str) -> Self {
        Self { reason: Reason::of(error), syscall, path: Some(path.to_owned()) }
    }

    /// As [`Failure::new`], where the operation was on a descriptor: the message names no path then.
    pub(crate) fn unnamed(error: &io::Error, syscall: &'static str) -> Self {
        Self { reason: Reason::of(error), syscall, path: None }
    }

    /// A failure that the system has a name for, though it did not say it.
    pub(crate) fn named(name: &'static str, syscall: &'static str, path: &str) -> Self {
        Self { reason: Reason::Name(name), syscall, path: Some(path.to_owned()) }
    }

    /// The system's number, where it has one.
    #[cfg(unix)]
    pub(crate) const fn errno(&self) -> Option<i32> {
        match self.reason {
            Reason::Number(number) => Some(number),
            Reason::Name(_) => None,
        }
    }

    /// What was asked of the system, and of which path.
    #[cfg(unix)]
    pub(crate) fn asked(&self) -> (&'static str, Option<&str>) {
        (self.syscall, self.path.as_deref())
    }

    /// As an error of JavaScript, for the glue to word.
    pub(super) fn into_error(self, env: Env) -> napi::Result<Error> {
        let mut object = env.create_error(Error::from_reason(String::new()))?;
        match self.reason {
            Reason::Number(number) => object.set_named_property("errno", number)?,
            Reason::Name(name) => object.set_named_property("code", name)?,
        }
        object.set_named_property("syscall", self.syscall)?;
        if let Some(path) = self.path {
            object.set_named_property("path", path)?;
        }
        Ok(Error::from(object.to_unknown()))
    }
}

impl Reason {
    fn of(error: &io::Error) -> Self {
        #[cfg(unix)]
        if let Some(number) = error.raw_os_error() {
            return Self::Number(number);
        }
        Self::Name(match error.kind() {
            ErrorKind::NotFound => "ENOENT",
            ErrorKind::PermissionDenied => "EACCES",
            ErrorKind::AlreadyExists => "EEXIST",
            ErrorKind::NotADirectory => "ENOTDIR",
            ErrorKind::IsADirectory => "EISDIR",
            ErrorKind::DirectoryNotEmpty => "ENOTEMPTY",
            ErrorKind::StorageFull => "ENOSPC",
            ErrorKind::FileTooLarge => "EFBIG",
            // Only a NUL in a path, since all else has the system's number.
            ErrorKind::InvalidInput => "ERR_INVALID_ARG_VALUE",
            _ => "UNKNOWN",
        })
    }
}
