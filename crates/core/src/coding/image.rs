//! What image a file is, by its content alone: the name says nothing certain, and a model is shown the bytes.

/// An image format that a model may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JPEG, other than JPEG-LS.
    Jpeg,
    /// PNG, not animated.
    Png,
    /// GIF.
    Gif,
    /// WebP.
    Webp,
    /// Windows bitmap, which no model takes as it is.
    Bmp,
}

impl Format {
    /// Its MIME type.
    #[must_use]
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
            Self::Bmp => "image/bmp",
        }
    }
}

/// What is known of a file so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// More of it has to be seen.
    Undecided,
    /// An image.
    Image(Format),
    /// No image, or one that is not shown as one.
    Other,
}

/// Looks at a file piece by piece, until it is decided what it is.
#[derive(Debug)]
pub struct Sniffer {
    header: Vec<u8>,
    chunks: Option<PngChunks>,
    kind: Kind,
}

/// As much as any format but PNG has to be known by.
const HEADER: usize = 30;

impl Default for Sniffer {
    fn default() -> Self {
        Self { header: Vec::with_capacity(HEADER), chunks: None, kind: Kind::Undecided }
    }
}

impl Sniffer {
    /// Looks at the next piece.
    pub fn push(&mut self, piece: &[u8]) -> Kind {
        if self.kind != Kind::Undecided {
            return self.kind;
        }
        let wanted = HEADER - self.header.len();
        let (head, rest) = piece.split_at_checked(wanted).unwrap_or((piece, &[]));
        self.header.extend_from_slice(head);
        if self.header.len() < HEADER {
            return Kind::Undecided;
        }
        self.kind = match &mut self.chunks {
            Some(chunks) => chunks.push(rest),
            None => match of_header(&self.header) {
                Kind::Image(Format::Png) => {
                    self.chunks.insert(PngChunks::after_header()).push(rest)
                }
                kind => kind,
            },
        };
        self.kind
    }

    /// What the file is that ends here.
    #[must_use]
    pub fn finish(&self) -> Kind {
        match self.kind {
            Kind::Undecided => of_header(&self.header),
            kind => kind,
        }
    }
}

fn of_header(header: &[u8]) -> Kind {
    let format = match header {
        [0xff, 0xd8, 0xff, 0xf7, ..] => return Kind::Other,
        [0xff, 0xd8, 0xff, ..] => Format::Jpeg,
        [b'G', b'I', b'F', ..] => Format::Gif,
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Format::Webp,
        [b'B', b'M', ..] if is_bitmap(header) => Format::Bmp,
        _ if header.starts_with(PNG_START) => Format::Png,
        _ => return Kind::Other,
    };
    Kind::Image(format)
}

/// The signature of PNG, and the length and the type of the chunk that has to be first.
const PNG_START: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

/// Two letters begin many a text; a bitmap's header is also consistent.
fn is_bitmap(header: &[u8]) -> bool {
    let half = |at| header.get(at..)?.first_chunk().copied().map(u16::from_le_bytes);
    let word = |at| header.get(at..)?.first_chunk().copied().map(u32::from_le_bytes);
    let (Some(size), Some(pixels), Some(info)) = (word(2), word(10), word(14)) else {
        return false;
    };
    let (planes, depth) = match info {
        12 => (half(22), half(24)),
        40..=124 => (half(26), half(28)),
        _ => return false,
    };
    (size == 0 || pixels < size)
        && pixels >= 14 + info
        && planes == Some(1)
        && matches!(depth, Some(1 | 4 | 8 | 16 | 24 | 32))
}

/// The chunks of a PNG behind its header, up to the one that tells.
#[derive(Debug)]
struct PngChunks {
    /// Bytes until the next chunk begins.
    skip: u64,
    /// Length and type of the chunk.
    head: Vec<u8>,
}

impl PngChunks {
    /// Signature, IHDR, its 13 bytes and their checksum are 33 bytes, of which the header has shown the first.
    const fn after_header() -> Self {
        Self { skip: 33 - HEADER as u64, head: Vec::new() }
    }

    fn push(&mut self, piece: &[u8]) -> Kind {
        let mut rest = piece;
        loop {
            let skipped = usize::try_from(self.skip).unwrap_or(usize::MAX).min(rest.len());
            self.skip -= skipped as u64;
            rest = rest.get(skipped..).unwrap_or_default();
            let (head, after) = rest.split_at_checked(8 - self.head.len()).unwrap_or((rest, &[]));
            self.head.extend_from_slice(head);
            rest = after;
            let Some((length, kind)) = self.head.split_first_chunk::<4>() else {
                return Kind::Undecided;
            };
            match kind {
                b"acTL" => return Kind::Other,
                b"IDAT" => return Kind::Image(Format::Png),
                [_, _, _, _] => {
                    self.skip = u64::from(u32::from_be_bytes(*length)) + 4;
                    self.head.clear();
                }
                _ => return Kind::Undecided,
            }
        }
    }
}

#[cfg(test)]
#[path = "image_tests.rs"]
mod tests;
