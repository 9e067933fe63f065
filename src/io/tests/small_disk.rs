//! A disk that is full, and one that is read-only. Each needs a file system of its own, mounted in a namespace that
//! ends with the process that looks at it: so the test runs itself again in there. Where that is not allowed, the
//! scripted failures of `append.rs` have to do.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::thread;

use super::{Folder, record, reopen};
use crate::io::error::Operation;
use crate::io::{Fsync, Journal, JournalError};

const FOLDER: &str = "GATTO_TEST_MOUNTED";

/// Runs an ignored test of this file on a small file system of its own.
fn on_small_disk(test: &str, then: &str) {
    let folder = Folder::new();
    let module = module_path!().split_once("::").unwrap().1;
    let script = format!(
        "mount -t tmpfs -o size=64k tmpfs \"${FOLDER}\" || exit 77; {then} exec \"$0\" \"$@\""
    );
    let output = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", &script])
        .arg(std::env::current_exe().unwrap())
        .args([&format!("{module}::{test}"), "--exact", "--ignored", "--nocapture"])
        .env(FOLDER, &folder.0)
        .output();
    match output {
        Ok(output) if output.status.success() => {
            assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"), "{output:?}");
        }
        Ok(output) if !matches!(output.status.code(), Some(1 | 77)) => panic!("{output:?}"),
        refused => println!("no file system of our own here: {refused:?}"),
    }
}

/// The folder that was mounted, in the process that was started to look at it.
fn mounted() -> Option<PathBuf> {
    std::env::var_os(FOLDER).map(PathBuf::from)
}

fn numbers(path: &Path) -> Vec<u64> {
    let lines = fs::read(path).unwrap();
    let mut numbers = Vec::new();
    gatto_core::journal::replay(&lines, |line| {
        serde_json::from_slice::<serde_json::Value>(line.bytes)
            .map(|value| numbers.push(value["n"].as_u64().unwrap()))
    })
    .unwrap();
    numbers
}

#[test]
fn g37_a_full_disk_keeps_whole_records_and_takes_more_once_there_is_room() {
    on_small_disk("inside_a_full_disk", "");
}

#[test]
#[ignore = "run by g37_a_full_disk_keeps_whole_records_and_takes_more_once_there_is_room"]
fn inside_a_full_disk() {
    let Some(folder) = mounted() else { return };
    for fsync in [Fsync::Always, Fsync::Batch, Fsync::Never] {
        let ballast = folder.join("ballast");
        fs::write(&ballast, vec![0; 16 << 10]).unwrap();
        let path = folder.join("logs/full.jsonl");
        let (mut journal, _) = reopen(&path, fsync).unwrap();
        // A record over two pages is written in part before the disk is full.
        let error = (0..).find_map(|number| journal.append(&record(number, 9000)).err()).unwrap();
        assert!(
            matches!(&error, JournalError::Io { operation: Operation::Append, source, .. }
            if source.kind() == ErrorKind::StorageFull),
            "{error}"
        );
        let held = numbers(&path);
        assert!(held.len() > 2, "{held:?}");
        assert_eq!(fs::metadata(&path).unwrap().len(), held.len() as u64 * 9000);
        assert!(journal.append(&record(99, 9000)).is_err());
        fs::remove_file(ballast).unwrap();
        journal.append(&record(100, 9000)).unwrap();
        assert_eq!(numbers(&path), [held, vec![100]].concat());
        fs::remove_file(&path).unwrap();
        // The room is free when nobody has the file open, and a sync may be under way.
        let disk = journal.disk();
        drop(journal);
        while Arc::strong_count(&disk) > 1 {
            thread::yield_now();
        }
    }
    // With no room at all a log can still be opened, and says so at its first record.
    fs::write(folder.join("ballast"), vec![0; 1 << 20]).unwrap_err();
    let (mut journal, _) = Journal::open(&folder.join("logs/new.jsonl"), Fsync::Batch).unwrap();
    journal.append(&record(0, 100)).unwrap_err();
    assert_eq!(fs::metadata(journal.path()).unwrap().len(), 0);
}

#[test]
fn g37_a_read_only_folder_is_an_error_that_says_what_to_do() {
    on_small_disk(
        "inside_a_read_only_folder",
        "mount -o remount,ro \"$GATTO_TEST_MOUNTED\" || exit 77;",
    );
}

#[test]
#[ignore = "run by g37_a_read_only_folder_is_an_error_that_says_what_to_do"]
fn inside_a_read_only_folder() {
    let Some(folder) = mounted() else { return };
    for (path, operation) in
        [("log.jsonl", Operation::Open), ("deeper/log.jsonl", Operation::CreateFolder)]
    {
        let error = Journal::open(&folder.join(path), Fsync::Batch).map(drop).unwrap_err();
        assert!(matches!(&error, JournalError::Io { operation: tried, source, .. }
            if *tried == operation && source.kind() == ErrorKind::ReadOnlyFilesystem));
        assert!(
            error.to_string().ends_with("use a folder that this process may write to"),
            "{error}"
        );
    }
}
