//! Markdown syntax: markers of emphasis and links, and escaping.

use super::emphasis::Emphasis;

/// The opening and closing syntax around a part of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Syntax {
    pub(super) open: String,
    pub(super) close: String,
    /// Kind of emphasis; `None` for a link.
    pub(super) kind: Option<Emphasis>,
}

impl Syntax {
    pub(super) fn emphasis(kind: Emphasis) -> Self {
        let (open, close) = kind.placeholders();
        Self { open: open.into(), close: close.into(), kind: Some(kind) }
    }

    /// Whether this is a link whose URL equals its text.
    pub(super) fn is_link_of(&self, text: &str) -> bool {
        let Some(address) = self.close.strip_prefix("](").and_then(|close| close.strip_suffix(')')) else {
            return false;
        };
        let mut escaped = String::new();
        escape(&mut escaped, address.strip_prefix("mailto:").unwrap_or(address), false);
        escaped == text
    }
}

/// Writes a word so that Markdown renders it unchanged.
pub(super) fn escape(out: &mut String, word: &str, begins_line: bool) {
    if begins_line {
        let digits = word.len() - word.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
        let is_number = digits > 0 && matches!(word.get(digits..), Some("." | ")"));
        if is_number {
            out.push_str(word.get(..digits).unwrap_or_default());
            out.push('\\');
            out.push_str(word.get(digits..).unwrap_or_default());
            return;
        }
        // `:-` would begin the delimiter row of a table.
        if word.starts_with(['#', '>', '+', '-', '=']) || word.starts_with(":-") {
            out.push('\\');
        }
    }
    let is_special = |sign: char| matches!(sign, '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '$' | '~' | '|');
    // Markdown treats a whole URL that it detects as a link, including backslashes.
    let is_address = word.contains(is_special) && (word.contains("://") || word.contains("www."));
    for (at, sign) in word.char_indices() {
        let rest = word.get(at..).unwrap_or_default();
        let ends_begin =
            rest.starts_with("://") || (sign == '.' && word.get(..at).is_some_and(|to| to.ends_with("www")));
        if is_special(sign) || (sign == '&' && is_entity(rest)) || (is_address && ends_begin) {
            out.push('\\');
        }
        out.push(sign);
    }
}

/// Whether Markdown reads the text as a character reference: `&lt;`, `&#60;`.
fn is_entity(text: &str) -> bool {
    let name = text.strip_prefix('&').and_then(|text| text.split_once(';')).map(|(name, _)| name);
    let is_plain = |sign: char| sign.is_ascii_alphanumeric();
    name.is_some_and(|name| !name.is_empty() && name.strip_prefix('#').unwrap_or(name).chars().all(is_plain))
}
