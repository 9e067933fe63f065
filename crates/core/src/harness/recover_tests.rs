use serde_json::{Value, json};

use super::{RecordError, Recovery};
use crate::harness::{Harness, Options};
use crate::text::Text;

const HEAD: &str = r#"{"t":"log","version":1,"type":"kind","id":"run"}"#;

/// What the driver is told of a log of these lines.
fn recovered(lines: &[&str]) -> Result<Value, RecordError> {
    let mut harness = Harness::new(&Options { logged: true, ..Options::default() });
    let id = Text::Latin1(b"run");
    let mut recovery = Recovery::new(&mut harness, Text::Latin1(b"kind"), id);
    for line in lines {
        recovery.feed(line.as_bytes())?;
    }
    Ok(serde_json::to_value(recovery.finish()).unwrap())
}

#[test]
fn g37_the_last_settings_and_the_open_calls_are_told() {
    let lines = [
        HEAD,
        r#"{"t":"set","key":"task","value":"x"}"#,
        r#"{"t":"set","key":"workspace","value":"w"}"#,
        r#"{"t":"set","key":"task","value":"y"}"#,
        r#"{"t":"start","at":1,"content":"s"}"#,
        r#"{"t":"assistant","at":2,"entry":{"toolCalls":[{"n":0},{"n":1}]},"ids":["a","b"]}"#,
        r#"{"t":"assistant","at":3,"entry":{"toolCalls":[{"n":2}]},"ids":["c"]}"#,
        r#"{"t":"tool","at":4,"call":"a","content":"r"}"#,
    ];
    let settings = json!([["workspace", "w"], ["task", "y"]]);
    let calls = json!([
        { "call": 1, "id": "b", "made": { "n": 1 } },
        { "call": 2, "id": "c", "made": { "n": 2 } },
    ]);
    let told = json!({ "settings": settings, "notes": [], "calls": calls, "suspended": true });
    assert_eq!(recovered(&lines).unwrap(), told);
    let ended = [&lines[..], &[r#"{"t":"end","at":5,"reason":"completed"}"#]].concat();
    assert_eq!(recovered(&ended).unwrap()["suspended"], false);
}

#[test]
fn g37_a_log_has_one_head_and_it_is_ours() {
    assert!(matches!(recovered(&[HEAD, HEAD]), Err(RecordError::Head)));
    assert!(matches!(recovered(&[r#"{"t":"resume"}"#]), Err(RecordError::Head)));
    let with = |from: &str, to: &str| recovered(&[&HEAD.replace(from, to)]);
    assert!(matches!(with("1", "2"), Err(RecordError::Version(2.0))));
    assert!(matches!(with("kind", "other"), Err(RecordError::Stranger)));
    assert!(matches!(with("run", "ruin"), Err(RecordError::Stranger)));
    assert!(matches!(with(r#","id":"run""#, ""), Err(RecordError::Head)));
}
