//! Compiled schemas under numbers. Equal texts share one, so that thousands of harnesses with the same tools compile
//! and hold each schema once.
#![expect(clippy::needless_pass_by_value, reason = "the host hands owned values over")]

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::{Rc, Weak};

use gatto_core::text::Text;
use gatto_schema::arguments::Arguments;
use gatto_schema::{Dialect, Schema, SchemaError};
use napi_derive::napi;

use crate::raw::{Args, Export, Module, Reply, TextBuffer};
use crate::slots::{Slots, with};

/// A schema that nobody holds any more is forgotten when so many texts are known.
const SWEEP_AT: usize = 256;

thread_local! {
    static SCHEMAS: RefCell<Slots<Rc<Schema>>> = const { RefCell::new(Slots::new()) };
    static BY_TEXT: RefCell<HashMap<(String, Dialect), Weak<Schema>>> = RefCell::new(HashMap::new());
    static BUFFER: RefCell<TextBuffer> = RefCell::new(TextBuffer::default());
}

pub(crate) fn export(module: &Module) -> napi::Result<()> {
    module.export::<CheckArguments>()?;
    module.export::<MatchesSchema>()
}

/// Compiles a schema and gives its number.
///
/// # Errors
/// The text is no schema; why is told to `gatto::tool_call` as a warning too.
#[napi(catch_unwind)]
pub(crate) fn schema_compile(text: String) -> napi::Result<u32> {
    number_of(text, Dialect::Draft).map_err(|error| {
        tracing::warn!(target: "gatto::tool_call", %error, "a schema does not compile: only required fields are checked");
        napi::Error::from_reason(error.to_string())
    })
}

/// Compiles a schema as `TypeBox` reads it, and gives its number.
///
/// # Errors
/// The text is no schema.
#[napi(catch_unwind)]
pub(crate) fn schema_compile_type_box(text: String) -> napi::Result<u32> {
    number_of(text, Dialect::TypeBox).map_err(|error| napi::Error::from_reason(error.to_string()))
}

fn number_of(text: String, dialect: Dialect) -> Result<u32, SchemaError> {
    let schema = compiled((text, dialect))?;
    Ok(SCHEMAS.with_borrow_mut(|schemas| schemas.put(schema)))
}

fn compiled(key: (String, Dialect)) -> Result<Rc<Schema>, SchemaError> {
    if let Some(known) = BY_TEXT.with_borrow(|known| known.get(&key).and_then(Weak::upgrade)) {
        return Ok(known);
    }
    let schema = Rc::new(Schema::compile_as(&key.0, key.1)?);
    BY_TEXT.with_borrow_mut(|known| {
        if known.len() >= SWEEP_AT.max(2 * SCHEMAS.with_borrow(Slots::len)) {
            known.retain(|_, schema| schema.strong_count() > 0);
        }
        known.insert(key, Rc::downgrade(&schema));
    });
    Ok(schema)
}

/// Frees the number of a schema.
#[napi(catch_unwind)]
pub(crate) fn schema_release(number: u32) {
    SCHEMAS.with_borrow_mut(|schemas| schemas.remove(number));
}

/// What is wrong with a text that should be JSON: what broke it, and where.
#[napi(catch_unwind)]
pub(crate) fn explain_json(text: String) -> Option<String> {
    Arguments::parse(&text).err().map(|error| error.to_string())
}

/// `checkArguments(schema, json)`: nothing when they match, else the refusal as JSON.
struct CheckArguments;

impl Export for CheckArguments {
    const NAME: &'static str = "checkArguments";

    fn call(args: &Args) -> Reply {
        with_arguments(args, |schema, text| match schema.check_text(text) {
            Ok(()) => Reply::Nothing,
            Err(refusal) => Reply::Utf8(refusal.to_json()),
        })
    }
}

/// `matchesSchema(schema, json)`: 1 when they match, else nothing.
struct MatchesSchema;

impl Export for MatchesSchema {
    const NAME: &'static str = "matchesSchema";

    fn call(args: &Args) -> Reply {
        with_arguments(args, |schema, text| {
            if schema.matches_text(text) { Reply::Number(1.0) } else { Reply::Nothing }
        })
    }
}

fn with_arguments(args: &Args, answer: impl FnOnce(&Schema, Text<'_>) -> Reply) -> Reply {
    // The schema is held for the check alone, and the store is free: nothing of a caller's runs in here.
    let schema = SCHEMAS.with(|schemas| with(schemas, args.number(0), |schema| Rc::clone(schema)));
    let Some(schema) = schema else { return Reply::Nothing };
    BUFFER.with_borrow_mut(|buffer| {
        let Some(text) = args.text(1, buffer) else { return Reply::Nothing };
        let reply = answer(&schema, text);
        buffer.trim();
        reply
    })
}
