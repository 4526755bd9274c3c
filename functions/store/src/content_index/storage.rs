//! Totals per kind, in one item that every publication updates.

use aws::client::Store;
use aws::codec::Entity;
use aws::table;
use aws::write::Update;
use model::error::Result;
use model::keys;
use model::kind::ItemKind;
use serde::{Deserialize, Serialize};

use crate::content_index::entry::IndexEntry;

/// Number and size of the published items per kind, without the trash. Signed, so that totals that are too low stay
/// readable; [`super::backfill()`] corrects them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Storage {
    /// Number of course notes.
    #[serde(default)]
    note_items: i64,
    #[serde(default)]
    note_bytes: i64,
    #[serde(default)]
    audio_items: i64,
    #[serde(default)]
    audio_bytes: i64,
    #[serde(default)]
    album_note_items: i64,
    #[serde(default)]
    album_note_bytes: i64,
    /// Number of changes so far, with which a rebuild detects concurrent publications.
    #[serde(default)]
    pub(super) moves: u64,
}

impl Entity for Storage {
    const ENTITY: &'static str = "storage";
}

/// Totals of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StorageUsage {
    /// Number of items.
    pub items: u64,
    /// Total size of their files in bytes.
    pub bytes: u64,
}

impl Storage {
    /// Returns the totals of these entries after the given number of changes.
    pub(super) fn of_entries<'a>(entries: impl Iterator<Item = &'a IndexEntry>, moves: u64) -> Self {
        let mut storage = Self { moves, ..Self::default() };
        for entry in entries {
            let (items, bytes) = match entry.kind {
                ItemKind::Note => (&mut storage.note_items, &mut storage.note_bytes),
                ItemKind::Audio => (&mut storage.audio_items, &mut storage.audio_bytes),
                ItemKind::AlbumNote => (&mut storage.album_note_items, &mut storage.album_note_bytes),
            };
            *items += 1;
            *bytes = bytes.saturating_add(signed(entry.bytes));
        }
        storage
    }

    /// Returns the totals of one kind; negative values become 0.
    #[must_use]
    pub fn of(&self, kind: ItemKind) -> StorageUsage {
        let (items, bytes) = match kind {
            ItemKind::Note => (self.note_items, self.note_bytes),
            ItemKind::Audio => (self.audio_items, self.audio_bytes),
            ItemKind::AlbumNote => (self.album_note_items, self.album_note_bytes),
        };
        StorageUsage { items: u64::try_from(items).unwrap_or(0), bytes: u64::try_from(bytes).unwrap_or(0) }
    }
}

/// Returns the totals. Cost: 1 read.
pub async fn get(store: &Store) -> Result<Storage> {
    Ok(table::find(store, keys::content::storage()).await?.unwrap_or_default())
}

/// Returns the update that adds items and bytes of a kind. Negative values subtract.
pub(super) fn totals_update(kind: ItemKind, items: i64, bytes: i64) -> Update {
    let (items_name, bytes_name) = match kind {
        ItemKind::Note => ("note_items", "note_bytes"),
        ItemKind::Audio => ("audio_items", "audio_bytes"),
        ItemKind::AlbumNote => ("album_note_items", "album_note_bytes"),
    };
    Update::of(keys::content::storage())
        .set_entity::<Storage>()
        .add(items_name, items)
        .add(bytes_name, bytes)
        .add("moves", 1)
}

/// Converts a number of bytes to a signed difference.
pub(super) fn signed(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}
