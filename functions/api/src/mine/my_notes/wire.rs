//! Wire types of My Notes: copies of course notes and album notes.

use serde::Serialize;
use store::course_or_album_note::CourseOrAlbumNote;
use store::{saved_note_access, saved_notes};
use utoipa::ToSchema;

use crate::library::albums::wire::AlbumNote;
use crate::library::notes::wire::Note;
use crate::library::wire::published::{AlbumName, PdfFile, PublishedDetails};

/// A saved note: a copy of the note with the time and the user who saved it.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedNote {
    #[serde(flatten)]
    pub published: PublishedDetails,
    #[serde(flatten)]
    pub pdf: PdfFile,
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub original_note_id: String,
    /// Course code. An album note has one only if its subject is a course in the catalogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CS246")]
    pub course: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CS246")]
    pub course_code: Option<String>,
    /// Album of an album note. Absent for course notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub album: Option<AlbumName>,
    /// Subject of an album note. Absent for course notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Study skills")]
    pub subject: Option<String>,
    /// Chapter of a course note. Absent for album notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1)]
    pub chapter: Option<u32>,
    /// Type of a course note. Absent for album notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Lecture")]
    pub note_type: Option<String>,
    #[serde(rename = "type")]
    pub kind: SavedNoteKind,
    /// URL that redirects to a preview. Absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/api/notes/01JD8Z5V7R8XQ4N2T6W0YB3C9E/preview/small?v=01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub preview_url: Option<String>,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub saved_at: String,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub added_at: String,
    /// Display name of the student who saved it, who is the caller.
    #[schema(example = "Amara Okafor")]
    pub saved_by: String,
    #[schema(example = "7f1d2c1e-6a43-4d2f-9f0e-0c5b7b0d5a11")]
    pub uid: String,
    #[schema(example = "7f1d2c1e-6a43-4d2f-9f0e-0c5b7b0d5a11")]
    pub user_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "amara")]
    pub username: Option<String>,
}

/// A saved note that was changed or deleted after it was saved.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoteUpdate {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub note_id: String,
    /// The saved note with the current fields of the note. Absent if the note was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<SavedNote>,
    /// Time until which the PDF of a deleted note is available. Absent if it is already deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-12-21T10:00:00Z")]
    pub file_until: Option<String>,
}

impl From<saved_note_access::SavedNoteUpdate> for NoteUpdate {
    fn from(update: saved_note_access::SavedNoteUpdate) -> Self {
        match update {
            saved_note_access::SavedNoteUpdate::Changed(saved) => NoteUpdate {
                note_id: saved.original_note_id.to_string(),
                note: Some((*saved).into()),
                file_until: None,
            },
            saved_note_access::SavedNoteUpdate::Deleted { id, file_until } => NoteUpdate {
                note_id: id.to_string(),
                note: None,
                file_until: file_until.map(|until| until.to_string()),
            },
        }
    }
}

/// Signed URL of the PDF of a saved note.
#[derive(Debug, Serialize, ToSchema)]
pub struct SavedNoteUrl {
    /// Signed URL, valid for at least two hours.
    #[schema(example = "https://files.example.org/notes/CS246/4/01JD8Z5V7R8XQ4N2T6W0YB3C9E.pdf")]
    pub url: String,
}

/// Constant that marks the item as a saved note.
#[derive(Debug, Default, Serialize, ToSchema)]
pub enum SavedNoteKind {
    #[default]
    #[serde(rename = "Saved Note")]
    SavedNote,
}

impl From<saved_notes::SavedNote> for SavedNote {
    fn from(saved: saved_notes::SavedNote) -> Self {
        let course = saved.course_code.map(|code| code.to_string());
        SavedNote {
            original_note_id: saved.original_note_id.to_string(),
            course: course.clone(),
            course_code: course,
            saved_at: saved.saved_at.to_string(),
            added_at: saved.added_at.to_string(),
            saved_by: saved.saved_by,
            uid: saved.uid.to_string(),
            user_id: saved.uid.to_string(),
            username: saved.username.map(|username| username.to_string()),
            ..copy_of(saved.note)
        }
    }
}

/// Copies the note's fields. The caller fills in owner and time.
fn copy_of(note: CourseOrAlbumNote) -> SavedNote {
    match note {
        CourseOrAlbumNote::Course(note) => {
            let Note { published, pdf, chapter, note_type, preview_url, .. } = note.into();
            let (chapter, note_type) = (Some(chapter), Some(note_type));
            SavedNote { published, pdf, chapter, note_type, preview_url, ..SavedNote::default() }
        }
        CourseOrAlbumNote::Album(note) => {
            let AlbumNote { published, pdf, album, subject, image_url, .. } = AlbumNote::new(false, note);
            let preview_url = image_url.or_else(|| pdf.facts.preview_url());
            let (album, subject) = (Some(album), Some(subject));
            SavedNote { published, pdf, album, subject, preview_url, ..SavedNote::default() }
        }
    }
}
