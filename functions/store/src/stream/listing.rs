//! What the published library says of recordings, notes of albums and playlists.

use serde::de::DeserializeOwned;
use wasm_core::album::AlbumId;
use wasm_core::catalogue::{LibraryRecord, Place};
use wasm_core::shelf::ShelfId;

use crate::albums::AlbumNote;
use crate::audio::AudioNote;
use crate::client::Store;
use crate::codec::{Entity, decode, is};
use crate::error::Result;
use crate::keys::{self, Range};
use crate::playlists::{self, Playlist};
use crate::table::{self, Consistency, Order};

/// A change of what everybody can find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listing {
    /// It can be found, like this.
    Set(LibraryRecord),
    /// It can be found there no more.
    Removed {
        /// Where it was.
        place: Place,
        /// Its id.
        id: String,
    },
}

/// Everything that everybody can find, in no order: for the catalogue, never for a request of a person. 7 reads at least, 1
/// for each MB, and 1 for each public playlist.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn all(store: &Store) -> Result<Vec<LibraryRecord>> {
    let mut records = Vec::new();
    for shelf in ShelfId::ALL {
        records.extend(read::<AudioNote>(store, &keys::shelf::page(shelf)).await?);
    }
    for album in AlbumId::ALL {
        records.extend(read::<AlbumNote>(store, &keys::album::page(album)).await?);
    }
    records.extend(playlists::list_all_public(store).await?.iter().map(LibraryRecord::from));
    Ok(records)
}

async fn read<T: Entity + DeserializeOwned>(store: &Store, range: &Range) -> Result<Vec<LibraryRecord>>
where
    for<'a> LibraryRecord: From<&'a T>,
{
    let items = table::query_all(store, range, Order::Ascending, Consistency::Eventual).await?;
    items.into_iter().filter(is::<T>).map(|item| decode::<T>(item).map(|thing| (&thing).into())).collect()
}

impl From<&AudioNote> for LibraryRecord {
    fn from(audio: &AudioNote) -> Self {
        Self {
            place: Place::Shelf(audio.shelf),
            id: audio.id.to_string(),
            title: audio.title.clone(),
            subject: audio.subject.clone(),
            size: audio.duration_secs.unwrap_or(0),
            likes: audio.likes,
        }
    }
}

impl From<&AlbumNote> for LibraryRecord {
    fn from(note: &AlbumNote) -> Self {
        Self {
            place: Place::Album(note.album),
            id: note.id.to_string(),
            title: note.title.clone(),
            subject: note.subject.clone(),
            size: note.pages,
            likes: note.likes,
        }
    }
}

impl From<&Playlist> for LibraryRecord {
    /// Of a playlist that everybody may see. Whose it is stays out: names change, and the playlist says it.
    fn from(playlist: &Playlist) -> Self {
        Self {
            place: Place::Playlists,
            id: playlist.id.to_string(),
            title: playlist.name.clone(),
            subject: String::new(),
            size: playlist.audio_count,
            likes: 0,
        }
    }
}
