//! Reading a journal back after whatever ended its writer.

use serde::de::IgnoredAny;

use super::lines::{Line, Lines};

/// What a journal holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// How much of the file is whole lines: its length once the torn tail is cut.
    pub good_len: usize,
    /// How many lines that is.
    pub lines: usize,
    /// What follows them.
    pub torn: Option<Torn>,
}

/// The tail that an interrupted write leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Torn {
    /// Which line this would be, counted from 1.
    pub line: usize,
    /// Its bytes.
    pub len: usize,
}

/// A line that cannot be read, and that no interrupted write explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} (at byte {offset}) is broken: {reason}")]
pub struct Broken<E> {
    /// Which line, counted from 1.
    pub line: usize,
    /// Where it begins in the file.
    pub offset: usize,
    /// Why it did not decode.
    pub reason: E,
}

/// Gives each whole line to `decode`, in order, until one does not decode.
///
/// That line is torn when it is the last and no JSON object, as when a power cut left zeros in it. A whole object that
/// does not decode is never torn, wherever it stands: no interrupted write makes one, and it may be what a newer
/// version wrote. Bytes after the last newline are always torn, since the write that should have ended them did not
/// return.
///
/// A `decode` that fails must not have applied a part of the line.
///
/// # Errors
/// A line is broken. Nothing should then be done to the file.
pub fn replay<'a, E>(
    bytes: &'a [u8],
    mut decode: impl FnMut(Line<'a>) -> Result<(), E>,
) -> Result<Recovered, Broken<E>> {
    let mut lines = Lines::new(bytes);
    let mut good = Recovered { good_len: 0, lines: 0, torn: None };
    while let Some(line) = lines.next() {
        if let Err(reason) = decode(line) {
            if !lines.rest().is_empty() || is_object(line.bytes) {
                return Err(Broken { line: line.number, offset: line.offset, reason });
            }
            good.torn = Some(Torn { line: line.number, len: line.bytes.len() + 1 });
            return Ok(good);
        }
        good.good_len = lines.offset();
        good.lines = line.number;
    }
    let tail = lines.rest().len();
    good.torn = (tail > 0).then_some(Torn { line: good.lines + 1, len: tail });
    Ok(good)
}

/// Whether the bytes are one JSON object and nothing else.
fn is_object(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().first() == Some(&b'{')
        && serde_json::from_slice::<IgnoredAny>(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Broken, Recovered, Torn, replay};

    /// Reads `{"n":N}` lines and gives their numbers.
    fn numbers(bytes: &[u8]) -> Result<(Recovered, Vec<u64>), Broken<&'static str>> {
        let mut found = Vec::new();
        let recovered = replay(bytes, |line| {
            let value: serde_json::Value =
                serde_json::from_slice(line.bytes).map_err(|_| "no JSON")?;
            found.push(value.get("n").and_then(serde_json::Value::as_u64).ok_or("no number")?);
            Ok(())
        })?;
        Ok((recovered, found))
    }

    fn journal(count: u64) -> Vec<u8> {
        (0..count).flat_map(|n| format!("{{\"n\":{n}}}\n").into_bytes()).collect()
    }

    #[test]
    fn g37_a_whole_journal_has_no_torn_tail() {
        assert_eq!(numbers(b""), Ok((Recovered { good_len: 0, lines: 0, torn: None }, vec![])));
        assert_eq!(
            numbers(&journal(3)),
            Ok((Recovered { good_len: 24, lines: 3, torn: None }, vec![0, 1, 2]))
        );
    }

    #[test]
    fn g37_a_cut_at_any_byte_of_the_last_records_loses_only_the_record_cut() {
        let whole = journal(12);
        for end in 0..whole.len() {
            let cut = whole.get(..end).unwrap();
            let (recovered, found) = numbers(cut).unwrap();
            let good = cut.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            assert_eq!(recovered.good_len, good);
            assert_eq!(recovered.lines, found.len());
            assert_eq!(found, (0..found.len() as u64).collect::<Vec<_>>());
            let torn = (good < end).then_some(Torn { line: found.len() + 1, len: end - good });
            assert_eq!(recovered.torn, torn);
        }
    }

    #[test]
    fn g37_zeros_at_the_tail_are_torn() {
        for (zeros, torn) in [
            (vec![0; 4096], Torn { line: 4, len: 4096 }),
            ([vec![0; 7], vec![b'\n']].concat(), Torn { line: 4, len: 8 }),
            (b"{\"n\":\0\0\0}\n".to_vec(), Torn { line: 4, len: 10 }),
            (b"[0]\n".to_vec(), Torn { line: 4, len: 4 }),
        ] {
            let (recovered, found) = numbers(&[journal(3), zeros].concat()).unwrap();
            assert_eq!(recovered, Recovered { good_len: 24, lines: 3, torn: Some(torn) });
            assert_eq!(found.len(), 3);
        }
    }

    #[test]
    fn g37_a_broken_line_in_the_middle_is_named() {
        let mut bytes = journal(3);
        *bytes.get_mut(10).unwrap() = 0;
        let broken = Broken { line: 2, offset: 8, reason: "no JSON" };
        assert_eq!(numbers(&bytes), Err(broken));
        assert_eq!(broken.to_string(), "line 2 (at byte 8) is broken: no JSON");
        // Also where a torn tail follows: then the broken line was written before that tail, and is not it.
        bytes.truncate(17);
        assert_eq!(numbers(&bytes), Err(broken));
    }

    #[test]
    fn g37_a_whole_object_that_does_not_decode_is_never_torn() {
        let newer = |line: &[u8]| numbers(&[&journal(1), line].concat());
        let broken = |reason| Err(Broken { line: 2, offset: 8, reason });
        assert_eq!(newer(b"{\"made by\":\"a newer version\"}\n"), broken("no number"));
        // A lone surrogate is more than this test's reader takes, but it is JSON.
        assert_eq!(newer(b"{\"n\":3,\"text\":\"\\ud83d\"}\n"), broken("no JSON"));
    }

    proptest! {
        #[test]
        fn g37_a_flipped_byte_is_never_passed_over(
            (at, mask) in (0usize..80, 1u8..=255)
        ) {
            let whole = journal(10);
            let mut bytes = whole.clone();
            *bytes.get_mut(at).unwrap() ^= mask;
            match numbers(&bytes) {
                Err(broken) => {
                    // The line of the flip, or the one that a lost or new newline made.
                    prop_assert!(broken.line == at / 8 + 1 || broken.line == at / 8 + 2);
                }
                Ok((recovered, found)) => {
                    let lines = at / 8;
                    prop_assert_eq!(found.get(..lines).unwrap(), (0..lines as u64).collect::<Vec<_>>());
                    // Only the last line may be cut, or the last two where the flip made them one; any other flip
                    // that reads is another number.
                    prop_assert!(recovered.torn.is_none() || lines == 9 || at == 71);
                    prop_assert!(recovered.lines >= 8);
                }
            }
        }
    }
}
