use std::fs::{self, File};

use super::Folder;
use crate::io::{End, Fsync, JointJournal, JournalError};

fn open(folder: &Folder, contents: &str, end: End) -> JointJournal {
    fs::write(folder.log(), contents).unwrap();
    let mut journal = JointJournal::open(&folder.log(), Fsync::Never).unwrap();
    journal.ends(contents.len() as u64, end);
    journal
}

fn append(journal: &mut JointJournal) -> Result<u64, JournalError> {
    journal.append(&mut b"{}\n".to_vec())
}

#[test]
fn f1_a_torn_record_is_cut_and_one_without_its_newline_gets_it() {
    let folder = Folder::new();
    let mut journal = open(&folder, "{}\n{\"a", End::Torn(3));
    assert_eq!((append(&mut journal).unwrap(), append(&mut journal).unwrap()), (3, 6));
    assert_eq!(fs::read_to_string(folder.log()).unwrap(), "{}\n{}\n{}\n");
    let mut journal = open(&folder, "{}\n{}", End::Unended);
    assert_eq!((append(&mut journal).unwrap(), append(&mut journal).unwrap()), (6, 9));
    assert_eq!(fs::read_to_string(folder.log()).unwrap(), "{}\n{}\n{}\n{}\n");
}

#[test]
fn f19_a_file_that_has_changed_takes_nothing() {
    let folder = Folder::new();
    let mut journal = open(&folder, "{}\n", End::Clean);
    let mut other = JointJournal::open(&folder.log(), Fsync::Never).unwrap();
    other.ends(3, End::Clean);
    append(&mut other).unwrap();
    assert!(matches!(append(&mut journal), Err(JournalError::Changed { .. })));
    append(&mut other).unwrap();
    assert_eq!(fs::read_to_string(folder.log()).unwrap(), "{}\n{}\n{}\n");
}

#[test]
fn f19_nothing_waits_for_a_lock_and_none_is_kept() {
    let folder = Folder::new();
    let mut journal = open(&folder, "{}\n", End::Clean);
    let other = File::open(folder.log()).unwrap();
    other.lock().unwrap();
    assert!(matches!(append(&mut journal), Err(JournalError::Locked { .. })));
    other.unlock().unwrap();
    append(&mut journal).unwrap();
    other.try_lock().unwrap();
}

#[test]
fn f19_a_file_without_a_name_takes_nothing() {
    let folder = Folder::new();
    let mut journal = open(&folder, "{}\n", End::Clean);
    fs::remove_file(folder.log()).unwrap();
    assert!(matches!(append(&mut journal), Err(JournalError::Io { .. })));
    assert!(!folder.log().exists());
}
