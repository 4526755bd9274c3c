//! The published catalogue: files named by their content, and a manifest that names the newest. One file holds the courses,
//! another the library: recordings, notes of albums and public playlists.
//!
//! A batch of changes is worked into the file that is there, so a like costs one small read and not a read
//! of every course, and no reader of a lagging index can bring an old state back. Only without a readable file
//! everything is read. Two that publish at once cannot lose each other's edits: the manifest is replaced on condition
//! that it is still the one that was read, and who comes second starts again from the new one. A file of which nothing
//! changes is neither read nor written.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::time::Duration;

use bytes::Bytes;
use store::courses::{self, Course};
use store::keys::object;
use store::objects::{self, Bucket, PutCondition, Served};
use store::stream::{self, Listing};
use store::{Conflict, Error, Result, Sha256Hash, Store, Timestamp};
use wasm_core::catalogue::{
    CatalogueError, CatalogueManifest, CourseRecord, FORMAT_VERSION, LibraryFile, LibraryRecord, activity_rank, decode,
    decode_library, encode, encode_library,
};
use wasm_core::course::CourseCode;

/// Largest catalogue and manifest that are read back; both far above what 100,000 courses need.
const CATALOGUE_MAX_BYTES: u64 = 64 * 1024 * 1024;
const MANIFEST_MAX_BYTES: u64 = 64 * 1024;
/// Most things in the published library: what a page can load, 5 MB as Brotli. Of more, those that the most students
/// like are found, and of equals those that were added last. What is left out comes back with its next change, or when
/// the catalogue is made anew.
pub const LIBRARY_MAX: usize = 100_000;
/// How much of a packed catalogue is looked at in one step.
const READ_BYTES: usize = 64 * 1024;

/// How hard the catalogue is packed: 100,000 courses in about a second. A tenth smaller takes six times as long.
const BROTLI_QUALITY: i32 = 5;
/// How far back Brotli looks for what it has seen: 4 MB, as far as every browser does.
const BROTLI_WINDOW_BITS: i32 = 22;

/// How often publishing starts again when somebody else was quicker.
const TRIES: u32 = 8;

/// Seconds that a replaced catalogue is kept for pages that have just read its name.
const REPLACED_KEPT_SECS: i64 = 86_400;

/// What changes in the catalogue: the newest state of each changed course, `None` for a removed one; and what happened to the
/// library, in its order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Edits {
    courses: BTreeMap<CourseCode, Option<CourseRecord>>,
    library: Vec<Listing>,
}

type Courses = BTreeMap<CourseCode, CourseRecord>;
/// By kind and id.
type Library = BTreeMap<(u8, String), LibraryRecord>;

impl Edits {
    /// The course is now like this.
    pub fn set(&mut self, course: &Course) {
        self.courses.insert(course.code, Some(record_of(course)));
    }

    /// The course is gone.
    pub fn remove(&mut self, code: CourseCode) {
        self.courses.insert(code, None);
    }

    /// This happened to the library.
    pub fn list(&mut self, listing: Listing) {
        self.library.push(listing);
    }

    fn apply(&self, records: &mut Courses) {
        for (code, record) in &self.courses {
            match record {
                Some(record) => records.insert(*code, record.clone()),
                None => records.remove(code),
            };
        }
    }

    fn apply_to_library(&self, records: &mut Library) {
        for listing in &self.library {
            match listing {
                Listing::Set(record) => {
                    records.insert(key_of(record), record.clone());
                }
                // What moved is two items of the table, and that it came may be told before that it went.
                Listing::Removed { place, id } => {
                    let key = (place.kind(), id.clone());
                    if records.get(&key).is_some_and(|record| record.place == *place) {
                        records.remove(&key);
                    }
                }
            }
        }
    }
}

/// Works the edits into the published catalogue. When nothing that is published changes, nothing is written.
///
/// # Errors
/// `Conflict(Changed)` when somebody else was quicker again and again; whatever the store could not do.
pub async fn publish(store: &Store, edits: Edits, now: Timestamp) -> Result<()> {
    for attempt in 1..=TRIES {
        match try_to_publish(store, &edits, false, now).await {
            Err(Error::Conflict(Conflict::Changed)) if attempt < TRIES => {
                tokio::time::sleep(Duration::from_millis(u64::from(attempt) * 50)).await;
            }
            other => return other,
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}

/// Builds the catalogue anew from everything in the table.
///
/// # Errors
/// As [`publish`].
pub async fn rebuild(store: &Store, now: Timestamp) -> Result<()> {
    try_to_publish(store, &Edits::default(), true, now).await
}

/// Makes the catalogue anew when what is published cannot be read, as after an update that changed its format. `false`
/// when it can be read, or when none was ever published.
///
/// # Errors
/// As [`publish`].
pub async fn renew(store: &Store, now: Timestamp) -> Result<bool> {
    let published = Published::read(store).await?;
    if published.tag.is_none() || published.courses(store).await?.is_some() && published.library(store).await?.is_some()
    {
        return Ok(false);
    }
    rebuild(store, now).await?;
    Ok(true)
}

/// Works the edits in once, or, `anew`, takes everything from the table.
async fn try_to_publish(store: &Store, edits: &Edits, anew: bool, now: Timestamp) -> Result<()> {
    let published = Published::read(store).await?;
    let before = published.manifest.as_ref();
    let courses = match before {
        Some(manifest) if edits.courses.is_empty() && !anew => Part::courses(manifest),
        _ => {
            let readable = if anew { None } else { published.courses(store).await? };
            let mut records = match readable {
                Some(records) => records,
                None => all_courses(store).await?,
            };
            edits.apply(&mut records);
            let records: Vec<CourseRecord> = records.into_values().collect();
            put(store, &encode(&records), records.len(), before.map(|manifest| manifest.sha256.as_str())).await?
        }
    };
    let known = before.and_then(|manifest| manifest.library.as_ref());
    let library = match known {
        Some(library) if edits.library.is_empty() && !anew => library.clone(),
        _ => {
            let readable = if anew { None } else { published.library(store).await? };
            let mut records = match readable {
                Some(records) => records,
                None => everything_listed(store).await?,
            };
            edits.apply_to_library(&mut records);
            let records = listed(records);
            let known = known.map(|library| library.sha256.as_str());
            let Part { file, sha256, size_bytes, count } =
                put(store, &encode_library(&records), records.len(), known).await?;
            LibraryFile { file, sha256, size_bytes, items: count }
        }
    };
    let manifest = CatalogueManifest {
        version: FORMAT_VERSION,
        file: courses.file,
        sha256: courses.sha256,
        size_bytes: courses.size_bytes,
        courses: courses.count,
        published_at: now.to_string(),
        library: Some(library),
    };
    if let Some(before) = before
        && (CatalogueManifest { published_at: before.published_at.clone(), ..manifest.clone() }) == *before
    {
        return Ok(());
    }
    // The files first: a manifest never names what is not there.
    let text = serde_json::to_vec(&manifest).map_err(|error| Error::Broken(error.into()))?;
    objects::put(
        store,
        Bucket::Site,
        &object::catalogue_manifest(),
        Bytes::from(text),
        "application/json",
        "public, no-cache",
        published.tag.map_or(PutCondition::IfAbsent, PutCondition::IfTag),
    )
    .await?;
    tracing::info!(courses = manifest.courses, size_bytes = manifest.size_bytes, "published the catalogue");
    if let Err(error) = remove_replaced(store, &manifest, now).await {
        // They only take up room, and the next publication tries again.
        tracing::warn!(%error, "replaced catalogues could not be removed");
    }
    Ok(())
}

/// What is published now.
struct Published {
    /// Tag of the manifest; `None` where there is none.
    tag: Option<String>,
    /// The manifest; `None` when it is damaged or of another version, and then it is replaced.
    manifest: Option<CatalogueManifest>,
}

impl Published {
    async fn read(store: &Store) -> Result<Self> {
        let found =
            objects::find_tagged(store, Bucket::Site, &object::catalogue_manifest(), MANIFEST_MAX_BYTES).await?;
        let Some((bytes, tag)) = found else { return Ok(Self { tag: None, manifest: None }) };
        let manifest = serde_json::from_slice::<CatalogueManifest>(&bytes).ok();
        Ok(Self { tag: Some(tag), manifest: manifest.filter(|manifest| manifest.version == FORMAT_VERSION) })
    }

    /// The published courses; `None` when they cannot be read.
    async fn courses(&self, store: &Store) -> Result<Option<Courses>> {
        let Some(manifest) = &self.manifest else { return Ok(None) };
        let records = read(store, &manifest.sha256, decode).await?;
        Ok(records.map(|records| records.into_iter().map(|record| (record.code, record)).collect()))
    }

    /// The published library; `None` when it cannot be read.
    async fn library(&self, store: &Store) -> Result<Option<Library>> {
        let Some(library) = self.manifest.as_ref().and_then(|manifest| manifest.library.as_ref()) else {
            return Ok(None);
        };
        let records = read(store, &library.sha256, decode_library).await?;
        Ok(records.map(by_key))
    }
}

/// What a manifest says of one file.
struct Part {
    file: String,
    sha256: String,
    size_bytes: u64,
    count: u32,
}

impl Part {
    fn courses(manifest: &CatalogueManifest) -> Self {
        let CatalogueManifest { file, sha256, size_bytes, courses, .. } = manifest.clone();
        Self { file, sha256, size_bytes, count: courses }
    }
}

/// The records of a published file; `None` when it is not there or cannot be read.
async fn read<T>(
    store: &Store,
    sha256: &str,
    decode: fn(&[u8]) -> std::result::Result<Vec<T>, CatalogueError>,
) -> Result<Option<Vec<T>>> {
    let Ok(sha256) = sha256.parse::<Sha256Hash>() else { return Ok(None) };
    let file = match objects::get(store, Bucket::Site, &object::catalogue(&sha256), CATALOGUE_MAX_BYTES).await {
        Ok(file) => file,
        Err(Error::NotFound(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    Ok(unpacked(&file).ok().and_then(|file| decode(&file).ok()))
}

async fn all_courses(store: &Store) -> Result<Courses> {
    let courses = courses::list_all(store).await?;
    Ok(courses.iter().map(|course| (course.code, record_of(course))).collect())
}

async fn everything_listed(store: &Store) -> Result<Library> {
    Ok(by_key(stream::list_best(store, LIBRARY_MAX).await?))
}

/// The library as it is published: no more than [`LIBRARY_MAX`] things.
fn listed(library: Library) -> Vec<LibraryRecord> {
    let mut records: Vec<LibraryRecord> = library.into_values().collect();
    if records.len() <= LIBRARY_MAX {
        return records;
    }
    stream::keep_best(&mut records, LIBRARY_MAX);
    // In the order of their keys again, which the file's sum must not depend on.
    by_key(records).into_values().collect()
}

fn by_key(records: impl IntoIterator<Item = LibraryRecord>) -> Library {
    records.into_iter().map(|record| (key_of(&record), record)).collect()
}

fn key_of(record: &LibraryRecord) -> (u8, String) {
    (record.place.kind(), record.id.clone())
}

/// Writes a file of so many things, unless this very file is the published one.
async fn put(store: &Store, bytes: &[u8], count: usize, published: Option<&str>) -> Result<Part> {
    let sha256 = Sha256Hash::of(bytes);
    if published != Some(sha256.as_str()) {
        let packed = packed(bytes).map_err(|error| Error::Broken(error.into()))?;
        tracing::info!(packed_bytes = packed.len(), "packed a file of the catalogue");
        let served = Served {
            content_type: "application/octet-stream",
            cache_control: "public, max-age=31536000, immutable",
            // CloudFront packs no file of this type, and none of more than 10 MB.
            content_encoding: Some("br"),
        };
        let key = object::catalogue(&sha256);
        objects::put_served(store, Bucket::Site, &key, Bytes::from(packed), &served, PutCondition::Always).await?;
    }
    Ok(Part {
        file: object::catalogue_name(&sha256),
        sha256: sha256.to_string(),
        size_bytes: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
        count: u32::try_from(count).unwrap_or(u32::MAX),
    })
}

/// The file as it is stored and served, in Brotli.
fn packed(file: &[u8]) -> io::Result<Vec<u8>> {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW_BITS,
        size_hint: file.len(),
        ..Default::default()
    };
    let mut packed = Vec::with_capacity(file.len() / 2);
    brotli::BrotliCompress(&mut &*file, &mut packed, &parameters)?;
    Ok(packed)
}

/// The catalogue file in what [`publish`] stored, as browsers unpack it.
///
/// # Errors
/// When the bytes are not in Brotli, or would be far larger than any catalogue.
pub fn unpacked(stored: &[u8]) -> io::Result<Vec<u8>> {
    let mut file = Vec::with_capacity(stored.len());
    let mut reader = brotli::Decompressor::new(stored, READ_BYTES).take(CATALOGUE_MAX_BYTES);
    reader.read_to_end(&mut file)?;
    if reader.limit() == 0 { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(file) }
}

async fn remove_replaced(store: &Store, newest: &CatalogueManifest, now: Timestamp) -> Result<()> {
    let library = newest.library.as_ref().map(|library| library.file.as_str());
    let is_newest =
        |key: &str| [Some(newest.file.as_str()), library].into_iter().flatten().any(|file| key.ends_with(file));
    for (key, written_at) in objects::list_catalogues(store).await? {
        if !is_newest(key.as_str()) && written_at.epoch_secs() < now.epoch_secs() - REPLACED_KEPT_SECS {
            objects::delete(store, Bucket::Site, &key).await?;
        }
    }
    Ok(())
}

fn record_of(course: &Course) -> CourseRecord {
    CourseRecord {
        code: course.code,
        title: course.title.clone(),
        // The writer cuts what is too long.
        description: course.description.clone(),
        likes: course.likes,
        notes: course.note_count,
        activity: activity_rank(course.activity_steps()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(code: &str, likes: u32) -> Course {
        let now = Timestamp::from_epoch_secs(1_790_000_000).unwrap();
        let code = CourseCode::parse(code).unwrap();
        Course { likes, activity: 1 << likes, activity_era: 1, ..Course::new(code, code.as_str(), now) }
    }

    #[test]
    fn of_several_edits_of_a_course_the_last_is_published() {
        let mut records = BTreeMap::from([(CourseCode::parse("STAT230").unwrap(), record_of(&course("STAT230", 0)))]);
        let mut edits = Edits::default();
        edits.set(&course("CS246", 1));
        edits.set(&course("CS246", 2));
        edits.set(&course("MATH137", 1));
        edits.remove(CourseCode::parse("MATH137").unwrap());
        edits.remove(CourseCode::parse("STAT230").unwrap());
        edits.apply(&mut records);
        let left: Vec<_> =
            records.values().map(|record| (record.code.as_str(), record.likes, record.activity)).collect();
        // Two half-lives above the first share of an era that is 32 of them after the beginning, in sixteenths.
        assert_eq!(left, [("CS246", 2, activity_rank(545.0))]);
    }
}
