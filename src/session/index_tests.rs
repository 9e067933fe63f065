use std::fs;
use std::path::PathBuf;

use gatto_core::journal::Lines;
use gatto_core::session::{Fault, Place, Tree, is_blank, read};
use proptest::prelude::*;

use super::{Plan, Source, Unreadable, index, index_by};
use crate::io::{End, Fsync, JointJournal, Readable};

const SEED: u64 = 3;

/// What is said of a file, for comparison.
type Said = Result<(String, Option<Vec<u8>>, u64, End), (usize, Fault, Vec<u8>)>;

/// The whole file at once, a line after the other.
fn model(bytes: &[u8]) -> Said {
    let (mut tree, mut header, mut count) = (Tree::new(SEED), None, 0);
    let mut lines = Lines::new(bytes);
    let mut add = |line: &[u8], offset: usize| {
        if is_blank(line) {
            return Ok(());
        }
        count += 1;
        let Some(header) = &header else {
            header = Some(line.to_vec());
            return Ok(());
        };
        let entry = read(line).map_err(|fault| (count, fault, header.clone()))?;
        tree.push(&entry, Place { offset: offset as u64, len: line.len() as u64 });
        Ok(())
    };
    for line in lines.by_ref() {
        add(line.bytes, line.offset)?;
    }
    let mut end = End::Clean;
    if !lines.rest().is_empty() {
        end = End::Unended;
        match add(lines.rest(), lines.offset()) {
            Err((_, Fault::NoJson, _)) => end = End::Torn(lines.offset() as u64),
            said => said?,
        }
    }
    Ok((format!("{tree:?}"), header, bytes.len() as u64, end))
}

struct Planted(PathBuf);

impl Planted {
    fn with(bytes: &[u8]) -> Self {
        let name = format!("gatto-index-{}", uuid::Uuid::new_v4());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, bytes).unwrap();
        Self(path)
    }

    fn readable(&self) -> Readable {
        JointJournal::open(&self.0, Fsync::Never).unwrap().readable()
    }
}

impl Drop for Planted {
    fn drop(&mut self) {
        fs::remove_file(&self.0).unwrap();
    }
}

fn said(result: Result<super::Index, Unreadable>) -> Said {
    match result {
        Ok(index) => Ok((format!("{:?}", index.tree), index.header, index.len, index.end)),
        Err(Unreadable::Line { line, fault, header }) => Err((line, fault, header)),
        Err(Unreadable::Io(error)) => panic!("{error}"),
    }
}

fn entry(id: &str, parent: Option<&str>, text: &str) -> String {
    let kind = if text.len().is_multiple_of(3) { "label" } else { "message" };
    serde_json::json!({
        "type": kind, "id": id, "parentId": parent, "timestamp": "t", "targetId": id, "label": text,
    })
    .to_string()
}

fn line() -> impl Strategy<Value = String> {
    let id = || "[a-e]";
    let good = (id(), prop::option::of(id()), ".{0,60}")
        .prop_map(|(id, parent, text)| entry(&id, parent.as_deref(), &text));
    prop_oneof![
        40 => good,
        4 => "[ \t\u{feff}\r]{0,40}",
        1 => "[{}\\[\\]a0,\"]{1,8}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a12_3_a_file_read_in_stretches_by_threads_is_the_file_read_at_once(
        lines in prop::collection::vec(line(), 0..24), cut in 0..80usize,
        stretch in 1..400u64, threads in 1..5usize
    ) {
        let bytes = lines.join("\n").into_bytes();
        let bytes = &bytes[..bytes.len().saturating_sub(cut / 2)];
        let planted = Planted::with(bytes);
        let source = Source::new(planted.readable(), bytes.len() as u64);
        prop_assert_eq!(said(index_by(&source, SEED, Plan { stretch, threads })), model(bytes));
    }
}

#[test]
fn a12_2_the_first_broken_line_of_a_large_file_is_told_by_its_number() {
    let long = entry("a", None, &"x".repeat(700_000));
    let mut lines = vec!["{}".to_owned()];
    for _ in 0..3 {
        lines.extend((0..9000).map(|i| entry(&i.to_string(), None, "some text")));
        lines.push(String::new());
        lines.extend((0..12).map(|_| long.clone()));
    }
    let text = lines.join("\n") + "\n";
    assert!(Plan::of(text.len() as u64).stretch < text.len() as u64 / 8);
    let whole = Planted::with(text.as_bytes());
    assert_eq!(said(index(&whole.readable(), SEED)), model(text.as_bytes()));
    let broken = text.replacen("\n\n", "\n[]\n", 2).replace("\"id\":\"8999\"", "\"id\":8999");
    let planted = Planted::with(broken.as_bytes());
    assert_eq!(said(index(&planted.readable(), SEED)), Err((9001, Fault::NoId, b"{}".to_vec())));
}

#[test]
fn a12_3_lines_much_longer_than_a_stretch_are_read() {
    let lines =
        ["{}".to_owned(), entry("a", None, &"x".repeat(300_000)), entry("b", Some("a"), "")];
    let bytes = (lines.join("\n") + "\n" + &lines[1]).into_bytes();
    let planted = Planted::with(&bytes);
    for threads in [1, 3] {
        let source = Source::new(planted.readable(), bytes.len() as u64);
        let plan = Plan { stretch: 1000, threads };
        assert_eq!(said(index_by(&source, SEED, plan)), model(&bytes));
    }
}

#[test]
fn f1_a_file_that_is_cut_while_it_is_read_ends_where_it_ends() {
    let lines = ["{}".to_owned(), entry("a", None, "x"), entry("b", Some("a"), "y")];
    let bytes = (lines.join("\n") + "\n").into_bytes();
    let planted = Planted::with(&bytes);
    for threads in [1, 2] {
        // It was longer when it was opened.
        let source = Source::new(planted.readable(), bytes.len() as u64 + 5000);
        let said = said(index_by(&source, SEED, Plan { stretch: 64, threads }));
        assert_eq!(said, model(&bytes));
    }
}
