//! A published item of any kind.

use aws::client::Store;
use aws::table;
use model::error::{Error, Result};
use model::ids::ProductId;
use model::keys::object::ObjectKey;
use model::kind::ItemKind;
use wasm_core::course::CourseCode;

use crate::content_index::IndexEntry;
use crate::library::albums::AlbumNote;
use crate::library::audio::{self, AudioNote};
use crate::library::content::{self, CommonMetadata, Content, KindMetadata, resource_kind};
use crate::library::merges;
use crate::library::notes::Note;

/// A course note, a recording or an album note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContentItem {
    /// A course note.
    Note(Box<Note>),
    /// A recording on a shelf.
    Audio(Box<AudioNote>),
    /// An album note.
    AlbumNote(Box<AlbumNote>),
}

/// Evaluates an expression on the content of any kind.
macro_rules! ask {
    ($thing:expr, $content:ident => $answer:expr) => {
        match $thing {
            ContentItem::Note($content) => $answer,
            ContentItem::Audio($content) => $answer,
            ContentItem::AlbumNote($content) => $answer,
        }
    };
}

impl ContentItem {
    /// Returns the entry in the content index.
    #[must_use]
    pub fn entry(&self) -> IndexEntry {
        ask!(self, content => IndexEntry::of(content.as_ref()))
    }

    /// Returns the title and description.
    #[must_use]
    pub fn details(&self) -> &CommonMetadata {
        ask!(self, content => content.details())
    }

    /// Returns the fields that are specific to this kind.
    #[must_use]
    pub fn particulars(&self) -> KindMetadata {
        ask!(self, content => content.kind_metadata())
    }

    /// Returns the number of edits and file replacements.
    #[must_use]
    pub fn version(&self) -> u32 {
        ask!(self, content => content.version())
    }

    /// Returns the number of likes.
    #[must_use]
    pub fn likes(&self) -> u32 {
        ask!(self, content => content.likes())
    }

    /// Returns the object key of the file.
    #[must_use]
    pub fn file_key(&self) -> &ObjectKey {
        ask!(self, content => &content.file().key)
    }

    /// Returns the object key for a replacement file, in the same area and named after `product`.
    #[must_use]
    pub fn new_file_key(&self, product: ProductId, extension: &'static str) -> ObjectKey {
        ask!(self, content => content.new_file_key(product, extension))
    }

    /// Returns the object key for the picture of a replacement file. Only recordings have one.
    #[must_use]
    pub fn new_artwork_key(&self, product: ProductId) -> Option<ObjectKey> {
        ask!(self, content => content.new_artwork_key(product))
    }
}

impl From<Note> for ContentItem {
    fn from(note: Note) -> Self {
        Self::Note(Box::new(note))
    }
}

impl From<AudioNote> for ContentItem {
    fn from(audio: AudioNote) -> Self {
        Self::Audio(Box::new(audio))
    }
}

impl From<AlbumNote> for ContentItem {
    fn from(note: AlbumNote) -> Self {
        Self::AlbumNote(Box::new(note))
    }
}

/// Reference to an item with its collection, so that it can be read without the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContentRef<'a> {
    /// Kind of the item.
    pub kind: ItemKind,
    /// Collection, as in [`IndexEntry`].
    pub place: &'a str,
    /// Item id.
    pub id: ProductId,
}

/// Returns the current version of an item; `None` also for an item in the trash. Uses the index, so an item published a
/// moment ago may be missing. Cost: 2 reads.
pub async fn find(store: &Store, kind: ItemKind, id: ProductId) -> Result<Option<ContentItem>> {
    Ok(match kind {
        ItemKind::Note => find_current::<Note>(store, id).await?.map(ContentItem::from),
        ItemKind::Audio => find_current::<AudioNote>(store, id).await?.map(ContentItem::from),
        ItemKind::AlbumNote => find_current::<AlbumNote>(store, id).await?.map(ContentItem::from),
    })
}

/// Returns the current version of an item that is or was in a known collection; `None` also for an item in the trash.
/// Cost: 1 consistent read; 1 to 3 more for a course note or a recording that was not found.
///
/// # Errors
/// `Broken`, also for an invalid collection.
pub async fn find_at(store: &Store, ContentRef { kind, place, id }: ContentRef<'_>) -> Result<Option<ContentItem>> {
    Ok(match kind {
        ItemKind::Note => match content::find_in::<Note>(store, place, id).await? {
            Some(note) => Some(note.into()),
            None => find_moved(store, place, id).await?.map(ContentItem::from),
        },
        ItemKind::Audio => {
            let shelf = place.parse().map_err(|_| Error::broken(format!("there is no shelf '{place}'")))?;
            audio::find_on_shelf(store, shelf, id.into()).await?.map(ContentItem::from)
        }
        ItemKind::AlbumNote => content::find_in::<AlbumNote>(store, place, id).await?.map(ContentItem::from),
    })
}

/// Returns a note whose course was merged.
async fn find_moved(store: &Store, place: &str, id: ProductId) -> Result<Option<Note>> {
    let Ok(course) = CourseCode::parse(place) else { return Ok(None) };
    let into = merges::resolve(store, &course).await?;
    if into == course { Ok(None) } else { content::find_in(store, into.as_str(), id).await }
}

/// Returns the current version of an item. Cost: 2 reads.
///
/// # Errors
/// `NotFound(Note)`, `NotFound(Audio)`, also for an item in the trash.
pub async fn get(store: &Store, kind: ItemKind, id: ProductId) -> Result<ContentItem> {
    find(store, kind, id).await?.ok_or(Error::NotFound(resource_kind(kind)))
}

/// Finds an item by its id through the index, then reads it from the table, because the index may be stale.
pub(super) async fn find_current<T: Content>(store: &Store, id: ProductId) -> Result<Option<T>> {
    match content::find::<T>(store, id).await? {
        Some(listed) => table::find(store, listed.key()).await,
        None => Ok(None),
    }
}
