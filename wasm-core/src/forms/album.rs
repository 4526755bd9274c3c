//! Album notes.

use super::{FieldError, FieldErrors, NoteFile, required_text, validate_lines, validate_note_file};
use crate::album::AlbumId;
use crate::course::CourseCode;
use crate::limits::{DESCRIPTION_MAX_CHARS, SUBJECT_MAX_CHARS, TITLE_MAX_CHARS};

/// Shown when the file or a required field of an album note is missing.
pub const ALBUM_REQUIRED_MESSAGE: &str = "PDF, subject, and title are required.";

/// The checked metadata of an album note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlbumNoteDraft {
    /// Album.
    pub album: AlbumId,
    /// Subject as typed.
    pub subject: String,
    /// Course that the subject names, if it is a course code.
    pub course: Option<CourseCode>,
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    pub description: String,
}

/// Checks the metadata of an album note; `album` is the name of the album in URLs.
///
/// # Errors
/// All invalid fields.
pub fn validate_album_note_draft(
    album: &str,
    subject: &str,
    title: &str,
    description: &str,
) -> Result<AlbumNoteDraft, FieldErrors> {
    let mut errors = FieldErrors::default();
    let album = album.parse().map_err(|_| FieldError::new("album", "invalid", "Choose one of the three albums."));
    let album = errors.take(album);
    let subject = errors.take(required_text("subject", subject, SUBJECT_MAX_CHARS, ALBUM_REQUIRED_MESSAGE));
    let title = errors.take(required_text("title", title, TITLE_MAX_CHARS, ALBUM_REQUIRED_MESSAGE));
    let description = errors.take(validate_lines("description", description, DESCRIPTION_MAX_CHARS));
    match (album, subject, title, description) {
        (Some(album), Some(subject), Some(title), Some(description)) => {
            let course = CourseCode::parse(&subject).ok();
            Ok(AlbumNoteDraft { album, subject, course, title, description })
        }
        _ => Err(errors),
    }
}

/// Checks the PDF of an album note as the browser describes it.
///
/// # Errors
/// All invalid fields: `fileName` if no file was chosen, otherwise as in [`validate_note_file`].
pub fn validate_album_note_file(name: &str, content_type: &str, size_bytes: u64) -> Result<NoteFile, FieldErrors> {
    if name.trim().is_empty() {
        return Err(FieldError::required_error("fileName", ALBUM_REQUIRED_MESSAGE).into());
    }
    validate_note_file(name, content_type, size_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(errors: &FieldErrors) -> Vec<(&str, &str)> {
        errors.0.iter().map(|error| (error.field.as_str(), error.code.as_str())).collect()
    }

    #[test]
    fn s5_al_1_an_album_note_needs_pdf_subject_and_title() {
        let errors = validate_album_note_draft("cram", "", " ", "").unwrap_err();
        assert_eq!(fields(&errors), [("subject", "required"), ("title", "required")]);
        assert_eq!(errors.to_string(), "PDF, subject, and title are required.");
        let errors = validate_album_note_file(" ", "", 0).unwrap_err();
        assert_eq!(fields(&errors), [("fileName", "required")]);
        assert_eq!(errors.to_string(), "PDF, subject, and title are required.");
    }

    #[test]
    fn s5_al_1_only_pdfs_are_accepted() {
        assert_eq!(validate_album_note_file("a.pdf", "application/pdf", 9).unwrap().name, "a.pdf");
        assert_eq!(
            fields(&validate_album_note_file("a.png", "image/png", 9).unwrap_err()),
            [("contentType", "invalid")]
        );
        assert_eq!(
            fields(&validate_album_note_file("a.pdf", "application/pdf", 0).unwrap_err()),
            [("sizeBytes", "invalid")]
        );
    }

    #[test]
    fn all_invalid_fields_of_an_album_note_are_reported_and_a_subject_may_be_a_course_code() {
        let draft =
            |album: &str, subject: &str| validate_album_note_draft(album, subject, " The night before ", "a\n\n\nb");
        let about_a_course = draft("examReview", "cs-246").unwrap();
        assert_eq!((about_a_course.album, about_a_course.title.as_str()), (AlbumId::ExamReview, "The night before"));
        assert_eq!((about_a_course.subject.as_str(), about_a_course.description.as_str()), ("cs-246", "a\n\nb"));
        assert_eq!(about_a_course.course.map(|course| course.to_string()).as_deref(), Some("CS246"));
        assert_eq!(draft("nightOwl", "Study skills").unwrap().course, None);
        let errors = draft("attic", &"x".repeat(81)).unwrap_err();
        assert_eq!(fields(&errors), [("album", "invalid"), ("subject", "too_long")]);
    }
}
