//! How deep the stack is.
//!
//! JavaScript and native code share one stack, of which V8 uses a fixed part. An input that began where little of it
//! is left might overflow between the core's change and the glue's; so it is not begun.

use std::cell::Cell;

use crate::raw::{Args, Export, Reply};

/// What V8 uses of the stack unless it is told otherwise, in bytes.
const USABLE: usize = 984 * 1024;
/// What an input may need of it, besides what a caller's own code takes.
const RESERVED: usize = 192 * 1024;

thread_local! {
    /// Where the stack was when the module was loaded on this thread: near its beginning.
    static LOADED_AT: Cell<usize> = const { Cell::new(0) };
}

/// Where the stack is now.
#[inline(never)]
fn here() -> usize {
    let local = 0_u8;
    std::hint::black_box(&raw const local).addr()
}

/// Remembers where the stack is while the module is loaded.
pub(crate) fn remember() {
    LOADED_AT.set(here());
}

/// Whether little of the stack is left. It grows downwards on all targets.
#[inline]
pub(crate) fn is_nearly_full() -> bool {
    LOADED_AT.get().saturating_sub(here()) > USABLE - RESERVED
}

/// What a raw function answers that takes no input for want of stack: no number of outputs.
pub(crate) const STACK_FULL: Reply = Reply::Number(-2_147_483_648.0);

/// `isStackNearlyFull()`: 1 when little of the stack is left, else nothing.
pub(crate) struct IsStackNearlyFull;

impl Export for IsStackNearlyFull {
    const NAME: &'static str = "isStackNearlyFull";

    fn call(_: &Args) -> Reply {
        if is_nearly_full() { Reply::Number(1.0) } else { Reply::Nothing }
    }
}
