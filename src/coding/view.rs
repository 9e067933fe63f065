//! The view that the read tool has of a file: some of its lines, or the image that it is.

use std::fs::File;
use std::io::{self, ErrorKind, Read};

use gatto_core::coding::image::{Kind, Sniffer};
use gatto_core::coding::truncate::{Limit, Limits};
use gatto_core::coding::window::{View, Window};
use napi::Env;
use napi::bindgen_prelude::{AsyncTask, Buffer, External, Object};
use napi_derive::napi;

use super::base64::Base64;
use crate::cancel::{Cancellable, Cancellation};
use crate::files::failure::Failure;
use crate::files::long::on_thread;
use crate::files::open::open_plain;
use crate::files::task::{FileTask, Operation};
use crate::files::text::{Text, text_of};

/// How much of a file is looked at at once: little enough to stay in a processor's cache.
const STEP: usize = 128 * 1024;

/// A file above this size takes so long that it gets a thread of its own; to make one takes longer than most reads.
const LARGE: u64 = 64 * 1024 * 1024;

/// The largest image that is held. Its base64 is a third longer, and has to fit in a string.
const LARGEST_IMAGE: usize = 256 * 1024 * 1024;

/// Which lines of a file are to be seen.
#[napi(object, object_to_js = false)]
#[derive(Clone, Copy)]
pub(crate) struct Lines {
    /// How many lines are passed over.
    pub before: f64,
    /// How many are seen at most; all that follow without it.
    pub count: Option<f64>,
}

impl Lines {
    fn window(self) -> Window {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a cast of floats saturates"
        )]
        let whole = |number: f64| number as u64;
        Window::new(whole(self.before), self.count.map(whole), Limits::DEFAULT)
    }
}

/// What there is to see in a file.
#[napi(object, object_from_js = false)]
pub(crate) struct FileView {
    /// The path that there was a file at.
    pub path: String,
    /// The type of the image that the file is. Then there is nothing but it and its bytes.
    pub mime_type: Option<String>,
    /// The bytes of an image that was read from a path, as they are.
    pub bytes: Option<Buffer>,
    /// The same in base64, where that was asked for instead.
    pub base64: Option<Text>,
    /// How many lines the file has.
    pub file_lines: f64,
    /// The lines that are shown.
    pub content: Text,
    /// Which limit cut them off, if any: `lines` or `bytes`.
    pub cut_by: Option<&'static str>,
    /// How many lines are shown, if they were cut off.
    pub output_lines: f64,
    /// The bytes that are shown.
    pub output_bytes: f64,
    /// How many lines there were to show.
    pub total_lines: f64,
    /// How many bytes there were to show.
    pub total_bytes: f64,
    /// How many bytes the first of them is.
    pub first_line_bytes: f64,
}

#[expect(clippy::cast_precision_loss, reason = "JavaScript's numbers are these")]
const fn number(count: u64) -> f64 {
    count as f64
}

impl FileView {
    fn of_image(path: String, mime: &str) -> Self {
        let empty = Window::new(0, None, Limits::DEFAULT).finish();
        Self { mime_type: Some(mime.to_owned()), ..Self::of_lines(path, empty) }
    }

    fn of_lines(path: String, View { lines, shown }: View) -> Self {
        Self {
            path,
            mime_type: None,
            bytes: None,
            base64: None,
            file_lines: number(lines),
            output_bytes: number(shown.content.len() as u64),
            content: text_of(shown.content.into_bytes()),
            cut_by: shown.cut.as_ref().map(|cut| match cut.by {
                Limit::Lines => "lines",
                Limit::Bytes => "bytes",
            }),
            output_lines: number(shown.cut.map_or(shown.totals.lines(), |cut| cut.lines as u64)),
            total_lines: number(shown.totals.lines()),
            total_bytes: number(shown.totals.bytes),
            first_line_bytes: number(shown.first_line),
        }
    }
}

/// What there is to see in a file whose bytes are at hand.
#[napi(catch_unwind)]
#[must_use]
pub(crate) fn view_bytes(path: String, bytes: &[u8], lines: Lines) -> FileView {
    let mut sniffer = Sniffer::default();
    sniffer.push(bytes);
    if let Kind::Image(format) = sniffer.finish() {
        return FileView::of_image(path, format.mime());
    }
    let mut window = lines.window();
    window.push(bytes);
    FileView::of_lines(path, window.finish())
}

/// Resolves to what there is to see in the first file that there is at one of the paths, the bytes of an image in base64
/// or as they are; to nothing when the file is large, and the work is one for [`view_large_file`].
#[napi(catch_unwind, ts_return_type = "Promise<FileView | undefined>")]
pub(crate) fn view_file(
    paths: Vec<String>,
    lines: Lines,
    in_base64: bool,
    cancellation: &External<Cancellation>,
) -> AsyncTask<FileTask<Viewing>> {
    let cancellation = Cancellation::clone(cancellation);
    AsyncTask::new(FileTask::new(Viewing { paths, lines, in_base64, cancellation, largest: LARGE }))
}

/// As [`view_file`], of any file.
///
/// # Errors
/// The system has no threads left.
#[napi(catch_unwind, ts_return_type = "Promise<FileView>")]
pub(crate) fn view_large_file<'env>(
    env: &'env Env,
    paths: Vec<String>,
    lines: Lines,
    in_base64: bool,
    cancellation: &External<Cancellation>,
) -> napi::Result<Object<'env>> {
    let cancellation = Cancellation::clone(cancellation);
    on_thread(env, Viewing { paths, lines, in_base64, cancellation, largest: u64::MAX })
}

pub(crate) struct Viewing {
    paths: Vec<String>,
    lines: Lines,
    in_base64: bool,
    cancellation: Cancellation,
    largest: u64,
}

impl Operation for Viewing {
    type Value = Option<FileView>;

    fn run(&self) -> Result<Option<FileView>, Failure> {
        let (path, file) = open_first(&self.paths)?;
        let failed = |error: &io::Error| Failure::new(error, "read", path);
        let about = file.metadata().map_err(|error| failed(&error))?;
        if about.is_dir() {
            return Err(Failure::named("EISDIR", "read", path));
        }
        // A pipe might never end, and a terminal has other readers.
        if !about.is_file() {
            return Err(Failure::named("EINVAL", "read", path));
        }
        if about.len() > self.largest {
            return Ok(None);
        }
        let source = Cancellable { source: file, cancellation: self.cancellation.clone() };
        let window = self.lines.window();
        let seen = view(source, about.len(), window, self.in_base64);
        Ok(Some(match seen.map_err(|error| failed(&error))? {
            Seen::Lines(view) => FileView::of_lines(path.to_owned(), view),
            Seen::Image(mime, bytes) => {
                let view = FileView::of_image(path.to_owned(), mime);
                if self.in_base64 {
                    FileView { base64: Some(text_of(bytes)), ..view }
                } else {
                    FileView { bytes: Some(Buffer::from(bytes)), ..view }
                }
            }
        }))
    }
}

/// The first of the paths where there is something; the failure is that of the first one.
fn open_first(paths: &[String]) -> Result<(&str, File), Failure> {
    let mut first = None;
    for path in paths {
        match open_plain(path) {
            Ok(file) => return Ok((path, file)),
            Err(error) => {
                let goes_on = error.kind() == ErrorKind::NotFound;
                let failure = Failure::new(&error, "open", path);
                if !goes_on {
                    return Err(first.unwrap_or(failure));
                }
                first.get_or_insert(failure);
            }
        }
    }
    Err(first.unwrap_or_else(|| Failure::named("ENOENT", "open", "")))
}

enum Seen {
    Lines(View),
    /// Its type, and all of it: the bytes, or their base64.
    Image(&'static str, Vec<u8>),
}

/// Looks at a file that is said to be of a `size`.
fn view(mut source: impl Read, size: u64, mut window: Window, in_base64: bool) -> io::Result<Seen> {
    let mut sniffer = Sniffer::default();
    let mut kind = Kind::Undecided;
    // All of it so far, as long as it may be an image.
    let mut start = Vec::new();
    let mut buffer = vec![0; STEP];
    loop {
        let piece = read_piece(&mut source, &mut buffer)?;
        if piece.is_empty() {
            kind = if kind == Kind::Undecided { sniffer.finish() } else { kind };
        } else if kind == Kind::Undecided {
            start.extend_from_slice(piece);
            kind = sniffer.push(piece);
        }
        if let Kind::Image(format) = kind {
            let image = Image { start, size, source: &mut source };
            let all = if in_base64 { image.base64(&mut buffer) } else { image.bytes() };
            return Ok(Seen::Image(format.mime(), all?));
        }
        if piece.is_empty() {
            return Ok(Seen::Lines(window.finish()));
        }
        if kind == Kind::Other {
            start = Vec::new();
        }
        window.push(piece);
    }
}

/// The next bytes of a source; none at its end.
fn read_piece<'b>(source: &mut impl Read, buffer: &'b mut [u8]) -> io::Result<&'b [u8]> {
    loop {
        match source.read(buffer) {
            Ok(count) => return Ok(buffer.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// An image of which only the start was read.
struct Image<'s, S> {
    start: Vec<u8>,
    /// How many bytes it is said to have. A file may have grown, and may claim any size.
    size: u64,
    source: &'s mut S,
}

impl<S: Read> Image<'_, S> {
    fn size(&self) -> usize {
        usize::try_from(self.size).unwrap_or(0).clamp(self.start.len(), LARGEST_IMAGE)
    }

    /// All bytes, the rest without a copy in between.
    fn bytes(self) -> io::Result<Vec<u8>> {
        let size = self.size();
        let mut bytes = self.start;
        let _ = bytes.try_reserve_exact(size + 1 - bytes.len());
        while self.source.by_ref().take(STEP as u64).read_to_end(&mut bytes)? > 0 {
            if bytes.len() > LARGEST_IMAGE {
                return Err(ErrorKind::FileTooLarge.into());
            }
        }
        Ok(bytes)
    }

    /// The base64 of all bytes, which are never held themselves.
    fn base64(self, buffer: &mut [u8]) -> io::Result<Vec<u8>> {
        let mut base64 = Base64::of(self.size());
        base64.push(&self.start)?;
        let mut length = self.start.len();
        loop {
            let piece = read_piece(self.source, buffer)?;
            if piece.is_empty() {
                return base64.finish();
            }
            length += piece.len();
            if length > LARGEST_IMAGE {
                return Err(ErrorKind::FileTooLarge.into());
            }
            base64.push(piece)?;
        }
    }
}
