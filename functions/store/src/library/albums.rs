//! Albums and their notes.

use aws::client::Store;
use aws::codec::{Entity, decode, has_entity};
use aws::expression::attribute;
use aws::objects;
use aws::table::{self, Consistency, Order};
use aws::write::Update;
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::{NoteId, PictureId, PublicName, UserId};
use model::keys::{self, object};
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;

use crate::library::content::{self, CommonMetadata, File, PdfFileMetadata};
use crate::library::expected_picture::{self, SeenPicture};
use crate::library::public_pictures::PublicPicture;

/// An album and its count, which changes in the transactions that add or remove notes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Album {
    /// One of the three albums.
    pub id: AlbumId,
    /// Number of notes.
    #[serde(default)]
    pub notes: u32,
}

impl Entity for Album {
    const ENTITY: &'static str = "album";
}

impl Album {
    /// Returns an album without notes.
    #[must_use]
    pub fn empty(id: AlbumId) -> Self {
        Self { id, notes: 0 }
    }
}

/// A note of an album: one PDF, with a picture if the uploader added one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlbumNote {
    /// Note id, shared with course notes. Later notes have greater ids.
    pub id: NoteId,
    /// Album that contains the note.
    pub album: AlbumId,
    /// Subject as it is displayed.
    pub subject: String,
    /// Course of the subject, if the catalogue has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<CourseCode>,
    /// Title and description.
    #[serde(flatten)]
    pub details: CommonMetadata,
    /// Picture added by the uploader. `None` if there is none; pages then show a drawing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureId>,
    /// Public name of the picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_picture: Option<PublicName>,
    /// The PDF file.
    #[serde(flatten)]
    pub file: File<PdfFileMetadata>,
    /// Number of likes.
    pub likes: u32,
    /// Number of edits and file replacements, used for conditional writes.
    pub version: u32,
    /// Upload time; the album is sorted by it.
    pub uploaded_at: Timestamp,
    /// Uploader, who may delete the note.
    pub uploader: UserId,
    /// Name of the uploader at the time of the upload.
    pub uploader_name: String,
}

impl Entity for AlbumNote {
    const ENTITY: &'static str = "album_note";
}

/// An album and one page of its notes, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlbumPage {
    /// The album.
    pub album: Album,
    /// One page of its notes.
    pub notes: Page<AlbumNote>,
}

/// Returns an album. Cost: 1 read.
pub async fn get(store: &Store, id: AlbumId) -> Result<Album> {
    Ok(table::find(store, keys::album::primary(id)).await?.unwrap_or_else(|| Album::empty(id)))
}

/// Returns an album and one page of its notes, newest first. The first page is one query; later pages read the album
/// separately. Consistent reads, so that a note appears as soon as its upload is ready. Cost: 1 read; 2 for later
/// pages.
///
/// # Errors
/// `InvalidCursor`.
pub async fn page(store: &Store, id: AlbumId, cursor: Option<&Cursor>, limit: u32) -> Result<AlbumPage> {
    let range = keys::album::with_notes(id);
    let Some(cursor) = cursor else {
        let limit = Some(limit.saturating_add(1));
        let slice = table::query(store, &range, Order::Descending, Consistency::Strong, limit, None).await?;
        let next = slice.last_key.as_ref().map(|last| table::encode_cursor(store, &range, last)).transpose()?;
        let mut items = slice.items.into_iter().peekable();
        let Some(first) = items.next_if(has_entity::<Album>) else {
            // The album record is created with the first note, so an album without a record has no notes.
            return Ok(AlbumPage { album: Album::empty(id), notes: Page { items: Vec::new(), next: None } });
        };
        let items = items.map(decode).collect::<Result<_>>()?;
        return Ok(AlbumPage { album: decode(first)?, notes: Page { items, next } });
    };
    let (album, notes) = tokio::join!(
        get(store, id),
        table::page(store, &range, Order::Descending, Consistency::Strong, Some(cursor), limit),
    );
    Ok(AlbumPage { album: album?, notes: notes? })
}

/// Returns an album note by its id alone. Cost: 1 index read; a note published a moment ago may be missing.
pub async fn find(store: &Store, id: NoteId) -> Result<Option<AlbumNote>> {
    content::find(store, id.into()).await
}

/// Returns an album note by its id alone. Cost: 1 index read.
///
/// # Errors
/// `NotFound(Note)`, also for a note in the trash.
pub async fn get_note(store: &Store, id: NoteId) -> Result<AlbumNote> {
    content::get(store, id.into()).await
}

/// Returns a note of a known album with a consistent read. Cost: 1 read.
pub async fn find_in_album(store: &Store, album: AlbumId, id: NoteId) -> Result<Option<AlbumNote>> {
    table::find(store, keys::album::note(album, id)).await
}

impl AlbumNote {
    /// Returns the public picture that the uploader added.
    #[must_use]
    pub fn added_picture(&self) -> Option<PublicPicture> {
        Some(PublicPicture::from_jpeg(object::album_picture(self.picture?), self.open_picture.as_ref()?))
    }
}

/// Sets the picture of an album note. The file must exist. Idempotent. The stream handler deletes the previous file.
/// Conditions: the note exists; it has the `seen` picture. Cost: 1 write, 1 index write; 1 read after a conflict.
///
/// # Errors
/// `NotFound(Note)`; `Conflict(VersionMismatch)` when the note has another picture. The new file is then unused.
pub async fn set_picture(
    store: &Store,
    album: AlbumId,
    id: NoteId,
    picture: PictureId,
    seen: Option<&SeenPicture>,
) -> Result<()> {
    let open = objects::public_name(store, &object::album_picture(picture));
    let update = Update::of(keys::album::note(album, id));
    let update = update.set("picture", picture).set("open_picture", open);
    if update.when(expected_picture::is_replaceable(seen, "picture", picture)).apply(store).await? {
        return Ok(());
    }
    find_in_album(store, album, id).await?.ok_or(Error::NotFound(ResourceKind::Note))?;
    Err(Error::Conflict(Conflict::VersionMismatch))
}

/// Returns the update that adds `change` (1 or -1) to the count. Condition for -1: the count is at least 1.
pub(super) fn count_update(album: AlbumId, change: i8) -> Update {
    let update = Update::of(keys::album::primary(album)).set_entity::<Album>().set("id", album).add("notes", change);
    if change < 0 { update.when(attribute("notes").is_at_least(-change)) } else { update }
}
