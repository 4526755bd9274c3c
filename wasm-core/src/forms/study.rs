//! Chapters and their study cards.

use super::{FieldError, FieldErrors, is_invisible, required_text, validate_lines, validate_text, within};
use crate::gaps::gaps;
use crate::limits::{
    CARD_CONTENT_MAX_CHARS, CARD_IMAGE_ALT_MAX_CHARS, CARD_TITLE_MAX_CHARS, CHAPTER_DESCRIPTION_MAX_CHARS, CHAPTER_MAX,
    TITLE_MAX_CHARS,
};
use crate::unicode::to_nfc;

/// A checked chapter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterDraft {
    /// Chapter number, from 1.
    pub number: u32,
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    pub description: String,
}

/// A checked study card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardDraft {
    /// Front as Markdown with formulas.
    pub title: String,
    /// Back as Markdown with formulas.
    pub content: String,
    /// Alternative text of the image, possibly empty.
    pub image_alt: String,
}

/// Checks a chapter.
///
/// # Errors
/// All invalid fields: `number`, `title`, `description`.
pub fn validate_chapter(number: u32, title: &str, description: &str) -> Result<ChapterDraft, FieldErrors> {
    let mut errors = FieldErrors::default();
    let number = errors.take(chapter_number(number));
    let title = errors.take(required_text("title", title, TITLE_MAX_CHARS, "Title is required."));
    let description = errors.take(validate_lines("description", description, CHAPTER_DESCRIPTION_MAX_CHARS));
    match (number, title, description) {
        (Some(number), Some(title), Some(description)) => Ok(ChapterDraft { number, title, description }),
        _ => Err(errors),
    }
}

fn chapter_number(number: u32) -> Result<u32, FieldError> {
    if (1..=CHAPTER_MAX).contains(&number) {
        Ok(number)
    } else {
        Err(FieldError::new("number", "invalid", format!("Enter a whole number from 1 to {CHAPTER_MAX}.")))
    }
}

/// Checks a study card. A card with gaps on its front may have an empty back.
///
/// # Errors
/// All invalid fields: `title`, `content`, `imageAlt`.
pub fn validate_card(title: &str, content: &str, image_alt: &str) -> Result<CardDraft, FieldErrors> {
    let mut errors = FieldErrors::default();
    let title = markdown("title", title, CARD_TITLE_MAX_CHARS, "Write what is on the front.");
    // Invalid gaps are gaps too.
    let has_gaps = title.as_deref().is_ok_and(|title| gaps(title).map_or(true, |gaps| !gaps.is_empty()));
    let title = errors.take(title.and_then(valid_gaps));
    let content = markdown("content", content, CARD_CONTENT_MAX_CHARS, "Write what is on the back.")
        .or_else(|error| if has_gaps && error.code == "required" { Ok(String::new()) } else { Err(error) });
    let content = errors.take(content);
    let image_alt = errors.take(validate_text("imageAlt", image_alt, CARD_IMAGE_ALT_MAX_CHARS));
    match (title, content, image_alt) {
        (Some(title), Some(content), Some(image_alt)) => Ok(CardDraft { title, content, image_alt }),
        _ => Err(errors),
    }
}

/// Checks the gaps of a front.
fn valid_gaps(title: String) -> Result<String, FieldError> {
    match gaps(&title) {
        Ok(_) => Ok(title),
        Err(error) => Err(FieldError::new("title", "invalid", error.to_string())),
    }
}

/// Returns non-empty Markdown. White space is significant and kept, except invisible characters, meaningless trailing
/// spaces, and empty lines around the text.
fn markdown(field: &str, value: &str, max_chars: usize, message: &str) -> Result<String, FieldError> {
    // Word processors and slides break lines within a paragraph by other characters.
    let unified = value.replace("\r\n", "\n").replace(['\r', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}'], "\n");
    let visible: String = unified
        .chars()
        .filter(|character| !is_invisible(*character))
        .filter(|character| !character.is_control() || matches!(character, '\n' | '\t'))
        .collect();
    let kept: Vec<String> = to_nfc(&visible).split('\n').map(|line| end_of_line(line).to_owned()).collect();
    let value = kept.join("\n").trim_matches('\n').to_owned();
    if value.trim().is_empty() {
        Err(FieldError::required_error(field, message))
    } else {
        within(field, value, max_chars)
    }
}

/// Returns the line with the trailing spaces that matter: two or more are a line break and become two; a single one is
/// dropped.
fn end_of_line(line: &str) -> &str {
    let end = line.trim_end();
    if !end.is_empty() && line[end.len()..].starts_with("  ") { &line[..end.len() + 2] } else { end }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn s3_chap_1_a_chapter_needs_a_number_and_a_title_and_its_description_is_optional() {
        let draft = validate_chapter(4, "  Inheritance \n and polymorphism ", "What a base\r\npointer knows").unwrap();
        assert_eq!(draft.title, "Inheritance and polymorphism");
        assert_eq!((draft.number, draft.description.as_str()), (4, "What a base\npointer knows"));
        let errors = validate_chapter(0, " ", &"é".repeat(501)).unwrap_err();
        let fields: Vec<_> = errors.0.iter().map(|error| (error.field.as_str(), error.code.as_str())).collect();
        assert_eq!(fields, [("number", "invalid"), ("title", "required"), ("description", "too_long")]);
        assert!(validate_chapter(999, "T", "").is_ok());
        assert_eq!(validate_chapter(1000, "T", "").unwrap_err().to_string(), "Enter a whole number from 1 to 999.");
    }

    #[test]
    fn s3_card_1_a_card_keeps_white_space_that_is_significant_in_markdown() {
        let content = "\r\n- one\r\n    - two \t\r\n\r\n\r\n```cpp\r\n\tint x;  \r\n```\n\u{202E}$x^2$\u{7}\n\n";
        let draft = validate_card(" What is $e$? ", content, " a \n circle ").unwrap();
        assert_eq!(draft.content, "- one\n    - two\n\n\n```cpp\n\tint x;  \n```\n$x^2$");
        assert_eq!((draft.title.as_str(), draft.image_alt.as_str()), (" What is $e$?", "a circle"));
        let slide = validate_card("From\u{B}slides", "one\u{2028}two\u{C}three\u{85}four", "").unwrap();
        assert_eq!((slide.title.as_str(), slide.content.as_str()), ("From\nslides", "one\ntwo\nthree\nfour"));
    }

    #[test]
    fn s3_card_1_a_card_needs_two_sides_within_the_length_limit() {
        let errors = validate_card(" \n\t", "\u{200B}", &"a".repeat(201)).unwrap_err();
        let fields: Vec<_> = errors.0.iter().map(|error| (error.field.as_str(), error.code.as_str())).collect();
        assert_eq!(fields, [("title", "required"), ("content", "required"), ("imageAlt", "too_long")]);
        assert!(validate_card(&"é".repeat(500), &"é".repeat(4000), "").is_ok());
        assert_eq!(validate_card(&"é".repeat(501), "back", "").unwrap_err().0[0].code, "too_long");
        assert_eq!(validate_card("front", &"é".repeat(4001), "").unwrap_err().0[0].code, "too_long");
    }

    #[test]
    fn s3_gap_1_a_card_with_gaps_needs_no_back_and_its_gaps_are_checked() {
        let draft = validate_card("{{c1::Ottawa}} is the capital", " \n", "").unwrap();
        assert_eq!((draft.title.as_str(), draft.content.as_str()), ("{{c1::Ottawa}} is the capital", ""));
        let errors = validate_card("{{c1::Ottawa is the capital", "", "").unwrap_err();
        let fields: Vec<_> = errors.0.iter().map(|error| (error.field.as_str(), error.code.as_str())).collect();
        assert_eq!(fields, [("title", "invalid")]);
        let errors = validate_card("{{c1::Ottawa}}", &"é".repeat(4001), "").unwrap_err();
        assert_eq!((errors.0[0].field.as_str(), errors.0[0].code.as_str()), ("content", "too_long"));
        assert_eq!(validate_card("Ottawa", "", "").unwrap_err().0[0].code, "required");
    }

    proptest! {
        #[test]
        fn cleaning_markdown_is_idempotent(typed in "\\PC{0,30}|[ \\t\\n\\ra\u{301}\u{0}\u{202E}]{0,20}") {
            if let Ok(once) = markdown("content", &typed, 100, "") {
                prop_assert_eq!(markdown("content", &once, 100, "").unwrap(), once.as_str());
            }
        }
    }
}
