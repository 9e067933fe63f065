//! Randomness, which the core does not make: seeds for its hashes, and ids for calls that have none.

use std::sync::atomic::{AtomicU64, Ordering};

use uuid::Uuid;

use crate::raw::{Args, Export, Reply};

static NEXT: AtomicU64 = AtomicU64::new(0);

/// A seed that a caller cannot foresee, and that is another each time.
pub(crate) fn fresh() -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    if NEXT.load(Ordering::Relaxed) == 0 {
        let (high, low) = Uuid::new_v4().as_u64_pair();
        let _ = NEXT.compare_exchange(0, high ^ low | 1, Ordering::Relaxed, Ordering::Relaxed);
    }
    NEXT.fetch_add(STEP, Ordering::Relaxed)
}

/// `freshId()`: a random UUID, version 4.
pub(crate) struct FreshId;

impl Export for FreshId {
    const NAME: &'static str = "freshId";

    fn call(_: &Args) -> Reply {
        Reply::Utf8(Uuid::new_v4().to_string())
    }
}
