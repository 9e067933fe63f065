use proptest::prelude::*;

use super::{
    Effects, Entry, Harness, Input, Misfit, Options, Output, Recovery, Refusal, Setting, Status,
    head,
};
use crate::journal::replay;
use crate::text::Text;
use crate::tool::{Answer, CallNo, Standing};

const KIND: Text<'_> = Text::Latin1(b"agent-harness");
const ID: Text<'_> = Text::Latin1(b"run");

/// A harness, the time, and everything it ever gave.
struct Bench {
    harness: Harness,
    effects: Effects,
    log: Vec<u8>,
    at: f64,
}

impl Bench {
    fn new(options: &Options) -> Self {
        let log = if options.logged { head(KIND, ID) } else { Vec::new() };
        Self { harness: Harness::new(options), effects: Effects::default(), log, at: 0.0 }
    }

    fn started(options: &Options) -> Self {
        let mut bench = Self::new(options);
        bench.settings();
        bench.start();
        bench
    }

    fn give(&mut self, input: Input<'_>) -> Vec<Output> {
        self.at += 1.0;
        self.harness.handle(self.at, input, &mut self.effects);
        self.log.append(&mut self.effects.records);
        std::mem::take(&mut self.effects.outputs)
    }

    fn settings(&mut self) {
        for setting in [Setting::Workspace, Setting::Task] {
            self.give(Input::Set { setting, given: true, json: Some("\"x\"") });
        }
    }

    fn start(&mut self) -> Vec<Output> {
        self.give(Input::Start { system: Entry::Text(Text::Latin1(b"You are")) })
    }

    fn text(&mut self) -> Vec<Output> {
        self.give(Input::Text { entry: Entry::Text(Text::Latin1(b"hello")), entries: None })
    }

    fn respond(&mut self, ids: &[&str]) -> Vec<Output> {
        let ids: Vec<_> = ids.iter().map(|id| Text::Latin1(id.as_bytes())).collect();
        let calls: Vec<_> = ids.iter().map(|_| "{}").collect();
        let json = format!("{{\"role\":\"assistant\",\"toolCalls\":[{}]}}", calls.join(","));
        let entry = Some(Entry::Kept(Some(&json)));
        self.give(Input::Response { entry, thinking: false, ids: &ids })
    }

    fn settle(&mut self, call: u32, answer: Answer) -> Vec<Output> {
        let entry = Entry::Kept(Some("{\"role\":\"tool\"}"));
        self.give(Input::Settle { call: CallNo(call), answer, entry })
    }

    fn result(&mut self, id: &str) -> Vec<Output> {
        let entry = Entry::Kept(Some("{\"role\":\"tool\"}"));
        let id = Some(Text::Latin1(id.as_bytes()));
        self.give(Input::Result { id, answer: Answer::Success, entry, lenient: false })
    }

    /// What a process that starts from the log knows.
    fn revived(&self) -> Self {
        let mut harness = Harness::new(&logged());
        let mut recovery = Recovery::new(&mut harness, KIND, ID);
        replay(&self.log, |line| recovery.feed(line.bytes)).unwrap();
        let _ = recovery.finish();
        Self { harness, effects: Effects::default(), log: self.log.clone(), at: self.at }
    }
}

fn logged() -> Options {
    Options { logged: true, ..Options::default() }
}

#[test]
fn g20_workspace_is_looked_at_before_task() {
    let mut bench = Bench::new(&Options::default());
    let refused = |refusal| vec![Output::Refuse(refusal), Output::Close];
    assert_eq!(bench.start(), refused(Refusal::WorkspaceMissing));
    bench.give(Input::Set { setting: Setting::Workspace, given: true, json: None });
    assert_eq!(bench.start(), refused(Refusal::TaskMissing));
    bench.give(Input::Set { setting: Setting::Task, given: true, json: None });
    assert_eq!(bench.start(), [Output::Start { resumed: false }, Output::Initialized]);
}

#[test]
fn g21_the_turn_that_reaches_the_limit_is_not_passed_on() {
    let mut bench = Bench::started(&Options { max_turns: 2.0, ..Options::default() });
    assert_eq!(bench.text(), [Output::Forward]);
    assert_eq!(bench.text(), [Output::MaxTurns, Output::End, Output::Finish]);
    assert_eq!(bench.harness.turn(), 2);
}

#[test]
fn g21_credit_is_what_would_be_passed_on_anyhow() {
    for (max_turns, spent, credit) in [
        (0.0, 0, 0),
        (1.0, 0, 0),
        (2.0, 0, 1),
        (2.5, 0, 2),
        (10.0, 4, 5),
        (f64::INFINITY, 0, u32::MAX - 1),
    ] {
        let mut bench = Bench::started(&Options { max_turns, ..Options::default() });
        for _ in 0..spent {
            bench.text();
        }
        assert_eq!(bench.harness.credit(), credit, "limit {max_turns}, turn {spent}");
    }
    assert_eq!(Bench::started(&logged()).harness.credit(), 0, "a logged frame is asked for");
    assert_eq!(
        Bench::new(&Options::default()).harness.credit(),
        0,
        "nothing is passed on before START"
    );
}

#[test]
fn g21_frames_on_credit_count_like_others() {
    let mut one = Bench::started(&Options { max_turns: 5.0, ..Options::default() });
    let mut other = Bench::started(&Options { max_turns: 5.0, ..Options::default() });
    for _ in 0..4 {
        one.text();
    }
    assert_eq!(other.give(Input::Texts { count: 4, moved: None }), []);
    assert_eq!(one.harness.turn(), other.harness.turn());
    assert_eq!(one.harness.status(), other.harness.status());
    assert_eq!(one.harness.history().len(), other.harness.history().len());
    assert_eq!(one.text(), other.text());
}

#[test]
fn g22_data_is_refused_before_start() {
    let mut bench = Bench::new(&Options::default());
    let refused = [Output::Refuse(Refusal::NotInitialized)];
    for misfit in [Misfit::DataTypeMissing, Misfit::UnknownData, Misfit::InvalidCalls] {
        assert_eq!(bench.give(Input::Misfit(misfit)), refused);
    }
    assert_eq!(bench.respond(&[]), refused);
    assert_eq!(bench.result("a"), refused);
    assert_eq!(bench.give(Input::Misfit(Misfit::TextMissing)), []);
}

#[test]
fn g23_an_answer_from_outside_is_taken_once() {
    let mut bench = Bench::started(&logged());
    bench.respond(&["a"]);
    bench.settle(0, Answer::NotFound);
    for mut bench in [bench.revived(), bench] {
        assert_eq!(bench.give(Input::Wake), []);
        assert_eq!(bench.result("a"), [Output::Keep, Output::Completed(None)]);
        assert_eq!(bench.result("a"), [Output::Refuse(Refusal::DuplicateResult)]);
    }
}

#[test]
fn g24_a_response_with_a_taken_id_changes_nothing() {
    let mut bench = Bench::started(&logged());
    bench.respond(&["a"]);
    let (before, length) = (bench.log.clone(), bench.harness.history().len());
    assert_eq!(bench.respond(&["b", "a"]), [Output::IdTaken(1)]);
    assert_eq!(bench.respond(&["c", "c", "a"]), [Output::IdTaken(1), Output::IdTaken(2)]);
    assert_eq!(bench.log, before);
    assert_eq!(bench.harness.history().len(), length);
    assert_eq!(
        bench.result("b").first(),
        Some(&Output::Keep),
        "b was never opened, so this is no duplicate"
    );
}

#[test]
fn g24_status_is_what_the_last_event_made_it() {
    let mut bench = Bench::started(&Options::default());
    assert_eq!(bench.harness.status(), Status::Idle);
    bench.text();
    assert_eq!(bench.harness.status(), Status::Thinking);
    bench.respond(&["a", "b"]);
    assert_eq!(bench.harness.status(), Status::Executing);
    bench.settle(0, Answer::Success);
    bench.text();
    bench.respond(&[]);
    assert_eq!(bench.harness.status(), Status::Executing);
    bench.settle(1, Answer::Success);
    assert_eq!(bench.harness.status(), Status::Thinking);
    bench.respond(&[]);
    assert_eq!(bench.harness.status(), Status::Idle);
}

#[test]
fn g26_the_end_closes_open_calls_in_order_and_nothing_follows() {
    let mut bench = Bench::started(&Options::default());
    bench.respond(&["a", "b", "c"]);
    bench.settle(1, Answer::Success);
    let close = Input::Close { failed: true, entries: None };
    assert_eq!(
        bench.give(close),
        [
            Output::Aborted(CallNo(0)),
            Output::Aborted(CallNo(2)),
            Output::Shutdown,
            Output::End,
            Output::Finish
        ]
    );
    assert_eq!(bench.harness.status(), Status::Idle);
    assert_eq!(bench.give(close), []);
    assert_eq!(bench.text(), []);
    assert_eq!(bench.harness.ledger().standing(Text::Latin1(b"b")), Standing::Unknown);
}

#[test]
fn g37_a_log_gives_back_the_run_and_its_open_calls() {
    let mut bench = Bench::started(&logged());
    bench.text();
    bench.respond(&["a", "b"]);
    bench.settle(0, Answer::Success);
    bench.give(Input::Limit(f64::INFINITY));
    let mut revived = bench.revived();
    assert!(revived.harness.max_turns().is_infinite());
    assert_eq!(revived.harness.turn(), 1);
    assert_eq!(revived.harness.status(), Status::Executing);
    assert_eq!(revived.harness.history().len(), bench.harness.history().len());
    assert_eq!(
        revived.start(),
        [Output::Start { resumed: true }, Output::Initialized, Output::Interrupted(CallNo(1))]
    );
    assert_eq!(
        revived.settle(1, Answer::Error),
        [Output::Keep, Output::Completed(Some(CallNo(1)))]
    );
    assert_eq!(revived.result("b"), [Output::Refuse(Refusal::DuplicateResult)]);
}

#[test]
fn g37_another_task_begins_a_new_run() {
    let mut bench = Bench::started(&logged());
    bench.text();
    bench.respond(&["a"]);
    let mut revived = bench.revived();
    revived.give(Input::Set { setting: Setting::Task, given: true, json: Some("\"y\"") });
    assert_eq!(
        revived.start(),
        [Output::Reset, Output::Start { resumed: false }, Output::Initialized]
    );
    assert_eq!((revived.harness.turn(), revived.harness.history().len()), (0, 1));
    let mut again = revived.revived();
    assert!(again.harness.ledger.is_idle(), "no call is left open");
    for run in [&mut revived, &mut again] {
        let standing = run.harness.ledger().standing(Text::Latin1(b"a"));
        assert_eq!(standing, Standing::Unknown, "the ids of the other run are free");
    }
}

#[test]
fn g37_an_ended_run_is_over() {
    let mut bench = Bench::started(&logged());
    bench.text();
    bench.give(Input::End { entries: None });
    let mut revived = bench.revived();
    assert_eq!(revived.text(), [], "a run that has ended takes no text");
    assert_eq!(
        revived.start(),
        [Output::Reset, Output::Start { resumed: false }, Output::Initialized]
    );
}

#[derive(Clone, Debug)]
enum Step {
    Text,
    Respond(Vec<u8>),
    Settle(u32, bool),
    Result(u8),
    Start,
    Crash,
    End,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        3 => Just(Step::Text),
        3 => prop::collection::vec(0u8..5, 0..4).prop_map(Step::Respond),
        5 => (0u32..20, any::<bool>()).prop_map(|(call, failed)| Step::Settle(call, failed)),
        2 => (0u8..5).prop_map(Step::Result),
        1 => Just(Step::Start),
        1 => Just(Step::Crash),
        1 => Just(Step::End),
    ];
    prop::collection::vec(step, 0..60)
}

proptest! {
    /// Whatever happens in whatever order, and wherever the process dies: each call has one answer, and the log gives
    /// back what was there.
    #[test]
    fn g24_g37_every_call_is_answered_once_across_crashes(steps in steps()) {
        let mut bench = Bench::started(&Options { max_turns: f64::INFINITY, ..logged() });
        let mut open: Vec<u32> = Vec::new();
        let mut turns = 0;
        let mut entries = 1;
        let mut live = true;
        let note = |open: &mut Vec<u32>, entries: &mut usize, outputs: &[Output]| {
            for output in outputs {
                match output {
                    Output::Call(call) => open.push(call.0),
                    Output::Completed(Some(call)) => {
                        assert!(open.contains(&call.0), "an answer for a call that is not open");
                        open.retain(|other| *other != call.0);
                        *entries += 1;
                    }
                    Output::Completed(None) => *entries += 1,
                    _ => {}
                }
            }
        };
        for step in steps {
            match step {
                Step::Text => {
                    let outputs = bench.text();
                    prop_assert_eq!(outputs.len(), usize::from(live));
                    turns += u32::from(live);
                    entries += usize::from(live);
                }
                Step::Respond(names) => {
                    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    let outputs = bench.respond(&names);
                    if live && !matches!(outputs[..], [Output::IdTaken(_), ..]) {
                        entries += 1;
                    }
                    note(&mut open, &mut entries, &outputs);
                }
                Step::Settle(call, failed) => {
                    let answer = if failed { Answer::Error } else { Answer::Success };
                    let was_open = open.contains(&call);
                    let outputs = bench.settle(call, answer);
                    prop_assert_eq!(!outputs.is_empty(), was_open);
                    note(&mut open, &mut entries, &outputs);
                }
                Step::Result(name) => {
                    let outputs = bench.result(&name.to_string());
                    note(&mut open, &mut entries, &outputs);
                }
                Step::Start => {
                    let outputs = bench.start();
                    if outputs.contains(&Output::Reset) {
                        open.clear();
                        entries = 0;
                    }
                    turns = 0;
                    entries += 1;
                    live = true;
                }
                Step::Crash => {
                    bench = bench.revived();
                    bench.harness.max_turns = f64::INFINITY;
                    // Open calls are numbered anew, in the same order.
                    prop_assert_eq!(bench.harness.ledger.open_calls().count(), open.len());
                    open = bench.harness.ledger.open_calls().map(|call| call.0).collect();
                    let woken = bench.give(Input::Wake);
                    let expected: Vec<_> = open.iter().map(|call| Output::Interrupted(CallNo(*call))).collect();
                    prop_assert_eq!(woken, if live { expected } else { vec![] });
                    if live {
                        for call in std::mem::take(&mut open) {
                            prop_assert!(!bench.settle(call, Answer::Error).is_empty());
                            entries += 1;
                        }
                    }
                }
                Step::End => {
                    // The process dies right after the end, which closes all calls, was written.
                    bench.give(Input::End { entries: Some(&"{\"role\":\"tool\"}\n".repeat(open.len())) });
                    entries += open.len();
                    open.clear();
                    bench = bench.revived();
                    bench.harness.max_turns = f64::INFINITY;
                    live = false;
                }
            }
            prop_assert_eq!(bench.harness.turn(), turns);
            prop_assert_eq!(bench.harness.history().len(), entries);
            prop_assert_eq!(bench.harness.ledger.open_calls().map(|call| call.0).collect::<Vec<_>>(), open.clone());
        }
    }
}
