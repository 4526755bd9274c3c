//! Wire types of the console's content list.

pub mod accessibility;

use serde::{Deserialize, Serialize};
use store::content::KindMetadata;
use store::content_index::storage;
use store::content_item::ContentItem;
use store::{ItemKind, content_index};
use utoipa::{IntoParams, ToSchema};

use self::accessibility::AccessibilityReport;
use crate::library::albums::wire::image_url;
use crate::library::audio::wire::artwork_url_of;

/// Kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ContentKind {
    /// A course note.
    Note,
    /// A recording on a shelf.
    Audio,
    /// An album note.
    AlbumNote,
}

/// Filter of the content list. All given conditions must match.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContentQuery {
    /// `note`, `audio` or `albumNote`.
    pub kind: Option<String>,
    /// Course code, shelf name or album name.
    pub place: Option<String>,
    /// Words to find in the title, the place, the file name or the uploader's name.
    pub text: Option<String>,
    /// `problems`, `none` or `unknown`: notes by their accessibility report. Excludes recordings.
    pub accessibility: Option<String>,
}

/// A published item.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContentEntry {
    pub kind: ContentKind,
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    #[schema(example = "Week 3: Observers")]
    pub title: String,
    /// Course code, shelf name or album name.
    #[schema(example = "CS246")]
    pub place: String,
    /// Chapter or subject, as displayed.
    #[schema(example = "Chapter 4")]
    pub part: String,
    #[schema(example = "observers.pdf")]
    pub file_name: String,
    #[schema(example = 482_113)]
    pub size_bytes: u64,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub upload_date: String,
    /// Display name of the uploader at the time of the upload.
    #[schema(example = "Note Ninja")]
    pub uploader_name: String,
    /// Accessibility report of a note. Absent if the file has not been checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accessibility: Option<AccessibilityReport>,
}

/// A published item with its editable fields.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContentDetail {
    #[serde(flatten)]
    pub entry: ContentEntry,
    #[schema(example = "The observer pattern with two worked examples.")]
    pub description: String,
    /// Set for a course note.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Lecture")]
    pub note_type: Option<String>,
    /// Set for a course note.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 4)]
    pub chapter: Option<u32>,
    /// Subject of a recording or an album note.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CS 246")]
    pub subject: Option<String>,
    /// URL of the picture of a recording or an album note. Absent without a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/api/albums/cram/notes/01JD8Z5V7R8XQ4N2T6W0YB3C9E/picture?v=01JD8Z5V7R8XQ4N2T6W0YB3C9F")]
    pub image_url: Option<String>,
    /// Position of a recording that was moved on its shelf. Send it with the next move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9G")]
    pub position: Option<String>,
    #[schema(example = 5)]
    pub likes: u32,
    /// Send this version with the next edit.
    #[schema(example = 3)]
    pub version: u32,
}

/// New title, description and kind-specific fields of an item.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditContentRequest {
    #[serde(default)]
    #[schema(required = true, example = "Week 3: Observers")]
    pub title: String,
    /// If missing, the description is cleared.
    #[schema(example = "The observer pattern with two worked examples.")]
    pub description: Option<String>,
    /// Note type of a course note. If missing, it does not change.
    #[schema(example = "Lecture")]
    pub note_type: Option<String>,
    /// Chapter of a course note, from 1. If missing, it does not change.
    #[schema(example = 4)]
    pub chapter: Option<u32>,
    /// Subject of a recording or an album note: a course code or any other text. If missing, it does not change.
    #[schema(example = "CS 246")]
    pub subject: Option<String>,
    /// Shelf of a recording: `deep-dive`, `quick-recap`, `chill-review` or `radio`. If missing, it does not change.
    #[schema(example = "quick-recap")]
    pub shelf: Option<String>,
    /// Version that was edited. A newer version is a conflict (409).
    #[schema(required = true, example = 3)]
    pub version: Option<u32>,
}

/// Creates an upload that replaces the file of a published item.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplaceFileRequest {
    /// ULID chosen by the client. Repeating it returns the same upload with a new URL.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: Option<String>,
    #[schema(required = true, example = "observers-2.pdf")]
    pub file_name: String,
    #[schema(required = true, example = "application/pdf")]
    pub content_type: String,
    #[schema(required = true, example = 482_113)]
    pub size_bytes: u64,
    /// SHA-256 of the file, 64 hexadecimal digits.
    #[schema(required = true, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
    /// Version of the item whose file is replaced. A newer version is a conflict (409). If missing, any version is
    /// replaced.
    #[schema(example = 3)]
    pub version: Option<u32>,
}

/// Number and size of stored items.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Storage {
    /// Visible items, by kind.
    pub kinds: Vec<StorageKind>,
    /// Trash: deleted items and replaced files.
    pub trash: StorageUsage,
}

/// Number and size of the items of one kind.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StorageKind {
    pub kind: ContentKind,
    #[serde(flatten)]
    pub used: StorageUsage,
}

/// Number of items and the size of their files, without pictures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StorageUsage {
    #[schema(example = 412)]
    pub items: u64,
    #[schema(example = 1_264_820_113)]
    pub size_bytes: u64,
}

/// Result of rebuilding the content index.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RebuildContentResult {
    /// Number of index entries that were missing or wrong.
    #[schema(example = 12)]
    pub written: u32,
    /// Number of removed index entries whose item does not exist.
    #[schema(example = 0)]
    pub removed: u32,
}

impl From<ItemKind> for ContentKind {
    fn from(kind: ItemKind) -> Self {
        match kind {
            ItemKind::Note => ContentKind::Note,
            ItemKind::Audio => ContentKind::Audio,
            ItemKind::AlbumNote => ContentKind::AlbumNote,
        }
    }
}

impl From<content_index::IndexEntry> for ContentEntry {
    fn from(entry: content_index::IndexEntry) -> Self {
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
            accessibility: entry.accessibility.map(Into::into),
        }
    }
}

impl From<&ContentItem> for ContentDetail {
    fn from(thing: &ContentItem) -> Self {
        let KindMetadata { note_type, chapter, subject, .. } = thing.particulars();
        let image_url = match thing {
            ContentItem::AlbumNote(note) => image_url(note),
            ContentItem::Audio(audio) => artwork_url_of(audio),
            ContentItem::Note(_) => None,
        };
        let position = if let ContentItem::Audio(audio) = thing { audio.order } else { None };
        ContentDetail {
            entry: thing.entry().into(),
            description: thing.details().description.clone(),
            note_type,
            chapter,
            subject: subject.map(|subject| subject.text),
            image_url,
            position: position.map(|position| position.to_string()),
            likes: thing.likes(),
            version: thing.version(),
        }
    }
}

impl Storage {
    pub(crate) fn of(storage: &storage::Storage, trash: storage::StorageUsage) -> Self {
        let kind = |kind| StorageKind { kind: ContentKind::from(kind), used: storage.of(kind).into() };
        Storage { kinds: ItemKind::ALL.into_iter().map(kind).collect(), trash: trash.into() }
    }
}

impl From<storage::StorageUsage> for StorageUsage {
    fn from(used: storage::StorageUsage) -> Self {
        StorageUsage { items: used.items, size_bytes: used.bytes }
    }
}

impl From<content_index::BackfillReport> for RebuildContentResult {
    fn from(rebuilt: content_index::BackfillReport) -> Self {
        RebuildContentResult { written: rebuilt.written, removed: rebuilt.removed }
    }
}
