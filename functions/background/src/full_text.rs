//! Follows the table's stream and rebuilds the full-text index of a collection when its notes or transcripts change. It
//! is separate from `changes` because the catalogue must not wait for it.
//!
//! A record only names the collection to rebuild. The index is built from the current table, so records may be repeated
//! or late. `ingest` has stored the words of each note next to its PDF, so no text is extracted again.
//!
//! Then it computes the vectors of passages for search by meaning, if the site has a model. This takes much longer, so it
//! is limited in time and continues where it stopped.

mod model;
mod vectors;

use std::time::{Duration, Instant};

use aws_lambda_events::event::dynamodb::EventRecord;
use bytes::Bytes;
use serde::Deserialize;
use store::full_text::{self, FullTextIndexRecord, IndexableNote, NoteCollection};
use store::keys::object;
use store::objects::{self, Bucket, PutCondition, ResponseHeaders, compression};
use store::{Conflict, Error, Result, Sha256Hash, Store, Timestamp};
use wasm_core::full_text::{Builder, FULL_TEXT_VERSION, FullTextIndex, PageText};
use wasm_core::transcript::passages::passages;

use crate::stream::StreamFunction;

/// Maximum size of the words or the text of one note, or of one transcript, in bytes.
const NOTE_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Maximum number of attempts when other writers finish first.
const TRIES: u32 = 8;

/// Number of notes or transcripts whose words are read at the same time.
const AT_ONCE: usize = 16;

/// Maximum time for computing vectors: after a batch of records, and in the nightly run. The next batch waits until the
/// first one has finished.
const VECTORS_OF_BATCH: Duration = Duration::from_secs(30);
const VECTORS_OF_NIGHT: Duration = Duration::from_secs(600);

/// The function `inside`.
#[derive(Default)]
pub struct Inside {
    /// Collections whose index was updated.
    updated: Vec<NoteCollection>,
}

impl StreamFunction for Inside {
    const NAME: &'static str = "inside";
    const NOT_UPDATED: &'static str = "an index could not be made";
    type UpdateUnit = NoteCollection;
    type ScheduledEvent = Asked;
    type BoxFuture = usize;

    async fn on_record(&mut self, _store: &Store, record: EventRecord) -> Result<Vec<NoteCollection>> {
        full_text::affected_collections(record.change.old_image, record.change.new_image)
    }

    async fn update(&mut self, store: &Store, place: NoteCollection) -> Result<()> {
        update_index(store, place).await?;
        self.updated.push(place);
        Ok(())
    }

    async fn finish(&mut self, store: &Store) -> Result<()> {
        vectors::update_many(store, &self.updated, Instant::now() + VECTORS_OF_BATCH).await.map(drop)
    }

    async fn handle_event(store: &Store, Asked::All: Asked) -> Result<usize> {
        update_all_indexes(store, Timestamp::now()).await
    }

    async fn migrate(store: &Store) -> Result<bool> {
        Ok(update_all_indexes(store, Timestamp::now()).await? > 0)
    }
}

/// Event that starts a rebuild of all indexes: `{"renew": "all"}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(tag = "renew", rename_all = "lowercase")]
pub enum Asked {
    /// Calls [`update_all_indexes`].
    All,
}

/// Rebuilds the index of each course and album whose notes or index format have changed, computes missing vectors until
/// ten minutes have passed, and removes files that were replaced more than a day ago. Returns the number of rebuilt indexes.
///
/// # Errors
/// As [`update_index`].
pub async fn update_all_indexes(store: &Store, now: Timestamp) -> Result<usize> {
    let (mut made, deadline) = (0, Instant::now() + VECTORS_OF_NIGHT);
    let places = full_text::list_collections(store).await?;
    for place in &places {
        made += usize::from(update_index(store, *place).await?);
    }
    let removed = full_text::remove_replaced(store, now).await?;
    let vectors = vectors::update_many(store, &places, deadline).await?;
    tracing::info!(made, vectors, removed, "looked after the indexes of notes");
    Ok(made)
}

/// Rebuilds the index of a collection unless its notes and the index format are unchanged. Returns `true` if the index
/// changed.
///
/// # Errors
/// `Conflict(VersionMismatch)` if other writers finished first in every attempt; any error of the store.
pub async fn update_index(store: &Store, place: NoteCollection) -> Result<bool> {
    for attempt in 1..=TRIES {
        match try_to_renew(store, place).await {
            Err(Error::Conflict(Conflict::VersionMismatch)) if attempt < TRIES => {
                tokio::time::sleep(Duration::from_millis(u64::from(attempt) * 50)).await;
            }
            other => return other,
        }
    }
    Err(Error::Conflict(Conflict::VersionMismatch))
}

async fn try_to_renew(store: &Store, place: NoteCollection) -> Result<bool> {
    // Read the record before the notes: notes read later can only be newer.
    let before = full_text::find(store, place).await?;
    let notes = full_text::list_indexable_notes(store, place).await?;
    let made_of = fingerprint(&notes);
    if before.as_ref().is_some_and(|before| before.made_of == made_of) || (before.is_none() && notes.is_empty()) {
        return Ok(false);
    }
    let (file, pages) = match place {
        NoteCollection::Course(_) | NoteCollection::Album(_) => merged(store, &notes).await?,
        NoteCollection::CourseAudio(_) | NoteCollection::ShelfAudio(_) => of_transcripts(store, &notes).await?,
    };
    let sha256 = Sha256Hash::of(&file);
    let after = FullTextIndexRecord {
        place,
        sha256,
        size_bytes: u64::try_from(file.len()).unwrap_or(u64::MAX),
        pages,
        made_of,
        version: before.as_ref().map_or(0, |before| before.version) + 1,
        // Keep the vectors, because those of unchanged pages are used again.
        vectors: before.as_ref().filter(|_| pages > 0).and_then(|before| before.vectors.clone()),
    };
    if pages > 0 {
        // Write the file before the record, so that the record never names a missing file.
        put(store, place, &after.sha256, &file).await?;
    }
    full_text::replace(store, place, before.as_ref(), &after).await?;
    tracing::info!(%place, notes = notes.len(), pages, "made an index of notes");
    Ok(true)
}

/// Compresses and stores the file of an index or of vectors.
async fn put(store: &Store, place: NoteCollection, sha256: &Sha256Hash, file: &[u8]) -> Result<()> {
    let packed = compression::compress(file).map_err(|error| Error::Broken(error.into()))?;
    let served = ResponseHeaders {
        content_type: "application/octet-stream",
        cache_control: "private, max-age=31536000, immutable",
        content_encoding: Some("br"),
    };
    let key = object::full_text_index(place, sha256);
    objects::put_with_headers(store, Bucket::Files, &key, Bytes::from(packed), &served, PutCondition::Always).await
}

/// Returns a hash of the notes and the index format.
fn fingerprint(notes: &[IndexableNote]) -> Sha256Hash {
    let mut text = format!("{FULL_TEXT_VERSION}\n");
    for IndexableNote { id, title, key } in notes {
        // The text is unambiguous: ids and keys contain no spaces or line breaks, and the length of the title precedes
        // it.
        text.push_str(&format!("{id} {key} {} {title}\n", title.len()));
    }
    Sha256Hash::of(text.as_bytes())
}

/// Returns the merged index of these notes and its number of pages.
async fn merged(store: &Store, notes: &[IndexableNote]) -> Result<(Vec<u8>, u32)> {
    let mut builder = Builder::default();
    let mut pages = 0;
    for some in notes.chunks(AT_ONCE) {
        let reading: Vec<_> = some
            .iter()
            .map(|note| {
                let (store, note) = (store.clone(), note.clone());
                tokio::spawn(async move { note_index(&store, &note).await })
            })
            .collect();
        for (note, reading) in some.iter().zip(reading) {
            let Some(words) = reading.await.map_err(|error| Error::Broken(error.into()))?? else { continue };
            builder.add_file(&note.id.to_string(), &note.title, &words);
            pages += u32::try_from(words.pages()).unwrap_or(0);
        }
    }
    Ok((builder.finish(), pages))
}

/// Returns the index of the transcripts of these recordings and its number of passages. The transcripts are small, so
/// their words are extracted again each time.
async fn of_transcripts(store: &Store, recordings: &[IndexableNote]) -> Result<(Vec<u8>, u32)> {
    let (mut builder, mut count) = (Builder::default(), 0);
    for some in recordings.chunks(AT_ONCE) {
        let reading: Vec<_> = some
            .iter()
            .map(|recording| {
                let (store, key) = (store.clone(), recording.key.clone());
                tokio::spawn(async move { objects::get(&store, Bucket::Files, &key, NOTE_MAX_BYTES).await })
            })
            .collect();
        for (IndexableNote { id, title, .. }, reading) in some.iter().zip(reading) {
            let stored = match reading.await.map_err(|error| Error::Broken(error.into()))? {
                Ok(stored) => stored,
                // The transcript was replaced or removed after the recording was read. Another record follows.
                Err(Error::NotFound(_)) => continue,
                Err(error) => return Err(error),
            };
            let passages = passages(&full_text::transcript(&stored)?);
            count += u32::try_from(passages.len()).unwrap_or(0);
            let pages = passages.iter().map(|passage| PageText { page: passage.number, text: &passage.text });
            builder.add_note(&id.to_string(), title, pages);
        }
    }
    Ok((builder.finish(), count))
}

/// Returns the words of a note. They are stored next to its PDF. If that file is missing or has an old format, they are
/// extracted from the stored text. Returns `None` if the text is missing too.
async fn note_index(store: &Store, note: &IndexableNote) -> Result<Option<FullTextIndex>> {
    match objects::get(store, Bucket::Files, &object::pdf_full_text(&note.key), NOTE_MAX_BYTES).await {
        Ok(words) => {
            if let Ok(words) = FullTextIndex::read(words.into()) {
                return Ok(Some(words));
            }
        }
        Err(Error::NotFound(_)) => {}
        Err(error) => return Err(error),
    }
    let text = match objects::get(store, Bucket::Files, &object::pdf_text(&note.key), NOTE_MAX_BYTES).await {
        Ok(text) => text,
        Err(Error::NotFound(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let words = full_text::note_index(&text)?;
    FullTextIndex::read(words).map(Some).map_err(|error| Error::Broken(error.into()))
}
