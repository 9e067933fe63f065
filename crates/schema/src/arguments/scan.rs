//! The inner loops of parsing: the end of a string's plain part, numbers, hexadecimal digits.

/// One byte of value 1 or 128 in each of eight.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Marks, by their high bits, the bytes of a word that end the plain part of a string. The lowest mark is exact.
const fn marks(word: u64) -> u64 {
    let quote = word ^ (ONES * b'"' as u64);
    let backslash = word ^ (ONES * b'\\' as u64);
    let quotes = quote.wrapping_sub(ONES) & !quote;
    let backslashes = backslash.wrapping_sub(ONES) & !backslash;
    let controls = word.wrapping_sub(ONES * 0x20) & !word;
    (quotes | backslashes | controls) & HIGHS
}

/// Where the part of a string that needs no unescaping ends: at a quote, a backslash, a control character or the end.
#[inline]
pub(super) fn plain(bytes: &[u8], start: usize) -> usize {
    let mut rest = bytes.get(start..).unwrap_or_default();
    while let Some((chunk, after)) = rest.split_first_chunk::<8>() {
        let marks = marks(u64::from_le_bytes(*chunk));
        if marks != 0 {
            return bytes.len() - rest.len() + (marks.trailing_zeros() / 8) as usize;
        }
        rest = after;
    }
    let ends = |&byte: &u8| byte == b'"' || byte == b'\\' || byte < 0x20;
    bytes.len() - rest.len() + rest.iter().position(ends).unwrap_or(rest.len())
}

/// The unit that four hexadecimal digits name, or where they break off.
pub(super) fn hex(bytes: &[u8], start: usize) -> Result<u16, usize> {
    let mut unit = 0_u16;
    for at in start..start + 4 {
        let digit = bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
        let digit = digit.and_then(|digit| u16::try_from(digit).ok()).ok_or(at)?;
        unit = (unit << 4) | digit;
    }
    Ok(unit)
}

/// Digits that a double holds exactly, whatever they are.
const EXACT_DIGITS: usize = 15;

/// The number that starts at a place and where it ends, or where a digit is missing. Minus zero is zero, as
/// `JSON.stringify` writes it; a number beyond doubles is infinite.
pub(super) fn number(text: &str, start: usize) -> Result<(f64, usize), usize> {
    let bytes = text.as_bytes();
    let negative = bytes.get(start) == Some(&b'-');
    let first = start + usize::from(negative);
    let (end, mantissa) = match bytes.get(first) {
        Some(b'0') => (first + 1, 0),
        Some(b'1'..=b'9') => digits(bytes, first),
        _ => return Err(first),
    };
    if !matches!(bytes.get(end), Some(b'.' | b'e' | b'E')) && end - first <= EXACT_DIGITS {
        #[expect(clippy::cast_precision_loss, reason = "that few digits are exact")]
        let value = mantissa as f64;
        return Ok((if negative { 0.0 - value } else { value }, end));
    }
    let end = exponent(bytes, fraction(bytes, end)?)?;
    let value = text.get(start..end).and_then(|number| number.parse().ok()).unwrap_or(f64::NAN);
    Ok((value + 0.0, end))
}

fn fraction(bytes: &[u8], at: usize) -> Result<usize, usize> {
    if bytes.get(at) == Some(&b'.') { some_digits(bytes, at + 1) } else { Ok(at) }
}

fn exponent(bytes: &[u8], at: usize) -> Result<usize, usize> {
    match (bytes.get(at), bytes.get(at + 1)) {
        (Some(b'e' | b'E'), Some(b'+' | b'-')) => some_digits(bytes, at + 2),
        (Some(b'e' | b'E'), _) => some_digits(bytes, at + 1),
        _ => Ok(at),
    }
}

fn some_digits(bytes: &[u8], start: usize) -> Result<usize, usize> {
    let (end, _) = digits(bytes, start);
    if end == start { Err(start) } else { Ok(end) }
}

/// Where a run of digits ends, and their value modulo 2^64.
fn digits(bytes: &[u8], start: usize) -> (usize, u64) {
    let (mut at, mut value) = (start, 0_u64);
    while let Some(&byte @ b'0'..=b'9') = bytes.get(at) {
        value = value.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
        at += 1;
    }
    (at, value)
}
