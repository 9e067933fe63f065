//! The view that the read tool has of a file: some of its lines, or the image that it is.

use std::fs::File;
use std::io::{self, ErrorKind, Read};

use gatto_core::coding::image::{Kind, Sniffer};
use gatto_core::coding::truncate::{Limit, Limits};
use gatto_core::coding::window::{View, Window};
use napi::Env;
use napi::bindgen_prelude::{AsyncTask, Buffer, External, Object};
use napi_derive::napi;

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
    /// The bytes of an image, where they were read from a path.
    pub bytes: Option<Buffer>,
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
    fn of_image(path: String, mime: &str, bytes: Option<Vec<u8>>) -> Self {
        let empty = Window::new(0, None, Limits::DEFAULT).finish();
        let view = Self::of_lines(path, empty);
        Self { mime_type: Some(mime.to_owned()), bytes: bytes.map(Buffer::from), ..view }
    }

    fn of_lines(path: String, View { lines, shown }: View) -> Self {
        Self {
            path,
            mime_type: None,
            bytes: None,
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
        return FileView::of_image(path, format.mime(), None);
    }
    let mut window = lines.window();
    window.push(bytes);
    FileView::of_lines(path, window.finish())
}

/// Resolves to what there is to see in the first file that there is at one of the paths; to nothing when the file is
/// large, and the work is one for [`view_large_file`].
#[napi(catch_unwind, ts_return_type = "Promise<FileView | undefined>")]
pub(crate) fn view_file(
    paths: Vec<String>,
    lines: Lines,
    cancellation: &External<Cancellation>,
) -> AsyncTask<FileTask<Viewing>> {
    let cancellation = Cancellation::clone(cancellation);
    AsyncTask::new(FileTask::new(Viewing { paths, lines, cancellation, largest: LARGE }))
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
    cancellation: &External<Cancellation>,
) -> napi::Result<Object<'env>> {
    let cancellation = Cancellation::clone(cancellation);
    on_thread(env, Viewing { paths, lines, cancellation, largest: u64::MAX })
}

pub(crate) struct Viewing {
    paths: Vec<String>,
    lines: Lines,
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
        match view(source, about.len(), self.lines.window()).map_err(|error| failed(&error))? {
            Seen::Lines(view) => Ok(Some(FileView::of_lines(path.to_owned(), view))),
            Seen::Image(mime, bytes) => {
                Ok(Some(FileView::of_image(path.to_owned(), mime, Some(bytes))))
            }
        }
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
    Image(&'static str, Vec<u8>),
}

/// Looks at a file that is said to be of a `size`.
fn view(mut source: impl Read, size: u64, mut window: Window) -> io::Result<Seen> {
    let mut sniffer = Sniffer::default();
    let mut kind = Kind::Undecided;
    // All of it so far, as long as it may be an image.
    let mut bytes = Vec::new();
    let mut buffer = vec![0; STEP];
    loop {
        let count = match source.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let piece = buffer.get(..count).unwrap_or_default();
        if kind == Kind::Undecided {
            bytes.extend_from_slice(piece);
            if bytes.len() > LARGEST_IMAGE {
                return Err(ErrorKind::FileTooLarge.into());
            }
            kind = sniffer.push(piece);
            match kind {
                Kind::Image(format) => {
                    read_rest(&mut source, size, &mut bytes)?;
                    return Ok(Seen::Image(format.mime(), bytes));
                }
                Kind::Other => bytes = Vec::new(),
                Kind::Undecided => {}
            }
        }
        window.push(piece);
    }
    Ok(match sniffer.finish() {
        Kind::Image(format) => Seen::Image(format.mime(), bytes),
        _ => Seen::Lines(window.finish()),
    })
}

/// Reads what is left of an image, without a copy in between.
fn read_rest(source: &mut impl Read, size: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    // A file may have grown, and may claim any size.
    let whole = usize::try_from(size).unwrap_or(0).min(LARGEST_IMAGE) + 1;
    let _ = bytes.try_reserve_exact(whole.saturating_sub(bytes.len()));
    while source.by_ref().take(STEP as u64).read_to_end(bytes)? > 0 {
        if bytes.len() > LARGEST_IMAGE {
            return Err(ErrorKind::FileTooLarge.into());
        }
    }
    Ok(())
}
