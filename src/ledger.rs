//! Ledgers under numbers, for registries that stand alone: the same ledger as a harness's, without the rest.

use std::cell::RefCell;

use gatto_core::tool::{Answer, CallNo, Ledger};
use napi_derive::napi;

use crate::raw::{Args, Export, Module, Reply, TextBuffer};
use crate::slots::{Slots, with};

thread_local! {
    static LEDGERS: RefCell<Slots<Ledger>> = const { RefCell::new(Slots::new()) };
}

fn on<R>(number: u32, body: impl FnOnce(&mut Ledger) -> R) -> Option<R> {
    LEDGERS.with(|slots| with(slots, number, body))
}

pub(crate) fn export(module: &Module) -> napi::Result<()> {
    module.export::<OpenCall>()?;
    module.export::<CloseCall>()
}

/// Makes a ledger and gives its number. A concurrency of 0 is no limit.
#[napi(catch_unwind)]
pub(crate) fn open_ledger(concurrency: u32) -> u32 {
    let mut ledger = Ledger::new(crate::seed::fresh());
    if concurrency > 0 {
        ledger.set_limit(concurrency);
    }
    LEDGERS.with_borrow_mut(|slots| slots.put(ledger))
}

/// Frees a ledger.
#[napi(catch_unwind)]
pub(crate) fn free_ledger(number: u32) {
    LEDGERS.with_borrow_mut(|slots| slots.remove(number));
}

/// Whether a call may run now; if not, `next_run` gives it out later.
#[napi(catch_unwind)]
pub(crate) fn admit_call(number: u32, call: u32) -> bool {
    on(number, |ledger| ledger.admit(CallNo(call))).unwrap_or(false)
}

/// The next call that waited, when there is a place for it.
#[napi(catch_unwind)]
pub(crate) fn next_run(number: u32) -> Option<u32> {
    on(number, Ledger::next_run).flatten().map(|call| call.0)
}

/// `openCall(ledger, id)`: the number of the call, or -1 when a call of that id is open.
struct OpenCall;

impl Export for OpenCall {
    const NAME: &'static str = "openCall";

    fn call(args: &Args) -> Reply {
        let mut buffer = TextBuffer::default();
        let Some(id) = args.text(1, &mut buffer) else { return Reply::Number(-1.0) };
        let call = on(args.number(0), |ledger| ledger.open(id).ok()).flatten();
        Reply::Number(call.map_or(-1.0, |call| f64::from(call.0)))
    }
}

/// `closeCall(ledger, call)`: 1, or 0 when it was closed before.
struct CloseCall;

impl Export for CloseCall {
    const NAME: &'static str = "closeCall";

    fn call(args: &Args) -> Reply {
        let call = CallNo(args.number(1));
        let closed = on(args.number(0), |ledger| {
            let closed = ledger.close(call, Answer::Success).is_some();
            ledger.forget_answered();
            closed
        });
        Reply::Number(f64::from(u8::from(closed.unwrap_or(false))))
    }
}
