//! Lists the trash.

use aws::client::Store;
use aws::codec::{Item, decode, has_entity};
use aws::table::{self, Consistency, Order};
use model::error::Result;
use model::ids::UserId;
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;

use crate::content_index::storage::StorageUsage;
use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::notes::Note;
use crate::publishing::trash::content::Trashed;
use crate::publishing::trash::file::TrashedFile;

/// One entry of the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrashedEntry {
    /// A course note.
    Note(Box<Trashed<Note>>),
    /// A recording.
    Audio(Box<Trashed<AudioNote>>),
    /// An album note.
    AlbumNote(Box<Trashed<AlbumNote>>),
    /// A replaced file.
    File(Box<TrashedFile>),
}

impl TrashedEntry {
    /// Returns the user who deleted it.
    #[must_use]
    pub fn deleted_by(&self) -> &UserId {
        match self {
            Self::Note(it) => &it.deleted_by,
            Self::Audio(it) => &it.deleted_by,
            Self::AlbumNote(it) => &it.deleted_by,
            Self::File(it) => &it.deleted_by,
        }
    }

    /// Returns the size of its file in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Note(it) => it.content.file.size_bytes,
            Self::Audio(it) => it.content.file.size_bytes,
            Self::AlbumNote(it) => it.content.file.size_bytes,
            Self::File(it) => it.file.size_bytes(),
        }
    }

    /// Returns the time when it was hidden because of a notice of copyright, which alone can restore it.
    #[must_use]
    pub fn hidden_at(&self) -> Option<Timestamp> {
        match self {
            Self::Note(it) => it.is_withheld.then_some(it.deleted_at),
            Self::Audio(it) => it.is_withheld.then_some(it.deleted_at),
            Self::AlbumNote(it) => it.is_withheld.then_some(it.deleted_at),
            Self::File(_) => None,
        }
    }

    pub(crate) fn of(item: Item) -> Result<Self> {
        Ok(if has_entity::<Trashed<AudioNote>>(&item) {
            Self::Audio(Box::new(decode(item)?))
        } else if has_entity::<Trashed<AlbumNote>>(&item) {
            Self::AlbumNote(Box::new(decode(item)?))
        } else if has_entity::<TrashedFile>(&item) {
            Self::File(Box::new(decode(item)?))
        } else {
            Self::Note(Box::new(decode(item)?))
        })
    }
}

/// Returns the number of entries and bytes in the trash. Not stored as a count, because expired entries would have to
/// be subtracted exactly once. Cost: 1 read per MB; 1,000 entries take a few MB.
pub async fn usage(store: &Store) -> Result<StorageUsage> {
    let items = table::query_all(store, &keys::trash::all(), Order::Descending, Consistency::Eventual).await?;
    let mut used = StorageUsage::default();
    for item in items {
        used.items += 1;
        used.bytes += TrashedEntry::of(item)?.bytes();
    }
    Ok(used)
}

/// Returns one page of the trash, last deleted first. Cost: 1 read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, cursor: Option<&Cursor>, limit: u32) -> Result<Page<TrashedEntry>> {
    let range = keys::trash::all();
    let start = cursor.map(|cursor| table::decode_cursor(store, &range, cursor)).transpose()?;
    let slice = table::query(store, &range, Order::Descending, Consistency::Eventual, Some(limit), start).await?;
    let next = slice.last_key.as_ref().map(|last| table::encode_cursor(store, &range, last)).transpose()?;
    Ok(Page { items: slice.items.into_iter().map(TrashedEntry::of).collect::<Result<_>>()?, next })
}
