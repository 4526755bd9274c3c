//! Rebuilds the content index from the published items.

use std::collections::HashMap;

use aws::batch::map_concurrent;
use aws::client::Store;
use aws::expression::{absent, attribute};
use aws::retry::Retry;
use aws::table;
use aws::write::{Delete, Put};
use model::error::Result;
use model::ids::ProductId;
use model::keys::{self, COURSE_SHARDS};
use model::kind::ItemKind;
use wasm_core::album::AlbumId;
use wasm_core::shelf::ShelfId;

use crate::content_index::entry::IndexEntry;
use crate::content_index::storage::{self, Storage};
use crate::content_index::{files_by_hash, write};
use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::courses::Course;
use crate::library::notes::Note;

/// Result of a rebuild.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackfillReport {
    /// Number of entries that were missing or wrong.
    pub written: u32,
    /// Number of entries without an item.
    pub removed: u32,
    /// Totals after the rebuild.
    pub storage: Storage,
}

type Entries = HashMap<(ItemKind, ProductId), IndexEntry>;

/// Rebuilds the content index and its totals from the published items. Normal operation does not depend on it.
/// Idempotent; starts over if content is published or deleted during the run. Cost: 20 reads, 1 per course with notes,
/// 2 writes per wrong entry.
pub async fn backfill(store: &Store) -> Result<BackfillReport> {
    let mut rebuilt = BackfillReport { written: 0, removed: 0, storage: Storage::default() };
    let mut retry = Retry::new();
    loop {
        let before = storage::get(store).await?;
        let there = everything(store).await?;
        let mut registered = registered(store).await?;
        let mut wrong = Vec::new();
        for (name, entry) in &there {
            if registered.remove(name).as_ref() != Some(entry) {
                wrong.push(entry.clone());
            }
        }
        rebuilt.written += count(wrong.len());
        rebuilt.removed += count(registered.len());
        map_concurrent(store, wrong, |store, entry| async move {
            for put in files_by_hash::pointer_writes(&entry) {
                put.apply(&store).await?;
            }
            write::put(&entry).apply(&store).await
        })
        .await?;
        map_concurrent(store, registered.into_keys().collect(), |store, (kind, id)| async move {
            Delete::of(keys::content::primary(kind, id)).apply(&store).await
        })
        .await?;
        // A concurrent publication, edit or deletion changed the totals and may have conflicted with the writes above.
        if let Some(storage) = set(store, &before, &there).await? {
            return Ok(BackfillReport { storage, ..rebuilt });
        }
        retry.wait().await?;
    }
}

/// Writes the totals. Returns `None` if they have changed since `before` was read.
async fn set(store: &Store, before: &Storage, there: &Entries) -> Result<Option<Storage>> {
    let storage = Storage::of_entries(there.values(), before.moves + 1);
    let condition = if before.moves == 0 { absent() } else { attribute("moves").is(before.moves) };
    let is_set = Put::of(&storage, keys::content::storage()).when(condition).apply(store).await?;
    Ok(is_set.then_some(storage))
}

async fn registered(store: &Store) -> Result<Entries> {
    let mut entries = Entries::new();
    for kind in ItemKind::ALL {
        for entry in table::query_all_entities::<IndexEntry>(store, &keys::content::of_kind(kind)).await? {
            entries.insert((entry.kind, entry.id), entry);
        }
    }
    Ok(entries)
}

async fn everything(store: &Store) -> Result<Entries> {
    let mut entries = Entries::new();
    let mut put = |entry: IndexEntry| entries.insert((entry.kind, entry.id), entry);
    for shard in 0..COURSE_SHARDS {
        let courses = table::query_all_entities::<Course>(store, &keys::course::shard(shard)).await?;
        let with_notes = courses.into_iter().filter(|course| course.note_count > 0).map(|course| course.code).collect();
        let notes = map_concurrent(store, with_notes, |store, code| async move {
            table::query_all_entities::<Note>(&store, &keys::note::of_course(&code)).await
        });
        for note in notes.await?.into_iter().flatten() {
            put(IndexEntry::of(&note));
        }
    }
    for shelf in ShelfId::ALL {
        for audio in table::query_all_entities::<AudioNote>(store, &keys::shelf::with_recordings(shelf)).await? {
            put(IndexEntry::of(&audio));
        }
    }
    for album in AlbumId::ALL {
        for note in table::query_all_entities::<AlbumNote>(store, &keys::album::with_notes(album)).await? {
            put(IndexEntry::of(&note));
        }
    }
    Ok(entries)
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
