//! The tree against one that is searched by hand.
use std::collections::HashMap;

use proptest::prelude::*;

use super::super::{Broken, Place, Stats, Tree, read};

fn tree(lines: &[String]) -> Tree {
    let mut tree = Tree::new(7);
    for line in lines {
        tree.push(&read(line.as_bytes()).unwrap(), Place::default());
    }
    tree
}

fn line(kind: &str, id: &str, parent: Option<&str>, more: &str) -> String {
    let parent = serde_json::to_string(&parent).unwrap();
    format!(r#"{{"type":"{kind}","id":"{id}","parentId":{parent},"timestamp":"t"{more}}}"#)
}

#[test]
fn f26_a_circle_of_parents_ends_in_an_error() {
    let tree = tree(&[
        line("custom", "a", Some("c"), ""),
        line("custom", "b", Some("a"), ""),
        line("custom", "c", Some("b"), ""),
        line("custom", "d", Some("d"), ""),
    ]);
    assert_eq!(tree.path(2), Err(Broken::Cycle(2)));
    assert_eq!(tree.path(3), Err(Broken::Cycle(3)));
    assert!(tree.state(0).is_empty());
}

#[test]
fn a12_3_a_missing_parent_is_named() {
    let tree = tree(&[line("custom", "a", Some("gone"), "")]);
    assert_eq!(tree.path(0), Err(Broken::Missing(b"gone".to_vec())));
}

#[test]
fn a12_3_labels_names_and_stats_are_those_of_all_entries() {
    let message = r#","message":{"role":"assistant","usage":{"input":1,"output":2,"cacheRead":3,"cacheWrite":4,"cost":{"total":5}}}"#;
    let tree = tree(&[
        line("message", "a", None, message),
        line("label", "b", Some("a"), r#","targetId":"a","label":" x ""#),
        line("session_info", "c", Some("b"), r#","name":"n""#),
        line("label", "d", Some("c"), r#","targetId":"b","label":"y""#),
        line("label", "e", Some("d"), r#","targetId":"b""#),
        line("leaf", "f", Some("e"), r#","targetId":"a""#),
    ]);
    assert_eq!(tree.label(b"a"), Some(&b"\" x \""[..]));
    assert_eq!(tree.label(b"b"), None);
    assert_eq!(tree.title(), Some(&b"\"n\""[..]));
    assert_eq!(tree.leaf(), Some(&b"a"[..]));
    assert_eq!(tree.of_type(b"label"), [1, 3, 4]);
    let stats = Stats { messages: 1.0, cached: 3.0, uncached: 5.0, total: 10.0, cost: 5.0 };
    assert_eq!(tree.stats(), stats);
}

#[derive(Clone, Debug)]
struct Step {
    kind: u8,
    id: u8,
    parent: Option<u8>,
    kept: Option<u8>,
    tail: bool,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step =
        (0..6u8, 0..30u8, prop::option::of(0..30u8), prop::option::of(0..30u8), any::<bool>());
    let step =
        step.prop_map(|(kind, id, parent, kept, tail)| Step { kind, id, parent, kept, tail });
    prop::collection::vec(step, 1..30)
}

/// The way of the specification, without any index.
fn by_hand(steps: &[Step], to: usize) -> Option<Vec<u32>> {
    let last: HashMap<u8, usize> = steps.iter().enumerate().map(|(i, step)| (step.id, i)).collect();
    let (mut way, mut at, mut stop) = (Vec::new(), to, None);
    loop {
        if way.len() > steps.len() {
            return None;
        }
        way.push(u32::try_from(at).unwrap());
        if stop == Some(steps[at].id) {
            break;
        }
        if steps[at].kind == 0 {
            if steps[at].tail {
                break;
            }
            stop = steps[at].kept;
        }
        match steps[at].parent {
            None => break,
            Some(parent) => at = *last.get(&parent)?,
        }
    }
    way.reverse();
    Some(way)
}

proptest! {
    #[test]
    fn a12_3_ways_are_those_of_a_search_by_hand(steps in steps()) {
        let lines: Vec<String> = steps.iter().map(|step| {
            let kinds = ["compaction", "message", "thinking_level_change", "model_change", "custom", "unheard_of"];
            let mut more = String::new();
            if step.kind == 0 {
                if let Some(kept) = step.kept {
                    more = format!(r#","firstKeptEntryId":"{kept}""#);
                }
                if step.tail {
                    more += r#","retainedTail":[]"#;
                }
            }
            let parent = step.parent.map(|parent| parent.to_string());
            line(kinds[step.kind as usize], &step.id.to_string(), parent.as_deref(), &more)
        }).collect();
        let tree = tree(&lines);
        for to in 0..steps.len() {
            prop_assert_eq!(tree.path(u32::try_from(to).unwrap()).ok(), by_hand(&steps, to));
        }
    }
}
