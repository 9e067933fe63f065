//! Frontmatter as a JSON object: comments, the object, a line `---`, the text.
use serde_json::Value as Json;

use super::fields::{Fields, Value};
use super::trimmed;

/// The object and the body behind it. A text that merely begins with a brace is no frontmatter: the line tells them apart.
pub(super) fn split(text: &str) -> Option<(&str, &str)> {
    let start = behind_comments(text)?;
    if !start.starts_with('{') {
        return None;
    }
    let mut at = 0;
    for line in start.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Some((start.get(..at)?, start.get(at + line.len()..)?));
        }
        at += line.len();
    }
    None
}

fn behind_comments(text: &str) -> Option<&str> {
    let mut rest = trimmed(text);
    while let Some(comment) = rest.strip_prefix("<!--") {
        rest = trimmed(comment.split_once("-->")?.1);
    }
    Some(rest)
}

/// The fields of the object.
///
/// # Errors
/// What is wrong with it.
pub(super) fn fields(object: &str) -> Result<Fields, String> {
    let parsed = serde_json::from_str::<Json>(trimmed(object))
        .map_err(|error| format!("The frontmatter is not valid JSON: {error} of it"))?;
    let Json::Object(object) = parsed else {
        return Err("The frontmatter is no JSON object".to_owned());
    };
    let mut fields = Fields::default();
    for (key, value) in &object {
        let value = match value {
            Json::String(text) => Value::Text(text.clone()),
            Json::Bool(flag) => Value::Flag(*flag),
            _ => Value::Other,
        };
        fields.set(key, &value);
    }
    Ok(fields)
}
