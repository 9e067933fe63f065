//! How outputs cross: as pairs of numbers in the mailbox. js/native.js reads them by the same constants.

use gatto_core::harness::Output;

use super::slot::Slot;
use crate::raw::{Mailbox, Reply};

/// Where the time of an input stands.
pub(super) const TIME: usize = 0;
/// Where answers to questions stand: eight numbers.
pub(super) const ANSWERS: usize = 1;
/// Where the credit stands after a TEXT.
pub(super) const CREDIT: usize = 15;
/// Where pairs begin.
pub(super) const PAIRS: usize = 16;
/// How many pairs fit.
pub(super) const MOST: usize = (Mailbox::LEN - PAIRS) / 2;

/// Tells the outputs that were not told yet.
#[inline]
pub(super) fn tell(slot: &mut Slot, mailbox: Mailbox) -> Reply {
    if matches!(slot.effects.outputs[..], [Output::Forward] | [Output::Keep, Output::Forward])
        && !slot.log.has_fault()
    {
        return Reply::Nothing;
    }
    rest(slot, mailbox)
}

/// As [`tell`], never in the short form.
pub(super) fn rest(slot: &mut Slot, mailbox: Mailbox) -> Reply {
    let outputs = slot.effects.outputs.get(slot.told..).unwrap_or_default();
    let outputs = outputs.get(..MOST).unwrap_or(outputs);
    for (place, output) in (PAIRS..).step_by(2).zip(outputs) {
        let (code, argument) = encode(*output);
        mailbox.set(place, f64::from(code));
        mailbox.set(place + 1, argument);
    }
    slot.told += outputs.len();
    #[expect(clippy::cast_precision_loss, reason = "at most MOST")]
    let count = outputs.len() as f64;
    // A fault of the log is told in the sign: it comes before every output.
    Reply::Number(if slot.log.has_fault() { -1.0 - count } else { count })
}

fn encode(output: Output) -> (u8, f64) {
    match output {
        Output::Forward => (0, 0.0),
        Output::Reset => (1, 0.0),
        Output::Start { resumed } => (2, f64::from(u8::from(resumed))),
        Output::Initialized => (3, 0.0),
        Output::Thinking => (4, 0.0),
        Output::Call(call) => (5, f64::from(call.0)),
        Output::Dispatch(call) => (6, f64::from(call.0)),
        Output::Run(call) => (7, f64::from(call.0)),
        Output::Interrupted(call) => (8, f64::from(call.0)),
        Output::Completed(call) => (9, call.map_or(-1.0, |call| f64::from(call.0))),
        Output::MaxTurns => (10, 0.0),
        Output::TaskComplete => (11, 0.0),
        Output::Close => (12, 0.0),
        Output::Aborted(call) => (13, f64::from(call.0)),
        Output::Shutdown => (14, 0.0),
        Output::End => (15, 0.0),
        Output::Finish => (16, 0.0),
        Output::Refuse(refusal) => (17, f64::from(refusal as u8)),
        Output::Keep => (19, 0.0),
        Output::IdTaken(index) => (18, f64::from(u32::try_from(index).unwrap_or(u32::MAX))),
    }
}
