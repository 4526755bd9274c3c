//! Playlists: what somebody put together, in an order of their own.
//!
//! A playlist is one item and each recording in it another. What a list of playlists shows of one (how many recordings,
//! how long, the first pictures) moves in the transaction that moves the recordings. The owner is a part of every
//! condition, so a playlist of somebody else is not there: `NotFound`, never `Forbidden`.

mod create;
mod edit;
mod items;
mod order;
mod remove;

use std::cmp::Reverse;
use std::collections::HashMap;

use aws::client::Store;
use aws::codec::{Entity, Item, decode, is};
use aws::expression::attribute;
use aws::table::{self, Consistency, Order};
use aws::transaction::Transaction;
use aws::write::{Delete, Put, Update};
use model::error::{Error, Noun, Result};
use model::ids::{AudioId, CoverId, PlaylistId, Sha256Hash, UserId};
use model::keys;
use model::page::{Cursor, Page};
use model::rank::Rank;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::forms::playlist_name_key;
use wasm_core::limits::{PAGE_MAX_ITEMS, PLAYLIST_MOSAIC_ITEMS};
use wasm_core::shelf::ShelfId;

use crate::library::audio::{self, AudioNote};

pub use create::{Created, NewPlaylist, create};
pub use edit::{PlaylistEdit, edit, remove_cover, set_cover};
pub use items::{Added, add, remove};
pub use order::reorder;
pub use remove::{abandon_all, delete, purge, remove_cover_file};

/// Who may see a playlist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Everybody who is signed in.
    #[default]
    Public,
    /// The owner only.
    Private,
}

/// A playlist, without what is in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Playlist {
    /// Id.
    pub id: PlaylistId,
    /// Whose it is.
    pub owner: UserId,
    /// Name.
    pub name: String,
    /// Under which of the owner's names it is claimed.
    pub(crate) name_key: Sha256Hash,
    /// Who may see it.
    pub visibility: Visibility,
    /// How many recordings are in it.
    pub audio_count: u32,
    /// How long they are together, in seconds; those of unknown length count nothing.
    pub total_secs: u64,
    /// Grows when name, visibility or order change. What comes and goes in the list does not count: that merges.
    pub version: u32,
    /// Grows whenever recordings come, go or move.
    pub(crate) edition: u64,
    /// The picture that the owner chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<CoverId>,
    /// The first recordings, at most `PLAYLIST_MOSAIC_ITEMS`, of which a cover can be made.
    #[serde(default)]
    pub mosaic: Vec<Tile>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When its name, visibility or cover last changed.
    pub updated_at: Timestamp,
}

impl Entity for Playlist {
    const ENTITY: &'static str = "playlist";
    const SCHEMA: u32 = 1;
}

/// What a cover needs of one recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tile {
    /// The recording.
    pub audio: AudioId,
    /// What it is about.
    pub subject: String,
    /// Whether it has a picture of its own.
    pub has_artwork: bool,
}

/// A recording in a playlist. Title, subject and length are copies, for when the recording is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaylistItem {
    /// The recording.
    pub audio: AudioId,
    /// Where it stands.
    pub shelf: ShelfId,
    /// Its title when it was added.
    pub title: String,
    /// Its subject when it was added.
    pub subject: String,
    /// Whether it had a picture of its own when it was added.
    pub has_artwork: bool,
    /// How much it added to the length of the playlist, in seconds; 0 when its length was unknown.
    pub counted_secs: u64,
    /// When it was added.
    pub added_at: Timestamp,
    pub(crate) rank: Rank,
}

impl Entity for PlaylistItem {
    const ENTITY: &'static str = "playlist_item";
    const SCHEMA: u32 = 1;
}

/// A recording of a playlist as somebody may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What the playlist remembers of it.
    pub item: PlaylistItem,
    /// The recording; only the owner gets an entry without one.
    pub audio: Option<AudioNote>,
}

/// A name that one of the owner's playlists has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct NameClaim {
    playlist: PlaylistId,
}

impl Entity for NameClaim {
    const ENTITY: &'static str = "playlist_name";
    const SCHEMA: u32 = 1;
}

/// That everybody may see a playlist. Written and removed in the transactions that decide it, so that there is a list of
/// them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Shown {
    playlist: PlaylistId,
}

impl Entity for Shown {
    const ENTITY: &'static str = "public_playlist";
    const SCHEMA: u32 = 1;
}

/// Adds to a transaction that the playlist is on the list of those that everybody may see, or is not. 1 write.
fn show(transaction: &mut Transaction, playlist: PlaylistId, visibility: Visibility) {
    let key = keys::playlist::shown(playlist);
    match visibility {
        Visibility::Public => transaction.add("shown", Put::of(&Shown { playlist }, key)),
        Visibility::Private => transaction.add("shown", Delete::of(key)),
    }
}

/// The part of a claim's key that stands for the name.
fn name_key(name: &str) -> Sha256Hash {
    Sha256Hash::of(playlist_name_key(name).as_bytes())
}

/// A playlist with everything in it, in its order.
struct Whole {
    playlist: Playlist,
    items: Vec<PlaylistItem>,
}

impl Whole {
    /// 1 read; 10 units of it for 100 recordings.
    async fn find(store: &Store, id: PlaylistId) -> Result<Option<Self>> {
        let range = keys::playlist::page(id);
        let stored = table::query_all(store, &range, Order::Descending, Consistency::Strong).await?;
        let (playlists, items): (Vec<Item>, Vec<Item>) = stored.into_iter().partition(is::<Playlist>);
        // Without its own item, what is left of a playlist waits to be purged.
        let Some(playlist) = playlists.into_iter().next() else { return Ok(None) };
        let mut items = items.into_iter().map(decode).collect::<Result<Vec<PlaylistItem>>>()?;
        items.sort_by(|one, other| (&one.rank, one.audio).cmp(&(&other.rank, other.audio)));
        Ok(Some(Self { playlist: decode(playlist)?, items }))
    }

    async fn get_mine(store: &Store, owner: &UserId, id: PlaylistId) -> Result<Self> {
        let whole = Self::find(store, id).await?.filter(|whole| whole.playlist.owner == *owner);
        whole.ok_or(Error::NotFound(Noun::Playlist))
    }

    fn position(&self, audio: AudioId) -> Option<usize> {
        self.items.iter().position(|item| item.audio == audio)
    }
}

/// Starts an update of a playlist whose recordings are as they were read; it counts as one more change of them.
fn next_edition(read: &Playlist) -> Update {
    Update::of(keys::playlist::primary(read.id))
        .add("edition", 1)
        .when(attribute("owner").is(&read.owner).and(attribute("edition").is(read.edition)))
}

/// What a cover is made of when these are the recordings.
fn mosaic<'a>(items: impl IntoIterator<Item = &'a PlaylistItem>) -> Vec<Tile> {
    let tile =
        |item: &PlaylistItem| Tile { audio: item.audio, subject: item.subject.clone(), has_artwork: item.has_artwork };
    items.into_iter().take(PLAYLIST_MOSAIC_ITEMS).map(tile).collect()
}

/// One playlist, whoever owns it. 1 read.
pub async fn find(store: &Store, id: PlaylistId) -> Result<Option<Playlist>> {
    table::find(store, keys::playlist::primary(id)).await
}

/// One playlist of this person. 1 read.
///
/// # Errors
/// `NotFound(Playlist)`, also for somebody else's.
pub async fn get_mine(store: &Store, owner: &UserId, id: PlaylistId) -> Result<Playlist> {
    let playlist = find(store, id).await?.filter(|playlist| playlist.owner == *owner);
    playlist.ok_or(Error::NotFound(Noun::Playlist))
}

/// All playlists of this person, newest first: at most `PLAYLISTS_MAX`, and sure to be complete. 1 read for the names
/// and 1 a playlist.
pub async fn list_mine(store: &Store, owner: &UserId) -> Result<Vec<Playlist>> {
    let range = keys::playlist::names(owner);
    let claims = table::query_all(store, &range, Order::Ascending, Consistency::Strong).await?;
    let keys = claims
        .into_iter()
        .map(|claim| decode::<NameClaim>(claim).map(|claim| keys::playlist::primary(claim.playlist)))
        .collect::<Result<Vec<_>>>()?;
    let mut playlists: Vec<Playlist> = table::find_many(store, keys).await?;
    playlists.sort_by_key(|playlist| Reverse((playlist.created_at, playlist.id)));
    Ok(playlists)
}

/// One page of the public playlists of somebody, the newest id first. A page can hold fewer than `limit` and still have
/// a next one. 1 read in the index.
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

/// Hands over every playlist that everybody may see, some at a time: for the catalogue, never for a request of a person. 1
/// read for each MB of the list and 1 a playlist.
pub(crate) async fn for_each_public(store: &Store, mut take: impl FnMut(Vec<Playlist>)) -> Result<()> {
    let range = keys::playlist::all_shown();
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
        if shown.last.is_none() {
            return Ok(());
        }
        start = shown.last;
    }
}

/// What is in a playlist, in its order, whoever asks. 1 read.
pub(crate) async fn items_in_order(store: &Store, id: PlaylistId) -> Result<Vec<PlaylistItem>> {
    Ok(Whole::find(store, id).await?.map(|whole| whole.items).unwrap_or_default())
}

/// A playlist as `viewer` may see it, with one page of what is in it, in its order. What is gone is skipped for
/// everybody but the owner. 1 read for the playlist, and 1 a recording of the page.
///
/// # Errors
/// `NotFound(Playlist)`, also for somebody else's that is private; `InvalidCursor`.
pub async fn page(
    store: &Store,
    viewer: &UserId,
    id: PlaylistId,
    cursor: Option<&Cursor>,
) -> Result<(Playlist, Page<Entry>)> {
    let Some(Whole { playlist, mut items }) = Whole::find(store, id).await? else {
        return Err(Error::NotFound(Noun::Playlist));
    };
    let is_owner = playlist.owner == *viewer;
    if !is_owner && playlist.visibility == Visibility::Private {
        return Err(Error::NotFound(Noun::Playlist));
    }
    // Ranks are no keys, so the place in the list is sealed here instead of where a query stopped.
    let binding = keys::playlist::items(id).to_string();
    if let Some(cursor) = cursor {
        let last: (Rank, AudioId) = table::open_place(store, &binding, cursor)?;
        items.retain(|item| (&item.rank, item.audio) > (&last.0, last.1));
    }
    let has_more = items.len() > PAGE_MAX_ITEMS;
    items.truncate(PAGE_MAX_ITEMS);
    let next = match items.last() {
        Some(last) if has_more => Some(table::seal_place(store, &binding, &(&last.rank, last.audio))?),
        _ => None,
    };
    let wanted: Vec<_> = items.iter().map(|item| (item.shelf, item.audio)).collect();
    let found = audio::get_many(store, &wanted).await?;
    let mut found: HashMap<AudioId, AudioNote> = found.into_iter().map(|note| (note.id, note)).collect();
    let entries = items.into_iter().map(|item| Entry { audio: found.remove(&item.audio), item });
    let items = entries.filter(|entry| is_owner || entry.audio.is_some()).collect();
    Ok((playlist, Page { items, next }))
}
