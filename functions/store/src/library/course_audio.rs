//! Pointers from a course to its recordings, written and deleted with each recording.

use std::cmp::Reverse;
use std::collections::HashMap;

use aws::client::Store;
use aws::codec::{Entity, decode};
use aws::table::{self, Consistency, Order};
use aws::transaction::Transaction;
use aws::write::{Delete, Put};
use model::error::Result;
use model::ids::AudioId;
use model::keys;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::limits::COURSE_AUDIO_MAX_ITEMS;
use wasm_core::shelf::ShelfId;

use crate::library::audio::{self, AudioNote};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Pointer {
    audio: AudioId,
    shelf: ShelfId,
}

impl Entity for Pointer {
    const ENTITY: &'static str = "course_audio";
}

/// Lists a recording with its course, if it has one, in the transaction that publishes it. Cost: 2 writes.
pub(crate) fn link_to_course(transaction: &mut Transaction, audio: &AudioNote) {
    if let Some(course) = audio.course {
        let pointer = Pointer { audio: audio.id, shelf: audio.shelf };
        transaction.add("course audio", Put::of(&pointer, keys::course_audio::primary(&course, audio.id)));
    }
}

/// Removes a recording from the list of its course in the transaction that deletes it. Cost: 2 writes.
pub(crate) fn unlink_from_course(transaction: &mut Transaction, audio: &AudioNote) {
    if let Some(course) = audio.course {
        transaction.add("course audio", Delete::of(keys::course_audio::primary(&course, audio.id)));
    }
}

/// Returns up to `max` recordings of a course, oldest first, with a consistent read. Cost: 1 read.
pub(crate) async fn list_links(store: &Store, course: &CourseCode, max: u32) -> Result<Vec<(ShelfId, AudioId)>> {
    let range = keys::course_audio::of_course(course);
    let slice = table::query(store, &range, Order::Ascending, Consistency::Strong, Some(max), None).await?;
    let pointers = slice.items.into_iter().map(decode::<Pointer>);
    pointers.map(|pointer| pointer.map(|it| (it.shelf, it.audio))).collect()
}

/// Removes a recording from the list of a course. Cost: 1 write.
pub(crate) async fn remove_link(store: &Store, course: &CourseCode, audio: AudioId) -> Result<()> {
    Delete::of(keys::course_audio::primary(course, audio)).apply(store).await.map(|_| ())
}

/// Returns all recordings of a course, oldest first, with consistent reads. Cost: 1 read per MB of pointers, and 1 read
/// and request per recording.
pub(crate) async fn list_all(store: &Store, course: &CourseCode) -> Result<Vec<AudioNote>> {
    let pointers: Vec<Pointer> = table::query_all_entities(store, &keys::course_audio::of_course(course)).await?;
    let mut found = Vec::with_capacity(pointers.len());
    for Pointer { audio, shelf } in pointers {
        found.extend(table::find::<AudioNote>(store, keys::audio::primary(shelf, audio)).await?);
    }
    Ok(found)
}

/// Returns up to `COURSE_AUDIO_MAX_ITEMS` recordings of a course in playing order: grouped by shelf, the shelf with the
/// newest recording first, and within a shelf in its order. Cost: 1 read, and 1 per recording.
pub async fn list(store: &Store, course: &CourseCode) -> Result<Vec<AudioNote>> {
    let range = keys::course_audio::of_course(course);
    let limit = u32::try_from(COURSE_AUDIO_MAX_ITEMS).unwrap_or(u32::MAX);
    let slice = table::query(store, &range, Order::Descending, Consistency::Eventual, Some(limit), None).await?;
    let pointers = slice.items.into_iter().map(decode).collect::<Result<Vec<Pointer>>>()?;
    let wanted: Vec<_> = pointers.iter().map(|pointer| (pointer.shelf, pointer.audio)).collect();
    let mut notes = audio::get_many(store, &wanted).await?;
    let mut newest: HashMap<ShelfId, AudioId> = HashMap::new();
    for note in &notes {
        let newest = newest.entry(note.shelf).or_insert(note.id);
        *newest = (*newest).max(note.id);
    }
    notes.sort_by_key(|note| Reverse((newest.get(&note.shelf).copied(), note.sort_id())));
    Ok(notes)
}
