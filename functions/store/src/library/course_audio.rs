//! Which audio notes are about a course: a pointer for each, written and removed with the audio note itself.

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

/// That an audio note is about a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Pointer {
    audio: AudioId,
    shelf: ShelfId,
}

impl Entity for Pointer {
    const ENTITY: &'static str = "course_audio";
    const SCHEMA: u32 = 1;
}

/// Lists an audio note with the course that it is about, if there is one, in the transaction that makes it visible.
/// 2 writes.
pub(crate) fn point(transaction: &mut Transaction, audio: &AudioNote) {
    if let Some(course) = audio.course {
        let pointer = Pointer { audio: audio.id, shelf: audio.shelf };
        transaction.add("course audio", Put::of(&pointer, keys::course_audio::primary(&course, audio.id)));
    }
}

/// Lists it no more, in the transaction that takes it away. 2 writes.
pub(crate) fn unpoint(transaction: &mut Transaction, audio: &AudioNote) {
    if let Some(course) = audio.course {
        transaction.add("course audio", Delete::of(keys::course_audio::primary(&course, audio.id)));
    }
}

/// Up to `max` audio notes that are listed with a course, by age, as sure as the table is. 1 read.
pub(crate) async fn listed(store: &Store, course: &CourseCode, max: u32) -> Result<Vec<(ShelfId, AudioId)>> {
    let range = keys::course_audio::of_course(course);
    let slice = table::query(store, &range, Order::Ascending, Consistency::Strong, Some(max), None).await?;
    let pointers = slice.items.into_iter().map(decode::<Pointer>);
    pointers.map(|pointer| pointer.map(|it| (it.shelf, it.audio))).collect()
}

/// Lists an audio note with the course no more. 1 write.
pub(crate) async fn forget(store: &Store, course: &CourseCode, audio: AudioId) -> Result<()> {
    Delete::of(keys::course_audio::primary(course, audio)).apply(store).await.map(|_| ())
}

/// The audio notes about a course, at most `COURSE_AUDIO_MAX_ITEMS`, in the order in which to play them: the shelf with
/// the newest one first, and on each shelf the newest first. 1 read, and 1 an audio note.
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
    notes.sort_by_key(|note| Reverse((newest.get(&note.shelf).copied(), note.id)));
    Ok(notes)
}
