//! Truncation: `measureText` over a text piece by piece, then a cut of the end that is kept.

use std::cell::RefCell;

use gatto_core::coding::truncate::{Cut, Limit, Limits, head, tail};
use gatto_core::text::{latin1, wtf8};

use super::answer;
use crate::raw::{Args, Export, Reply};

/// A text that was unusually long does not keep its room.
const KEEP: usize = 256 * 1024;

/// The longest piece of a text of one byte a unit; the glue knows the number too.
const LATIN1_PIECE: usize = 8 * 1024;

/// Room for a text, as units and as bytes.
#[derive(Default)]
pub(super) struct Room {
    units: Vec<u16>,
    bytes: Vec<u8>,
}

thread_local! {
    static ROOM: RefCell<Room> = RefCell::default();
}

impl Room {
    /// Runs `body` on the bytes of an argument. `None` when it is no string.
    pub(super) fn with<R>(args: &Args, index: usize, body: impl FnOnce(&[u8]) -> R) -> Option<R> {
        ROOM.with_borrow_mut(|Self { units, bytes }| {
            if !args.units(index, units) {
                return None;
            }
            bytes.clear();
            wtf8::encode(units, bytes);
            let result = body(bytes);
            units.clear();
            bytes.clear();
            units.shrink_to(KEEP);
            bytes.shrink_to(KEEP);
            Some(result)
        })
    }
}

/// `measureText(text)`: the bytes that it is as UTF-8; its line feeds are in the mailbox.
pub(super) struct MeasureText;

impl Export for MeasureText {
    const NAME: &'static str = "measureText";

    #[expect(clippy::cast_precision_loss, reason = "no text has so many bytes")]
    fn call(args: &Args) -> Reply {
        ROOM.with_borrow_mut(|Room { units, .. }| {
            if !args.units(0, units) {
                return Reply::Nothing;
            }
            let (breaks, bytes) = wtf8::measure(units);
            answer(args, [breaks as u64]);
            Reply::Number(bytes as f64)
        })
    }
}

/// `measureLatin1(text)`: the same of a piece of at most [`LATIN1_PIECE`] units, where V8 has one byte for each.
pub(super) struct MeasureLatin1;

impl Export for MeasureLatin1 {
    const NAME: &'static str = "measureLatin1";

    #[expect(clippy::cast_precision_loss, reason = "no text has so many bytes")]
    fn call(args: &Args) -> Reply {
        ROOM.with_borrow_mut(|Room { bytes, .. }| {
            // And a terminator.
            bytes.reserve(LATIN1_PIECE + 1);
            if !args.latin1(0, bytes) {
                return Reply::Nothing;
            }
            let (breaks, length) = latin1::measure(bytes);
            bytes.clear();
            answer(args, [breaks as u64]);
            Reply::Number(length as f64)
        })
    }
}

/// `cutHead(text, maxLines, maxBytes)`: what is kept of the beginning of a text; in the mailbox how.
pub(super) struct CutHead;

impl Export for CutHead {
    const NAME: &'static str = "cutHead";

    fn call(args: &Args) -> Reply {
        cut(args, head)
    }
}

/// `cutTail(text, maxLines, maxBytes)`: what is kept of the end of a text; in the mailbox how.
pub(super) struct CutTail;

impl Export for CutTail {
    const NAME: &'static str = "cutTail";

    fn call(args: &Args) -> Reply {
        cut(args, tail)
    }
}

fn cut(args: &Args, end: fn(&[u8], Limits) -> Cut) -> Reply {
    let limits = Limits { lines: limit(args.double(1)), bytes: limit(args.double(2)) };
    let reply = Room::with(args, 0, |bytes| {
        let cut = end(bytes, limits);
        answer(args, numbers(&cut));
        text(bytes, &cut)
    });
    reply.unwrap_or(Reply::Nothing)
}

/// A cut in the mailbox: by which limit, lines, bytes, whether a part of a line, whether nothing fits.
pub(super) fn numbers(cut: &Cut) -> [u64; 5] {
    let by = match cut.by {
        Limit::Lines => 1,
        Limit::Bytes => 2,
    };
    let flags = [u64::from(cut.partial), u64::from(cut.nothing_fits())];
    [by, cut.lines as u64, cut.range.len() as u64, flags[0], flags[1]]
}

/// What a cut keeps. A part of a line has been through UTF-8, which knows no lone surrogates.
pub(super) fn text(bytes: &[u8], cut: &Cut) -> Reply {
    let kept = bytes.get(cut.range.clone()).unwrap_or_default();
    if cut.partial && std::str::from_utf8(kept).is_err() {
        let mut units = Vec::new();
        wtf8::decode(kept, &mut units);
        return Reply::Utf8(String::from_utf16_lossy(&units));
    }
    Reply::wtf8(kept)
}

/// A limit as JavaScript gives it: what is no number is 0, and there is no end to infinity.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
fn limit(number: f64) -> usize {
    (number as usize).min(usize::MAX / 4)
}
