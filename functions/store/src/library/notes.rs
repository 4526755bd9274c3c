//! Notes that students can see.

use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;

use crate::aws::client::Store;
use crate::aws::codec::{Entity, decode, number, text};
use crate::aws::table::{self, Consistency, Order};
use crate::base::error::{Error, Noun, Result};
use crate::base::facts::PdfFacts;
use crate::base::ids::{NoteId, Sha256Hash, UserId};
use crate::base::page::{Cursor, Page};
use crate::base::timestamp::Timestamp;
use crate::keys;
use crate::keys::object::ObjectKey;

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
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    #[serde(default)]
    pub description: String,
    /// One of `NOTE_TYPES`.
    pub note_type: String,
    /// The PDF. Never sent to anybody: a signed address is.
    pub file_key: ObjectKey,
    /// Name of the file as it was on the uploader's disk.
    pub file_name: String,
    /// Size of the PDF, in bytes.
    pub size_bytes: u64,
    /// SHA-256 of the PDF.
    pub sha256: Sha256Hash,
    /// Number of pages.
    pub pages: u32,
    /// What else is known of the PDF.
    #[serde(default)]
    pub facts: PdfFacts,
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
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find(store: &Store, id: NoteId) -> Result<Option<Note>> {
    let slice =
        table::query(store, &keys::note::by_id(id), Order::Ascending, Consistency::Eventual, Some(1), None).await?;
    slice.items.into_iter().next().map(decode).transpose()
}

/// One note by its id alone. 1 read in the index.
///
/// # Errors
/// `NotFound(Note)`, also for a note in the trash.
pub async fn get(store: &Store, id: NoteId) -> Result<Note> {
    find(store, id).await?.ok_or(Error::NotFound(Noun::Note))
}

/// One note of a known course, sure to be the newest. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find_in_course(store: &Store, course: &CourseCode, id: NoteId) -> Result<Option<Note>> {
    table::find(store, keys::note::primary(course, id)).await
}

/// Notes of a course, newest first, without the course. 1 read.
/// For a course page use [`crate::library::courses::page_with_notes`], for one chapter [`crate::study::chapters::page_with_notes`].
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, course: &CourseCode, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Note>> {
    table::page(store, &keys::note::of_course(course), Order::Descending, Consistency::Eventual, cursor, limit).await
}

/// The update that counts a note in its course, which must exist, and says when it was published.
pub(crate) fn count_new_note(store: &Store, note: &Note) -> Result<aws_sdk_dynamodb::types::Update> {
    table::update(store, keys::course::primary(&note.course))
        .update_expression("SET newest_note_at = :at ADD note_count :one")
        .condition_expression("attribute_exists(pk)")
        .expression_attribute_values(":at", text(note.uploaded_at.to_string()))
        .expression_attribute_values(":one", number(1))
        .build()
        .map_err(table::build_error)
}

/// The update that adds `change` notes to a course that must exist; never below 0.
pub(crate) fn count_notes(store: &Store, course: &CourseCode, change: i32) -> Result<aws_sdk_dynamodb::types::Update> {
    let update = table::update(store, keys::course::primary(course))
        .update_expression("ADD note_count :change")
        .expression_attribute_values(":change", number(change));
    let update = if change < 0 {
        update.condition_expression("note_count >= :least").expression_attribute_values(":least", number(-change))
    } else {
        update.condition_expression("attribute_exists(pk)")
    };
    update.build().map_err(table::build_error)
}
