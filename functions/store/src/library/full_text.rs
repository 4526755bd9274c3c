//! The full-text index of notes: one file per course and album, built from the words of its notes.
//!
//! The file is named by its content hash, and one record per collection names the newest file. A new record is written
//! only if the previous one is unchanged, so the second of two concurrent builders starts over.

use std::collections::HashSet;

use aws::client::Store;
use aws::codec::{Entity, Item, decode, has_entity};
use aws::expression::{absent, attribute};
use aws::objects::{self, Bucket, compression};
use aws::table;
use aws::write::Put;
use model::error::{Conflict, Error, Result};
use model::ids::{NoteId, Sha256Hash};
use model::keys;
pub use model::keys::library::full_text::{NoSuchCollection, NoteCollection};
use model::keys::object::{self, ObjectKey};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::album::AlbumId;
use wasm_core::full_text::{Builder, PageText};

use crate::library::albums::AlbumNote;
use crate::library::content::{File, PdfFileMetadata};
use crate::library::courses::{self, Course};
use crate::library::notes::Note;

/// Maximum size of the unpacked text of a note in bytes. The extractor truncates texts far below it.
const TEXT_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Seconds after which a replaced file may be deleted. Until then, clients that read its name can still load it.
const REPLACED_KEPT_SECS: i64 = 86_400;

/// The newest index of a course or an album.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FullTextIndexRecord {
    /// Course or album of the notes.
    #[serde(with = "place_text")]
    pub place: NoteCollection,
    /// SHA-256 of the index file.
    pub sha256: Sha256Hash,
    /// Unpacked size in bytes.
    pub size_bytes: u64,
    /// Number of indexed pages with words.
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

    pub(super) fn serialize<S: Serializer>(place: &NoteCollection, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(place)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NoteCollection, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Entity for FullTextIndexRecord {
    const ENTITY: &'static str = "inside";
}

/// A note whose words can be indexed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexableNote {
    /// Note id.
    pub id: NoteId,
    /// Note title.
    pub title: String,
    /// Object key of the PDF.
    pub key: ObjectKey,
}

/// Returns the newest index of each collection that has notes with words, in no order. The collections must be
/// distinct. Cost: 1 read each, 1 request per 100.
pub async fn find_many(store: &Store, places: &[NoteCollection]) -> Result<Vec<FullTextIndexRecord>> {
    let keys = places.iter().map(|place| keys::full_text::primary(*place)).collect();
    let mut found: Vec<FullTextIndexRecord> = table::find_many(store, keys).await?;
    found.retain(|index| index.pages > 0);
    Ok(found)
}

/// Returns the newest index of a collection. Cost: 1 read.
pub async fn find(store: &Store, place: NoteCollection) -> Result<Option<FullTextIndexRecord>> {
    table::find(store, keys::full_text::primary(place)).await
}

/// Returns the notes of a collection that have text, oldest first; none for a course that students cannot see. Cost: 1
/// read for a course, and 1 per MB.
pub async fn list_indexable_notes(store: &Store, place: NoteCollection) -> Result<Vec<IndexableNote>> {
    Ok(match place {
        NoteCollection::Course(code) => {
            if !courses::find(store, &code).await?.is_some_and(|course| course.is_visible_to_students()) {
                return Ok(Vec::new());
            }
            let notes: Vec<Note> = table::query_all_entities(store, &keys::note::of_course(&code)).await?;
            notes.into_iter().filter_map(|note| indexed(note.id, note.details.title, note.file)).collect()
        }
        NoteCollection::Album(album) => {
            let notes: Vec<AlbumNote> = table::query_all_entities(store, &keys::album::notes(album)).await?;
            notes.into_iter().filter_map(|note| indexed(note.id, note.details.title, note.file)).collect()
        }
    })
}

fn indexed(id: NoteId, title: String, file: File<PdfFileMetadata>) -> Option<IndexableNote> {
    (file.media.facts.has_text == Some(true)).then_some(IndexableNote { id, title, key: file.key })
}

/// Records the newest index of a collection. An empty index also keeps its record, so that versions continue.
/// Condition: the record is unchanged since it was read. Cost: 1 write.
///
/// # Errors
/// `Conflict(Changed)`.
pub async fn replace(
    store: &Store,
    place: NoteCollection,
    before: Option<&FullTextIndexRecord>,
    after: &FullTextIndexRecord,
) -> Result<()> {
    let unchanged = before.map_or_else(absent, |before| attribute("version").is(before.version));
    let is_done = Put::of(after, keys::full_text::primary(place)).when(unchanged).apply(store).await?;
    if is_done { Ok(()) } else { Err(Error::Conflict(Conflict::VersionMismatch)) }
}

/// Returns all collections that may have an index: courses with notes, and albums. Cost: 16 reads, and 1 per MB of
/// courses.
pub async fn list_collections(store: &Store) -> Result<Vec<NoteCollection>> {
    let courses = courses::list_all(store).await?;
    let with_notes =
        courses.iter().filter(|course| course.note_count > 0).map(|course| NoteCollection::Course(course.code));
    Ok(with_notes.chain(AlbumId::ALL.map(NoteCollection::Album)).collect())
}

/// Returns the course or album whose index a stream record may change. Returns `None` if titles, files and collections
/// are unchanged, for example after a like.
///
/// # Errors
/// `Broken` when an image of a course or a note cannot be decoded.
pub fn affected_collection(before: serde_dynamo::Item, after: serde_dynamo::Item) -> Result<Option<NoteCollection>> {
    let (before, after) = (meant(before.into())?, meant(after.into())?);
    Ok(if before == after { None } else { after.or(before).map(|meaning| meaning.place) })
}

/// The parts of an item that its index depends on.
#[derive(Debug, PartialEq, Eq)]
struct Meaning {
    place: NoteCollection,
    note: Option<(String, ObjectKey, Option<bool>)>,
}

fn meant(item: Item) -> Result<Option<Meaning>> {
    let note = |title, file: File<PdfFileMetadata>| Some((title, file.key, file.media.facts.has_text));
    Ok(if has_entity::<Note>(&item) {
        let Note { course, details, file, .. } = decode(item)?;
        Some(Meaning { place: NoteCollection::Course(course), note: note(details.title, file) })
    } else if has_entity::<AlbumNote>(&item) {
        let AlbumNote { album, details, file, .. } = decode(item)?;
        Some(Meaning { place: NoteCollection::Album(album), note: note(details.title, file) })
    } else if has_entity::<Course>(&item) {
        let course: Course = decode(item)?;
        course.is_visible_to_students().then_some(Meaning { place: NoteCollection::Course(course.code), note: None })
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
    /// Text of a page without blocks, as it was stored before there was a text model.
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

/// Deletes index files that were replaced more than a day ago. Returns their number. Cost: 1 request per 1,000 files, 1
/// read per collection, 1 request per deleted file.
pub async fn remove_replaced(store: &Store, now: Timestamp) -> Result<usize> {
    let mut listed = objects::list_full_text_indexes(store).await?;
    listed.retain(|(_, written_at)| written_at.epoch_secs() < now.epoch_secs() - REPLACED_KEPT_SECS);
    let places: HashSet<NoteCollection> = listed.iter().map(|(key, _)| key.place).collect();
    let mut newest = HashSet::new();
    for place in places {
        let Some(index) = find(store, place).await? else { continue };
        let hashes = [Some(index.sha256), index.vectors.map(|vectors| vectors.sha256)];
        newest.extend(hashes.iter().flatten().map(|sha256| object::full_text_index(place, sha256)));
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
        // Text that was stored before there were blocks.
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
        assert_eq!(affected_collection(image(&course), image(&liked)).unwrap(), None);
        assert_eq!(affected_collection(image(&course), image(&hidden)).unwrap(), Some(NoteCollection::Course(code)));
        assert_eq!(affected_collection(image(&hidden), image(&course)).unwrap(), Some(NoteCollection::Course(code)));
        assert_eq!(affected_collection(Item::new().into(), Item::new().into()).unwrap(), None);
    }
}
