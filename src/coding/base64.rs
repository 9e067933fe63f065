//! Base64 of bytes that come in pieces.

use std::io::{self, ErrorKind};

use base64::Engine as _;
use base64::engine::general_purpose::PAD;

use crate::io::spare;

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
type Engine = base64::engine::Simd;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
type Engine = base64::engine::GeneralPurpose;

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn engine() -> Engine {
    Engine::standard(PAD)
}
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const fn engine() -> Engine {
    Engine::new(&base64::alphabet::STANDARD, PAD)
}

/// Three bytes make four digits.
const GROUP: usize = 3;
const DIGITS: usize = 4;

/// The base64, with its padding, of what is pushed.
pub(super) struct Base64 {
    engine: Engine,
    /// Longer than what is written of it.
    digits: Vec<u8>,
    written: usize,
    /// The bytes that do not make a group yet.
    rest: Vec<u8>,
}

impl Base64 {
    /// With room for so many bytes; for more it grows.
    pub(super) fn of(length: usize) -> Self {
        let digits = spare::take(length.div_ceil(GROUP) * DIGITS);
        Self { engine: engine(), digits, written: 0, rest: Vec::new() }
    }

    pub(super) fn push(&mut self, mut piece: &[u8]) -> io::Result<()> {
        if !self.rest.is_empty() {
            let (start, others) = piece.split_at(piece.len().min(GROUP - self.rest.len()));
            self.rest.extend_from_slice(start);
            if self.rest.len() < GROUP {
                return Ok(());
            }
            let group = std::mem::take(&mut self.rest);
            self.write(&group)?;
            piece = others;
        }
        let (groups, rest) = piece.split_at(piece.len() / GROUP * GROUP);
        self.rest.extend_from_slice(rest);
        self.write(groups)
    }

    pub(super) fn finish(mut self) -> io::Result<Vec<u8>> {
        let rest = std::mem::take(&mut self.rest);
        self.write(&rest)?;
        self.digits.truncate(self.written);
        Ok(self.digits)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let end = self.written + bytes.len().div_ceil(GROUP) * DIGITS;
        if end > self.digits.len() {
            self.digits.resize(end.max(2 * self.digits.len()), 0);
        }
        let room = self.digits.get_mut(self.written..end).unwrap_or_default();
        let count = self.engine.encode_slice(bytes, room);
        self.written += count.map_err(|error| io::Error::new(ErrorKind::OutOfMemory, error))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use base64::prelude::BASE64_STANDARD;
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a17_2_the_base64_of_an_image_is_the_same_however_it_is_read(
            pieces in vec(vec(any::<u8>(), 0..200), 0..20),
            expected in 0_usize..4000,
        ) {
            let mut base64 = Base64::of(expected);
            for piece in &pieces {
                base64.push(piece)?;
            }
            let text = base64.finish()?;
            prop_assert_eq!(text, BASE64_STANDARD.encode(pieces.concat()).into_bytes());
        }
    }
}
