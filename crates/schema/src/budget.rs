//! What one check may cost.
//!
//! Schemas come from strangers too. References let a short schema ask for exponential work and for any depth of
//! recursion, and a long document can fail in a million places. So a check counts its steps, looks at how deep the
//! stack has grown and counts the failures it collects, and gives up where that is too much. It gives up by unwinding:
//! the validator between here and there offers no other way out. No panic is raised, so no hook sees one.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Steps of any check, beside those for each of its values.
const STEPS: u64 = 10_000_000;
const STEPS_PER_VALUE: u64 = 1_000;

/// How far the stack may grow, in bytes. A chain of [`MOST_REFERENCES`](super::MOST_REFERENCES) references may add as
/// much again before anybody looks; a thread of 1 MB has room for both.
const MOST_STACK: usize = 384 * 1024;

/// What collected failures may take in memory, and what one takes besides its path and a piece of the schema.
const COLLECTED_BYTES: usize = 64 << 20;
const FAILURE_BYTES: usize = 512;

/// However much they take, so many are collected.
const LEAST_FAILURES: usize = 4;

/// A check was given up: it costs too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exhausted;

#[derive(Debug)]
pub(super) struct Budget {
    steps: Cell<u64>,
    failures: Cell<usize>,
    /// The address that the stack, which grows downwards, may not pass.
    stack: usize,
}

impl Budget {
    /// A budget for a document of so many values, each failure of which may take so many bytes.
    pub(super) fn new(values: usize, failure: usize) -> Self {
        Self {
            steps: Cell::new(STEPS + STEPS_PER_VALUE * values as u64),
            failures: Cell::new((COLLECTED_BYTES / (FAILURE_BYTES + failure)).max(LEAST_FAILURES)),
            stack: stack_pointer().saturating_sub(MOST_STACK),
        }
    }

    /// Takes one step.
    #[inline]
    pub(super) fn step(&self) {
        let steps = self.steps.get();
        if steps == 0 || stack_pointer() < self.stack {
            give_up();
        }
        self.steps.set(steps - 1);
    }

    /// Counts a failure.
    pub(super) fn fail(&self) {
        match self.failures.get().checked_sub(1) {
            Some(left) => self.failures.set(left),
            None => give_up(),
        }
    }
}

/// About where the stack ends now.
#[inline]
fn stack_pointer() -> usize {
    let here = 0_u8;
    std::ptr::from_ref(std::hint::black_box(&here)).addr()
}

#[cold]
#[inline(never)]
fn give_up() {
    resume_unwind(Box::new(Exhausted))
}

/// Runs a check under a budget. A panic of the validator ends it in the same way.
pub(super) fn within<T>(check: impl FnOnce() -> T) -> Result<T, Exhausted> {
    // The validator is not changed by checking, and whatever the check itself held is gone.
    catch_unwind(AssertUnwindSafe(check)).map_err(|_| Exhausted)
}
