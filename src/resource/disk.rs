//! The answers of this machine's disk.
use std::fs::{self, FileType, Metadata};
use std::io::{self, ErrorKind};
use std::panic::resume_unwind;
use std::path::Path;
use std::thread::{self, available_parallelism};

use gatto_core::resource::Document;
use gatto_core::resource::walk::{Answer, Ask, Entry, Failure, Kind, Target};

/// How many questions are worth a thread: starting one costs about as much as answering a few.
const WORTH_A_THREAD: usize = 24;
/// More threads than this wait for the same disk.
const MOST_THREADS: usize = 8;

/// The answers to all questions, in their order.
pub(super) fn answer_all(asks: &[&Ask]) -> Vec<Answer> {
    let threads = available_parallelism()
        .map_or(1, usize::from)
        .min(MOST_THREADS)
        .min(asks.len() / WORTH_A_THREAD);
    if threads < 2 {
        return answer_some(asks);
    }
    let mut shares = asks.chunks(asks.len().div_ceil(threads));
    let own = shares.next().unwrap_or_default();
    thread::scope(|scope| {
        let others: Vec<_> = shares
            .map(|share| (share, thread::Builder::new().spawn_scoped(scope, || answer_some(share))))
            .collect();
        let mut answers = answer_some(own);
        for (share, thread) in others {
            answers.extend(match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                // The system has no thread left to give.
                Err(_) => answer_some(share),
            });
        }
        answers
    })
}

fn answer_some(asks: &[&Ask]) -> Vec<Answer> {
    asks.iter().map(|ask| answer(ask)).collect()
}

fn answer(ask: &Ask) -> Answer {
    let path = Path::new(ask.path());
    let answer = match ask {
        Ask::Inspect(text) => {
            fs::symlink_metadata(path).and_then(|found| inspected(text, path, &found))
        }
        Ask::Follow(_) => fs::canonicalize(path).and_then(|canonical| {
            let kind = kind_of(fs::metadata(&canonical)?.file_type()).ok_or_else(special)?;
            Ok(Answer::Target(Target { canonical: canonical.to_string_lossy().into_owned(), kind }))
        }),
        Ask::List(text) => listed(text, path).map(Answer::Entries),
        Ask::Read(_) => read(path).map(Answer::Text),
        Ask::Document(_) => read(path).map(|text| Answer::Document(Document::parse(&text))),
    };
    answer.unwrap_or_else(|error| {
        Answer::Failed(Failure {
            missing: error.kind() == ErrorKind::NotFound,
            message: format!("{error}: {}", ask.path()),
        })
    })
}

fn inspected(text: &str, path: &Path, found: &Metadata) -> io::Result<Answer> {
    let name =
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let kind = kind_of(found.file_type()).ok_or_else(special)?;
    Ok(Answer::Entry(Entry { name, path: text.to_owned(), kind }))
}

fn listed(text: &str, path: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        // What is neither file, folder nor link is not there for anybody.
        let Some(kind) = kind_of(entry.file_type()?) else { continue };
        let name = entry.file_name().to_string_lossy().into_owned();
        let separator = if text.ends_with(std::path::is_separator) {
            ""
        } else {
            std::path::MAIN_SEPARATOR_STR
        };
        entries.push(Entry { path: format!("{text}{separator}{name}"), name, kind });
    }
    Ok(entries)
}

fn read(path: &Path) -> io::Result<String> {
    let bytes = fs::read(path)?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

fn kind_of(of: FileType) -> Option<Kind> {
    match () {
        () if of.is_file() => Some(Kind::File),
        () if of.is_dir() => Some(Kind::Directory),
        () if of.is_symlink() => Some(Kind::Symlink),
        () => None,
    }
}

fn special() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "neither a file nor a folder nor a link")
}
