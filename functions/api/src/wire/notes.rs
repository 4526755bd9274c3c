//! Course notes and downloads.

use serde::{Deserialize, Serialize};
use store::notes;
use utoipa::ToSchema;

use crate::wire::published::{PdfFile, Published};

/// A course note that everybody can see.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    #[serde(flatten)]
    pub published: Published,
    #[serde(flatten)]
    pub pdf: PdfFile,
    /// The code of its course.
    #[schema(example = "CS246")]
    pub course: String,
    #[schema(example = 1)]
    pub chapter: u32,
    #[schema(example = "Lecture")]
    pub note_type: String,
    /// Answers with a redirect to a picture of the first page, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/api/notes/01JD8Z5V7R8XQ4N2T6W0YB3C9E/preview/small?v=01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub preview_url: Option<String>,
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
        let (published, pdf) = (Published::of(&note), PdfFile::of(note.id, note.file));
        Note {
            published,
            course: note.course.to_string(),
            chapter: note.chapter,
            note_type: note.note_type,
            preview_url: pdf.facts.preview_url(),
            pdf,
        }
    }
}
