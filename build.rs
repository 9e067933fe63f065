//! Tells the linker that Node-API symbols are resolved by the host at load time.

fn main() {
    napi_build::setup();
}
