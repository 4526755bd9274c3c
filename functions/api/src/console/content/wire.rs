//! Everything that was published, in the words of the administrators' console.

use serde::{Deserialize, Serialize};
use store::content::Particulars;
use store::register::storage::{self, Used};
use store::thing::Thing;
use store::{Kind, register};
use utoipa::{IntoParams, ToSchema};

use crate::library::albums::wire::image_url;

/// Kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ContentKind {
    /// The PDF of a course.
    Note,
    /// A recording on a shelf.
    Audio,
    /// The PDF of an album.
    AlbumNote,
}

/// Filter of the content list. All given conditions must match.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContentQuery {
    /// `note`, `audio` or `albumNote`.
    pub kind: Option<String>,
    /// A course code, the name of a shelf or the name of an album.
    pub place: Option<String>,
    /// Words that are in the title, the place, the file name or the uploader's name.
    pub text: Option<String>,
    /// The `nextCursor` of the page before; leave it out for the first page.
    pub cursor: Option<String>,
}

/// Something that was published.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContentEntry {
    pub kind: ContentKind,
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    #[schema(example = "Week 3: Observers")]
    pub title: String,
    /// A course code, the name of a shelf or the name of an album.
    #[schema(example = "CS246")]
    pub place: String,
    /// The chapter or the subject, as it is shown.
    #[schema(example = "Chapter 4")]
    pub part: String,
    #[schema(example = "observers.pdf")]
    pub file_name: String,
    #[schema(example = 482_113)]
    pub size_bytes: u64,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub upload_date: String,
    /// The name that the uploader showed then.
    #[schema(example = "Note Ninja")]
    pub uploader_name: String,
}

/// Something that was published, with what can be edited.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContentDetail {
    #[serde(flatten)]
    pub entry: ContentEntry,
    #[schema(example = "The observer pattern with two worked examples.")]
    pub description: String,
    /// Of a course note.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Lecture")]
    pub note_type: Option<String>,
    /// Of a course note.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 4)]
    pub chapter: Option<u32>,
    /// Subject of a recording or an album note.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CS 246")]
    pub subject: Option<String>,
    /// URL that redirects to the picture of an album note. Absent without a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/api/albums/cram/notes/01JD8Z5V7R8XQ4N2T6W0YB3C9E/picture?v=01JD8Z5V7R8XQ4N2T6W0YB3C9F")]
    pub image_url: Option<String>,
    #[schema(example = 5)]
    pub likes: u32,
    /// Send it with the next edit.
    #[schema(example = 3)]
    pub version: u32,
}

/// Another title and description, and what else is said of content of its kind.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditContentRequest {
    #[serde(default)]
    #[schema(required = true, example = "Week 3: Observers")]
    pub title: String,
    /// Left out it is empty from now on.
    #[schema(example = "The observer pattern with two worked examples.")]
    pub description: Option<String>,
    /// One of the note types, of a course note; left out it stays.
    #[schema(example = "Lecture")]
    pub note_type: Option<String>,
    /// The chapter of a course note, from 1; left out it stays.
    #[schema(example = 4)]
    pub chapter: Option<u32>,
    /// A course code or any other subject, of a recording or an album note; left out it stays.
    #[schema(example = "CS 246")]
    pub subject: Option<String>,
    /// The version that was edited; 409 when there is a newer one.
    #[schema(required = true, example = 3)]
    pub version: Option<u32>,
}

/// Declares another file for something that was published.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplaceFileRequest {
    /// A ULID of the client's making: sent again, it is the same upload with a new address.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: Option<String>,
    #[schema(required = true, example = "observers-2.pdf")]
    pub file_name: String,
    #[schema(required = true, example = "application/pdf")]
    pub content_type: String,
    #[schema(required = true, example = 482_113)]
    pub size_bytes: u64,
    /// The SHA-256 of the file, 64 hexadecimal digits.
    #[schema(required = true, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
}

/// Number and size of stored items.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Storage {
    /// Visible items, by kind.
    pub kinds: Vec<StorageKind>,
    /// Trash: deleted items and replaced files.
    pub trash: StorageUsed,
}

/// Number and size of the items of one kind.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StorageKind {
    pub kind: ContentKind,
    #[serde(flatten)]
    pub used: StorageUsed,
}

/// Things and the size of their files, without pictures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StorageUsed {
    #[schema(example = 412)]
    pub items: u64,
    #[schema(example = 1_264_820_113)]
    pub size_bytes: u64,
}

/// Result of counting the content again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RebuiltContent {
    /// Entries that were missing or said something else.
    #[schema(example = 12)]
    pub written: u32,
    /// Entries of things that are not there.
    #[schema(example = 0)]
    pub removed: u32,
}

impl From<Kind> for ContentKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Note => ContentKind::Note,
            Kind::Audio => ContentKind::Audio,
            Kind::AlbumNote => ContentKind::AlbumNote,
        }
    }
}

impl From<register::Entry> for ContentEntry {
    fn from(entry: register::Entry) -> Self {
        ContentEntry {
            kind: entry.kind.into(),
            id: entry.id.to_string(),
            title: entry.title,
            place: entry.place,
            part: entry.part,
            file_name: entry.file_name,
            size_bytes: entry.bytes,
            upload_date: entry.uploaded_at.to_string(),
            uploader_name: entry.uploader_name,
        }
    }
}

impl From<&Thing> for ContentDetail {
    fn from(thing: &Thing) -> Self {
        let Particulars { note_type, chapter, subject } = thing.particulars();
        let image_url = match thing {
            Thing::AlbumNote(note) => image_url(note),
            Thing::Note(_) | Thing::Audio(_) => None,
        };
        ContentDetail {
            entry: thing.entry().into(),
            description: thing.details().description.clone(),
            note_type,
            chapter,
            subject: subject.map(|subject| subject.text),
            image_url,
            likes: thing.likes(),
            version: thing.version(),
        }
    }
}

impl Storage {
    pub(crate) fn of(storage: &storage::Storage, trash: Used) -> Self {
        let kind = |kind| StorageKind { kind: ContentKind::from(kind), used: storage.of(kind).into() };
        Storage { kinds: Kind::ALL.into_iter().map(kind).collect(), trash: trash.into() }
    }
}

impl From<Used> for StorageUsed {
    fn from(used: Used) -> Self {
        StorageUsed { items: used.items, size_bytes: used.bytes }
    }
}

impl From<register::Rebuilt> for RebuiltContent {
    fn from(rebuilt: register::Rebuilt) -> Self {
        RebuiltContent { written: rebuilt.written, removed: rebuilt.removed }
    }
}
