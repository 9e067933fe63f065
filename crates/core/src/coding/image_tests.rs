use proptest::prelude::*;

use super::{Format, Kind, Sniffer};

fn kind_of(file: &[u8], size: usize) -> Kind {
    let mut sniffer = Sniffer::default();
    for piece in file.chunks(size) {
        sniffer.push(piece);
    }
    sniffer.finish()
}

fn chunk(kind: &str, body: &[u8]) -> Vec<u8> {
    [&u32::try_from(body.len()).unwrap().to_be_bytes(), kind.as_bytes(), body, &[0; 4]].concat()
}

fn png(chunks: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    file.extend(chunk("IHDR", &[0; 13]));
    file.extend(chunks.iter().flatten());
    file
}

fn bitmap(edit: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut file = vec![0; 60];
    file[..2].copy_from_slice(b"BM");
    file[2..6].copy_from_slice(&60_u32.to_le_bytes());
    file[10..14].copy_from_slice(&54_u32.to_le_bytes());
    file[14..18].copy_from_slice(&40_u32.to_le_bytes());
    file[26] = 1;
    file[28] = 24;
    edit(&mut file);
    file
}

#[test]
fn a17_2_formats_are_known_by_their_first_bytes() {
    let image = Kind::Image;
    for (file, kind) in [
        (b"\xff\xd8\xff".as_slice(), image(Format::Jpeg)),
        (b"\xff\xd8\xff\xe0 and more of it than any header is long", image(Format::Jpeg)),
        (b"\xff\xd8\xff\xf7", Kind::Other),
        (b"\xff\xd8", Kind::Other),
        (b"GIF89a", image(Format::Gif)),
        (b"GI", Kind::Other),
        (b"RIFF\0\0\0\0WEBP", image(Format::Webp)),
        (b"RIFF\0\0\0\0WAVE", Kind::Other),
        (b"BM is how this text begins, and it is long", Kind::Other),
        (b"", Kind::Other),
    ] {
        for size in [1, 7, 100] {
            assert_eq!(kind_of(file, size), kind, "{file:?}");
        }
    }
}

#[test]
fn a17_2_an_animated_png_is_not_shown() {
    let (still, moving) = (chunk("IDAT", &[1; 9]), chunk("acTL", &[0; 8]));
    let text = chunk("tEXt", &[b'a'; 5000]);
    let is_png = Kind::Image(Format::Png);
    for size in [1, 7, 33, 4096] {
        assert_eq!(kind_of(&png(&[text.clone(), still.clone(), moving.clone()]), size), is_png);
        assert_eq!(
            kind_of(&png(&[text.clone(), moving.clone(), still.clone()]), size),
            Kind::Other
        );
        assert_eq!(kind_of(&png(&[]), size), is_png);
        assert_eq!(kind_of(&png(&[])[..15], size), Kind::Other);
        assert_eq!(kind_of(&png(&[])[..16], size), is_png);
    }
}

#[test]
fn a17_2_a_bitmap_has_a_sane_header() {
    let is_bitmap = |file: &[u8]| kind_of(file, 11) == Kind::Image(Format::Bmp);
    assert!(is_bitmap(&bitmap(|_| {})));
    assert!(is_bitmap(&bitmap(|file| file[2..6].fill(0))), "a size of 0 is not given");
    assert!(!is_bitmap(&bitmap(|file| file[2] = 54)), "there are no pixels");
    assert!(!is_bitmap(&bitmap(|file| file[10] = 53)), "the pixels begin inside the header");
    assert!(!is_bitmap(&bitmap(|file| file[14] = 39)), "no such header");
    let with_header = |size: u8| {
        bitmap(|file| {
            file[2..6].fill(0);
            file[10] = 14 + size;
            file[14] = size;
        })
    };
    assert!(is_bitmap(&with_header(124)) && !is_bitmap(&with_header(125)));
    for depth in [1, 4, 8, 16, 24, 32] {
        assert!(is_bitmap(&bitmap(|file| file[28] = depth)), "{depth} bits");
    }
    assert!(!is_bitmap(&bitmap(|file| file[26] = 2)), "two planes");
    assert!(!is_bitmap(&bitmap(|file| file[28] = 2)), "two bits");
    assert!(!is_bitmap(&bitmap(|_| {})[..29]), "cut off");
    let core = bitmap(|file| {
        file[10] = 26;
        file[14] = 12;
        file[22] = 1;
        file[24] = 8;
    });
    assert!(is_bitmap(&core[..26]) && !is_bitmap(&core[..25]));
}

proptest! {
    #[test]
    fn a17_2_what_a_file_is_does_not_depend_on_its_pieces(
        start in prop::sample::select(vec![png(&[]), bitmap(|_| {}), b"RIFF0000WEBP".to_vec(), Vec::new()]),
        tail in prop::collection::vec(any::<u8>(), 0..60),
        size in 1_usize..50,
    ) {
        let file = [start, tail].concat();
        prop_assert_eq!(kind_of(&file, size), kind_of(&file, file.len().max(1)));
    }
}
