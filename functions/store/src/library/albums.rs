//! Albums, and the notes in them.

use aws::client::Store;
use aws::codec::{Entity, decode, is};
use aws::expression::{attribute, exists};
use aws::objects;
use aws::table::{self, Consistency, Order};
use aws::write::Update;
use model::error::{Error, Noun, Result};
use model::ids::{NoteId, OpenName, PictureId, UserId};
use model::keys::{self, object};
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;

use crate::library::content::{self, Details, File, Pdf};
use crate::library::open_pictures::OpenPicture;

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
    /// What people say of it.
    #[serde(flatten)]
    pub details: Details,
    /// The picture that the uploader added; `None` shows a drawing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureId>,
    /// What it is called where everybody may read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_picture: Option<OpenName>,
    /// The PDF.
    #[serde(flatten)]
    pub file: File<Pdf>,
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
pub async fn find(store: &Store, id: NoteId) -> Result<Option<AlbumNote>> {
    content::find(store, id.into()).await
}

/// One album note by its id alone. 1 read in the index.
///
/// # Errors
/// `NotFound(Note)`, also for one in the trash.
pub async fn get_note(store: &Store, id: NoteId) -> Result<AlbumNote> {
    content::get(store, id.into()).await
}

/// One note of a known album, sure to be the newest. 1 read.
pub async fn find_in_album(store: &Store, album: AlbumId, id: NoteId) -> Result<Option<AlbumNote>> {
    table::find(store, keys::album::note(album, id)).await
}

impl AlbumNote {
    /// The picture that was added to it, which everybody may see.
    #[must_use]
    pub fn added_picture(&self) -> Option<OpenPicture> {
        Some(OpenPicture::jpeg(object::album_picture(self.picture?), self.open_picture.as_ref()?))
    }
}

/// Gives an album note a picture, whose file must lie there. The file of the picture before is removed by whoever
/// follows the stream. Condition: the note is there. 1 write and 1 in the index.
///
/// # Errors
/// `NotFound(Note)`.
pub async fn set_picture(store: &Store, album: AlbumId, id: NoteId, picture: PictureId) -> Result<()> {
    let open = objects::open_name(store, &object::album_picture(picture));
    let update = Update::of(keys::album::note(album, id));
    let update = update.set("picture", picture).set("open_picture", open).when(exists());
    if update.apply(store).await? { Ok(()) } else { Err(Error::NotFound(Noun::Note)) }
}

/// The update that counts a note in (`1`) or out (`-1`). Condition of counting out: it was counted in.
pub(super) fn count(album: AlbumId, change: i8) -> Update {
    let update = Update::of(keys::album::primary(album)).set_entity::<Album>().set("id", album).add("notes", change);
    if change < 0 { update.when(attribute("notes").is_at_least(-change)) } else { update }
}
