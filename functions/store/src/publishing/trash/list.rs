//! Everything in the trash, whatever it is.

use crate::aws::client::Store;
use crate::aws::codec::{Item, decode, is};
use crate::aws::table::{self, Consistency, Order};
use crate::base::error::Result;
use crate::base::ids::UserId;
use crate::base::page::{Cursor, Page};
use crate::keys;
use crate::publishing::trash::album::TrashedAlbumNote;
use crate::publishing::trash::audio::TrashedAudio;
use crate::publishing::trash::file::TrashedFile;
use crate::publishing::trash::note::TrashedNote;
use crate::register::storage::Used;

/// One thing in the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trashed {
    /// A course note.
    Note(Box<TrashedNote>),
    /// An audio note.
    Audio(Box<TrashedAudio>),
    /// An album note.
    Album(Box<TrashedAlbumNote>),
    /// A file that was replaced.
    File(Box<TrashedFile>),
}

impl Trashed {
    /// Who deleted it.
    #[must_use]
    pub fn deleted_by(&self) -> &UserId {
        match self {
            Self::Note(it) => &it.deleted_by,
            Self::Audio(it) => &it.deleted_by,
            Self::Album(it) => &it.deleted_by,
            Self::File(it) => &it.deleted_by,
        }
    }

    /// The size of its file, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Note(it) => it.note.size_bytes,
            Self::Audio(it) => it.audio.size_bytes,
            Self::Album(it) => it.note.size_bytes,
            Self::File(it) => it.file.size_bytes,
        }
    }

    pub(crate) fn of(item: Item) -> Result<Self> {
        Ok(if is::<TrashedAudio>(&item) {
            Self::Audio(Box::new(decode(item)?))
        } else if is::<TrashedAlbumNote>(&item) {
            Self::Album(Box::new(decode(item)?))
        } else if is::<TrashedFile>(&item) {
            Self::File(Box::new(decode(item)?))
        } else {
            Self::Note(Box::new(decode(item)?))
        })
    }
}

/// How much is in the trash. It is not counted elsewhere: what leaves it by itself would have to be counted out exactly
/// once. 1 read for each MB, of which there are some for 1,000 things.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn used(store: &Store) -> Result<Used> {
    let items = table::query_all(store, &keys::trash::all(), Order::Descending, Consistency::Eventual).await?;
    let mut used = Used::default();
    for item in items {
        used.items += 1;
        used.bytes += Trashed::of(item)?.bytes();
    }
    Ok(used)
}

/// The trash, last deleted first. 1 read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Trashed>> {
    let range = keys::trash::all();
    let start = cursor.map(|cursor| table::open(store, &range, cursor)).transpose()?;
    let slice = table::query(store, &range, Order::Descending, Consistency::Eventual, Some(limit), start).await?;
    let next = slice.last.as_ref().map(|last| table::seal(store, &range, last)).transpose()?;
    Ok(Page { items: slice.items.into_iter().map(Trashed::of).collect::<Result<_>>()?, next })
}
