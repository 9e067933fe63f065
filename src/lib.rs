//! The binding of gatto-core to Node.js: slots, conversion, files and the threads behind them.
//!
//! JavaScript holds every object, callback and promise; what crosses here is integers and strings, at most one call a
//! frame on the hot path. See ARCHITECTURE.md.
#![deny(unsafe_code)]
#![cfg_attr(
    test,
    allow(
        dead_code,
        clippy::allow_attributes,
        reason = "the host calls what is exported, and a test has no host"
    )
)]

mod cancel;
mod clock;
mod coding;
mod files;
mod harness;
mod identifier;
mod io;
mod ledger;
mod log;
mod observe;
#[cfg(unix)]
mod process;
#[expect(unsafe_code, reason = "the one place that calls Node-API directly")]
mod raw;
mod resource;
mod schema;
mod search;
mod seed;
mod session;
mod slots;
mod stack;

use napi::bindgen_prelude::{JsValue, Object};
use napi_derive::napi;

/// The version of this binary. The glue refuses one that is not its own.
#[napi(catch_unwind)]
#[must_use]
pub(crate) fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Puts the raw functions and the mailbox on the module.
#[napi(module_exports)]
pub(crate) fn exports(exports: Object<'_>) -> napi::Result<()> {
    observe::from_environment();
    stack::remember();
    let value = exports.value();
    let module = raw::Module::new(value.env, value.value)?;
    harness::export(&module)?;
    ledger::export(&module)?;
    coding::export(&module)?;
    session::export(&module)?;
    module.export::<seed::FreshId>()?;
    module.export::<identifier::OrderedId>()?;
    module.export::<stack::IsStackNearlyFull>()?;
    #[cfg(unix)]
    module.export::<process::CapturedOutput>()?;
    schema::export(&module)
}
