use std::fmt::Write;
use std::fs;
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::{Layer, Registry};

use super::{Folder, record, reopen};
use crate::io::{Fsync, JournalError};

/// The events of a test, as `LEVEL target field=value...`.
#[derive(Clone, Default)]
struct Events(Arc<Mutex<Vec<String>>>);

impl<S: tracing::Subscriber> Layer<S> for Events {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        struct Line(String);
        impl Visit for Line {
            fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
                write!(self.0, " {}={value:?}", field.name()).unwrap();
            }
        }
        let meta = event.metadata();
        let mut line = Line(format!("{} {}", meta.level(), meta.target()));
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }
}

fn three() -> Vec<u8> {
    (0..3).flat_map(|number| record(number, 40)).collect()
}

#[test]
fn g37_a_log_cut_at_any_byte_of_its_last_records_goes_on_after_the_last_whole_one() {
    let folder = Folder::new();
    for end in 40..120 {
        fs::write(folder.log(), &three()[..end]).unwrap();
        let (mut journal, _) = reopen(&folder.log(), Fsync::Never).unwrap();
        journal.append(&record(9, 50)).unwrap();
        drop(journal);
        let good = [&three()[..end / 40 * 40], &record(9, 50)].concat();
        assert_eq!(fs::read(folder.log()).unwrap(), good);
    }
}

#[test]
fn g37_zeros_after_a_power_cut_are_cut_off() {
    let folder = Folder::new();
    fs::write(folder.log(), [three(), vec![0; 5000]].concat()).unwrap();
    let (mut journal, _) = reopen(&folder.log(), Fsync::Batch).unwrap();
    journal.append(&record(3, 40)).unwrap();
    assert_eq!(fs::read(folder.log()).unwrap(), [three(), record(3, 40)].concat());
}

#[test]
fn g37_a_broken_line_in_the_middle_is_named_and_the_file_left_as_it_is() {
    let folder = Folder::new();
    for at in (0..80).filter(|at| at % 40 != 39) {
        let mut broken = three();
        broken[at] = 0x01;
        broken.extend_from_slice(b"{\"torn");
        fs::write(folder.log(), &broken).unwrap();
        let error = reopen(&folder.log(), Fsync::Never).map(drop).unwrap_err();
        let JournalError::Corrupt { path, line, offset, .. } = &error else { panic!("{error}") };
        assert_eq!((path, *line, *offset), (&folder.log(), at / 40 + 1, at / 40 * 40));
        assert_eq!(error.code(), "ERR_GATTO_JOURNAL_CORRUPT");
        let start = format!("line {line} of the log {} is broken (", path.display());
        assert!(error.to_string().starts_with(&start), "{error}");
        assert!(error.details().to_string().contains(&format!("\"line\":{line}")));
        assert_eq!(fs::read(folder.log()).unwrap(), broken);
    }
}

#[test]
fn g37_a_torn_tail_is_reported_once_by_a_warning() {
    let folder = Folder::new();
    fs::write(folder.log(), &three()[..100]).unwrap();
    let events = Events::default();
    let subscriber = Registry::default().with(events.clone());
    tracing::subscriber::with_default(subscriber, || {
        for _ in 0..3 {
            reopen(&folder.log(), Fsync::Never).unwrap();
        }
    });
    let events = events.0.lock().unwrap();
    let warnings: Vec<_> = events.iter().filter(|event| event.starts_with("WARN")).collect();
    let [warning] = warnings[..] else { panic!("{events:?}") };
    assert!(warning.starts_with("WARN gatto::recovery "), "{warning}");
    for part in ["log.jsonl", " line=3", " bytes=20"] {
        assert!(warning.contains(part), "{warning} lacks {part}");
    }
    assert_eq!(events.iter().filter(|event| event.starts_with("DEBUG gatto::journal ")).count(), 3);
}
