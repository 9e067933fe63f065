//! The time of this machine.

use std::time::{SystemTime, UNIX_EPOCH};

/// Whole milliseconds since the epoch, as `Date.now` gives them.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs() * 1000 + u64::from(since.subsec_millis())
}
