//! Published notes of courses.

use aws::client::Store;
use aws::codec::Entity;
use aws::table::{self, Consistency, Order};
use model::error::Result;
use model::ids::{NoteId, UserId};
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;

use crate::library::content::{self, CommonMetadata, File, PdfFileMetadata};

/// Title of a note without one.
pub const UNTITLED: &str = "Untitled Note";

/// A note of a course: one PDF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Note id. Later notes have greater ids.
    pub id: NoteId,
    /// Course of the note.
    pub course: CourseCode,
    /// Chapter of the course, from 1.
    pub chapter: u32,
    /// Title and description.
    #[serde(flatten)]
    pub details: CommonMetadata,
    /// One of `NOTE_TYPES`.
    pub note_type: String,
    /// The PDF file.
    #[serde(flatten)]
    pub file: File<PdfFileMetadata>,
    /// Number of likes.
    pub likes: u32,
    /// Number of edits and file replacements, used for conditional writes.
    pub version: u32,
    /// Time of publication.
    pub uploaded_at: Timestamp,
    /// User who uploaded the note.
    pub uploader: UserId,
    /// Name of the uploader at the time of the upload.
    pub uploader_name: String,
}

impl Entity for Note {
    const ENTITY: &'static str = "note";
}

/// Returns a note by its id alone. Cost: 1 index read; a note published a moment ago may be missing.
pub async fn find(store: &Store, id: NoteId) -> Result<Option<Note>> {
    content::find(store, id.into()).await
}

/// Returns a note by its id alone. Cost: 1 index read.
///
/// # Errors
/// `NotFound(Note)`, also for a note in the trash.
pub async fn get(store: &Store, id: NoteId) -> Result<Note> {
    content::get(store, id.into()).await
}

/// Returns one page of the notes of a course, newest first. Cost: 1 read. [`crate::library::courses::page_with_notes`]
/// includes the course; [`crate::study::chapters::page_with_notes`] returns one chapter.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, course: &CourseCode, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Note>> {
    table::page(store, &keys::note::of_course(course), Order::Descending, Consistency::Eventual, cursor, limit).await
}
