//! What frontmatter says, in whichever format.

/// What a file says before its text.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Fields {
    pub(super) name: Option<String>,
    pub(super) description: Option<String>,
    /// Whether `disable-model-invocation` is the boolean true, and not only a word for it.
    pub(super) hidden: bool,
}

/// A value of the frontmatter, as far as anybody looks at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    Flag(bool),
    Other,
}

impl Fields {
    pub(super) fn set(&mut self, key: &str, value: &Value) {
        let text = match value {
            Value::Text(text) => Some(text.clone()),
            Value::Flag(_) | Value::Other => None,
        };
        match key {
            "name" => self.name = text,
            "description" => self.description = text,
            "disable-model-invocation" => self.hidden = *value == Value::Flag(true),
            _ => {}
        }
    }
}
