//! Computes the vectors of passages for search by meaning.
//!
//! The texts of the passages are those of the full-text index. Pages whose PDF did not change keep their vectors, so a
//! new note costs only the work for its own passages, and the work of a run that stops at its deadline is not lost.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use meaning::{VECTORS_VERSION, Vectors, VectorsBuilder, pack};
use store::full_text::{self, FullTextIndexRecord, IndexableNote, NoteCollection, VectorsRecord};
use store::keys::object;
use store::objects::{self, Bucket, compression};
use store::{Conflict, Error, Result, Sha256Hash, Store};
use wasm_core::full_text::{FullTextIndex, passages};

use super::model::{self, Model};
use super::{NOTE_MAX_BYTES, TRIES, fingerprint, put};

/// Maximum number of passages of a page: about 4,500 words. A longer page is found by meaning only by its beginning.
const PASSAGES_OF_PAGE_MAX: usize = 64;
/// Maximum number of passages of a collection: 15.5 MB of vectors.
const PASSAGES_MAX: usize = 40_000;

/// SHA-256 of the key of a PDF. A replaced file has another key, and therefore another source.
type Source = [u8; 32];

/// Computes missing vectors of these collections until the deadline. After the deadline, it only takes over the vectors
/// of unchanged pages. Returns the number of collections whose vectors changed. Does nothing if the web app has no
/// model.
///
/// # Errors
/// The first error of a collection. The others are updated all the same.
pub(super) async fn update_many(store: &Store, places: &[NoteCollection], deadline: Instant) -> Result<usize> {
    if places.is_empty() {
        return Ok(0);
    }
    let Some(model) = model::load(store).await? else { return Ok(0) };
    let (mut changed, mut failed) = (0, None);
    for place in places {
        match update(store, *place, &model, deadline).await {
            Ok(is_changed) => changed += usize::from(is_changed),
            Err(error) => {
                tracing::error!(%place, error = &error as &dyn std::error::Error, "vectors could not be computed");
                failed = failed.or(Some(error));
            }
        }
    }
    failed.map_or(Ok(changed), Err)
}

/// Returns true for vectors of this model and of the current rules.
fn is_usable(known: &VectorsRecord, model: &Model) -> bool {
    known.model == model.sha256 && known.version == VECTORS_VERSION
}

async fn update(store: &Store, place: NoteCollection, model: &Arc<Model>, deadline: Instant) -> Result<bool> {
    // Vectors of an earlier attempt, which another writer preceded.
    let mut computed = None;
    for _ in 1..TRIES {
        match try_to_update(store, place, model, deadline, &mut computed).await {
            Err(Error::Conflict(Conflict::VersionMismatch)) => {}
            other => return other,
        }
    }
    Err(Error::Conflict(Conflict::VersionMismatch))
}

async fn try_to_update(
    store: &Store,
    place: NoteCollection,
    model: &Arc<Model>,
    deadline: Instant,
    computed: &mut Option<Vectors>,
) -> Result<bool> {
    let Some(index) = full_text::find(store, place).await? else { return Ok(false) };
    let is_done =
        |known: &VectorsRecord| known.is_complete && known.made_of == index.made_of && is_usable(known, model);
    if index.pages == 0 || index.vectors.as_ref().is_some_and(is_done) {
        return Ok(false);
    }
    let notes = full_text::list_indexable_notes(store, place).await?;
    if fingerprint(&notes) != index.made_of {
        // The notes have changed again. The index is rebuilt first, and then its vectors.
        return Ok(false);
    }
    let words = FullTextIndex::read(read(store, place, &index.sha256).await?);
    let words = words.map_err(|error| Error::Broken(error.into()))?;
    let previous = match computed.take() {
        Some(computed) => Some(computed),
        None => previous(store, &index, model).await?,
    };
    let encoding = Encoding { model: Arc::clone(model), words, sources: sources(&notes), previous, deadline };
    let (file, passages, is_complete) =
        tokio::task::spawn_blocking(move || encoding.run()).await.map_err(|error| Error::Broken(error.into()))?;
    let vectors = VectorsRecord {
        sha256: Sha256Hash::of(&file),
        model: model.sha256.clone(),
        made_of: index.made_of.clone(),
        version: VECTORS_VERSION,
        passages: u32::try_from(passages).unwrap_or(u32::MAX),
        is_complete,
    };
    if !is_complete {
        tracing::info!(%place, "vectors of some notes are computed later");
    }
    if index.vectors.as_ref() == Some(&vectors) {
        return Ok(false);
    }
    put(store, place, &vectors.sha256, &file).await?;
    *computed = Vectors::read(file).ok();
    let after = FullTextIndexRecord { version: index.version + 1, vectors: Some(vectors), ..index.clone() };
    full_text::replace(store, place, Some(&index), &after).await?;
    tracing::info!(%place, passages, is_complete, "computed vectors of notes");
    Ok(true)
}

/// Returns the stored vectors of this model. Damaged or missing ones are computed again.
async fn previous(store: &Store, index: &FullTextIndexRecord, model: &Model) -> Result<Option<Vectors>> {
    let Some(known) = index.vectors.as_ref().filter(|known| is_usable(known, model)) else { return Ok(None) };
    match read(store, index.place, &known.sha256).await {
        Ok(file) => Ok(Vectors::read(file).ok().filter(|file| file.dimensions() == model.encoder.dimensions())),
        Err(Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

async fn read(store: &Store, place: NoteCollection, sha256: &Sha256Hash) -> Result<Vec<u8>> {
    let packed = objects::get(store, Bucket::Files, &object::full_text_index(place, sha256), NOTE_MAX_BYTES).await?;
    compression::decompress(&packed, NOTE_MAX_BYTES).map_err(|error| Error::Broken(error.into()))
}

/// Returns the source of each note by its id.
fn sources(notes: &[IndexableNote]) -> HashMap<String, Source> {
    notes.iter().map(|note| (note.id.to_string(), bytes_of(&Sha256Hash::of(note.key.as_str().as_bytes())))).collect()
}

fn bytes_of(hash: &Sha256Hash) -> Source {
    hash.to_bytes().first_chunk().copied().unwrap_or_default()
}

struct Encoding {
    model: Arc<Model>,
    words: FullTextIndex,
    sources: HashMap<String, Source>,
    previous: Option<Vectors>,
    deadline: Instant,
}

impl Encoding {
    /// Returns the file, its number of passages, and whether no page was left for later.
    fn run(&self) -> (Vec<u8>, usize, bool) {
        let encoder = &self.model.encoder;
        let mut builder = VectorsBuilder::new(encoder.dimensions(), bytes_of(&self.model.sha256));
        let mut is_complete = true;
        self.words.for_each_page(|note, page, text| {
            let Some(source) = self.sources.get(note) else { return };
            if builder.len() >= PASSAGES_MAX {
                return;
            }
            if let Some(known) = self.previous.as_ref().and_then(|previous| previous.page(note, source, page)) {
                builder.add_page(note, source, page, known);
            } else if Instant::now() < self.deadline {
                let mut packed = Vec::new();
                for range in passages(text).into_iter().take(PASSAGES_OF_PAGE_MAX) {
                    pack(&encoder.encode(&text[range]), &mut packed);
                }
                builder.add_page(note, source, page, &packed);
            } else {
                is_complete = false;
            }
        });
        let passages = builder.len();
        (builder.finish(), passages, is_complete)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use meaning::{Encoder, nearest};
    use wasm_core::full_text::{Builder, PageText};

    use super::*;

    const TINY: &[u8] = include_bytes!("../../../../wasm-core/meaning/tests/reference/tiny.bin");

    fn encoding(source: u8, previous: Option<Vectors>, deadline: Instant) -> Encoding {
        let model = Model { encoder: Encoder::read(TINY.to_vec()).unwrap(), sha256: Sha256Hash::of(TINY) };
        let mut builder = Builder::default();
        for (note, text) in [("n1", "A mutex is a lock that only one thread can hold."), ("n2", "The law of x + 2.")] {
            builder.add_note(note, "A note", [PageText { page: 3, text }]);
        }
        let words = FullTextIndex::read(builder.finish()).unwrap();
        let sources = HashMap::from([("n1".to_owned(), [1; 32]), ("n2".to_owned(), [source; 32])]);
        Encoding { model: Arc::new(model), words, sources, previous, deadline }
    }

    fn later() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    #[test]
    fn s2_find_6_a_passage_is_the_nearest_to_its_own_text() {
        let encoding = encoding(2, None, later());
        let (file, passages, is_complete) = encoding.run();
        let file = Vectors::read(file).unwrap();
        assert_eq!((passages, is_complete, file.len()), (2, true, 2));
        let question = encoding.model.encoder.encode("a mutex is a lock that only one thread can hold");
        let best = nearest(&question, file.packed(), 1)[0];
        assert_eq!(file.passage(best.passage).map(|at| (at.note, at.page, at.number)), Some(("n1", 3, 0)));
        assert!(best.similarity > 0.9, "{}", best.similarity);
    }

    #[test]
    fn s2_find_6_computing_stops_at_its_deadline_and_continues_with_the_missing_pages() {
        let (whole, ..) = encoding(2, None, later()).run();
        let (none, passages, is_complete) = encoding(2, None, Instant::now()).run();
        assert_eq!((passages, is_complete), (0, false));
        let (continued, _, is_complete) = encoding(2, Vectors::read(none).ok(), later()).run();
        assert_eq!((continued == whole, is_complete), (true, true));
        // Vectors of unchanged pages are taken over even after the deadline. Those of a replaced file are computed
        // again.
        let whole = Vectors::read(whole).ok();
        assert_eq!(encoding(2, whole.clone(), Instant::now()).run().1, 2);
        assert_eq!(encoding(9, whole, Instant::now()).run().1, 1);
    }
}
