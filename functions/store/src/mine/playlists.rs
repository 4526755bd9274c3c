//! Playlists of recordings.
//!
//! A playlist is one item, and each recording in it another. The count, the duration and the first pictures change in
//! the transactions that change the recordings. Every condition includes the owner, so a private playlist of another
//! user gives `NotFound`, never `Forbidden`.

mod create;
mod edit;
mod items;
mod order;
mod remove;

use std::cmp::Reverse;
use std::collections::HashMap;

use aws::client::Store;
use aws::codec::{Entity, Item, decode, has_entity};
use aws::expression::attribute;
use aws::table::{self, Consistency, Order};
use aws::transaction::Transaction;
use aws::write::{Delete, Put, Update};
use model::error::{Error, ResourceKind, Result};
use model::fractional_index::FractionalIndex;
use model::ids::{AudioId, CoverId, PlaylistId, Sha256Hash, UserId};
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_core::forms::playlist_name_key;
use wasm_core::limits::{PAGE_MAX_ITEMS, PLAYLIST_MOSAIC_ITEMS};
use wasm_core::shelf::ShelfId;

use crate::library::audio::{self, AudioNote};
use crate::personal::{ExportContext, UserData};

pub use create::{CreatedPlaylist, NewPlaylist, create};
pub use edit::{PlaylistEdit, edit, remove_cover, set_cover};
pub use items::{AddedRecordings, add, remove};
pub use order::reorder;
pub use remove::{delete, delete_all, purge, remove_cover_file};

/// Visibility of a playlist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Visible to all signed-in users.
    #[default]
    Public,
    /// Visible to the owner only.
    Private,
}

/// A playlist without its recordings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Playlist {
    /// Id.
    pub id: PlaylistId,
    /// User who owns the playlist.
    pub owner: UserId,
    /// Name.
    pub name: String,
    /// Hash of the name in the key of its claim.
    pub(crate) name_key: Sha256Hash,
    /// Users who can see the playlist.
    pub visibility: Visibility,
    /// Number of recordings.
    pub audio_count: u32,
    /// Total duration in seconds; recordings of unknown duration count as 0.
    pub total_secs: u64,
    /// Number of changes of name, visibility or order. Added and removed recordings do not count, because they never
    /// conflict with an edit.
    pub version: u32,
    /// Number of changes to the list of recordings.
    pub(crate) edition: u64,
    /// Cover image chosen by the owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<CoverId>,
    /// The first recordings, at most `PLAYLIST_MOSAIC_ITEMS`, for a generated cover.
    #[serde(default)]
    pub mosaic: Vec<Tile>,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last change of name, visibility or cover.
    pub updated_at: Timestamp,
}

impl Entity for Playlist {
    const ENTITY: &'static str = "playlist";
}

/// One recording in a generated cover.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tile {
    /// Id of the recording.
    pub audio: AudioId,
    /// Subject of the recording.
    pub subject: String,
    /// True if the recording has artwork.
    pub has_artwork: bool,
}

/// A recording in a playlist. Title, subject and duration are copies that are shown after the recording was deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaylistItem {
    /// Id of the recording.
    pub audio: AudioId,
    /// Shelf that contains the recording.
    pub shelf: ShelfId,
    /// Title at the time of adding.
    pub title: String,
    /// Subject at the time of adding.
    pub subject: String,
    /// True if the recording had artwork when it was added.
    pub has_artwork: bool,
    /// Seconds that this recording adds to the duration of the playlist; 0 if unknown.
    pub counted_secs: u64,
    /// Time of adding.
    pub added_at: Timestamp,
    pub(crate) rank: FractionalIndex,
}

impl Entity for PlaylistItem {
    const ENTITY: &'static str = "playlist_item";
}

/// A playlist entry as the viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaylistEntry {
    /// The stored entry.
    pub item: PlaylistItem,
    /// The recording; `None` if it is gone, which only the owner sees.
    pub audio: Option<AudioNote>,
}

/// Claim of a playlist name by its owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NameClaim {
    playlist: PlaylistId,
}

impl Entity for NameClaim {
    const ENTITY: &'static str = "playlist_name";
}

impl UserData for NameClaim {
    async fn export_view(self, source: &ExportContext<'_>) -> Result<Option<Value>> {
        let whole = PlaylistWithItems::find(source.store, self.playlist).await?;
        let Some(PlaylistWithItems { playlist, items }) = whole.filter(|whole| whole.playlist.owner == *source.owner)
        else {
            return Ok(None);
        };
        let entry =
            |item: &PlaylistItem| json!({ "audioId": item.audio, "title": item.title, "addedAt": item.added_at });
        Ok(Some(json!({
            "name": playlist.name,
            "visibility": playlist.visibility,
            "createdAt": playlist.created_at,
            "updatedAt": playlist.updated_at,
            "items": items.iter().map(entry).collect::<Value>(),
        })))
    }

    async fn clear(store: &Store, owner: &UserId) -> Result<()> {
        delete_all(store, owner).await
    }
}

/// Marks a playlist as public. Written and deleted in the transactions that change the visibility, so that public
/// playlists can be listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Shown {
    playlist: PlaylistId,
}

impl Entity for Shown {
    const ENTITY: &'static str = "public_playlist";
}

/// Adds the write that lists or unlists a public playlist. Cost: 1 write.
fn show(transaction: &mut Transaction, playlist: PlaylistId, visibility: Visibility) {
    let key = keys::playlist::public_marker(playlist);
    match visibility {
        Visibility::Public => transaction.add("shown", Put::of(&Shown { playlist }, key)),
        Visibility::Private => transaction.add("shown", Delete::of(key)),
    }
}

/// Returns the hash of a name for the key of its claim.
fn name_key(name: &str) -> Sha256Hash {
    Sha256Hash::of(playlist_name_key(name).as_bytes())
}

/// A playlist with all its entries in order.
struct PlaylistWithItems {
    playlist: Playlist,
    items: Vec<PlaylistItem>,
}

impl PlaylistWithItems {
    /// Reads a playlist with its entries. Cost: 1 read; 10 read units for 100 recordings.
    async fn find(store: &Store, id: PlaylistId) -> Result<Option<Self>> {
        let range = keys::playlist::with_items(id);
        let stored = table::query_all(store, &range, Order::Descending, Consistency::Strong).await?;
        let (playlists, items): (Vec<Item>, Vec<Item>) = stored.into_iter().partition(has_entity::<Playlist>);
        // Entries without a playlist record belong to a deleted playlist and are purged later.
        let Some(playlist) = playlists.into_iter().next() else { return Ok(None) };
        let mut items = items.into_iter().map(decode).collect::<Result<Vec<PlaylistItem>>>()?;
        items.sort_by(|one, other| (&one.rank, one.audio).cmp(&(&other.rank, other.audio)));
        Ok(Some(Self { playlist: decode(playlist)?, items }))
    }

    async fn get_owned(store: &Store, owner: &UserId, id: PlaylistId) -> Result<Self> {
        let whole = Self::find(store, id).await?.filter(|whole| whole.playlist.owner == *owner);
        whole.ok_or(Error::NotFound(ResourceKind::Playlist))
    }

    fn position(&self, audio: AudioId) -> Option<usize> {
        self.items.iter().position(|item| item.audio == audio)
    }
}

/// Starts an update of the recordings, on condition that they are unchanged since they were read.
fn next_edition(read: &Playlist) -> Update {
    Update::of(keys::playlist::primary(read.id))
        .add("edition", 1)
        .when(attribute("owner").is(&read.owner).and(attribute("edition").is(read.edition)))
}

fn mosaic<'a>(items: impl IntoIterator<Item = &'a PlaylistItem>) -> Vec<Tile> {
    let tile =
        |item: &PlaylistItem| Tile { audio: item.audio, subject: item.subject.clone(), has_artwork: item.has_artwork };
    items.into_iter().take(PLAYLIST_MOSAIC_ITEMS).map(tile).collect()
}

/// Returns a playlist of any owner. Cost: 1 read.
pub async fn find(store: &Store, id: PlaylistId) -> Result<Option<Playlist>> {
    table::find(store, keys::playlist::primary(id)).await
}

/// Returns a playlist of this owner. Cost: 1 read.
///
/// # Errors
/// `NotFound(Playlist)`, also for a playlist of another user.
pub async fn get_mine(store: &Store, owner: &UserId, id: PlaylistId) -> Result<Playlist> {
    let playlist = find(store, id).await?.filter(|playlist| playlist.owner == *owner);
    playlist.ok_or(Error::NotFound(ResourceKind::Playlist))
}

/// Returns all playlists of this owner, newest first, at most `PLAYLISTS_MAX`, with consistent reads of the names.
/// Cost: 1 read for the names, 1 per playlist.
pub async fn list_owned(store: &Store, owner: &UserId) -> Result<Vec<Playlist>> {
    let range = keys::playlist::name_claims(owner);
    let claims = table::query_all(store, &range, Order::Ascending, Consistency::Strong).await?;
    let keys = claims
        .into_iter()
        .map(|claim| decode::<NameClaim>(claim).map(|claim| keys::playlist::primary(claim.playlist)))
        .collect::<Result<Vec<_>>>()?;
    let mut playlists: Vec<Playlist> = table::find_many(store, keys).await?;
    playlists.sort_by_key(|playlist| Reverse((playlist.created_at, playlist.id)));
    Ok(playlists)
}

/// Returns one page of a user's public playlists, newest id first. A page may hold fewer than `limit` playlists and
/// still have a cursor. Cost: 1 index read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list_public(store: &Store, owner: &UserId, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Playlist>> {
    let range = keys::playlist::of_owner(owner);
    let mut page: Page<Playlist> =
        table::page(store, &range, Order::Descending, Consistency::Eventual, cursor, limit).await?;
    page.items.retain(|playlist| playlist.visibility == Visibility::Public);
    Ok(page)
}

/// Passes all public playlists to `take` in batches. For building the catalogue, never for a user's request. Cost: 1
/// read per MB of the list, 1 per playlist.
pub(crate) async fn for_each_public(store: &Store, mut take: impl FnMut(Vec<Playlist>)) -> Result<()> {
    let range = keys::playlist::all_public();
    let mut start = None;
    loop {
        let shown = table::query(store, &range, Order::Ascending, Consistency::Eventual, None, start).await?;
        let keys = shown
            .items
            .into_iter()
            .map(|shown| decode::<Shown>(shown).map(|shown| keys::playlist::primary(shown.playlist)))
            .collect::<Result<Vec<_>>>()?;
        let mut playlists: Vec<Playlist> = table::find_many(store, keys).await?;
        playlists.retain(|playlist| playlist.visibility == Visibility::Public);
        take(playlists);
        if shown.last_key.is_none() {
            return Ok(());
        }
        start = shown.last_key;
    }
}

/// Returns a playlist as `viewer` sees it, with one page of its entries in order. Deleted recordings are skipped unless
/// the viewer is the owner. Cost: 1 read for the playlist, 1 per recording of the page.
///
/// # Errors
/// `NotFound(Playlist)`, also for a private playlist of another user; `InvalidCursor`.
pub async fn page(
    store: &Store,
    viewer: &UserId,
    id: PlaylistId,
    cursor: Option<&Cursor>,
) -> Result<(Playlist, Page<PlaylistEntry>)> {
    let Some(PlaylistWithItems { playlist, mut items }) = PlaylistWithItems::find(store, id).await? else {
        return Err(Error::NotFound(ResourceKind::Playlist));
    };
    let is_owner = playlist.owner == *viewer;
    if !is_owner && playlist.visibility == Visibility::Private {
        return Err(Error::NotFound(ResourceKind::Playlist));
    }
    // Entries are not sorted by their keys, so the cursor contains the rank of the last entry instead of the end of a
    // query.
    let binding = keys::playlist::items(id).to_string();
    if let Some(cursor) = cursor {
        let last: (FractionalIndex, AudioId) = table::decode_offset_cursor(store, &binding, cursor)?;
        items.retain(|item| (&item.rank, item.audio) > (&last.0, last.1));
    }
    let has_more = items.len() > PAGE_MAX_ITEMS;
    items.truncate(PAGE_MAX_ITEMS);
    let next = match items.last() {
        Some(last) if has_more => Some(table::encode_offset_cursor(store, &binding, &(&last.rank, last.audio))?),
        _ => None,
    };
    let wanted: Vec<_> = items.iter().map(|item| (item.shelf, item.audio)).collect();
    let found = audio::get_many(store, &wanted).await?;
    let mut found: HashMap<AudioId, AudioNote> = found.into_iter().map(|note| (note.id, note)).collect();
    let entries = items.into_iter().map(|item| PlaylistEntry { audio: found.remove(&item.audio), item });
    let items = entries.filter(|entry| is_owner || entry.audio.is_some()).collect();
    Ok((playlist, Page { items, next }))
}
