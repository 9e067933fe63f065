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
    let mut entries = vec![
        line("message", "a", None, message),
        line("label", "b", Some("a"), r#","targetId":"a","label":" x ""#),
        line("session_info", "c", Some("b"), r#","name":"n""#),
        line("label", "d", Some("c"), r#","targetId":"b","label":"y""#),
        line("label", "e", Some("d"), r#","targetId":"b""#),
        line("leaf", "f", Some("e"), r#","targetId":"a""#),
    ];
    let index = tree(&entries);
    assert_eq!(index.label(b"a"), Some(&b"\" x \""[..]));
    assert_eq!(index.label(b"b"), None);
    assert_eq!(index.title(), Some(&b"\"n\""[..]));
    assert_eq!(index.leaf(), Some(&b"a"[..]));
    assert_eq!(index.of_type(b"label"), [1, 3, 4]);
    let stats = Stats { messages: 1.0, cached: 3.0, uncached: 5.0, total: 10.0, cost: 5.0 };
    assert_eq!(index.stats(), stats);
    entries.push(line("session_info", "g", None, ""));
    assert_eq!(tree(&entries).title(), None);
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
        (0..7u8, 0..30u8, prop::option::of(0..30u8), prop::option::of(0..30u8), any::<bool>());
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

/// The entries that say what is in force, without any index.
fn in_force(steps: &[Step], from: usize) -> Vec<u32> {
    let last: HashMap<u8, usize> = steps.iter().enumerate().map(|(i, step)| (step.id, i)).collect();
    let (mut found, mut said, mut next) = (Vec::new(), [false; 3], Some(from));
    for _ in 0..=steps.len() {
        let Some(at) = next else { break };
        let about = match steps[at].kind {
            2 => Some(0),
            1 if steps[at].tail => Some(1),
            3 => Some(1),
            6 => Some(2),
            _ => None,
        };
        if about.is_some_and(|about: usize| !std::mem::replace(&mut said[about], true)) {
            found.push(u32::try_from(at).unwrap());
        }
        next = steps[at].parent.and_then(|parent| last.get(&parent).copied());
    }
    found.reverse();
    found
}

fn lines(steps: &[Step]) -> Vec<String> {
    let kinds = [
        "compaction",
        "message",
        "thinking_level_change",
        "model_change",
        "custom",
        "unheard_of",
        "active_tools_change",
    ];
    let fields = |step: &Step| match (step.kind, step.kept, step.tail) {
        (0, Some(kept), false) => format!(r#","firstKeptEntryId":"{kept}""#),
        (0, Some(kept), true) => format!(r#","firstKeptEntryId":"{kept}","retainedTail":[]"#),
        (0, None, true) => r#","retainedTail":[]"#.to_owned(),
        (1, _, true) => r#","message":{"role":"assistant"}"#.to_owned(),
        (1, _, false) => r#","message":{"role":"user"}"#.to_owned(),
        _ => String::new(),
    };
    let text = |step: &Step| {
        let parent = step.parent.map(|parent| parent.to_string());
        let kind = kinds[step.kind as usize];
        line(kind, &step.id.to_string(), parent.as_deref(), &fields(step))
    };
    steps.iter().map(text).collect()
}

proptest! {
    #[test]
    fn a12_3_ways_are_those_of_a_search_by_hand(steps in steps()) {
        let tree = tree(&lines(&steps));
        for to in 0..steps.len() {
            prop_assert_eq!(tree.path(u32::try_from(to).unwrap()).ok(), by_hand(&steps, to));
        }
    }

    #[test]
    fn a12_3_what_is_in_force_is_what_was_said_last_on_the_way(steps in steps()) {
        let tree = tree(&lines(&steps));
        for at in 0..steps.len() {
            prop_assert_eq!(tree.state(u32::try_from(at).unwrap()), in_force(&steps, at));
        }
    }
}
