//! Ids in the order of time. There is one order a process: worker threads share it.

use std::sync::{Mutex, PoisonError};

use gatto_core::identifier::Sequence;
use uuid::Uuid;

use crate::clock;
use crate::raw::{Args, Export, Reply};

static SEQUENCE: Mutex<Sequence> = Mutex::new(Sequence::new());

/// `orderedId(time)`: a UUID of version 7, greater than all before. The time is in milliseconds; NaN is this clock's.
pub(crate) struct OrderedId;

impl Export for OrderedId {
    const NAME: &'static str = "orderedId";

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is cut on purpose"
    )]
    fn call(args: &Args) -> Reply {
        let given = args.double(0);
        let now = if given.is_nan() { clock::now() } else { given as u64 };
        let (seed, random) = Uuid::new_v4().as_u64_pair();
        let id = {
            let mut sequence = SEQUENCE.lock().unwrap_or_else(PoisonError::into_inner);
            sequence.next(now, (seed >> 32) as u32, random)
        };
        Reply::Utf8(Uuid::from_bytes(id).to_string())
    }
}
