use std::cell::{Cell, RefCell};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use super::{Folder, record, reopen};
use crate::io::disk::Disk;
use crate::io::error::Operation;
use crate::io::tail::{Storage, Tail};
use crate::io::{Fsync, Journal, JournalError};

/// A file whose every operation goes as its script says.
#[derive(Default)]
struct Scripted {
    bytes: RefCell<Vec<u8>>,
    /// For each write, how many bytes it takes or why it fails; the last one stays.
    writes: RefCell<Vec<Result<usize, ErrorKind>>>,
    cut_fails: Cell<bool>,
}

impl Scripted {
    fn new(writes: &[Result<usize, ErrorKind>]) -> Self {
        Self { writes: RefCell::new(writes.to_vec()), ..Self::default() }
    }
}

impl Storage for Scripted {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut writes = self.writes.borrow_mut();
        let next = if writes.len() > 1 { writes.remove(0) } else { writes[0] };
        let taken = next?.min(bytes.len());
        self.bytes.borrow_mut().extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn cut(&self, bytes: u64) -> io::Result<()> {
        if self.cut_fails.get() {
            return Err(ErrorKind::PermissionDenied.into());
        }
        let mut all = self.bytes.borrow_mut();
        let len = all.len() - usize::try_from(bytes).unwrap();
        all.truncate(len);
        Ok(())
    }
}

const FULL: Result<usize, ErrorKind> = Err(ErrorKind::StorageFull);
const WHOLE: Result<usize, ErrorKind> = Ok(usize::MAX);

#[test]
fn g37_interrupted_and_partial_writes_are_gone_on_with() {
    let storage = Scripted::new(&[Err(ErrorKind::Interrupted), Ok(3), Ok(1), WHOLE]);
    Tail::default().append(&storage, &record(0, 40)).unwrap();
    assert_eq!(*storage.bytes.borrow(), record(0, 40));
}

#[test]
fn g37_what_a_failed_write_leaves_is_cut_and_the_next_try_may_succeed() {
    for writes in
        [&[WHOLE, Ok(7), FULL, WHOLE][..], &[WHOLE, FULL, WHOLE], &[WHOLE, Ok(7), Ok(0), WHOLE]]
    {
        let storage = Scripted::new(writes);
        let mut tail = Tail::default();
        tail.append(&storage, &record(0, 40)).unwrap();
        let (operation, _) = tail.append(&storage, &record(1, 40)).unwrap_err();
        assert_eq!(operation, Operation::Append);
        assert_eq!(*storage.bytes.borrow(), record(0, 40));
        tail.append(&storage, &record(1, 40)).unwrap();
        assert_eq!(*storage.bytes.borrow(), [record(0, 40), record(1, 40)].concat());
    }
}

#[test]
fn g37_nothing_is_written_behind_what_could_not_be_cut() {
    let storage = Scripted::new(&[Ok(7), FULL, WHOLE]);
    storage.cut_fails.set(true);
    let mut tail = Tail::default();
    assert_eq!(tail.append(&storage, &record(0, 40)).unwrap_err().0, Operation::Append);
    assert_eq!(tail.append(&storage, &record(1, 40)).unwrap_err().0, Operation::Cut);
    assert_eq!(storage.bytes.borrow().len(), 7);
    storage.cut_fails.set(false);
    tail.append(&storage, &record(2, 40)).unwrap();
    assert_eq!(*storage.bytes.borrow(), record(2, 40));
}

#[test]
fn g37_a_full_device_is_an_error_that_says_what_to_do() {
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    let mut journal =
        Journal::over(Disk::new(full, PathBuf::from("/dev/full"), Vec::new()), Fsync::Batch);
    for _ in 0..3 {
        let error = journal.append(&record(0, 40)).unwrap_err();
        assert!(matches!(&error, JournalError::Io { operation: Operation::Append, source, .. }
            if source.kind() == ErrorKind::StorageFull));
        assert_eq!(error.code(), "ERR_GATTO_JOURNAL_IO");
        assert!(error.to_string().starts_with("cannot append to the log /dev/full: "), "{error}");
        assert!(error.to_string().ends_with("; free some space, and it goes on"), "{error}");
        assert!(error.details().to_string().contains("\"operation\":\"append\""));
    }
}

#[test]
fn g36_every_mode_has_handed_the_record_over_when_append_returns() {
    for fsync in [Fsync::Always, Fsync::Batch, Fsync::Never] {
        let folder = Folder::new();
        let (mut journal, _) = reopen(&folder.log(), fsync).unwrap();
        for number in 0..5 {
            journal.append(&record(number, 60)).unwrap();
            assert!(fs::read(folder.log()).unwrap().ends_with(&record(number, 60)));
        }
    }
}

#[test]
fn g37_a_log_emptied_by_somebody_else_gets_whole_records_again() {
    let folder = Folder::new();
    let (mut journal, _) = reopen(&folder.log(), Fsync::Never).unwrap();
    journal.append(&record(0, 60)).unwrap();
    fs::write(folder.log(), "").unwrap();
    journal.append(&record(1, 60)).unwrap();
    assert_eq!(fs::read(folder.log()).unwrap(), record(1, 60));
}
