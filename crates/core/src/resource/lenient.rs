//! The second reading of frontmatter that is no YAML for the commonest reason: a colon in a sentence.
//!
//! `description: Use when: always` is an error in YAML, and the commonest one in the wild. A top-level line whose value is
//! plain text with a colon in it is read as text to its end; everything else stays YAML.
use super::fields::Fields;
use super::spelled::is_key;
use super::yaml;

/// The fields of a block that YAML refused, if text with colons in it is all that was wrong.
pub(super) fn fields(block: &str) -> Option<Fields> {
    yaml::fields(&quoted(block)?).ok()
}

/// What is said of a file that was read so.
pub(super) fn warning(error: &str) -> String {
    format!(
        "{error}. Its text was taken up to the end of the line; put quotes around a value with a colon in it"
    )
}

/// The block with such values in quotes; none where there is nothing to quote.
fn quoted(block: &str) -> Option<String> {
    let mut lines = block.lines().peekable();
    let mut out = String::with_capacity(block.len() + 16);
    let mut changed = false;
    while let Some(line) = lines.next() {
        match sentence(line) {
            None => out.push_str(line),
            Some((key, text)) => {
                changed = true;
                let mut text = text.replace('\'', "''");
                // A plain value goes on in the indented lines below.
                while let Some(more) =
                    lines.next_if(|line| line.starts_with([' ', '\t']) && !line.trim().is_empty())
                {
                    text.push(' ');
                    text.push_str(&more.trim().replace('\'', "''"));
                }
                out.push_str(key);
                out.push_str(": '");
                out.push_str(&text);
                out.push('\'');
            }
        }
        out.push('\n');
    }
    changed.then_some(out)
}

/// The key and the value of a top-level line whose value is a sentence that YAML takes for a mapping.
fn sentence(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = line.split_once(':')?;
    let text = rest.strip_prefix([' ', '\t'])?.trim();
    let plain = !text.starts_with(['[', '{', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`']);
    (is_key(key) && plain && (text.contains(": ") || text.contains(":\t") || text.ends_with(':')))
        .then_some((key, text))
}
