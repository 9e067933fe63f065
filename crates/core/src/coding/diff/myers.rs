//! The greedy algorithm of Myers ("An O(ND) difference algorithm and its variations", 1986).

use super::Change;

/// How many lines may differ: the time is proportional to this times the lines, the memory to its square.
const MOST: usize = 400;

/// How far paths come with a number of edits. A path on a diagonal has used up `x` lines of the old text and `y` of the
/// new one; diagonal `k` of round `d` stands at `k + d`, where `k = x - y`.
struct Round(Vec<Option<usize>>);

impl Round {
    fn get(&self, at: Option<usize>) -> Option<usize> {
        at.and_then(|at| self.0.get(at).copied().flatten())
    }
}

#[derive(Clone, Copy)]
enum Step {
    /// A line less of the old text: from the diagonal before.
    Remove,
    /// A line more of the new text: from the diagonal behind.
    Add,
}

/// The changes, as few lines as possible; taking out comes first where there is a choice. None when more than `MOST`
/// lines differ.
pub(super) fn changes<T: Eq>(before: &[T], after: &[T]) -> Option<Vec<Change>> {
    let start = alike(before, after, 0, 0);
    if start == before.len() && start == after.len() {
        return Some(Vec::new());
    }
    let mut rounds = vec![Round(vec![Some(start)])];
    for edits in 1..=MOST.min(before.len() + after.len()) {
        let last = rounds.last()?;
        let mut round = Vec::with_capacity(2 * edits + 1);
        for at in 0..=2 * edits {
            // Every other diagonal can be reached.
            let reached = (at % 2 == 0)
                .then(|| furthest(last, at, edits, before.len(), after.len()))
                .flatten()
                .map(|(_, x, y)| {
                    let same = alike(before, after, x, y);
                    (x + same, y + same)
                });
            if reached == Some((before.len(), after.len())) {
                return walk_back(&rounds, edits, before.len(), after.len());
            }
            round.push(reached.map(|(x, _)| x));
        }
        rounds.push(Round(round));
    }
    None
}

/// Where one more edit leads on the diagonal at `at` of the round `edits`.
fn furthest(
    last: &Round,
    at: usize,
    edits: usize,
    old: usize,
    new: usize,
) -> Option<(Step, usize, usize)> {
    // The same diagonal stands one place lower in the round before.
    let from_remove = last.get(at.checked_sub(2)).filter(|x| *x < old);
    let from_add = last.get(Some(at));
    let y_of = |x: usize| (x + edits).checked_sub(at);
    let added = from_add.and_then(|x| Some((Step::Add, x, y_of(x).filter(|y| *y <= new)?)));
    let removed = from_remove.and_then(|x| Some((Step::Remove, x + 1, y_of(x + 1)?)));
    match (removed, added) {
        (Some(_), Some((_, x, _))) if from_remove < Some(x) => added,
        (Some(_), _) => removed,
        (None, _) => added,
    }
}

/// How many lines are the same from here on.
fn alike<T: Eq>(before: &[T], after: &[T], x: usize, y: usize) -> usize {
    let before = before.get(x..).unwrap_or_default();
    let after = after.get(y..).unwrap_or_default();
    before.iter().zip(after).take_while(|(old, new)| old == new).count()
}

fn walk_back(rounds: &[Round], edits: usize, old: usize, new: usize) -> Option<Vec<Change>> {
    let (mut x, mut y) = (old, new);
    let mut found: Vec<Change> = Vec::new();
    for edits in (1..=edits).rev() {
        let last = rounds.get(edits - 1)?;
        let (step, to_x, to_y) = furthest(last, (x + edits).checked_sub(y)?, edits, old, new)?;
        let (from_x, from_y) = match step {
            Step::Remove => (to_x - 1, to_y),
            Step::Add => (to_x, to_y.checked_sub(1)?),
        };
        match found.last_mut() {
            // Nothing in common lies between this edit and the one behind it.
            Some(change) if change.before.start == to_x && change.after.start == to_y => {
                change.before.start = from_x;
                change.after.start = from_y;
            }
            _ => found.push(Change { before: from_x..to_x, after: from_y..to_y }),
        }
        (x, y) = (from_x, from_y);
    }
    found.reverse();
    Some(found)
}
