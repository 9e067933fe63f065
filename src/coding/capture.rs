//! The output of a command that JavaScript runs: a capture under a number, fed with strings. (A command that runs
//! here feeds `gatto_core::coding::capture` with bytes, and none of this is in the way.)

use std::borrow::Cow;
use std::cell::RefCell;

use gatto_core::coding::capture::{Capture, clean};
use gatto_core::coding::sanitize::{Returns, sanitize};
use gatto_core::coding::truncate::Limits;
use napi_derive::napi;

use super::answer;
use super::truncate::{Room, numbers, text};
use crate::raw::{Args, Export, Reply};
use crate::slots::{Slots, with};

thread_local! {
    static CAPTURES: RefCell<Slots<Capture>> = const { RefCell::new(Slots::new()) };
}

fn on<R>(number: u32, body: impl FnOnce(&mut Capture) -> R) -> Option<R> {
    CAPTURES.with(|slots| with(slots, number, body))
}

/// Makes a capture and gives its number.
#[napi(catch_unwind)]
pub(crate) fn open_capture() -> u32 {
    CAPTURES.with_borrow_mut(|slots| slots.put(Capture::new(Limits::DEFAULT)))
}

/// Frees a capture.
#[napi(catch_unwind)]
pub(crate) fn free_capture(number: u32) {
    CAPTURES.with_borrow_mut(|slots| slots.remove(number));
}

/// How many captures there are on this thread, for tests of leaks.
#[napi(catch_unwind)]
#[must_use]
pub(crate) fn live_captures() -> u32 {
    CAPTURES.with_borrow(|slots| u32::try_from(slots.len()).unwrap_or(u32::MAX))
}

/// The clean text, or nothing when the argument is that already.
fn reply(clean: Cow<'_, [u8]>) -> Reply {
    match clean {
        Cow::Borrowed(_) => Reply::Nothing,
        Cow::Owned(text) => Reply::wtf8(&text),
    }
}

/// `sanitizeText(text)`: the text without what nobody can read; `undefined` when there is nothing of that in it.
pub(super) struct SanitizeText;

impl Export for SanitizeText {
    const NAME: &'static str = "sanitizeText";

    fn call(args: &Args) -> Reply {
        Room::with(args, 0, |bytes| reply(sanitize(bytes, Returns::Keep))).unwrap_or(Reply::Nothing)
    }
}

/// `captureChunk(capture, chunk)`: takes a chunk in and gives its clean text, or `undefined` when the chunk is clean.
/// In the mailbox: whether the output exceeds its limits now.
pub(super) struct CaptureChunk;

impl Export for CaptureChunk {
    const NAME: &'static str = "captureChunk";

    fn call(args: &Args) -> Reply {
        let taken = Room::with(args, 1, |bytes| {
            let clean = clean(bytes);
            // The glue writes the file, from the strings that it has already.
            let exceeded = on(args.number(0), |capture| {
                capture.add(&clean, |_| {});
                capture.is_exceeded()
            });
            answer(args, [u64::from(exceeded.unwrap_or(false))]);
            reply(clean)
        });
        taken.unwrap_or(Reply::Nothing)
    }
}

/// `capturedText(capture)`: what is to be shown of the output. In the mailbox: bytes and lines of all of it, the bytes
/// behind its last line feed, those of its last line, then how it was cut; 0 when it was not.
pub(super) struct CapturedText;

impl Export for CapturedText {
    const NAME: &'static str = "capturedText";

    fn call(args: &Args) -> Reply {
        on(args.number(0), |capture| shown(args, capture)).unwrap_or(Reply::Nothing)
    }
}

/// What is to be shown of a capture; its numbers are in the mailbox.
pub(crate) fn shown(args: &Args, capture: &Capture) -> Reply {
    let shown = capture.progress();
    let totals = [shown.totals.bytes, shown.totals.lines(), shown.totals.open, capture.last_line()];
    let cut = shown.cut.as_ref().map_or([0; 5], numbers);
    answer(args, totals.into_iter().chain(cut));
    shown.cut.map_or_else(|| Reply::wtf8(shown.content), |cut| text(shown.content, &cut))
}
