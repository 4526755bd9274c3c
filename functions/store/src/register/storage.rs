//! How much there is of each kind, as one item that every publication moves.

use aws::client::Store;
use aws::codec::Entity;
use aws::table;
use aws::write::Update;
use model::error::Result;
use model::keys;
use model::kind::Kind;
use serde::{Deserialize, Serialize};

use crate::register::entry::Entry;

/// How much there is of each kind: what people can see, without the trash. Signed, because things that were published
/// before this was counted leave as well; then [`super::rebuild`] counts again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Storage {
    /// Course notes.
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
    /// How often it was moved: who counts again sees whether somebody published in between.
    #[serde(default)]
    pub(super) moves: u64,
}

impl Entity for Storage {
    const ENTITY: &'static str = "storage";
    const SCHEMA: u32 = 1;
}

/// How much there is of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Used {
    /// Things.
    pub items: u64,
    /// Their files together, in bytes.
    pub bytes: u64,
}

impl Storage {
    /// What these entries come to, after so many moves.
    pub(super) fn of_entries<'a>(entries: impl Iterator<Item = &'a Entry>, moves: u64) -> Self {
        let mut storage = Self { moves, ..Self::default() };
        for entry in entries {
            let (items, bytes) = match entry.kind {
                Kind::Note => (&mut storage.note_items, &mut storage.note_bytes),
                Kind::Audio => (&mut storage.audio_items, &mut storage.audio_bytes),
                Kind::AlbumNote => (&mut storage.album_note_items, &mut storage.album_note_bytes),
            };
            *items += 1;
            *bytes = bytes.saturating_add(signed(entry.bytes));
        }
        storage
    }

    /// How much there is of this kind.
    #[must_use]
    pub fn of(&self, kind: Kind) -> Used {
        let (items, bytes) = match kind {
            Kind::Note => (self.note_items, self.note_bytes),
            Kind::Audio => (self.audio_items, self.audio_bytes),
            Kind::AlbumNote => (self.album_note_items, self.album_note_bytes),
        };
        Used { items: u64::try_from(items).unwrap_or(0), bytes: u64::try_from(bytes).unwrap_or(0) }
    }
}

/// How much there is. 1 read.
pub async fn get(store: &Store) -> Result<Storage> {
    Ok(table::find(store, keys::content::storage()).await?.unwrap_or_default())
}

/// The write that counts so many things and bytes of a kind more, or less.
pub(super) fn count(kind: Kind, items: i64, bytes: i64) -> Update {
    let (items_name, bytes_name) = match kind {
        Kind::Note => ("note_items", "note_bytes"),
        Kind::Audio => ("audio_items", "audio_bytes"),
        Kind::AlbumNote => ("album_note_items", "album_note_bytes"),
    };
    Update::of(keys::content::storage())
        .set_entity::<Storage>()
        .add(items_name, items)
        .add(bytes_name, bytes)
        .add("moves", 1)
}

/// A number of bytes that can be taken away from another.
pub(super) fn signed(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}
