//! Notes for albums.

use serde::Deserialize;

use super::{FieldError, FieldErrors, NoteFile, lines, note_file, required_text};
use crate::album::AlbumId;
use crate::course::CourseCode;
use crate::limits::{DESCRIPTION_MAX_CHARS, SUBJECT_MAX_CHARS, TITLE_MAX_CHARS};

/// Shown when the file or a required field of an album note is missing.
pub const ALBUM_REQUIRED: &str = "PDF, subject, and title are required.";

/// What an administrator typed about an album note. A field that is missing counts as empty.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AlbumForm {
    /// The album, by its name in addresses.
    pub album: String,
    /// Course code or any other subject.
    pub subject: String,
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
}

/// What is known of an album note before its file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlbumDraft {
    /// The album.
    pub album: AlbumId,
    /// Subject, as it was typed.
    pub subject: String,
    /// The course that the subject names, if it can be one.
    pub course: Option<CourseCode>,
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    pub description: String,
}

/// Checks what was typed about an album note.
///
/// # Errors
/// Every failing field.
pub fn album_draft(form: &AlbumForm) -> Result<AlbumDraft, FieldErrors> {
    let mut errors = FieldErrors::default();
    let album = form.album.parse().map_err(|_| FieldError::new("album", "invalid", "Choose one of the three albums."));
    let album = errors.take(album);
    let subject = errors.take(required_text("subject", &form.subject, SUBJECT_MAX_CHARS, ALBUM_REQUIRED));
    let title = errors.take(required_text("title", &form.title, TITLE_MAX_CHARS, ALBUM_REQUIRED));
    let description = errors.take(lines("description", &form.description, DESCRIPTION_MAX_CHARS));
    match (album, subject, title, description) {
        (Some(album), Some(subject), Some(title), Some(description)) => {
            let course = CourseCode::parse(&subject).ok();
            Ok(AlbumDraft { album, subject, course, title, description })
        }
        _ => Err(errors),
    }
}

/// Checks what the browser says of the PDF of an album note.
///
/// # Errors
/// Every failing field: `fileName` when no file was chosen, else as [`note_file`].
pub fn album_file(name: &str, content_type: &str, size_bytes: u64) -> Result<NoteFile, FieldErrors> {
    if name.trim().is_empty() {
        return Err(FieldError::required("fileName", ALBUM_REQUIRED).into());
    }
    note_file(name, content_type, size_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(errors: &FieldErrors) -> Vec<(&str, &str)> {
        errors.0.iter().map(|error| (error.field.as_str(), error.code.as_str())).collect()
    }

    #[test]
    fn s5_al_1_an_album_note_needs_pdf_subject_and_title() {
        let errors = album_draft(&AlbumForm { album: "cram".into(), ..Default::default() }).unwrap_err();
        assert_eq!(fields(&errors), [("subject", "required"), ("title", "required")]);
        assert_eq!(errors.to_string(), "PDF, subject, and title are required.");
        let errors = album_file(" ", "", 0).unwrap_err();
        assert_eq!(fields(&errors), [("fileName", "required")]);
        assert_eq!(errors.to_string(), "PDF, subject, and title are required.");
    }

    #[test]
    fn s5_al_1_only_a_pdf_is_taken() {
        assert_eq!(album_file("a.pdf", "application/pdf", 9).unwrap().name, "a.pdf");
        assert_eq!(fields(&album_file("a.png", "image/png", 9).unwrap_err()), [("contentType", "invalid")]);
        assert_eq!(fields(&album_file("a.pdf", "application/pdf", 0).unwrap_err()), [("sizeBytes", "invalid")]);
    }

    #[test]
    fn all_failing_fields_are_named_and_a_subject_may_name_a_course() {
        let form = |album: &str, subject: &str| AlbumForm {
            album: album.into(),
            subject: subject.into(),
            title: " The night before ".into(),
            description: "a\n\n\nb".into(),
        };
        let draft = album_draft(&form("examReview", "cs-246")).unwrap();
        assert_eq!((draft.album, draft.title.as_str()), (AlbumId::ExamReview, "The night before"));
        assert_eq!((draft.subject.as_str(), draft.description.as_str()), ("cs-246", "a\n\nb"));
        assert_eq!(draft.course.map(|course| course.to_string()).as_deref(), Some("CS246"));
        assert_eq!(album_draft(&form("nightOwl", "Study skills")).unwrap().course, None);
        let errors = album_draft(&form("attic", &"x".repeat(81))).unwrap_err();
        assert_eq!(fields(&errors), [("album", "invalid"), ("subject", "too_long")]);
    }
}
