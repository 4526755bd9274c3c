//! Albums, and the notes in them.

use aws_sdk_dynamodb::types::{Put, Update};
use serde::{Deserialize, Serialize};
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;

use crate::aws::client::Store;
use crate::aws::codec::{Entity, SCHEMA, decode, encode, is, number, text};
use crate::aws::objects::{self, Bucket};
use crate::aws::table::{self, Consistency, Order, Outcome, Transaction};
use crate::base::error::{Error, Noun, Result};
use crate::base::facts::PdfFacts;
use crate::base::ids::{NoteId, PictureId, Sha256Hash, UserId};
use crate::base::page::{Cursor, Page};
use crate::base::timestamp::Timestamp;
use crate::keys;
use crate::keys::object::{self, ObjectKey};

/// An album and its count, which moves in the transactions that put notes into it and take them away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Album {
    /// Which of the three.
    pub id: AlbumId,
    /// Notes in it.
    #[serde(default)]
    pub notes: u32,
}

impl Entity for Album {
    const ENTITY: &'static str = "album";
    const SCHEMA: u32 = 1;
}

impl Album {
    /// An album in which nothing has ever been.
    #[must_use]
    pub fn empty(id: AlbumId) -> Self {
        Self { id, notes: 0 }
    }
}

/// A note of an album: one PDF, with a picture if the uploader added one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlbumNote {
    /// Its id, of the same kind as those of course notes. Later notes have later ids.
    pub id: NoteId,
    /// The album it is in.
    pub album: AlbumId,
    /// Subject, as it is shown.
    pub subject: String,
    /// The course that the subject is, if it is one of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<CourseCode>,
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    #[serde(default)]
    pub description: String,
    /// The picture that the uploader added; `None` shows a drawing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureId>,
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
    /// When it was uploaded: the order of its album.
    pub uploaded_at: Timestamp,
    /// Who uploaded it. They may delete it.
    pub uploader: UserId,
    /// The name that was shown for the uploader then.
    pub uploader_name: String,
}

impl Entity for AlbumNote {
    const ENTITY: &'static str = "album_note";
    const SCHEMA: u32 = 1;
}

/// An album and one page of its notes, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlbumPage {
    /// The album.
    pub album: Album,
    /// Its notes.
    pub notes: Page<AlbumNote>,
}

/// One album. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn get(store: &Store, id: AlbumId) -> Result<Album> {
    Ok(table::find(store, keys::album::primary(id)).await?.unwrap_or_else(|| Album::empty(id)))
}

/// An album and one page of its notes, newest first, in one query. Strong, so that a note is there as soon as its
/// upload is ready. Later pages read the album by its key beside the query. 1 read, later pages 2.
///
/// # Errors
/// `InvalidCursor`.
pub async fn page(store: &Store, id: AlbumId, cursor: Option<&Cursor>, limit: u32) -> Result<AlbumPage> {
    let range = keys::album::page(id);
    let Some(cursor) = cursor else {
        let limit = Some(limit.saturating_add(1));
        let slice = table::query(store, &range, Order::Descending, Consistency::Strong, limit, None).await?;
        let next = slice.last.as_ref().map(|last| table::seal(store, &range, last)).transpose()?;
        let mut items = slice.items.into_iter().peekable();
        let Some(first) = items.next_if(is::<Album>) else {
            // The album is written with its first note, so there are none.
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

/// One album note by its id alone, whichever album it is in. 1 read in the index: one that was published a moment ago
/// may not be found yet.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find(store: &Store, id: NoteId) -> Result<Option<AlbumNote>> {
    let range = keys::album::by_id(id);
    let slice = table::query(store, &range, Order::Ascending, Consistency::Eventual, Some(1), None).await?;
    slice.items.into_iter().next().map(decode).transpose()
}

/// One album note by its id alone. 1 read in the index.
///
/// # Errors
/// `NotFound(Note)`, also for one in the trash.
pub async fn get_note(store: &Store, id: NoteId) -> Result<AlbumNote> {
    find(store, id).await?.ok_or(Error::NotFound(Noun::Note))
}

/// One note of a known album, sure to be the newest. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find_in_album(store: &Store, album: AlbumId, id: NoteId) -> Result<Option<AlbumNote>> {
    table::find(store, keys::album::note(album, id)).await
}

/// Gives an album note a picture, whose file must lie there. The file of the picture before is removed by whoever
/// follows the stream. Condition: the note is there. 2 writes and 1 in the index.
///
/// # Errors
/// `NotFound(Note)`.
pub async fn set_picture(store: &Store, album: AlbumId, id: NoteId, picture: PictureId) -> Result<()> {
    let mut transaction = Transaction::default();
    transaction.update(
        "note",
        table::update(store, keys::album::note(album, id))
            .update_expression("SET picture = :picture")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":picture", text(picture.to_string()))
            .build()
            .map_err(table::build_error)?,
    );
    match transaction.run(store).await? {
        Outcome::Done => Ok(()),
        Outcome::Refused(_) => Err(Error::NotFound(Noun::Note)),
    }
}

/// Removes the files of an album note that is gone for good: the PDF with what was made of it, and its picture. Done
/// again it changes nothing. 4 to 5 requests to the object service.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn remove_files(store: &Store, note: &AlbumNote) -> Result<()> {
    objects::delete_pdf(store, &note.file_key).await?;
    if let Some(picture) = note.picture {
        objects::delete(store, Bucket::Files, &object::album_picture(picture)).await?;
    }
    Ok(())
}

/// The write that puts a note into its album. Condition: it is not there.
pub(crate) fn put(store: &Store, note: &AlbumNote) -> Result<Put> {
    let item = encode(note, keys::album::note(note.album, note.id), Some(keys::album::listed(note.id)))?;
    table::put(store, item).condition_expression("attribute_not_exists(pk)").build().map_err(table::build_error)
}

/// The update that counts a note in (`1`) or out (`-1`). Condition of counting out: it was counted in.
pub(crate) fn count(store: &Store, album: AlbumId, change: i8) -> Result<Update> {
    let update = table::update(store, keys::album::primary(album))
        .update_expression("SET id = :id, entity = :entity, #schema = :schema ADD notes :change")
        .expression_attribute_names("#schema", SCHEMA)
        .expression_attribute_values(":id", text(album.as_str()))
        .expression_attribute_values(":entity", text(Album::ENTITY))
        .expression_attribute_values(":schema", number(Album::SCHEMA))
        .expression_attribute_values(":change", number(change));
    let update = if change < 0 {
        update.condition_expression("notes >= :least").expression_attribute_values(":least", number(-change))
    } else {
        update
    };
    update.build().map_err(table::build_error)
}
