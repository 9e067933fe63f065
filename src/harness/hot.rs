//! The raw functions. Each hands one input to one machine, or asks it one question. The two that are called most look at
//! the stack themselves, which saves a call.

use std::cell::RefCell;

use gatto_core::harness::{Entry, Form, Input, Misfit, Role, Setting, Texts};
use gatto_core::text::{Layout, Text};
use gatto_core::tool::{Answer, CallNo};

use super::on;
use super::slot::Slot;
use crate::raw::{Args, Export, Mailbox, Reply, TextBuffer};
use crate::stack::{STACK_FULL, is_nearly_full};

thread_local! {
    static BUFFER: RefCell<TextBuffer> = RefCell::new(TextBuffer::default());
    static ID: RefCell<TextBuffer> = RefCell::new(TextBuffer::default());
}

/// Runs `body` on the slot that the first argument names.
#[inline]
fn slot(args: &Args, body: impl FnOnce(&mut Slot) -> Reply) -> Reply {
    on(args.number(0), body).unwrap_or(Reply::Number(0.0))
}

/// Runs `body` on the entry that two arguments give: a text, or the JSON of an entry that JavaScript keeps.
#[inline]
fn with_entry<R>(args: &Args, text: usize, json: usize, body: impl FnOnce(Entry<'_>) -> R) -> R {
    BUFFER.with_borrow_mut(|buffer| {
        if let Some(text) = args.text(text, buffer) {
            let reply = body(Entry::Text(text));
            buffer.trim();
            return reply;
        }
        body(Entry::Kept(json_of(args, json).as_deref()))
    })
}

/// The JSON of an entry, which is there only when the run is logged.
#[inline]
fn json_of(args: &Args, index: usize) -> Option<String> {
    if args.has(index + 1) { args.utf8(index) } else { None }
}

fn answer(number: u32) -> Answer {
    match number {
        0 => Answer::Success,
        2 => Answer::NotFound,
        _ => Answer::Error,
    }
}

/// `text(slot, text | undefined, json?, entries?)`: a TEXT frame. The entries are those of open calls, for the last turn.
pub(super) struct TextFrame;

impl Export for TextFrame {
    const NAME: &'static str = "text";

    fn call(args: &Args) -> Reply {
        if is_nearly_full() {
            return STACK_FULL;
        }
        slot(args, |slot| {
            let reply = with_entry(args, 1, 2, |entry| {
                let entries = json_of(args, 3);
                let entries = entries.as_deref();
                slot.handle(args, Input::Text { entry, entries })
            });
            args.mailbox().set(Mailbox::CREDIT, f64::from(slot.harness.credit()));
            reply
        })
    }
}

/// `texts(slot, count, joined | undefined)`: TEXT frames that were passed on by credit. With their texts joined, the
/// mailbox holds for each its time and its length.
pub(super) struct TextFrames;

impl Export for TextFrames {
    const NAME: &'static str = "texts";

    fn call(args: &Args) -> Reply {
        let (count, mailbox) = (args.number(1), args.mailbox());
        slot(args, |slot| {
            BUFFER.with_borrow_mut(|buffer| {
                let rows: Vec<(f64, u32)>;
                let moved = match args.text(2, buffer) {
                    Some(joined) => {
                        rows = (0..Mailbox::MOST.min(count as usize))
                            .map(|row| Mailbox::PAIRS + 2 * row)
                            .map(|place| (mailbox.get(place), whole(mailbox.get(place + 1))))
                            .collect();
                        Some(Texts { joined, rows: &rows })
                    }
                    None => None,
                };
                // The buffer keeps its room: more of the same follow, and none is longer than rows of short texts.
                slot.handle(args, Input::Texts { count, moved })
            })
        })
    }
}

/// A length that JavaScript wrote.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts saturate")]
const fn whole(number: f64) -> u32 {
    number as u32
}

/// `respond(slot, flags, ids, text | undefined, json?)`: an llm-response. Flags: 1, there is thinking; 2, there is an
/// entry; 4, its text is given; 8, `ids` is one id; 16, it is an array of them.
pub(super) struct Response;

impl Export for Response {
    const NAME: &'static str = "respond";

    fn call(args: &Args) -> Reply {
        if is_nearly_full() {
            return STACK_FULL;
        }
        let flags = args.number(1);
        match flags & (8 | 16) {
            0 => respond(args, flags, &[]),
            8 => ID.with_borrow_mut(|buffer| {
                let reply = match args.text(2, buffer) {
                    Some(id) => respond(args, flags, &[id]),
                    None => respond(args, flags, &[]),
                };
                buffer.trim();
                reply
            }),
            _ => {
                let buffers = args.texts(2);
                let ids: Vec<_> = buffers.iter().map(TextBuffer::text).collect();
                respond(args, flags, &ids)
            }
        }
    }
}

fn respond(args: &Args, flags: u32, ids: &[Text<'_>]) -> Reply {
    let thinking = flags & 1 != 0;
    slot(args, |slot| match flags & (2 | 4) {
        6 => with_entry(args, 3, 4, |entry| {
            slot.handle(args, Input::Response { entry: Some(entry), thinking, ids })
        }),
        flags => {
            let json = json_of(args, 4);
            let entry = (flags & 2 != 0).then_some(Entry::Kept(json.as_deref()));
            slot.handle(args, Input::Response { entry, thinking, ids })
        }
    })
}

/// `settle(slot, call, answer, json?)`: the answer to a call of the harness's own. Answers: 0 success, 1
/// error, 2 not found.
pub(super) struct Settle;

impl Export for Settle {
    const NAME: &'static str = "settle";

    fn call(args: &Args) -> Reply {
        let (call, answer) = (CallNo(args.number(1)), answer(args.number(2)));
        slot(args, |slot| {
            let json = json_of(args, 3);
            let entry = Entry::Kept(json.as_deref());
            slot.handle(args, Input::Settle { call, answer, entry })
        })
    }
}

/// `result(slot, lenient, answer, id | undefined, json | undefined)`: a result from outside.
pub(super) struct OutsideResult;

impl Export for OutsideResult {
    const NAME: &'static str = "result";

    fn call(args: &Args) -> Reply {
        let (lenient, answer) = (args.number(1) != 0, answer(args.number(2)));
        let mut buffer = TextBuffer::default();
        let id = args.text(3, &mut buffer);
        slot(args, |slot| {
            let json = args.utf8(4);
            let entry = Entry::Kept(json.as_deref());
            slot.handle(args, Input::Result { id, answer, entry, lenient })
        })
    }
}

/// `signal(slot, kind, number, entries?)`: an input without text. Kinds from 10 on are misfits.
pub(super) struct Signal;

impl Export for Signal {
    const NAME: &'static str = "signal";

    fn call(args: &Args) -> Reply {
        let entries = json_of(args, 3);
        let input = match args.number(1) {
            0 => Input::End { entries: entries.as_deref() },
            1 => Input::Error,
            2 => Input::Wake,
            3 => Input::Limit(args.double(2)),
            10 => Input::Misfit(Misfit::TextMissing),
            11 => Input::Misfit(Misfit::DataTypeMissing),
            12 => Input::Misfit(Misfit::UnknownData),
            13 => Input::Misfit(Misfit::InvalidCalls),
            14 => Input::Misfit(Misfit::InvalidMaxTurns),
            15 => Input::Misfit(Misfit::ReadOnlyKey),
            _ => Input::Misfit(Misfit::UnknownFrame),
        };
        slot(args, |slot| slot.handle(args, input))
    }
}

/// `start(slot, text | undefined, json | undefined)`: START, with the content of its system entry.
pub(super) struct Start;

impl Export for Start {
    const NAME: &'static str = "start";

    fn call(args: &Args) -> Reply {
        slot(args, |slot| {
            with_entry(args, 1, 2, |system| slot.handle(args, Input::Start { system }))
        })
    }
}

/// `close(slot, how, entries | undefined)`: the end. How: 0 well, 1 with an error, 2 aborted.
pub(super) struct Close;

impl Export for Close {
    const NAME: &'static str = "close";

    fn call(args: &Args) -> Reply {
        let how = args.number(1);
        slot(args, |slot| {
            let entries = args.utf8(2);
            let entries = entries.as_deref();
            let input = match how {
                2 => Input::Abort { entries },
                _ => Input::Close { failed: how == 1, entries },
            };
            slot.handle(args, input)
        })
    }
}

/// `set(slot, setting, given, json | undefined)`: one of the four settings.
pub(super) struct Set;

impl Export for Set {
    const NAME: &'static str = "set";

    fn call(args: &Args) -> Reply {
        let setting = match args.number(1) {
            0 => Setting::Workspace,
            1 => Setting::Task,
            2 => Setting::NodeId,
            _ => Setting::SessionId,
        };
        slot(args, |slot| {
            let json = args.utf8(3);
            let given = args.number(2) != 0;
            slot.handle(args, Input::Set { setting, given, json: json.as_deref() })
        })
    }
}

/// `note(slot, key, json)`: a key of the user's own, for the log.
pub(super) struct Note;

impl Export for Note {
    const NAME: &'static str = "note";

    fn call(args: &Args) -> Reply {
        let mut buffer = TextBuffer::default();
        let Some(key) = args.text(1, &mut buffer) else { return Reply::Number(0.0) };
        slot(args, |slot| {
            let json = args.utf8(2);
            slot.handle(args, Input::Note { key, json: json.as_deref() })
        })
    }
}

/// `admit(slot, call)`: 1 when a call may run now, 0 when it must wait for its [`Output::Run`].
///
/// [`Output::Run`]: gatto_core::harness::Output::Run
pub(super) struct Admit;

impl Export for Admit {
    const NAME: &'static str = "admit";

    fn call(args: &Args) -> Reply {
        let call = CallNo(args.number(1));
        slot(args, |slot| Reply::Number(f64::from(u8::from(slot.harness.ledger().admit(call)))))
    }
}

/// `more(slot)`: the outputs that did not fit the mailbox.
pub(super) struct More;

impl Export for More {
    const NAME: &'static str = "more";

    fn call(args: &Args) -> Reply {
        slot(args, |slot| slot.tell(args.mailbox()))
    }
}

/// `peek(slot)`: status, turn, limit, initialized, length of the history, whether a START would resume, and the
/// refusal that a START would meet (-1 for none), in the mailbox.
pub(super) struct Peek;

impl Export for Peek {
    const NAME: &'static str = "peek";

    fn call(args: &Args) -> Reply {
        let mailbox = args.mailbox();
        slot(args, |slot| {
            let harness = &mut slot.harness;
            #[expect(clippy::cast_precision_loss, reason = "a history has fewer than 2^53 entries")]
            let length = harness.history().len() as f64;
            let answers = [
                f64::from(harness.status() as u8),
                f64::from(harness.turn()),
                harness.max_turns(),
                f64::from(u8::from(harness.initialized())),
                length,
                f64::from(u8::from(harness.would_resume())),
                harness.lacks().map_or(-1.0, |refusal| f64::from(refusal as u8)),
            ];
            for (place, answer) in (Mailbox::ANSWERS..).zip(answers) {
                mailbox.set(place, answer);
            }
            Reply::Nothing
        })
    }
}

/// `history(slot, wanted)`: the next entries that nobody has read, as one string of all their texts. The mailbox holds
/// how many rows they are, and for each its time, and `size * 16 + form * 4 + role`: the size of a text is its length, that
/// of a row of entries that stay in JavaScript their number.
pub(super) struct ReadHistory;

impl Export for ReadHistory {
    const NAME: &'static str = "history";

    fn call(args: &Args) -> Reply {
        let mailbox = args.mailbox();
        slot(args, |slot| {
            let mut texts = (Layout::Latin1, Vec::new());
            let wanted = args.number(1) as usize;
            let count =
                slot.harness.history().take(Mailbox::MOST, wanted, |rows, layout, bytes| {
                    for (place, row) in (Mailbox::PAIRS..).step_by(2).zip(rows) {
                        let role = match row.role {
                            Role::System => 0,
                            Role::User => 1,
                            Role::Assistant => 2,
                            Role::Tool => 3,
                        };
                        let form = match row.form {
                            Form::Text => 0,
                            Form::Json => 1,
                            Form::Kept => 2,
                        };
                        mailbox.set(place, row.at);
                        mailbox.set(
                            place + 1,
                            f64::from(row.size) * 16.0 + f64::from(form * 4 + role),
                        );
                    }
                    texts = (layout, bytes.to_vec());
                });
            #[expect(clippy::cast_precision_loss, reason = "at most MOST")]
            mailbox.set(Mailbox::ANSWERS, count as f64);
            Reply::Text(texts.0, texts.1)
        })
    }
}

/// `takeRecords(slot)`: the records that a store of the caller's own is to append, as lines.
pub(super) struct TakeRecords;

impl Export for TakeRecords {
    const NAME: &'static str = "takeRecords";

    fn call(args: &Args) -> Reply {
        slot(args, |slot| slot.log.take().map_or(Reply::Nothing, Reply::Utf8))
    }
}
