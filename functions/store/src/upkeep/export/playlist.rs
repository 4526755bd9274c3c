//! Export of playlists.

use aws::client::Store;
use model::error::Result;
use model::ids::{AudioId, PlaylistId, UserId};
use model::timestamp::Timestamp;
use serde::Serialize;

use super::{Belonging, Kind, told};
use crate::mine::playlists::{self, PlaylistItem};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Playlist {
    name: String,
    visibility: playlists::Visibility,
    created_at: Timestamp,
    updated_at: Timestamp,
    items: Vec<Entry>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    audio_id: AudioId,
    title: String,
    added_at: Timestamp,
}

impl From<PlaylistItem> for Entry {
    fn from(PlaylistItem { audio, title, added_at, .. }: PlaylistItem) -> Self {
        Entry { audio_id: audio, title, added_at }
    }
}

/// Returns a playlist of this owner with its recordings. Cost: 1 read, and the reads of its recordings.
pub(super) async fn whole_playlist(store: &Store, owner: &UserId, id: PlaylistId) -> Result<Option<Belonging>> {
    let Some(playlist) = playlists::find(store, id).await?.filter(|playlist| playlist.owner == *owner) else {
        return Ok(None);
    };
    let items = playlists::items_in_order(store, id).await?;
    let items = items.into_iter().map(Entry::from).collect();
    let playlists::Playlist { name, visibility, created_at, updated_at, .. } = playlist;
    told(Kind::Playlists, &Playlist { name, visibility, created_at, updated_at, items }).map(Some)
}
