//! placeholder until the engine lands
use napi::sys;
pub(crate) fn export(_: sys::napi_env, _: sys::napi_value) -> napi::Result<()> {
    Ok(())
}
