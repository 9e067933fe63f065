//! A harness in its place: the machine, what its last input brought about, and its log.

use gatto_core::harness::{Effects, Harness, Input, Output};

use super::outbox;
use crate::clock;
use crate::log::Log;
use crate::raw::{Args, Mailbox, Reply};

/// Native memory is reported to V8 in steps of this size, in bytes: each report is a call of its own.
const MEMORY_STEP: usize = 64 * 1024;

/// A harness under a number.
pub(super) struct Slot {
    pub(super) harness: Harness,
    effects: Effects,
    pub(super) log: Log,
    /// The first line of a log that has none yet: it goes before the first record.
    pub(super) head: Vec<u8>,
    /// How many of the outputs have been told.
    told: usize,
    reported: usize,
}

impl Slot {
    pub(super) fn new(harness: Harness, log: Log) -> Self {
        Self { harness, effects: Effects::default(), log, head: Vec::new(), told: 0, reported: 0 }
    }

    /// Hands an input in, writes its records, and tells the outputs: nothing for "pass it on", else how many stand in
    /// the mailbox.
    #[inline]
    pub(super) fn handle(&mut self, args: &Args, input: Input<'_>) -> Reply {
        self.effects.outputs.clear();
        self.told = 0;
        self.harness.handle(time(args.mailbox()), input, &mut self.effects);
        self.write_records();
        let bytes = self.harness.history().bytes();
        if bytes.abs_diff(self.reported) >= MEMORY_STEP {
            self.report(args, bytes);
        }
        let is_short =
            matches!(self.effects.outputs[..], [Output::Forward] | [Output::Keep, Output::Forward]);
        if is_short && !self.log.has_fault() {
            return Reply::Nothing;
        }
        self.tell(args.mailbox())
    }

    /// Tells the outputs that were not told yet, as many as the mailbox has room for.
    pub(super) fn tell(&mut self, mailbox: Mailbox) -> Reply {
        let outputs = self.effects.outputs.get(self.told..).unwrap_or_default();
        let count = outbox::put(outputs, mailbox);
        self.told += count;
        #[expect(clippy::cast_precision_loss, reason = "at most Mailbox::MOST")]
        let count = count as f64;
        // A fault of the log is told in the sign: it comes before every output.
        Reply::Number(if self.log.has_fault() { -1.0 - count } else { count })
    }

    /// Hands the records of the last input to the log. A log that fails has a word for the driver.
    #[inline]
    fn write_records(&mut self) {
        if !self.effects.records.is_empty() {
            if !self.head.is_empty() {
                self.effects.records.splice(0..0, std::mem::take(&mut self.head));
            }
            self.log.append(&mut self.effects.records);
        }
    }

    #[cold]
    fn report(&mut self, args: &Args, bytes: usize) {
        args.report_memory(signed(bytes) - signed(self.reported));
        self.reported = bytes;
    }

    /// What was reported to V8 and must be taken back when the slot is freed, in bytes.
    pub(super) fn reported(&self) -> i64 {
        signed(self.reported)
    }
}

fn signed(bytes: usize) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

/// The time of an input: the driver's own, or this machine's when the driver leaves it open. It stands in the mailbox
/// afterwards, so that frames carry the same.
#[inline]
fn time(mailbox: Mailbox) -> f64 {
    let given = mailbox.get(Mailbox::TIME);
    if !given.is_nan() {
        return given;
    }
    // Whole milliseconds fit a double for the next 285 000 years.
    #[expect(clippy::cast_precision_loss, reason = "see above")]
    let now = clock::now() as f64;
    mailbox.set(Mailbox::TIME, now);
    now
}
