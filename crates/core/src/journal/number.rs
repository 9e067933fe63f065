//! Numbers as JavaScript prints them.

use std::io::Write;

/// The integers up to here are exact, and print as their digits.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

/// Appends a number as `JSON.stringify` does: the shortest digits that give it back; `null` where there is none.
pub(super) fn append(number: f64, out: &mut Vec<u8>) {
    if !number.is_finite() {
        out.extend_from_slice(b"null");
    } else if number.abs() < LARGEST_EXACT && number.fract() == 0.0 {
        #[expect(clippy::cast_possible_truncation, reason = "integral, and within 2^53")]
        let whole = number as i64;
        append_integer(whole, out);
    } else {
        append_shortest(number, out);
    }
}

fn append_integer(whole: i64, out: &mut Vec<u8>) {
    if whole < 0 {
        out.push(b'-');
    }
    let mut digits = [0; 16];
    let mut left = whole.unsigned_abs();
    let mut used = 0;
    for slot in digits.iter_mut().rev() {
        *slot = b'0' + (left % 10).to_le_bytes()[0];
        left /= 10;
        used += 1;
        if left == 0 {
            break;
        }
    }
    out.extend_from_slice(digits.split_at(digits.len() - used).1);
}

/// ECMA-262, `Number::toString`: which of four forms the digits take depends on where the point is.
fn append_shortest(number: f64, out: &mut Vec<u8>) {
    // 17 digits, a sign, a point and an exponent: formatting cannot fail, and what is not written is not read.
    let mut buffer = [0; 32];
    let mut free: &mut [u8] = &mut buffer;
    let _ = write!(free, "{:e}", number.abs());
    let unused = free.len();
    let text = buffer.split_at(buffer.len() - unused).0;
    let at = text.iter().position(|&byte| byte == b'e').unwrap_or(text.len());
    let (mantissa, exponent) = text.split_at(at);
    let exponent = exponent.get(1..).and_then(|digits| str::from_utf8(digits).ok());
    let exponent: i32 = exponent.and_then(|digits| digits.parse().ok()).unwrap_or(0);
    let digits = || mantissa.iter().copied().filter(|&byte| byte != b'.');
    let count = digits().count();

    if number < 0.0 {
        out.push(b'-');
    }
    match exponent {
        0..=20 => {
            let before = exponent.unsigned_abs() as usize + 1;
            out.extend(digits().chain(std::iter::repeat(b'0')).take(before));
            if count > before {
                out.push(b'.');
                out.extend(digits().skip(before));
            }
        }
        -6..=-1 => {
            out.extend_from_slice(b"0.");
            out.extend(std::iter::repeat_n(b'0', exponent.unsigned_abs() as usize - 1));
            out.extend(digits());
        }
        _ => {
            out.extend_from_slice(mantissa);
            out.extend_from_slice(if exponent < 0 { b"e-" } else { b"e+" });
            append_integer(i64::from(exponent.abs()), out);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    fn printed(number: f64) -> String {
        let mut out = Vec::new();
        super::append(number, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn g38_numbers_are_printed_as_javascript_prints_them() {
        for (number, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (7.0, "7"),
            (-42.0, "-42"),
            (1_764_530_000_123.0, "1764530000123"),
            (9_007_199_254_740_991.0, "9007199254740991"),
            (9_007_199_254_740_992.0, "9007199254740992"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (1e21, "1e+21"),
            (-1.5e300, "-1.5e+300"),
            (f64::MAX, "1.7976931348623157e+308"),
            (0.5, "0.5"),
            (-0.001, "-0.001"),
            (12.75, "12.75"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (1.25e-7, "1.25e-7"),
            (5e-324, "5e-324"),
            (0.1 + 0.2, "0.30000000000000004"),
            (f64::NAN, "null"),
            (f64::INFINITY, "null"),
            (f64::NEG_INFINITY, "null"),
        ] {
            assert_eq!(printed(number), expected);
        }
    }

    proptest! {
        #[test]
        fn g38_a_number_comes_back(number in any::<f64>().prop_filter("finite", |n| n.is_finite())) {
            prop_assert_eq!(printed(number).parse::<f64>(), Ok(number));
            prop_assert!(serde_json::from_str::<f64>(&printed(number)).is_ok());
        }
    }
}
