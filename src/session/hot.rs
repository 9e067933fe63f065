//! The raw functions of sessions: adding entries, and small questions.

use gatto_core::journal::Lines;
use gatto_core::session::{Entry, Fault, Place, Usage, read};
use gatto_core::text::Text;

use super::{Session, on};
use crate::io::JournalError;
use crate::raw::{Args, Export, Mailbox, Reply, TextBuffer};

const IS_ASSISTANT: u8 = 1;
const HAS_TAIL: u8 = 2;
const HAS_USAGE: u8 = 4;

/// Memory is reported to V8 once it has grown by so much.
const REPORT_STEP: usize = 64 * 1024;

/// Tells V8 of memory that the tree has taken since it last heard of it.
fn report(args: &Args, session: &mut Session) {
    let memory = session.tree.memory();
    if memory >= session.reported + REPORT_STEP {
        #[expect(
            clippy::cast_possible_wrap,
            reason = "memory is less than half the address space"
        )]
        args.report_memory((memory - session.reported) as i64);
        session.reported = memory;
    }
}

#[expect(clippy::cast_lossless, reason = "a u32 is exact")]
fn number(number: u32) -> Reply {
    Reply::Number(number as f64)
}

/// `addEntry(session, type, id, parentId, target, text)`: adds an entry that is kept in JavaScript. `target` is what a
/// label or a leaf is about or a compaction keeps first; `text`, as JSON, a label or a name. In the mailbox stand what
/// else it is, as bits, and its usage. Gives its number.
pub(super) struct AddEntry;

impl Export for AddEntry {
    const NAME: &'static str = "addEntry";

    fn call(args: &Args) -> Reply {
        let mut buffer = TextBuffer::default();
        let mut key = |index| args.text(index, &mut buffer).map(|text| text.to_key());
        let (Some(name), Some(id)) = (key(1), key(2)) else { return Reply::Nothing };
        let (parent, target) = (key(3), key(4));
        // JSON is given back as UTF-8, which a key is not: it holds the halves of a surrogate pair one by one.
        let text = args.utf8(5);
        let (flags, usage) = numbers(args.mailbox());
        let target = target.as_deref().map(Into::into);
        let is_compaction = &*name == b"compaction";
        let entry = Entry {
            name: (&*name).into(),
            id: (&*id).into(),
            parent: parent.as_deref().map(Into::into),
            first_kept: target.clone().filter(|_| is_compaction),
            target,
            text: text.as_deref().map(|json| json.as_bytes().into()),
            has_tail: flags & HAS_TAIL != 0,
            is_assistant: flags & IS_ASSISTANT != 0,
            usage: (flags & HAS_USAGE != 0).then_some(usage),
        };
        let added = on(args.number(0), |session| {
            report(args, session);
            session.tree.push(&entry, Place::default())
        });
        added.map_or(Reply::Nothing, number)
    }
}

fn numbers(mailbox: Mailbox) -> (u8, Usage) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few bits")]
    let flags = mailbox.get(Mailbox::ANSWERS) as u8;
    let usage = Usage {
        input: mailbox.get(Mailbox::ANSWERS + 1),
        output: mailbox.get(Mailbox::ANSWERS + 2),
        cache_read: mailbox.get(Mailbox::ANSWERS + 3),
        cache_write: mailbox.get(Mailbox::ANSWERS + 4),
        cost: mailbox.get(Mailbox::ANSWERS + 5),
    };
    (flags, usage)
}

/// `addLine(session, line)`: adds an entry by its line, which is kept in JavaScript. Gives its number, or why the line is
/// no entry.
pub(super) struct AddLine;

impl Export for AddLine {
    const NAME: &'static str = "addLine";

    fn call(args: &Args) -> Reply {
        let Some(line) = args.utf8(1) else { return Reply::Nothing };
        match read(line.as_bytes()) {
            Ok(entry) => {
                let added = on(args.number(0), |session| {
                    report(args, session);
                    session.tree.push(&entry, Place::default())
                });
                added.map_or(Reply::Nothing, number)
            }
            Err(fault) => Reply::Utf8(fault_json(fault)),
        }
    }
}

/// `appendLines(session, lines)`: appends entries, with a newline between each two, to the session's file and its tree, by
/// one write. Gives the number of the last one, or why not; then neither has any.
pub(super) struct AppendLines;

impl Export for AppendLines {
    const NAME: &'static str = "appendLines";

    fn call(args: &Args) -> Reply {
        let Some(lines) = args.utf8(1) else { return Reply::Nothing };
        let mut bytes = lines.into_bytes();
        bytes.push(b'\n');
        let result = on(args.number(0), |session| {
            let Some(journal) = &mut session.journal else {
                return Err("{\"closed\":true}".to_owned());
            };
            // Proved before it is written: nothing may get into the file that nobody can read.
            let copy = bytes.clone();
            let mut entries = Vec::new();
            for line in Lines::new(&copy) {
                let entry = read(line.bytes).map_err(fault_json)?;
                entries.push((entry, line.offset as u64, line.bytes.len() as u64));
            }
            let begin = journal.append(&mut bytes).map_err(|error| error_json(&error))?;
            report(args, session);
            let mut last = 0;
            for (entry, offset, len) in &entries {
                let place = Place { offset: begin + offset, len: *len };
                last = session.tree.push(entry, place);
            }
            Ok(last)
        });
        match result {
            Some(Ok(last)) => number(last),
            Some(Err(json)) => Reply::Utf8(json),
            None => Reply::Nothing,
        }
    }
}

/// Why a line is no entry, as JSON.
pub(super) fn fault_json(fault: Fault) -> String {
    serde_json::json!({ "fault": fault.to_string(), "isJson": fault != Fault::NoJson }).to_string()
}

/// What was wrong with a journal, as JSON.
fn error_json(error: &JournalError) -> String {
    let code = match error {
        JournalError::Io { source, .. } => super::open::code_of(source),
        _ => "unknown",
    };
    serde_json::json!({ "code": code, "message": error.reason() }).to_string()
}

fn ask<R>(args: &Args, body: impl FnOnce(&mut Session, &[u8]) -> R) -> Option<R> {
    let mut buffer = TextBuffer::default();
    let key = args.text(1, &mut buffer)?.to_key();
    on(args.number(0), |session| body(session, &key))
}

/// `findEntry(session, id)`: the number of an entry, or -1.
pub(super) struct FindEntry;

impl Export for FindEntry {
    const NAME: &'static str = "findEntry";

    fn call(args: &Args) -> Reply {
        let found = ask(args, |session, id| session.tree.find(id)).flatten();
        found.map_or(Reply::Number(-1.0), number)
    }
}

fn utf8(bytes: &[u8]) -> Reply {
    Reply::Utf8(String::from_utf8_lossy(bytes).into_owned())
}

/// `labelOf(session, id)`: the label of an entry as JSON, if it has one.
pub(super) struct LabelOf;

impl Export for LabelOf {
    const NAME: &'static str = "labelOf";

    fn call(args: &Args) -> Reply {
        let label = ask(args, |session, id| session.tree.label(id).map(utf8)).flatten();
        label.unwrap_or(Reply::Nothing)
    }
}

/// `nameOf(session)`: the name of the session as JSON, if it has one.
pub(super) struct NameOf;

impl Export for NameOf {
    const NAME: &'static str = "nameOf";

    fn call(args: &Args) -> Reply {
        let name = on(args.number(0), |session| session.tree.title().map(utf8)).flatten();
        name.unwrap_or(Reply::Nothing)
    }
}

/// `leafOf(session)`: the id of the leaf, if there is one.
pub(super) struct LeafOf;

impl Export for LeafOf {
    const NAME: &'static str = "leafOf";

    fn call(args: &Args) -> Reply {
        let leaf = on(args.number(0), |session| {
            let mut units = Vec::new();
            let mut bytes = Vec::new();
            let leaf: Text<'_> = Text::of_key(session.tree.leaf()?, &mut units);
            let layout = leaf.append_to(&mut bytes);
            Some(Reply::Text(layout, bytes))
        });
        leaf.flatten().unwrap_or(Reply::Nothing)
    }
}

/// `statsOf(session)`: puts the sums of all entries into the mailbox.
pub(super) struct StatsOf;

impl Export for StatsOf {
    const NAME: &'static str = "statsOf";

    fn call(args: &Args) -> Reply {
        if let Some(stats) = on(args.number(0), |session| session.tree.stats()) {
            let sums = [stats.messages, stats.cached, stats.uncached, stats.total, stats.cost];
            for (place, sum) in (Mailbox::ANSWERS..).zip(sums) {
                args.mailbox().set(place, sum);
            }
        }
        Reply::Nothing
    }
}
