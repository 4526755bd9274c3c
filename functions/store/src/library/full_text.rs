//! The full-text indexes of notes and transcripts: one file per course and album, built from the words of its notes,
//! and one per course and shelf, built from the transcripts of its recordings.
//!
//! The file is named by its content hash, and one record per collection names the newest file. A new record is written
//! only if the previous one is unchanged, so the second of two concurrent builders starts over.

use std::collections::{BTreeSet, HashSet};

use aws::client::Store;
use aws::codec::{Entity, Item, decode, has_entity};
use aws::expression::{absent, attribute};
use aws::objects::{self, Bucket, compression};
use aws::table;
use aws::write::Put;
use model::error::{Conflict, Error, Result};
use model::ids::{ProductId, Sha256Hash};
use model::keys;
pub use model::keys::library::full_text::{NoSuchCollection, NoteCollection};
use model::keys::object::{self, ObjectKey};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::album::AlbumId;
use wasm_core::full_text::{Builder, PageText};
use wasm_core::shelf::ShelfId;
use wasm_core::transcript::Transcript;

use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::content::{File, PdfFileMetadata};
use crate::library::course_audio;
use crate::library::courses::{self, Course};
use crate::library::notes::Note;

/// Maximum size of the unpacked text of a note in bytes. The extractor truncates texts far below it.
const TEXT_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Seconds after which a replaced file may be deleted. Until then, clients that read its name can still load it.
const REPLACED_KEPT_SECS: i64 = 86_400;

/// The newest index of a collection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FullTextIndexRecord {
    /// The indexed collection.
    #[serde(with = "place_text")]
    pub place: NoteCollection,
    /// SHA-256 of the index file.
    pub sha256: Sha256Hash,
    /// Unpacked size in bytes.
    pub size_bytes: u64,
    /// Number of indexed pages and passages with words.
    pub pages: u32,
    /// Hash of the inputs, used to detect that nothing changed.
    pub made_of: Sha256Hash,
    /// Number of builds so far.
    pub version: u32,
    /// The newest vectors of passages. Possibly of an earlier index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vectors: Option<VectorsRecord>,
}

/// The vectors of the passages of a course or an album.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VectorsRecord {
    /// SHA-256 of the file with the vectors.
    pub sha256: Sha256Hash,
    /// SHA-256 of the model that computed them.
    pub model: Sha256Hash,
    /// Hash of the inputs of the index with the texts of the passages.
    pub made_of: Sha256Hash,
    /// Version of the format and of the rule that divides pages into passages.
    #[serde(default)]
    pub version: u8,
    /// Number of passages with a vector.
    pub passages: u32,
    /// Whether all passages have a vector.
    pub is_complete: bool,
}

impl FullTextIndexRecord {
    /// Returns the vectors if they belong to the texts of this index.
    #[must_use]
    pub fn current_vectors(&self) -> Option<&VectorsRecord> {
        self.vectors.as_ref().filter(|vectors| vectors.made_of == self.made_of && vectors.passages > 0)
    }
}

mod place_text {
    use model::keys::library::full_text::NoteCollection;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub(super) fn serialize<S: Serializer>(collection: &NoteCollection, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(collection)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NoteCollection, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Entity for FullTextIndexRecord {
    const ENTITY: &'static str = "inside";
}

/// A note or a recording whose words can be indexed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexableNote {
    /// Id of the note or the recording.
    pub id: ProductId,
    /// Title of the note or the recording.
    pub title: String,
    /// Object key of the PDF or the transcript.
    pub key: ObjectKey,
}

/// Returns the newest index of each collection that has notes with words, in no order. The collections must be
/// distinct. Cost: 1 read each, 1 request per 100.
pub async fn find_many(store: &Store, collections: &[NoteCollection]) -> Result<Vec<FullTextIndexRecord>> {
    let keys = collections.iter().map(|collection| keys::full_text::primary(*collection)).collect();
    let mut found: Vec<FullTextIndexRecord> = table::find_many(store, keys).await?;
    found.retain(|index| index.pages > 0);
    Ok(found)
}

/// Returns the newest index of a collection. Cost: 1 read.
pub async fn find(store: &Store, collection: NoteCollection) -> Result<Option<FullTextIndexRecord>> {
    table::find(store, keys::full_text::primary(collection)).await
}

/// Returns the notes of a collection that have text, oldest first, or its recordings that have a transcript. Returns no
/// notes of a course that students cannot see. Its recordings are returned, because they stay visible on their shelves.
/// Cost: 1 read for a course, 1 per MB, and 1 per recording of a course.
pub async fn list_indexable_notes(store: &Store, collection: NoteCollection) -> Result<Vec<IndexableNote>> {
    Ok(match collection {
        NoteCollection::Course(code) => {
            if !courses::find(store, &code).await?.is_some_and(|course| course.is_visible_to_students()) {
                return Ok(Vec::new());
            }
            let notes: Vec<Note> = table::query_all_entities(store, &keys::note::of_course(&code)).await?;
            notes.into_iter().filter_map(|note| indexed(note.id.into(), note.details.title, note.file)).collect()
        }
        NoteCollection::Album(album) => {
            let notes: Vec<AlbumNote> = table::query_all_entities(store, &keys::album::notes(album)).await?;
            notes.into_iter().filter_map(|note| indexed(note.id.into(), note.details.title, note.file)).collect()
        }
        NoteCollection::CourseAudio(code) => {
            let mut recordings = course_audio::list_all(store, &code).await?;
            recordings.retain(|audio| audio_collection(audio) == collection);
            recordings.into_iter().filter_map(with_transcript).collect()
        }
        NoteCollection::ShelfAudio(shelf) => {
            let mut recordings: Vec<AudioNote> =
                table::query_all_entities(store, &keys::shelf::with_recordings(shelf)).await?;
            recordings.retain(|audio| audio_collection(audio) == collection);
            recordings.into_iter().filter_map(with_transcript).collect()
        }
    })
}

/// Returns the collection whose index contains the transcript of a recording.
fn audio_collection(audio: &AudioNote) -> NoteCollection {
    audio.course.map_or(NoteCollection::ShelfAudio(audio.shelf), NoteCollection::CourseAudio)
}

fn with_transcript(audio: AudioNote) -> Option<IndexableNote> {
    let key = object::transcript(audio.file.media.transcript?);
    Some(IndexableNote { id: audio.id.into(), title: audio.details.title, key })
}

fn indexed(id: ProductId, title: String, file: File<PdfFileMetadata>) -> Option<IndexableNote> {
    (file.media.facts.has_text == Some(true)).then_some(IndexableNote { id, title, key: file.key })
}

/// Records the newest index of a collection. An empty index also keeps its record, so that versions continue.
/// Condition: the record is unchanged since it was read. Cost: 1 write.
///
/// # Errors
/// `Conflict(VersionMismatch)`.
pub async fn replace(
    store: &Store,
    collection: NoteCollection,
    before: Option<&FullTextIndexRecord>,
    after: &FullTextIndexRecord,
) -> Result<()> {
    let unchanged = before.map_or_else(absent, |before| attribute("version").is(before.version));
    let is_done = Put::of(after, keys::full_text::primary(collection)).when(unchanged).apply(store).await?;
    if is_done { Ok(()) } else { Err(Error::Conflict(Conflict::VersionMismatch)) }
}

/// Returns all collections that may have an index: courses with notes, hidden courses, albums, and the collections of
/// recordings. Hidden courses are included, because the index of a course that was hidden a moment ago must still be
/// emptied. Cost: 21 reads, and 1 per MB of courses and recordings.
pub async fn list_collections(store: &Store) -> Result<Vec<NoteCollection>> {
    let courses = courses::list_all(store).await?;
    let with_notes =
        courses.iter().filter(|course| course.note_count > 0).map(|course| NoteCollection::Course(course.code));
    let mut collections: Vec<NoteCollection> = with_notes.chain(AlbumId::ALL.map(NoteCollection::Album)).collect();
    collections.extend(courses::list_hidden_codes(store).await?.into_iter().map(NoteCollection::Course));
    let mut of_recordings = BTreeSet::from(ShelfId::ALL.map(NoteCollection::ShelfAudio));
    for shelf in ShelfId::ALL {
        let recordings: Vec<AudioNote> = table::query_all_entities(store, &keys::shelf::with_recordings(shelf)).await?;
        of_recordings.extend(recordings.iter().map(audio_collection));
    }
    collections.extend(of_recordings);
    Ok(collections)
}

/// Returns the collections whose index a stream record may change: two if a recording was moved to another course.
/// Returns none if titles, files and collections are unchanged, for example after a like.
///
/// # Errors
/// `Broken` when a course, a note or a recording in the record cannot be decoded.
pub fn affected_collections(before: serde_dynamo::Item, after: serde_dynamo::Item) -> Result<Vec<NoteCollection>> {
    let (before, after) = (meant(before.into())?, meant(after.into())?);
    if before == after {
        return Ok(Vec::new());
    }
    let mut collections: Vec<NoteCollection> =
        [before, after].into_iter().flatten().map(|meaning| meaning.collection).collect();
    collections.dedup();
    Ok(collections)
}

/// The parts of an item that its index depends on.
#[derive(Debug, PartialEq, Eq)]
struct Meaning {
    collection: NoteCollection,
    note: Option<(String, ObjectKey, Option<bool>)>,
}

fn meant(item: Item) -> Result<Option<Meaning>> {
    let note = |title, file: File<PdfFileMetadata>| Some((title, file.key, file.media.facts.has_text));
    Ok(if has_entity::<Note>(&item) {
        let Note { course, details, file, .. } = decode(item)?;
        Some(Meaning { collection: NoteCollection::Course(course), note: note(details.title, file) })
    } else if has_entity::<AlbumNote>(&item) {
        let AlbumNote { album, details, file, .. } = decode(item)?;
        Some(Meaning { collection: NoteCollection::Album(album), note: note(details.title, file) })
    } else if has_entity::<AudioNote>(&item) {
        let audio: AudioNote = decode(item)?;
        let collection = audio_collection(&audio);
        with_transcript(audio).map(|it| Meaning { collection, note: Some((it.title, it.key, None)) })
    } else if has_entity::<Course>(&item) {
        let course: Course = decode(item)?;
        course
            .is_visible_to_students()
            .then_some(Meaning { collection: NoteCollection::Course(course.code), note: None })
    } else {
        None
    })
}

/// The text model stored beside its PDF.
#[derive(Deserialize)]
struct Text {
    pages: Vec<TextPage>,
}

#[derive(Deserialize)]
struct TextPage {
    page: u32,
    #[serde(default)]
    blocks: Vec<Block>,
    /// Text of a page without blocks. Files that were written before the text model existed have such pages.
    #[serde(default)]
    text: String,
}

#[derive(Deserialize)]
struct Block {
    kind: String,
    text: String,
    /// Bullet or number before a list item.
    marker: Option<String>,
    /// Alternative text of a figure or formula.
    alt: Option<String>,
}

/// Kinds of blocks that pages repeat around their text. They are not indexed.
const RUNNING_KINDS: [&str; 4] = ["header", "footer", "pageNumber", "watermark"];

impl TextPage {
    /// Returns the text of the page without running heads, page numbers and watermarks.
    fn indexed_text(&self) -> String {
        let mut text = self.text.clone();
        for block in self.blocks.iter().filter(|block| !RUNNING_KINDS.contains(&block.kind.as_str())) {
            for part in [block.marker.as_ref(), Some(&block.text), block.alt.as_ref()].into_iter().flatten() {
                text.push_str(part);
                text.push('\n');
            }
        }
        text
    }
}

/// Returns the indexed words of one note from the packed text stored beside its PDF.
///
/// # Errors
/// `Broken` when the text is damaged.
pub fn note_index(packed_text: &[u8]) -> Result<Vec<u8>> {
    let text = compression::decompress(packed_text, TEXT_MAX_BYTES).map_err(|error| Error::Broken(error.into()))?;
    let text: Text = serde_json::from_slice(&text).map_err(|error| Error::Broken(error.into()))?;
    let mut builder = Builder::default();
    let pages: Vec<(u32, String)> = text.pages.iter().map(|page| (page.page, page.indexed_text())).collect();
    builder.add_note("", "", pages.iter().map(|(page, text)| PageText { page: *page, text }));
    Ok(builder.finish())
}

/// Returns the transcript in a stored file.
///
/// # Errors
/// `Broken` when the file is damaged.
pub fn transcript(packed: &[u8]) -> Result<Transcript> {
    let json = compression::decompress(packed, TEXT_MAX_BYTES).map_err(|error| Error::Broken(error.into()))?;
    serde_json::from_slice(&json).map_err(|error| Error::Broken(error.into()))
}

/// Deletes index files that were replaced more than a day ago. Returns their number. Cost: 1 request per 1,000 files, 1
/// read per collection, 1 request per deleted file.
pub async fn remove_replaced(store: &Store, now: Timestamp) -> Result<usize> {
    let mut listed = objects::list_full_text_indexes(store).await?;
    listed.retain(|(_, written_at)| written_at.epoch_secs() < now.epoch_secs() - REPLACED_KEPT_SECS);
    let collections: HashSet<NoteCollection> = listed.iter().map(|(key, _)| key.place).collect();
    let mut newest = HashSet::new();
    for collection in collections {
        let Some(index) = find(store, collection).await? else { continue };
        let hashes = [Some(index.sha256), index.vectors.map(|vectors| vectors.sha256)];
        newest.extend(hashes.iter().flatten().map(|sha256| object::full_text_index(collection, sha256)));
    }
    let mut removed = 0;
    for (key, _) in listed {
        let key = object::full_text_index(key.place, &key.sha256);
        if !newest.contains(&key) {
            objects::delete(store, Bucket::Files, &key).await?;
            removed += 1;
        }
    }
    Ok(removed)
}

#[cfg(test)]
mod tests {
    use aws::codec::encode;
    use wasm_core::course::CourseCode;

    use super::*;

    #[test]
    fn compressed_full_text_is_searchable_by_page() {
        let pages_with = |json: &str, words: &str| {
            let text = compression::compress(json.as_bytes()).unwrap();
            let file = wasm_core::full_text::FullTextIndex::read(note_index(&text).unwrap()).unwrap();
            let hits = wasm_core::full_text::search(&[&file], words, 5, 5);
            hits.iter().map(|hit| hit.page).collect::<Vec<_>>()
        };
        let model = r#"{"version":1,"order":"layout","pages":[{"page":3,"width":612,"height":792,"blocks":[
            {"kind":"header","text":"Lecture","box":[0,0,9,9]},
            {"kind":"figure","text":"axis","alt":"A curve","box":[0,0,9,9]},
            {"kind":"paragraph","text":"Binary search halves","box":[0,20,9,9]}]}]}"#;
        assert_eq!(pages_with(model, "halves"), [3]);
        assert_eq!(pages_with(model, "curve"), [3]);
        assert!(pages_with(model, "lecture").is_empty());
        // A file that was written before pages had blocks.
        assert_eq!(pages_with(r#"{"pages":[{"page":3,"text":"Binary search halves"}]}"#, "halves"), [3]);
        assert!(note_index(b"no text").is_err());
    }

    #[test]
    fn full_text_index_is_rebuilt_after_hiding_a_course_but_not_after_a_like() {
        let now = Timestamp::from_epoch_secs(1_790_000_000).unwrap();
        let code = CourseCode::parse("CS246").unwrap();
        let course = Course::new(code, "Software", now);
        let image = |course: &Course| -> serde_dynamo::Item {
            encode(course, keys::course::primary(&course.code)).unwrap().into()
        };
        let liked = Course { likes: 3, ..course.clone() };
        let hidden = Course { hidden: true, ..course.clone() };
        assert_eq!(affected_collections(image(&course), image(&liked)).unwrap(), []);
        assert_eq!(affected_collections(image(&course), image(&hidden)).unwrap(), [NoteCollection::Course(code)]);
        assert_eq!(affected_collections(image(&hidden), image(&course)).unwrap(), [NoteCollection::Course(code)]);
        assert_eq!(affected_collections(Item::new().into(), Item::new().into()).unwrap(), []);
    }

    #[test]
    fn s2_heard_1_the_indexes_of_both_courses_are_rebuilt_after_a_recording_was_moved() {
        let code = |text: &str| Some(CourseCode::parse(text).unwrap());
        let fields = |course: Option<CourseCode>, transcript: Option<u128>, likes: u32| {
            serde_json::json!({
                "id": ulid::Ulid::from_parts(1, 1).to_string(), "shelf": "radio", "title": "Spoken", "description": "",
                "subject": "Any", "course": course, "file_key": "audio-notes/any/a.mp3", "file_name": "a.mp3", "size_bytes": 1,
                "sha256": Sha256Hash::of(b"a"), "content_type": "audio/mpeg", "facts": {}, "likes": likes, "version": 0,
                "transcript": transcript.map(|random| ulid::Ulid::from_parts(2, random).to_string()),
                "uploaded_at": "2026-09-21T14:00:00Z", "created_at": "2026-09-21T14:00:00Z", "uploader": "0b1c", "uploader_name": "Ada",
            })
        };
        let image = |course: Option<&str>, transcript: Option<u128>, likes: u32| -> serde_dynamo::Item {
            let audio: AudioNote = serde_json::from_value(fields(course.and_then(code), transcript, likes)).unwrap();
            encode(&audio, keys::audio::primary(audio.shelf, audio.id)).unwrap().into()
        };
        let affected = |before, after| affected_collections(before, after).unwrap();
        let of_course = |text| NoteCollection::CourseAudio(code(text).unwrap());
        let loose = NoteCollection::ShelfAudio(ShelfId::Radio);
        assert_eq!(affected(image(Some("CS246"), Some(1), 0), image(Some("CS246"), Some(1), 7)), []);
        assert_eq!(affected(image(Some("CS246"), None, 0), image(Some("CS247"), None, 0)), []);
        assert_eq!(affected(image(Some("CS246"), Some(1), 0), image(Some("CS246"), Some(2), 0)), [of_course("CS246")]);
        assert_eq!(affected(image(None, Some(1), 0), image(Some("CS246"), Some(1), 0)), [loose, of_course("CS246")]);
        assert_eq!(affected(image(None, Some(1), 0), image(None, None, 0)), [loose]);
    }
}
