//! What the core tells of itself through `tracing`, brought to `node:diagnostics_channel` and to stderr.
//!
//! Nothing is installed until somebody wants to see something: then a callsite costs one comparison. Lines for stderr
//! are wanted by the environment variable `GATTO_LOG`, for good; events for channels are wanted while a channel of
//! this thread's environment has a subscriber.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::time::Instant;

use napi_derive::napi;
use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::subscriber::Interest;
use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::{Context, Filter, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{Layer, fmt as lines};

/// What other threads have told waits here for the next thread that asks. The oldest go when there are more.
const MOST_WAITING: usize = 1024;

static INSTALLED: Once = Once::new();
static OBSERVERS: AtomicUsize = AtomicUsize::new(0);
static ELSEWHERE: Mutex<VecDeque<Value>> = Mutex::new(VecDeque::new());

thread_local! {
    static OBSERVING: Cell<bool> = const { Cell::new(false) };
    static HERE: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

/// Begins to write lines to stderr if `GATTO_LOG` asks for them: a level, or `target=level` pairs.
pub(crate) fn from_environment() {
    if let Ok(wanted) = std::env::var("GATTO_LOG")
        && !wanted.is_empty()
    {
        install(Some(&wanted));
    }
}

fn install(wanted: Option<&str>) {
    INSTALLED.call_once(|| {
        let lines = wanted.map(|wanted| {
            let targets = wanted
                .parse()
                .unwrap_or_else(|_| Targets::new().with_default(tracing::Level::INFO));
            lines::layer()
                .compact()
                .with_writer(std::io::stderr)
                .with_span_events(FmtSpan::CLOSE)
                .with_filter(targets)
        });
        let subscriber =
            tracing_subscriber::registry().with(Channels.with_filter(Observed)).with(lines);
        // Another addon in this process may have installed its own; then this one has nothing to add.
        let _ = tracing::subscriber::set_global_default(subscriber);
    });
}

/// Begins or ends to collect events for the channels of this thread.
#[napi(catch_unwind)]
pub(crate) fn observe(on: bool) {
    if OBSERVING.replace(on) == on {
        return;
    }
    if on {
        OBSERVERS.fetch_add(1, Ordering::Relaxed);
        install(None);
    } else {
        OBSERVERS.fetch_sub(1, Ordering::Relaxed);
        HERE.with_borrow_mut(Vec::clear);
    }
    tracing::callsite::rebuild_interest_cache();
}

/// The events since the last call, as a JSON array; nothing when there are none.
#[napi(catch_unwind)]
pub(crate) fn take_events() -> Option<String> {
    let mut events: Vec<Value> = elsewhere().drain(..).collect();
    HERE.with_borrow_mut(|here| events.append(here));
    if events.is_empty() { None } else { serde_json::to_string(&events).ok() }
}

fn elsewhere() -> std::sync::MutexGuard<'static, VecDeque<Value>> {
    ELSEWHERE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn collect(metadata: &Metadata<'_>, kind: &str, mut fields: Map<String, Value>) {
    fields.insert("kind".to_owned(), kind.into());
    fields.insert("target".to_owned(), metadata.target().into());
    fields.insert("level".to_owned(), metadata.level().as_str().to_ascii_lowercase().into());
    let event = Value::Object(fields);
    if OBSERVING.get() {
        HERE.with_borrow_mut(|here| here.push(event));
    } else if std::thread::current().name() == Some(crate::io::THREAD_NAME) {
        let mut waiting = elsewhere();
        if waiting.len() == MOST_WAITING {
            waiting.pop_front();
        }
        waiting.push_back(event);
    }
}

/// The layer that collects for channels.
struct Channels;

/// When a span began, kept with the span.
struct Began(Instant, Map<String, Value>);

/// Whether a callsite is wanted by any channel.
struct Observed;

impl<S> Filter<S> for Observed {
    fn enabled(&self, metadata: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        OBSERVERS.load(Ordering::Relaxed) > 0 && metadata.target().starts_with("gatto::")
    }

    fn callsite_enabled(&self, metadata: &'static Metadata<'static>) -> Interest {
        if OBSERVERS.load(Ordering::Relaxed) > 0 && metadata.target().starts_with("gatto::") {
            Interest::always()
        } else {
            Interest::never()
        }
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Channels {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        collect(event.metadata(), "event", fields.0);
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        fields.0.insert("message".to_owned(), attributes.metadata().name().into());
        if let Some(span) = context.span(id) {
            span.extensions_mut().insert(Began(Instant::now(), fields.0.clone()));
        }
        collect(attributes.metadata(), "start", fields.0);
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        if let Some(span) = context.span(&id)
            && let Some(Began(began, mut fields)) = span.extensions_mut().remove::<Began>()
        {
            fields.insert("ms".to_owned(), (began.elapsed().as_secs_f64() * 1e3).into());
            collect(span.metadata(), "end", fields);
        }
    }
}

/// The fields of an event or span as JSON.
#[derive(Default)]
struct Fields(Map<String, Value>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}").into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}
