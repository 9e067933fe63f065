use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

use super::{Folder, record, reopen};
use crate::io::error::Operation;
use crate::io::{Fsync, Journal, JournalError};

#[test]
fn g36_folders_and_file_are_made_for_their_owner_only() {
    let folder = Folder::new();
    let path = folder.0.join("a/b/log.jsonl");
    let (_journal, contents) = Journal::open(&path, Fsync::Batch).unwrap();
    assert!(contents.is_empty());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&path), 0o600);
    assert_eq!(mode(&folder.0.join("a")), 0o700);
    assert_eq!(mode(&folder.0.join("a/b")), 0o700);
}

#[test]
fn g36_what_is_there_is_read_and_kept() {
    let folder = Folder::new();
    let all: Vec<u8> = (0..2000).flat_map(|n| record(n, 500)).collect();
    fs::write(folder.log(), &all).unwrap();
    let (mut journal, contents) = reopen(&folder.log(), Fsync::Never).unwrap();
    assert_eq!(contents.len(), contents.capacity(), "read with one allocation");
    assert!(contents == all);
    journal.append(&record(2000, 100)).unwrap();
    drop(journal);
    assert!(fs::read(folder.log()).unwrap() == [all, record(2000, 100)].concat());
}

#[test]
fn g37_a_second_live_writer_is_refused_and_told_why() {
    let folder = Folder::new();
    let (mut journal, _) = Journal::open(&folder.log(), Fsync::Never).unwrap();
    let error = Journal::open(&folder.log(), Fsync::Never).map(drop).unwrap_err();
    assert!(matches!(&error, JournalError::Locked { path } if *path == folder.log()));
    assert_eq!(error.code(), "ERR_GATTO_JOURNAL_LOCKED");
    assert!(error.to_string().contains("log.jsonl has another live writer"), "{error}");
    assert!(error.details().to_string().contains("log.jsonl"));
    journal.append(&record(0, 50)).unwrap();
}

#[test]
fn g37_a_second_live_writer_in_another_process_is_refused() {
    let folder = Folder::new();
    fs::write(folder.log(), "").unwrap();
    let flock = |path: &Path| {
        std::process::Command::new("flock").args(["-n", "-x"]).arg(path).arg("true").status()
    };
    let (journal, _) = Journal::open(&folder.log(), Fsync::Never).unwrap();
    let Ok(status) = flock(&folder.log()) else { return }; // This system has no flock command.
    assert!(!status.success());
    drop(journal);
    assert!(flock(&folder.log()).unwrap().success());
}

#[test]
fn g37_dropping_frees_the_lock_at_once_even_while_a_sync_is_due() {
    let folder = Folder::new();
    for number in 0..100 {
        let (mut journal, contents) = reopen(&folder.log(), Fsync::Batch).unwrap();
        assert_eq!(contents.len(), number * 50);
        journal.append(&record(number, 50)).unwrap();
    }
}

#[test]
fn g36_a_link_or_anything_but_a_file_is_refused() {
    let folder = Folder::new();
    let aim = folder.0.join("aim");
    for target in [&aim, Path::new("/dev/null")] {
        symlink(target, folder.log()).unwrap();
        let error = Journal::open(&folder.log(), Fsync::Never).map(drop).unwrap_err();
        assert!(matches!(error, JournalError::Io { operation: Operation::Open, .. }));
        assert!(error.to_string().ends_with("log.jsonl: it is no regular file"), "{error}");
        fs::remove_file(folder.log()).unwrap();
    }
    assert!(!aim.exists(), "a dangling link was followed");
    fs::create_dir(folder.log()).unwrap();
    assert!(Journal::open(&folder.log(), Fsync::Never).is_err());
}

#[test]
fn g37_a_file_in_the_way_of_a_folder_is_an_error_with_a_code() {
    let folder = Folder::new();
    fs::write(folder.log(), "").unwrap();
    let error = Journal::open(&folder.log().join("x.jsonl"), Fsync::Never).map(drop).unwrap_err();
    assert!(error.to_string().starts_with("cannot open the log "), "{error}");
    assert_eq!(error.code(), "ERR_GATTO_JOURNAL_IO");
}

#[test]
fn g36_a_file_replaced_before_it_was_locked_is_not_written_to() {
    let folder = Folder::new();
    let (old, _) = Journal::open(&folder.log(), Fsync::Never).unwrap();
    fs::remove_file(folder.log()).unwrap();
    // The name is free, and so is a new file of that name.
    let (mut new, _) = Journal::open(&folder.log(), Fsync::Never).unwrap();
    new.append(&record(1, 50)).unwrap();
    assert_ne!(
        File::open(folder.log()).unwrap().metadata().unwrap().ino(),
        old.disk().file.metadata().unwrap().ino()
    );
    assert_eq!(fs::read(folder.log()).unwrap(), record(1, 50));
}
