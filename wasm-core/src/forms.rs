//! Field rules and the exact messages that users read, for the browser and the server.
//!
//! Each function takes a form as typed and returns either a value that is safe to store or all invalid fields.

mod account;
mod album;
mod audio;
mod card_table;
mod content;
mod course_table;
mod csv;
mod exam;
mod file_map;
mod folder;
mod playlist;
mod profile;
mod study;

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

pub use account::*;
pub use album::*;
pub use audio::*;
pub use card_table::*;
pub use content::*;
pub use course_table::*;
pub use csv::InvalidRow;
pub use exam::*;
pub use file_map::*;
pub use folder::*;
pub use playlist::*;
pub use profile::*;
pub use study::*;

use crate::unicode::to_nfc;

/// Formats a number with thousands separators: `5,000`.
#[must_use]
pub fn format_integer(number: usize) -> String {
    if number < 1_000 {
        return number.to_string();
    }
    format!("{},{:03}", format_integer(number / 1_000), number % 1_000)
}

/// One rejected field with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Error)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[error("{message}")]
pub struct FieldError {
    /// Name of the field in the form.
    pub field: String,
    /// Stable error code: `required`, `invalid`, `too_short`, `too_long`, `too_large`, `reserved`, `taken`.
    pub code: String,
    /// Message for the user.
    pub message: String,
}

impl FieldError {
    /// Returns an error for one field.
    pub fn new(field: impl Into<String>, code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), code: code.into(), message: message.into() }
    }

    pub(crate) fn required_error(field: &str, message: &str) -> Self {
        Self::new(field, "required", message)
    }

    fn too_long(field: &str, max_chars: usize) -> Self {
        Self::new(field, "too_long", format!("Use at most {} characters.", format_integer(max_chars)))
    }
}

/// All invalid fields of a form, in the order of the form. Never empty inside an `Err`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FieldErrors(pub Vec<FieldError>);

impl FieldErrors {
    /// Whether all fields are valid.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the messages to show, without duplicates: several fields may share one.
    #[must_use]
    pub fn messages(&self) -> Vec<&str> {
        let mut messages: Vec<&str> = Vec::new();
        for error in &self.0 {
            if !messages.contains(&error.message.as_str()) {
                messages.push(&error.message);
            }
        }
        messages
    }

    /// Returns the value, or adds the error and returns `None`.
    fn take<T>(&mut self, result: Result<T, FieldError>) -> Option<T> {
        result.map_err(|error| self.0.push(error)).ok()
    }
}

impl fmt::Display for FieldErrors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.messages().join(" "))
    }
}

impl std::error::Error for FieldErrors {}

impl From<FieldError> for FieldErrors {
    fn from(error: FieldError) -> Self {
        Self(vec![error])
    }
}

/// Deserialises a form field that JavaScript passed. A value of the wrong type counts as missing.
fn lenient<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(deserializer: D) -> Result<T, D::Error> {
    /// One copy for all fields of a type: inlining it into each form would add 1 KB to the WASM module.
    #[inline(never)]
    fn value_or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(deserializer: D) -> T {
        T::deserialize(deserializer).unwrap_or_default()
    }
    Ok(value_or_default(deserializer))
}

/// Cleans a single-line text: NFC, trimmed, no control characters, runs of white space collapsed to one space.
#[must_use]
pub fn clean(text: &str) -> String {
    // Remove invisible characters before composing, because the characters around them may compose.
    let visible: String = text.chars().filter(|character| !is_invisible(*character)).collect();
    let mut cleaned = String::with_capacity(visible.len());
    for character in to_nfc(&visible).chars() {
        if !character.is_whitespace() && !character.is_control() {
            cleaned.push(character);
        } else if !cleaned.is_empty() && !cleaned.ends_with(' ') {
            cleaned.push(' ');
        }
    }
    cleaned.truncate(cleaned.trim_end().len());
    cleaned
}

/// Cleans a multi-line text like [`clean`], but keeps line breaks and at most one empty line in a row.
#[must_use]
pub fn clean_lines(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    // Each break is `\n`, `\r\n` or `\r`.
    for line in text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r')) {
        let line = clean(line);
        if !line.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
            lines.push(line);
        }
    }
    lines.join("\n").trim_end().to_owned()
}

/// Whether the character is invisible and has no meaning: directional marks, which can reorder or hide others, the byte
/// order mark, soft hyphens, and letters and patterns that are blank. The set is Unicode's
/// `Default_Ignorable_Code_Point` without joiners and variation selectors, plus the empty braille pattern.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{AD}'
            | '\u{34F}'
            | '\u{61C}'
            | '\u{115F}'
            | '\u{1160}'
            | '\u{17B4}'
            | '\u{17B5}'
            | '\u{180E}'
            | '\u{200B}'
            | '\u{200E}'
            | '\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF9}'..='\u{FFFB}'
    )
}

/// Whether the character is visible only together with others: joiners and variation selectors, which emoji and some
/// scripts need.
fn shows_with_others_only(character: char) -> bool {
    matches!(character, '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0020}'..='\u{E007F}' | '\u{E0100}'..='\u{E01EF}')
}

/// Returns a cleaned single-line text, possibly empty.
///
/// # Errors
/// `too_long` when more than `max_chars` characters remain.
pub fn validate_text(field: &str, value: &str, max_chars: usize) -> Result<String, FieldError> {
    within(field, clean(value), max_chars)
}

/// Returns a cleaned multi-line text, possibly empty.
///
/// # Errors
/// `too_long` when more than `max_chars` characters remain.
pub fn validate_lines(field: &str, value: &str, max_chars: usize) -> Result<String, FieldError> {
    within(field, clean_lines(value), max_chars)
}

/// Returns a cleaned single-line text with at least one visible character.
///
/// # Errors
/// `required` with `message` when nothing visible remains, `too_long` when more than `max_chars` characters remain.
pub fn required_text(field: &str, value: &str, max_chars: usize, message: &str) -> Result<String, FieldError> {
    let value = validate_text(field, value, max_chars)?;
    if value.chars().all(shows_with_others_only) { Err(FieldError::required_error(field, message)) } else { Ok(value) }
}

fn within(field: &str, value: String, max_chars: usize) -> Result<String, FieldError> {
    if value.chars().count() > max_chars { Err(FieldError::too_long(field, max_chars)) } else { Ok(value) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn single_line_text_is_trimmed_and_composed_by_unicode_rules() {
        for (typed, expected) in [
            ("  Limits \t and\ncontinuity ", "Limits and continuity"),
            ("Cafe\u{301}", "Café"),
            ("a\u{0}b\u{7f}c", "a b c"),
            ("\u{202E}evil\u{FEFF}", "evil"),
            ("\u{200B} \u{2028}", ""),
            ("\u{3164}\u{2800}\u{AD}", ""),
            ("co\u{AD}operate", "cooperate"),
            ("👩\u{200D}🚀 \u{2764}\u{FE0F}", "👩\u{200D}🚀 \u{2764}\u{FE0F}"),
        ] {
            assert_eq!(clean(typed), expected, "{typed:?}");
        }
    }

    #[test]
    fn multi_line_text_keeps_its_line_breaks() {
        assert_eq!(clean_lines("\r\n one \r\n\n\n\n two\rthree \n\n"), "one\n\ntwo\nthree");
    }

    #[test]
    fn text_length_counts_characters_not_bytes() {
        assert_eq!(validate_text("title", "éé", 2).unwrap(), "éé");
        let error = validate_text("title", "ééé", 2).unwrap_err();
        assert_eq!((error.code.as_str(), error.message.as_str()), ("too_long", "Use at most 2 characters."));
    }

    #[test]
    fn limits_in_messages_have_thousands_separators() {
        for (number, expected) in [(0, "0"), (999, "999"), (1_000, "1,000"), (2_050, "2,050"), (1_000_007, "1,000,007")]
        {
            assert_eq!(format_integer(number), expected);
        }
    }

    #[test]
    fn required_text_that_consists_only_of_invisible_characters_counts_as_missing() {
        for typed in ["", " ", "\u{3164}", "\u{2800}\u{AD}", "\u{200D}", "\u{FE0F}\u{200C}"] {
            let error = required_text("name", typed, 20, "Name is required.").unwrap_err();
            assert_eq!(error.code, "required", "{typed:?}");
        }
        assert_eq!(required_text("name", "👩\u{200D}🚀", 20, "").unwrap(), "👩\u{200D}🚀");
    }

    #[test]
    fn a_message_shared_by_several_fields_is_shown_once() {
        let errors = FieldErrors(vec![
            FieldError::required_error("a", "Both."),
            FieldError::required_error("b", "Both."),
            FieldError::required_error("c", "Other."),
        ]);
        assert_eq!(errors.to_string(), "Both. Other.");
    }

    proptest! {
        #[test]
        fn cleaning_text_is_idempotent(typed in "\\PC{0,30}|[ \\t\\n\\ra\u{301}\u{0}\u{202E}]{0,20}") {
            let line = clean(&typed);
            prop_assert_eq!(clean(&line), line.as_str());
            prop_assert!(!line.chars().any(char::is_control));
            let lines = clean_lines(&typed);
            prop_assert_eq!(clean_lines(&lines), lines.as_str());
        }
    }
}
