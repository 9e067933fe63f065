//! How outputs cross: as pairs of numbers in the mailbox. js/native.js reads them by the same codes.

use gatto_core::harness::Output;

use crate::raw::Mailbox;

/// Puts as many of the outputs into the mailbox as it has room for, and says how many.
pub(super) fn put(outputs: &[Output], mailbox: Mailbox) -> usize {
    let outputs = outputs.get(..Mailbox::MOST).unwrap_or(outputs);
    for (place, output) in (Mailbox::PAIRS..).step_by(2).zip(outputs) {
        let (code, argument) = encode(*output);
        mailbox.set(place, f64::from(code));
        mailbox.set(place + 1, argument);
    }
    outputs.len()
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
