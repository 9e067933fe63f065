use std::collections::HashMap;

use proptest::prelude::*;

use super::{Answer, CallNo, IdTaken, Ledger, MOST_ANSWERED, Standing};
use crate::text::Text;

fn id(name: &str) -> Text<'_> {
    Text::Latin1(name.as_bytes())
}

#[test]
fn g24_a_call_is_closed_once() {
    let mut ledger = Ledger::new(1);
    let call = ledger.open(id("a")).unwrap();
    assert_eq!(ledger.standing(id("a")), Standing::Open(call));
    assert_eq!(ledger.open(id("a")), Err(IdTaken));
    assert!(ledger.close(call, Answer::Success).is_some());
    assert!(ledger.close(call, Answer::Error).is_none());
    assert_eq!(ledger.standing(id("a")), Standing::Answered);
}

#[test]
fn g24_an_id_whose_call_was_closed_is_opened_anew() {
    let mut ledger = Ledger::new(1);
    let first = ledger.open(id("a")).unwrap();
    ledger.close(first, Answer::Success);
    let second = ledger.open(id("a")).unwrap();
    assert_ne!(first, second);
    assert!(ledger.close(first, Answer::Success).is_none());
    assert_eq!(ledger.standing(id("a")), Standing::Open(second));
}

#[test]
fn g24_a_forgotten_opening_leaves_no_trace() {
    let mut ledger = Ledger::new(1);
    let call = ledger.open(id("new")).unwrap();
    ledger.forget(call);
    assert_eq!(ledger.standing(id("new")), Standing::Unknown);
    let call = ledger.open(id("old")).unwrap();
    ledger.close(call, Answer::NotFound);
    let again = ledger.open(id("old")).unwrap();
    ledger.forget(again);
    assert_eq!(ledger.standing(id("old")), Standing::Unserved);
    assert!(ledger.is_idle());
}

#[test]
fn g24_openings_are_forgotten_in_any_order() {
    let mut ledger = Ledger::new(1);
    let [first, second] = ["a", "b"].map(|name| ledger.open(id(name)).unwrap());
    ledger.forget(first);
    assert_eq!(ledger.standing(id("a")), Standing::Unknown);
    assert_eq!(ledger.standing(id("b")), Standing::Open(second));
    assert!(ledger.close(second, Answer::Success).is_some());
    assert_eq!(ledger.standing(id("b")), Standing::Answered);
}

#[test]
fn g24_a_ledger_that_is_released_holds_nothing() {
    let mut ledger = Ledger::new(1);
    ledger.set_limit(1);
    let calls = ["a", "b"].map(|name| ledger.open(id(name)).unwrap());
    for call in calls {
        ledger.admit(call);
    }
    for call in calls {
        ledger.close(call, Answer::Success);
    }
    ledger.release();
    assert_eq!(ledger.standing(id("a")), Standing::Unknown);
    assert_eq!((ledger.ids.capacity(), ledger.waiting.capacity()), (0, 0));
}

#[test]
fn g23_a_call_without_a_tool_can_be_served_from_outside_once() {
    let mut ledger = Ledger::new(1);
    let call = ledger.open(id("a")).unwrap();
    ledger.close(call, Answer::NotFound);
    ledger.serve(id("a"));
    assert_eq!(ledger.standing(id("a")), Standing::Answered);
}

#[test]
fn g24_ids_of_answered_calls_do_not_pile_up_where_they_are_forgotten() {
    let mut ledger = Ledger::new(1);
    let open = |ledger: &mut Ledger, number: u32| {
        ledger.open(Text::Latin1(number.to_string().as_bytes())).unwrap()
    };
    let mut kept = Vec::new();
    for number in 0..10_000 {
        let call = open(&mut ledger, number);
        if number % 1000 == 999 {
            kept.push((number, call));
        } else {
            ledger.close(call, Answer::Success);
        }
        ledger.forget_answered();
        assert!(ledger.ids.len() < 2 * kept.len() + MOST_ANSWERED);
    }
    // What is open is still known by its id, and closed by its number.
    for (number, call) in kept {
        let name = number.to_string();
        assert_eq!(ledger.standing(id(&name)), Standing::Open(call));
        assert_eq!(ledger.close(call, Answer::Error), Some(name.as_bytes()));
        assert_eq!(ledger.standing(id(&name)), Standing::Answered);
    }
    assert!(ledger.is_idle());
}

#[test]
fn g33_runs_above_the_limit_wait_in_order() {
    let mut ledger = Ledger::new(1);
    ledger.set_limit(1);
    let calls = ["a", "b", "c", "d"].map(|name| ledger.open(id(name)).unwrap());
    let [a, b, c, d] = calls;
    assert_eq!(calls.map(|call| ledger.admit(call)), [true, false, false, false]);
    assert_eq!(ledger.next_run(), None);
    ledger.close(b, Answer::Error);
    assert_eq!(ledger.next_run(), None, "a call that never ran frees no place");
    ledger.close(a, Answer::Success);
    assert_eq!(ledger.next_run(), Some(c));
    assert_eq!(ledger.next_run(), None);
    ledger.close(c, Answer::Success);
    assert_eq!(ledger.next_run(), Some(d));
}

#[derive(Clone, Debug)]
enum Step {
    Open(u8),
    Close(usize, Answer),
    Serve(u8),
    Admit(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let answer = prop_oneof![Just(Answer::Success), Just(Answer::Error), Just(Answer::NotFound)];
    let step = prop_oneof![
        4 => (0u8..6).prop_map(Step::Open),
        4 => (0usize..30, answer).prop_map(|(index, answer)| Step::Close(index, answer)),
        1 => (0u8..6).prop_map(Step::Serve),
        3 => (0usize..30).prop_map(Step::Admit),
    ];
    prop::collection::vec(step, 0..80)
}

proptest! {
    /// Against a model that keeps everything it was ever told.
    #[test]
    fn g24_every_call_has_exactly_one_answer(steps in steps(), limit in 1u32..4) {
        let mut ledger = Ledger::new(7);
        ledger.set_limit(limit);
        let mut opened: Vec<(CallNo, u8, Option<Answer>)> = Vec::new();
        let mut known: HashMap<u8, Standing> = HashMap::new();
        let mut before = Standing::Unknown;
        let mut running: Vec<CallNo> = Vec::new();
        for step in steps {
            let mut forgettable = None;
            match step {
                Step::Open(name) => {
                    let standing = known.get(&name).copied().unwrap_or(Standing::Unknown);
                    let result = ledger.open(Text::Latin1(&[name]));
                    prop_assert_eq!(result.is_err(), matches!(standing, Standing::Open(_)));
                    if let Ok(call) = result {
                        before = standing;
                        forgettable = Some((call, name));
                        known.insert(name, Standing::Open(call));
                        opened.push((call, name, None));
                    }
                }
                Step::Close(index, answer) => {
                    if let Some((call, name, given)) = opened.get_mut(index) {
                        prop_assert_eq!(ledger.close(*call, answer).is_some(), given.is_none());
                        if given.is_none() {
                            *given = Some(answer);
                            running.retain(|other| other != call);
                            let standing = if answer == Answer::NotFound { Standing::Unserved } else { Standing::Answered };
                            known.insert(*name, standing);
                        }
                    }
                }
                Step::Serve(name) => {
                    ledger.serve(Text::Latin1(&[name]));
                    if known.get(&name) == Some(&Standing::Unserved) {
                        known.insert(name, Standing::Answered);
                    }
                }
                Step::Admit(index) => {
                    if let Some((call, _, None)) = opened.get(index)
                        && !running.contains(call)
                        && ledger.admit(*call)
                    {
                        running.push(*call);
                    }
                }
            }
            if let (Some((call, name)), true) = (forgettable, opened.len() % 5 == 4) {
                ledger.forget(call);
                opened.pop();
                known.insert(name, before);
            }
            while let Some(call) = ledger.next_run() {
                prop_assert!(!running.contains(&call));
                running.push(call);
            }
            prop_assert!(running.len() <= limit as usize);
            let open: Vec<_> =
                opened.iter().filter(|(_, _, given)| given.is_none()).map(|(call, ..)| *call).collect();
            prop_assert_eq!(ledger.open_calls().collect::<Vec<_>>(), open);
            for (name, standing) in &known {
                prop_assert_eq!(ledger.standing(Text::Latin1(&[*name])), *standing);
            }
        }
    }
}
