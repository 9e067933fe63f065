//! A search through a folder: one walk that all threads take from, in an order that is always the same.

use std::fs;
use std::io;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use ignore::{DirEntry, Walk, WalkBuilder};
use napi::Env;
use napi::bindgen_prelude::{External, Object};
use napi_derive::napi;

use super::hits::{Found, Hits, MOST_TEXT, Passed, Report};
use super::query::{Query, Searchers};
use crate::cancel::{Cancellable, Cancellation};
use crate::files::failure::Failure;
use crate::files::long::on_thread;
use crate::files::open::open_plain;
use crate::files::task::Operation;

/// How many files a thread takes at once.
const BATCH: usize = 16;

/// More threads than this wait for each other's walk.
const MOST_THREADS: usize = 8;

/// Everything below a folder but what git ignores: in the order of names, folder by folder, links not followed.
pub(super) fn walk(root: &str) -> Walk {
    WalkBuilder::new(root)
        .hidden(false)
        .require_git(false)
        .sort_by_file_name(Ord::cmp)
        .filter_entry(|entry| entry.depth() == 0 || entry.file_name() != ".git")
        .build()
}

/// The path of an entry below `root`, and the same as it is shown when the root is shown as `root_name`.
pub(super) fn below<'e>(entry: &'e DirEntry, root: &str, root_name: &str) -> (&'e Path, String) {
    let path = entry.path().strip_prefix(root).unwrap_or(entry.path());
    let slash = if root_name.is_empty() || root_name.ends_with('/') { "" } else { "/" };
    let shown = format!("{root_name}{slash}{}", path.to_string_lossy());
    (path, if cfg!(windows) { shown.replace('\\', "/") } else { shown })
}

/// Resolves to what is found in a file, or in the files below a folder. `root_name` stands before the names.
///
/// # Errors
/// The system has no threads left.
#[napi(catch_unwind, ts_return_type = "Promise<Found>")]
pub(crate) fn search_tree<'env>(
    env: &'env Env,
    query: &External<Query>,
    root: String,
    root_name: String,
    cancellation: &External<Cancellation>,
) -> napi::Result<Object<'env>> {
    let query = Query::clone(query);
    let cancellation = Cancellation::clone(cancellation);
    on_thread(env, TreeSearch { query, root, root_name, cancellation })
}

/// What is found in bytes that are those of a file.
#[napi(catch_unwind)]
pub(crate) fn search_bytes(
    query: &External<Query>,
    name: String,
    bytes: &[u8],
    limit: u32,
) -> Found {
    let query = Query { limit: limit as usize, ..Query::clone(query) };
    let (mut report, mut passed) = (Report::default(), Passed::default());
    match Hits::search(&query, &mut query.searchers(), io::Cursor::new(bytes)) {
        Ok(Some(hits)) => drop(report.add(&name, &hits, &query)),
        Ok(None) => passed.binary = 1,
        Err(_) => passed.unread = 1,
    }
    report.found(passed)
}

pub(crate) struct TreeSearch {
    query: Query,
    root: String,
    root_name: String,
    cancellation: Cancellation,
}

impl Operation for TreeSearch {
    type Value = Found;

    fn run(&self) -> Result<Found, Failure> {
        let about =
            fs::metadata(&self.root).map_err(|error| Failure::new(&error, "stat", &self.root))?;
        if about.is_dir() {
            Ok(Pool::new(self).run())
        } else if about.is_file() {
            self.search_one()
        } else {
            Err(Failure::named("EINVAL", "read", &self.root))
        }
    }
}

impl TreeSearch {
    fn search_one(&self) -> Result<Found, Failure> {
        let hits = self
            .search(&self.query, &mut self.query.searchers(), Path::new(&self.root))
            .map_err(|error| Failure::new(&error, "read", &self.root))?;
        let mut report = Report::default();
        let is_binary = hits.is_none();
        if let Some(hits) = hits {
            report.add(&self.root_name, &hits, &self.query);
        }
        Ok(report.found(Passed { binary: u32::from(is_binary), unread: 0 }))
    }

    fn search(
        &self,
        query: &Query,
        searchers: &mut Searchers,
        path: &Path,
    ) -> io::Result<Option<Hits>> {
        let source = open_plain(path)?;
        Hits::search(
            query,
            searchers,
            Cancellable { source, cancellation: self.cancellation.clone() },
        )
    }
}

/// The threads of one search, and what they share.
struct Pool<'s> {
    search: &'s TreeSearch,
    /// The walk, and the number of the next batch.
    walk: Mutex<(Walk, usize)>,
    /// What was found in which batch.
    found: Mutex<Vec<(usize, String, Hits)>>,
    matches: AtomicUsize,
    bytes: AtomicUsize,
    binary: AtomicU32,
    unread: AtomicU32,
}

impl<'s> Pool<'s> {
    fn new(search: &'s TreeSearch) -> Self {
        Self {
            search,
            walk: Mutex::new((walk(&search.root), 0)),
            found: Mutex::default(),
            matches: AtomicUsize::new(0),
            bytes: AtomicUsize::new(0),
            binary: AtomicU32::new(0),
            unread: AtomicU32::new(0),
        }
    }

    fn run(self) -> Found {
        let threads = thread::available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS);
        thread::scope(|scope| {
            for _ in 1..threads {
                // A thread that cannot be had is one less.
                let _ = thread::Builder::new().spawn_scoped(scope, || self.work());
            }
            self.work();
        });
        let mut found = self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|(batch, ..)| *batch);
        let mut report = Report::default();
        for (_, name, hits) in &found {
            if !report.add(name, hits, &self.search.query) {
                break;
            }
        }
        report.found(Passed { binary: self.binary.into_inner(), unread: self.unread.into_inner() })
    }

    fn work(&self) {
        let query = self.search.query.clone();
        let mut searchers = query.searchers();
        while !self.is_enough() {
            let (batch, entries) = self.take();
            if entries.is_empty() {
                return;
            }
            let mut hits = Vec::new();
            for entry in entries {
                match self.search.search(&query, &mut searchers, entry.path()) {
                    Ok(Some(found)) if found.matches > 0 => {
                        self.matches.fetch_add(found.matches, Ordering::Relaxed);
                        self.bytes.fetch_add(found.bytes, Ordering::Relaxed);
                        let (_, name) = below(&entry, &self.search.root, &self.search.root_name);
                        hits.push((batch, name, found));
                    }
                    Ok(Some(_)) => {}
                    Ok(None) => drop(self.binary.fetch_add(1, Ordering::Relaxed)),
                    Err(_) => drop(self.unread.fetch_add(1, Ordering::Relaxed)),
                }
            }
            if !hits.is_empty() {
                lock(&self.found).append(&mut hits);
            }
        }
    }

    /// Whether nothing that is still to be walked can be shown: all that was taken is before it, and is searched to its
    /// end. So the answer does not depend on which thread is faster.
    fn is_enough(&self) -> bool {
        self.search.cancellation.is_due()
            || self.matches.load(Ordering::Relaxed) > self.search.query.limit
            || self.bytes.load(Ordering::Relaxed) > MOST_TEXT
    }

    fn take(&self) -> (usize, Vec<DirEntry>) {
        let mut guard = lock(&self.walk);
        let (walk, next) = &mut *guard;
        let mut entries = Vec::with_capacity(BATCH);
        while entries.len() < BATCH && !self.search.cancellation.is_due() {
            match walk.next() {
                Some(Ok(entry)) if self.is_wanted(&entry) => entries.push(entry),
                Some(Ok(_)) => {}
                Some(Err(_)) => drop(self.unread.fetch_add(1, Ordering::Relaxed)),
                None => break,
            }
        }
        let batch = *next;
        *next += 1;
        (batch, entries)
    }

    fn is_wanted(&self, entry: &DirEntry) -> bool {
        entry.file_type().is_some_and(|kind| kind.is_file())
            && self.search.query.glob.as_ref().is_none_or(|glob| {
                let path = entry.path();
                glob.is_match(path.strip_prefix(&self.search.root).unwrap_or(path), false)
            })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
