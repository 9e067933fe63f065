use std::fs::File;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;

use super::{Folder, record, reopen};
use crate::io::disk::Disk;
use crate::io::error::Operation;
use crate::io::{Fsync, Journal, JournalError};

/// A journal that takes every record and can bring none to disk.
fn unsyncable(fsync: Fsync) -> Option<Journal> {
    let file = File::options().read(true).write(true).open("/dev/null").ok()?;
    file.sync_data()
        .is_err()
        .then(|| Journal::over(Disk::new(file, PathBuf::from("/dev/null"), Vec::new()), fsync))
}

fn is_sync_failure(error: &JournalError) -> bool {
    matches!(error, JournalError::Io { operation: Operation::Sync, .. })
}

#[test]
fn g37_flush_brings_what_was_appended_to_disk_in_every_mode() {
    for fsync in [Fsync::Always, Fsync::Batch, Fsync::Never] {
        let folder = Folder::new();
        let (mut journal, _) = reopen(&folder.log(), fsync).unwrap();
        assert!(!journal.is_synced_for_tests());
        journal.append(&record(0, 60)).unwrap();
        journal.flush_task().run().unwrap();
        assert!(journal.is_synced_for_tests());
        journal.append(&record(1, 60)).unwrap();
        assert_eq!(journal.is_synced_for_tests(), fsync == Fsync::Always);
    }
}

#[test]
fn g36_batched_records_of_many_journals_reach_the_disk_by_themselves() {
    let folder = Folder::new();
    let mut journals: Vec<_> = (0..50)
        .map(|number| reopen(&folder.0.join(format!("{number}.jsonl")), Fsync::Batch).unwrap().0)
        .collect();
    for round in 0..3 {
        for journal in &mut journals {
            journal.append(&record(round, 60)).unwrap();
        }
        // No clock: this ends when the other threads have done it, or the test runner's patience does.
        while !journals.iter().all(Journal::is_synced_for_tests) {
            thread::yield_now();
        }
    }
}

#[test]
fn g36_a_journal_dropped_with_a_sync_due_is_synced_all_the_same() {
    let folder = Folder::new();
    let (mut journal, _) = reopen(&folder.log(), Fsync::Batch).unwrap();
    journal.append(&record(0, 60)).unwrap();
    let disk = journal.disk();
    drop(journal);
    while !disk.is_synced() {
        thread::yield_now();
    }
}

#[test]
fn g37_a_failed_background_sync_is_told_once_and_flush_never_promises_again() {
    let Some(mut journal) = unsyncable(Fsync::Batch) else { return };
    journal.append(&record(0, 60)).unwrap();
    let error = loop {
        match journal.append(&record(1, 60)) {
            Ok(()) => thread::yield_now(),
            Err(error) => break error,
        }
    };
    assert!(is_sync_failure(&error), "{error}");
    assert!(error.to_string().starts_with("cannot bring to disk the log /dev/null: "), "{error}");
    for _ in 0..3 {
        journal.append(&record(2, 60)).unwrap();
        assert!(is_sync_failure(&journal.flush_task().run().unwrap_err()));
    }
}

#[test]
fn g37_a_record_that_always_mode_cannot_bring_to_disk_is_taken_back() {
    let Some(mut journal) = unsyncable(Fsync::Always) else { return };
    for _ in 0..3 {
        let error = journal.append(&record(0, 60)).unwrap_err();
        // The device cannot be cut either, which is what the second try says.
        assert!(matches!(
            error,
            JournalError::Io { operation: Operation::Sync | Operation::Cut, .. }
        ));
    }
}

#[test]
fn g37_appending_goes_on_while_others_wait_for_the_disk() {
    let folder = Folder::new();
    let (mut journal, _) = reopen(&folder.log(), Fsync::Batch).unwrap();
    let (tasks, queue) = mpsc::channel::<crate::io::FlushTask>();
    let flusher = thread::spawn(move || queue.iter().map(|task| task.run()).collect::<Vec<_>>());
    for number in 0..500 {
        journal.append(&record(number, 60)).unwrap();
        tasks.send(journal.flush_task()).unwrap();
    }
    drop(tasks);
    let results = flusher.join().unwrap();
    assert!(results.len() == 500 && results.iter().all(Result::is_ok));
    assert!(journal.is_synced_for_tests());
}
