//! The published catalogue: content-addressed files and a manifest that names the current ones. Courses have one file,
//! and recent changes of their counts have a small second one. The library file holds recordings, album notes and
//! public playlists. The file of course notes is in the private bucket, because only signed-in users may find these
//! notes; the manifest holds only its hash.
//!
//! A batch of changes is applied to the published file. A like therefore costs one small read instead of a read of
//! every course, and a lagging index cannot bring back old state. The whole table is read only if there is no readable
//! file. Concurrent publishers cannot lose each other's edits: the manifest is replaced by a conditional write, and the
//! publisher that fails starts again from the new manifest. Files to which no edit applies are neither read nor
//! written.

mod delta;
mod files;
mod lists;

use std::time::Duration;

use bytes::Bytes;
use store::courses;
use store::keys::object::{self, ObjectKey};
use store::objects::{self, Bucket, PutCondition};
use store::{Conflict, Error, Result, Sha256Hash, Store, Timestamp};
use wasm_core::catalogue::{
    CatalogueDiff, CatalogueManifest, CountsFile, CourseRecord, FORMAT_VERSION, LibraryFile, Moves, decode,
    decode_library, decode_with_counts, diff, encode, encode_library,
};

pub use delta::CatalogueDelta;
use delta::{Courses, record_of};
use files::ManifestEntry;
pub use files::decompress;
pub use lists::LIBRARY_MAX;
use lists::{List, Records, by_key};

/// Maximum size of a manifest that is read, in bytes; far larger than a real one.
const MANIFEST_MAX_BYTES: u64 = 64 * 1024;

/// Maximum number of attempts if other publishers write first.
const TRIES: u32 = 8;

/// Applies the edits to the published catalogue. Writes nothing if no published value changes.
///
/// # Errors
/// `Conflict(VersionMismatch)` if other publishers wrote first in every attempt; any error of the store.
pub async fn publish(store: &Store, edits: CatalogueDelta, now: Timestamp) -> Result<()> {
    for attempt in 1..=TRIES {
        match try_to_publish(store, &edits, false, now).await {
            Err(Error::Conflict(Conflict::VersionMismatch)) if attempt < TRIES => {
                tokio::time::sleep(Duration::from_millis(u64::from(attempt) * 50)).await;
            }
            other => return other,
        }
    }
    Err(Error::Conflict(Conflict::VersionMismatch))
}

/// Rebuilds the catalogue from the whole table.
///
/// # Errors
/// As [`publish`].
pub async fn rebuild(store: &Store, now: Timestamp) -> Result<()> {
    try_to_publish(store, &CatalogueDelta::default(), true, now).await
}

/// Rebuilds the catalogue if the published files cannot be read, for example after a change of format. Returns `false`
/// if they can be read, or if nothing was published yet.
///
/// # Errors
/// As [`publish`].
pub async fn rebuild_if_unreadable(store: &Store, now: Timestamp) -> Result<bool> {
    let published = Published::read(store).await?;
    if published.tag.is_none() || published.is_readable(store).await? {
        return Ok(false);
    }
    rebuild(store, now).await?;
    Ok(true)
}

/// Deletes catalogue files that were replaced more than a day ago. Publishing does this too, but only runs after a
/// change. Returns the number of deleted files. Cost: 3 requests, 1 per deleted file.
///
/// # Errors
/// Any error of the store.
pub async fn remove_replaced_files(store: &Store, now: Timestamp) -> Result<usize> {
    match Published::read(store).await?.manifest {
        Some(manifest) => files::remove_outdated(store, &newest(&manifest), now).await,
        // Without a readable manifest, the files in use are unknown.
        None => Ok(0),
    }
}

/// Applies the edits once, or rebuilds everything from the table if the flag is set.
async fn try_to_publish(store: &Store, edits: &CatalogueDelta, rebuild: bool, now: Timestamp) -> Result<()> {
    let published = Published::read(store).await?;
    let before = published.manifest.as_ref();
    let library = published.edited(store, List::Library, edits, rebuild).await?.map(library_file);
    let notes = published.edited(store, List::Notes, edits, rebuild).await?.map(|part| part.sha256.to_string());
    let manifest = CatalogueManifest {
        published_at: now.to_string(),
        library: library.or_else(|| before.and_then(|before| before.library.clone())),
        notes: notes.or_else(|| before.and_then(|before| before.notes.clone())),
        ..published.edited_courses(store, edits, rebuild).await?
    };
    let known = before.and_then(|before| before.moves.as_ref());
    if let Some(before) = before
        && !edits.has_changed_lists()
        && (CatalogueManifest { published_at: before.published_at.clone(), moves: known.cloned(), ..manifest.clone() })
            == *before
    {
        return Ok(());
    }
    // After a rebuild, anything may have changed, so pages must refetch every list.
    let known = known.filter(|_| !rebuild);
    let moves = Some(Moves::after(known, now.epoch_millis(), edits.changed_lists()));
    let manifest = CatalogueManifest { moves, ..manifest };
    // Write the files before the manifest, so that it never names a missing file.
    let text = serde_json::to_vec(&manifest).map_err(|error| Error::Broken(error.into()))?;
    objects::put(
        store,
        Bucket::Site,
        &object::catalogue_manifest(),
        Bytes::from(text),
        "application/json",
        "public, no-cache",
        published.tag.map_or(PutCondition::IfAbsent, PutCondition::IfMatch),
    )
    .await?;
    tracing::info!(courses = manifest.courses, size_bytes = manifest.size_bytes, "published the catalogue");
    if let Err(error) = files::remove_outdated(store, &newest(&manifest), now).await {
        // The replaced files only use storage, and the next publication tries to remove them again.
        tracing::warn!(%error, "replaced catalogues could not be removed");
    }
    Ok(())
}

/// Returns the keys of the files that a manifest names.
fn newest(manifest: &CatalogueManifest) -> Vec<ObjectKey> {
    let key = |hash: &str, key: fn(&Sha256Hash) -> ObjectKey| hash.parse().ok().map(|hash| key(&hash));
    let library = manifest.library.as_ref().and_then(|library| key(&library.sha256, object::catalogue));
    let notes = manifest.notes.as_ref().and_then(|notes| key(notes, object::notes_list));
    let counts = manifest.counts.as_ref().and_then(|counts| key(&counts.sha256, object::counts));
    key(&manifest.sha256, object::catalogue).into_iter().chain(counts).chain(library).chain(notes).collect()
}

fn library_file(ManifestEntry { sha256, size_bytes, count }: ManifestEntry) -> LibraryFile {
    LibraryFile { file: object::catalogue_name(&sha256), sha256: sha256.to_string(), size_bytes, items: count }
}

/// The currently published catalogue.
struct Published {
    /// ETag of the manifest; `None` if there is no manifest.
    tag: Option<String>,
    /// The manifest. `None` if it is damaged or has another version; it is then replaced.
    manifest: Option<CatalogueManifest>,
}

impl Published {
    async fn read(store: &Store) -> Result<Self> {
        let found =
            objects::find_with_etag(store, Bucket::Site, &object::catalogue_manifest(), MANIFEST_MAX_BYTES).await?;
        let Some((bytes, tag)) = found else { return Ok(Self { tag: None, manifest: None }) };
        let manifest = serde_json::from_slice::<CatalogueManifest>(&bytes).ok();
        Ok(Self { tag: Some(tag), manifest: manifest.filter(|manifest| manifest.version == FORMAT_VERSION) })
    }

    async fn is_readable(&self, store: &Store) -> Result<bool> {
        Ok(self.courses(store).await?.is_some()
            && self.records(store, List::Library).await?.is_some()
            && self.records(store, List::Notes).await?.is_some())
    }

    /// Returns the published courses and the file that contains them, or `None` if they cannot be read.
    async fn courses(&self, store: &Store) -> Result<Option<(Vec<u8>, Courses)>> {
        let Some(manifest) = &self.manifest else { return Ok(None) };
        let Ok(sha256) = manifest.sha256.parse() else { return Ok(None) };
        let Some(file) = files::read(store, Bucket::Site, &object::catalogue(&sha256)).await? else { return Ok(None) };
        let records = match manifest.counts.as_ref().map(|counts| counts.sha256.parse()) {
            None => decode(&file),
            Some(Err(_)) => return Ok(None),
            Some(Ok(sha256)) => match files::read(store, Bucket::Site, &object::counts(&sha256)).await? {
                Some(counts) => decode_with_counts(&file, &counts),
                None => return Ok(None),
            },
        };
        Ok(records.ok().map(|records| (file, records.into_iter().map(|record| (record.code, record)).collect())))
    }

    /// Returns the hash of a published list, or `None` if it was never published.
    fn sha256(&self, list: List) -> Option<&str> {
        let manifest = self.manifest.as_ref()?;
        match list {
            List::Library => manifest.library.as_ref().map(|library| library.sha256.as_str()),
            List::Notes => manifest.notes.as_deref(),
        }
    }

    /// Returns the records of a published list, or `None` if its file cannot be read.
    async fn records(&self, store: &Store, list: List) -> Result<Option<Records>> {
        let Some(Ok(sha256)) = self.sha256(list).map(str::parse) else { return Ok(None) };
        let file = files::read(store, list.bucket(), &list.key(&sha256)).await?;
        Ok(file.and_then(|file| decode_library(&file).ok()).map(by_key))
    }

    /// Applies the edits to a list and writes its file. Returns `None` if there is nothing to apply.
    async fn edited(
        &self,
        store: &Store,
        list: List,
        edits: &CatalogueDelta,
        rebuild: bool,
    ) -> Result<Option<ManifestEntry>> {
        let known = self.sha256(list);
        if known.is_some() && !edits.changes_list(list) && !rebuild {
            return Ok(None);
        }
        let readable = if rebuild { None } else { self.records(store, list).await? };
        let mut records = match readable {
            Some(records) => records,
            None => list.read(store).await?,
        };
        edits.apply_to(list, &mut records);
        let records = list.select_best(records);
        let file = encode_library(&records);
        files::put_if_changed(store, list.bucket(), |sha256| list.key(sha256), &file, records.len(), known)
            .await
            .map(Some)
    }

    /// Applies the edits to the courses and writes their files if they change. Returns a manifest with current course
    /// fields. The caller sets all other fields.
    async fn edited_courses(&self, store: &Store, edits: &CatalogueDelta, rebuild: bool) -> Result<CatalogueManifest> {
        let known = self.manifest.as_ref();
        if let Some(manifest) = known
            && !edits.has_courses()
            && !rebuild
        {
            return Ok(manifest.clone());
        }
        let readable = if rebuild { None } else { self.courses(store).await? };
        let (written, mut records) = match readable {
            Some((file, records)) => (Some(file), records),
            None => (None, all_courses(store).await?),
        };
        edits.apply(&mut records);
        let records: Vec<CourseRecord> = records.into_values().collect();
        match (known, written.map_or(CatalogueDiff::Courses, |file| diff(&file, &records))) {
            (Some(known), CatalogueDiff::Nothing) => Ok(CatalogueManifest { counts: None, ..known.clone() }),
            (Some(known), CatalogueDiff::Counts(file)) => {
                let published = known.counts.as_ref().map(|counts| counts.sha256.as_str());
                let part =
                    files::put_if_changed(store, Bucket::Site, object::counts, &file, records.len(), published).await?;
                let counts = CountsFile { file: object::counts_name(&part.sha256), sha256: part.sha256.to_string() };
                Ok(CatalogueManifest { counts: Some(counts), ..known.clone() })
            }
            (known, _) => {
                let known = known.map(|manifest| manifest.sha256.as_str());
                let file = encode(&records);
                let part =
                    files::put_if_changed(store, Bucket::Site, object::catalogue, &file, records.len(), known).await?;
                Ok(CatalogueManifest {
                    version: FORMAT_VERSION,
                    file: object::catalogue_name(&part.sha256),
                    sha256: part.sha256.to_string(),
                    size_bytes: part.size_bytes,
                    courses: part.count,
                    published_at: String::new(),
                    counts: None,
                    library: None,
                    notes: None,
                    moves: None,
                })
            }
        }
    }
}

/// Returns the published courses by code. Returns none if no readable catalogue is published. Cost: 3 requests.
///
/// # Errors
/// Any error of the store.
pub async fn published_courses(store: &Store) -> Result<Vec<CourseRecord>> {
    let courses = Published::read(store).await?.courses(store).await?;
    Ok(courses.map_or_else(Vec::new, |(_, courses)| courses.into_values().collect()))
}

async fn all_courses(store: &Store) -> Result<Courses> {
    let courses = courses::list_all(store).await?;
    Ok(courses.iter().map(|course| (course.code, record_of(course))).collect())
}
