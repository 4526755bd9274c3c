//! Notes that students can see.

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

use crate::library::content::{self, Details, File, Pdf};

/// The title of a note that was given none.
pub const UNTITLED: &str = "Untitled Note";

/// A note of a course: one PDF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Its id. Later notes have later ids.
    pub id: NoteId,
    /// Its course.
    pub course: CourseCode,
    /// Chapter of the course, from 1.
    pub chapter: u32,
    /// What people say of it.
    #[serde(flatten)]
    pub details: Details,
    /// One of `NOTE_TYPES`.
    pub note_type: String,
    /// The PDF.
    #[serde(flatten)]
    pub file: File<Pdf>,
    /// How many students like it.
    #[serde(default)]
    pub likes: u32,
    /// How often it was edited or given another file: who edits names the version they saw.
    #[serde(default)]
    pub version: u32,
    /// When it was published.
    pub uploaded_at: Timestamp,
    /// Who uploaded it.
    pub uploader: UserId,
    /// The name that was shown for the uploader then.
    pub uploader_name: String,
}

impl Entity for Note {
    const ENTITY: &'static str = "note";
    const SCHEMA: u32 = 1;
}

/// One note by its id alone. 1 read in the index: a note published a moment ago may not be found yet.
pub async fn find(store: &Store, id: NoteId) -> Result<Option<Note>> {
    content::find(store, id.into()).await
}

/// One note by its id alone. 1 read in the index.
///
/// # Errors
/// `NotFound(Note)`, also for a note in the trash.
pub async fn get(store: &Store, id: NoteId) -> Result<Note> {
    content::get(store, id.into()).await
}

/// Notes of a course, newest first, without the course. 1 read.
/// For a course page use [`crate::library::courses::page_with_notes`], for one chapter [`crate::study::chapters::page_with_notes`].
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, course: &CourseCode, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Note>> {
    table::page(store, &keys::note::of_course(course), Order::Descending, Consistency::Eventual, cursor, limit).await
}
