//! Notes, courses and course requests.

use serde::Deserialize;

use super::{FieldError, FieldErrors, clean, required_text, validate_lines};
use crate::course::CourseCode;
use crate::limits::{
    CHAPTER_DEFAULT, CHAPTER_MAX, DESCRIPTION_MAX_CHARS, FILE_NAME_MAX_CHARS, NOTE_PDF_MAX_BYTES, NOTE_TYPE_DEFAULT,
    NOTE_TYPES, REASON_MAX_CHARS, SUBJECT_MAX_CHARS, TITLE_MAX_CHARS,
};

/// Shown when a required field of a course request is missing.
pub const REQUEST_REQUIRED: &str = "Please fill in all required fields";

/// Content type of notes. No other files can be notes.
pub const NOTE_CONTENT_TYPE: &str = "application/pdf";

/// The metadata of a note as typed. Missing fields count as empty.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NoteForm {
    /// Title.
    #[serde(deserialize_with = "super::lenient")]
    pub title: String,
    /// Description.
    #[serde(deserialize_with = "super::lenient")]
    pub description: String,
    /// One of [`NOTE_TYPES`]; empty means [`NOTE_TYPE_DEFAULT`].
    #[serde(deserialize_with = "super::lenient")]
    pub note_type: String,
    /// Chapter number; missing means [`CHAPTER_DEFAULT`].
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    #[serde(deserialize_with = "super::lenient")]
    pub chapter: Option<f64>,
}

/// The checked metadata of a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteDraft {
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    pub description: String,
    /// One of [`NOTE_TYPES`].
    pub note_type: String,
    /// Chapter number, from 1.
    pub chapter: u32,
}

/// A note to upload, as the browser describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteFile {
    /// File name without folders.
    pub name: String,
    /// Size in bytes.
    pub size_bytes: u64,
}

/// A course as typed or imported. Missing fields count as empty.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CourseForm {
    /// Course code in any spelling.
    #[serde(deserialize_with = "super::lenient")]
    pub course_code: String,
    /// Title.
    #[serde(deserialize_with = "super::lenient")]
    pub title: String,
    /// Description.
    #[serde(deserialize_with = "super::lenient")]
    pub description: String,
}

/// A checked course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourseDraft {
    /// Course code.
    pub code: CourseCode,
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    pub description: String,
}

/// A course request as typed. Missing fields count as empty.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RequestForm {
    /// Course code in any spelling.
    #[serde(deserialize_with = "super::lenient")]
    pub course_code: String,
    /// Name of the course.
    #[serde(deserialize_with = "super::lenient")]
    pub course_name: String,
    /// Reason for the request.
    #[serde(deserialize_with = "super::lenient")]
    pub reason: String,
}

/// A checked course request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestDraft {
    /// Course code.
    pub code: CourseCode,
    /// Name of the course.
    pub course_name: String,
    /// Reason for the request, possibly empty.
    pub reason: String,
}

/// Checks the metadata of a note.
///
/// # Errors
/// All invalid fields.
pub fn validate_note_draft(form: &NoteForm) -> Result<NoteDraft, FieldErrors> {
    let mut errors = FieldErrors::default();
    let title = errors.take(required_text("title", &form.title, TITLE_MAX_CHARS, "Title is required."));
    let description = errors.take(validate_lines("description", &form.description, DESCRIPTION_MAX_CHARS));
    let note_type = errors.take(note_type(&form.note_type));
    let chapter = errors.take(chapter(form.chapter));
    match (title, description, note_type, chapter) {
        (Some(title), Some(description), Some(note_type), Some(chapter)) => {
            Ok(NoteDraft { title, description, note_type, chapter })
        }
        _ => Err(errors),
    }
}

/// Checks the edited subject of a recording or an album note.
///
/// # Errors
/// `subject`.
pub fn validate_subject(value: &str) -> Result<String, FieldError> {
    required_text("subject", value, SUBJECT_MAX_CHARS, "Subject is required.")
}

fn note_type(value: &str) -> Result<String, FieldError> {
    let value = match value.trim() {
        "" => NOTE_TYPE_DEFAULT,
        value => value,
    };
    if NOTE_TYPES.contains(&value) {
        Ok(value.to_owned())
    } else {
        Err(FieldError::new("noteType", "invalid", "Choose one of the types in the list."))
    }
}

fn chapter(value: Option<f64>) -> Result<u32, FieldError> {
    let Some(value) = value else {
        return Ok(CHAPTER_DEFAULT);
    };
    // NaN, the value of an empty number input, fails the range check instead of becoming chapter 1.
    if value.fract() == 0.0 && (1.0..=f64::from(CHAPTER_MAX)).contains(&value) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number within 1 and 999")]
        Ok(value as u32)
    } else {
        Err(FieldError::new("chapter", "invalid", format!("Enter a whole number from 1 to {CHAPTER_MAX}.")))
    }
}

/// Checks a note file as the browser describes it. Its content is checked after the upload.
///
/// # Errors
/// All invalid fields: `contentType`, `sizeBytes`.
pub fn validate_note_file(name: &str, content_type: &str, size_bytes: u64) -> Result<NoteFile, FieldErrors> {
    let mut errors = FieldErrors::default();
    let media_type = content_type.split(';').next().unwrap_or_default().trim();
    if !media_type.eq_ignore_ascii_case(NOTE_CONTENT_TYPE) {
        errors.0.push(FieldError::new("contentType", "invalid", "Choose a PDF file."));
    }
    if size_bytes == 0 {
        errors.0.push(FieldError::new("sizeBytes", "invalid", "This file is empty."));
    } else if size_bytes > NOTE_PDF_MAX_BYTES {
        let message = format!("A PDF can be at most {} MB.", NOTE_PDF_MAX_BYTES / (1024 * 1024));
        errors.0.push(FieldError::new("sizeBytes", "too_large", message));
    }
    if errors.is_empty() { Ok(NoteFile { name: safe_file_name(name), size_bytes }) } else { Err(errors) }
}

/// Returns a file name that is safe to display and to save: no folders, no control characters, never empty. A name that
/// is too long keeps its ending.
#[must_use]
pub fn safe_file_name(name: &str) -> String {
    safe_file_name_or(name, "notes.pdf")
}

/// Works like [`safe_file_name`], with a fallback for a name that is empty after cleaning.
pub(super) fn safe_file_name_or(name: &str, fallback: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let base = clean(base).replace(['"', '<', '>', ':', '|', '?', '*'], "_");
    let base = base.trim_matches(['.', ' ']);
    if base.is_empty() {
        return fallback.to_owned();
    }
    let extra = base.chars().count().saturating_sub(FILE_NAME_MAX_CHARS);
    if extra == 0 {
        return base.to_owned();
    }
    let (stem, ending) = base.rsplit_once('.').filter(|(_, ending)| ending.len() <= 8).unwrap_or((base, ""));
    let kept: String = stem.chars().take(stem.chars().count().saturating_sub(extra)).collect();
    let kept = kept.trim_end();
    if ending.is_empty() { kept.to_owned() } else { format!("{kept}.{ending}") }
}

/// Checks a course.
///
/// # Errors
/// All invalid fields.
pub fn validate_course(form: &CourseForm) -> Result<CourseDraft, FieldErrors> {
    let mut errors = FieldErrors::default();
    let code = errors.take(course_code(&form.course_code, "Course code is required."));
    let title = errors.take(required_text("title", &form.title, TITLE_MAX_CHARS, "Title is required."));
    let description = errors.take(validate_lines("description", &form.description, DESCRIPTION_MAX_CHARS));
    match (code, title, description) {
        (Some(code), Some(title), Some(description)) => Ok(CourseDraft { code, title, description }),
        _ => Err(errors),
    }
}

/// Checks a course request.
///
/// # Errors
/// All invalid fields.
pub fn validate_course_request(form: &RequestForm) -> Result<RequestDraft, FieldErrors> {
    let mut errors = FieldErrors::default();
    let code = errors.take(course_code(&form.course_code, REQUEST_REQUIRED));
    let name = errors.take(required_text("courseName", &form.course_name, TITLE_MAX_CHARS, REQUEST_REQUIRED));
    let reason = errors.take(validate_lines("reason", &form.reason, REASON_MAX_CHARS));
    match (code, name, reason) {
        (Some(code), Some(course_name), Some(reason)) => Ok(RequestDraft { code, course_name, reason }),
        _ => Err(errors),
    }
}

fn course_code(value: &str, missing: &str) -> Result<CourseCode, FieldError> {
    if value.trim().is_empty() {
        return Err(FieldError::required_error("courseCode", missing));
    }
    CourseCode::parse(value).map_err(|error| FieldError::new("courseCode", "invalid", error.to_string()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fields(errors: &FieldErrors) -> Vec<(&str, &str)> {
        errors.0.iter().map(|error| (error.field.as_str(), error.code.as_str())).collect()
    }

    #[test]
    fn s9_c_16_a_note_needs_only_a_title() {
        let draft = validate_note_draft(&NoteForm { title: " Lecture 1 ".into(), ..Default::default() }).unwrap();
        let expected =
            NoteDraft { title: "Lecture 1".into(), description: String::new(), note_type: "Other".into(), chapter: 1 };
        assert_eq!(draft, expected);
    }

    #[test]
    fn all_failing_fields_of_a_note_are_returned() {
        let form = NoteForm {
            title: " ".into(),
            description: "x".repeat(2001),
            note_type: "Gossip".into(),
            chapter: Some(0.5),
        };
        let errors = validate_note_draft(&form).unwrap_err();
        assert_eq!(
            fields(&errors),
            [("title", "required"), ("description", "too_long"), ("noteType", "invalid"), ("chapter", "invalid")]
        );
        assert_eq!(errors.0[0].message, "Title is required.");
        for chapter in [f64::NAN, -1.0, 0.0, 1000.0, f64::INFINITY] {
            let form = NoteForm { title: "t".into(), chapter: Some(chapter), ..Default::default() };
            assert!(validate_note_draft(&form).is_err(), "{chapter}");
        }
    }

    #[test]
    fn s9_c_16_every_note_type_is_accepted() {
        for note_type in NOTE_TYPES {
            let form = NoteForm { title: "t".into(), note_type: (*note_type).to_owned(), ..Default::default() };
            assert_eq!(validate_note_draft(&form).unwrap().note_type, *note_type);
        }
    }

    #[test]
    fn an_edited_subject_must_not_be_empty_or_too_long() {
        assert_eq!(validate_subject(" CS 246 ").unwrap(), "CS 246");
        assert_eq!(validate_subject(" ").unwrap_err().message, "Subject is required.");
        assert_eq!(validate_subject(&"x".repeat(SUBJECT_MAX_CHARS + 1)).unwrap_err().code, "too_long");
    }

    #[test]
    fn only_pdf_files_within_the_limit_are_accepted() {
        assert!(validate_note_file("a.pdf", "application/pdf", 1).is_ok());
        assert!(validate_note_file("a.pdf", "application/pdf", NOTE_PDF_MAX_BYTES).is_ok());
        let check = |content_type: &str, size: u64, expected: &[(&str, &str)]| {
            assert_eq!(fields(&validate_note_file("a", content_type, size).unwrap_err()), expected);
        };
        check("image/png", 1, &[("contentType", "invalid")]);
        check("", 0, &[("contentType", "invalid"), ("sizeBytes", "invalid")]);
        check("application/pdf", NOTE_PDF_MAX_BYTES + 1, &[("sizeBytes", "too_large")]);
    }

    #[test]
    fn file_names_lose_their_folders_and_keep_their_extension() {
        for (name, expected) in [
            ("C:\\fakepath\\Week 1.pdf", "Week 1.pdf"),
            ("../../etc/passwd", "passwd"),
            ("a\"b\r\n.pdf", "a_b .pdf"),
            ("invoice\u{202E}fdp.exe", "invoicefdp.exe"),
            ("\u{3164}.pdf", "pdf"),
            ("..", "notes.pdf"),
            ("", "notes.pdf"),
        ] {
            assert_eq!(safe_file_name(name), expected, "{name:?}");
        }
        let long = safe_file_name(&format!("{}.pdf", "é".repeat(300)));
        assert_eq!(long.chars().count(), FILE_NAME_MAX_CHARS);
        assert!(long.ends_with("é.pdf"));
    }

    #[test]
    fn a_course_needs_a_code_and_a_title() {
        let errors = validate_course(&CourseForm::default()).unwrap_err();
        assert_eq!(fields(&errors), [("courseCode", "required"), ("title", "required")]);
        let form = CourseForm { course_code: "246".into(), title: "x".repeat(201), ..Default::default() };
        assert_eq!(fields(&validate_course(&form).unwrap_err()), [("courseCode", "invalid"), ("title", "too_long")]);
        let form = CourseForm { course_code: "cs 246".into(), title: "Software".into(), description: "a\n b".into() };
        let draft = validate_course(&form).unwrap();
        assert_eq!((draft.code.as_str(), draft.description.as_str()), ("CS246", "a\nb"));
    }

    #[test]
    fn missing_fields_of_a_course_request_share_one_message() {
        let errors =
            validate_course_request(&RequestForm { reason: "please".into(), ..Default::default() }).unwrap_err();
        assert_eq!(errors.to_string(), "Please fill in all required fields");
        assert_eq!(fields(&errors), [("courseCode", "required"), ("courseName", "required")]);
        let form =
            RequestForm { course_code: "cs-246".into(), course_name: " Software ".into(), reason: String::new() };
        assert_eq!(validate_course_request(&form).unwrap().code.as_str(), "CS246");
    }

    proptest! {
        #[test]
        fn file_names_are_safe_in_headers_and_paths(name in "\\PC{0,260}|[./\\\\ a\"\\r\\n]{0,20}") {
            let safe = safe_file_name(&name);
            prop_assert!(!safe.is_empty() && safe.chars().count() <= FILE_NAME_MAX_CHARS);
            prop_assert!(!safe.contains(['/', '\\', '"', '\r', '\n', '\0']));
        }
    }
}
