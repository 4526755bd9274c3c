//! Course notes and downloads.

use serde::{Deserialize, Serialize};
use store::{NoteId, notes};
use utoipa::ToSchema;

use crate::wire::facts::PdfFacts;

/// A course note that everybody can see.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    /// The code of its course.
    #[schema(example = "CS246")]
    pub course: String,
    #[schema(example = 1)]
    pub chapter: u32,
    #[schema(example = "Week 3: Observers")]
    pub title: String,
    #[schema(example = "The observer pattern with two worked examples.")]
    pub description: String,
    #[schema(example = "Lecture")]
    pub note_type: String,
    /// Answers with a redirect to a picture of the first page, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/api/notes/01JD8Z5V7R8XQ4N2T6W0YB3C9E/preview/small?v=01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub preview_url: Option<String>,
    /// Answers with a redirect to the PDF.
    #[schema(example = "/api/notes/01JD8Z5V7R8XQ4N2T6W0YB3C9E/file")]
    pub file_url: String,
    #[schema(example = "observers.pdf")]
    pub file_name: String,
    #[schema(example = 482_113)]
    pub size_bytes: u64,
    #[schema(example = 14)]
    pub pages: u32,
    pub facts: PdfFacts,
    #[schema(example = 5)]
    pub likes: u32,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub upload_date: String,
    /// The name that the uploader shows.
    #[schema(example = "Note Ninja")]
    pub uploader_name: String,
}

/// What was published lately in the courses that the caller follows, newest first, at most 8.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewNotes {
    pub items: Vec<Note>,
}
const _: () = assert!(wasm_core::limits::NEW_NOTES_MAX_ITEMS == 8);

/// 'Download PDF' was pressed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DownloadRequest {
    #[schema(required = true, example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub note_id: String,
}

impl From<notes::Note> for Note {
    fn from(note: notes::Note) -> Self {
        let facts = PdfFacts::of(note.id, &note.file.key, note.file.inside.facts);
        Note {
            file_url: file_url(note.id),
            id: note.id.to_string(),
            course: note.course.to_string(),
            chapter: note.chapter,
            title: note.details.title,
            description: note.details.description,
            note_type: note.note_type,
            preview_url: facts.preview_url(),
            file_name: note.file.name,
            size_bytes: note.file.size_bytes,
            pages: note.file.inside.pages,
            facts,
            likes: note.likes,
            upload_date: note.uploaded_at.to_string(),
            uploader_name: note.uploader_name,
        }
    }
}

/// The address that redirects to the PDF; the key of the file stays with us.
pub(crate) fn file_url(id: NoteId) -> String {
    format!("/api/notes/{id}/file")
}
