//! The published catalogue: one file named by its content, and a manifest that names the newest.
//!
//! A batch of changed courses is worked into the file that is there, so a like costs one small read and not a read
//! of every course, and no reader of a lagging index can bring an old state back. Only without a readable file all
//! courses are read. Two that publish at once cannot lose each other's edits: the manifest is replaced on condition
//! that it is still the one that was read, and who comes second starts again from the new one.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::time::Duration;

use bytes::Bytes;
use store::courses::{self, Course};
use store::keys::object;
use store::objects::{self, Bucket, PutCondition, Served};
use store::{Conflict, Error, Result, Sha256Hash, Store, Timestamp};
use wasm_core::catalogue::{CatalogueManifest, CourseRecord, FORMAT_VERSION, activity_rank, decode, encode};
use wasm_core::course::CourseCode;

/// Largest catalogue and manifest that are read back; both far above what 100,000 courses need.
const CATALOGUE_MAX_BYTES: u64 = 64 * 1024 * 1024;
const MANIFEST_MAX_BYTES: u64 = 64 * 1024;
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

/// What changes in the catalogue: the newest state of each changed course, `None` for a removed one.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Edits(BTreeMap<CourseCode, Option<CourseRecord>>);

impl Edits {
    /// The course is now like this.
    pub fn set(&mut self, course: &Course) {
        self.0.insert(course.code, Some(record_of(course)));
    }

    /// The course is gone.
    pub fn remove(&mut self, code: CourseCode) {
        self.0.insert(code, None);
    }

    fn apply(&self, records: &mut BTreeMap<CourseCode, CourseRecord>) {
        for (code, record) in &self.0 {
            match record {
                Some(record) => records.insert(*code, record.clone()),
                None => records.remove(code),
            };
        }
    }
}

/// Works the edits into the published catalogue. When nothing that is published changes, nothing is written.
///
/// # Errors
/// `Conflict(Changed)` when somebody else was quicker again and again; whatever the store could not do.
pub async fn publish(store: &Store, edits: Edits, now: Timestamp) -> Result<()> {
    for attempt in 1..=TRIES {
        let published = Published::read(store).await?;
        let mut records = match published.records {
            Some(records) => records,
            None => all_courses(store).await?,
        };
        edits.apply(&mut records);
        match write(store, &records, published.tag, published.sha256.as_deref(), now).await {
            Err(Error::Conflict(Conflict::Changed)) if attempt < TRIES => {
                tokio::time::sleep(Duration::from_millis(u64::from(attempt) * 50)).await;
            }
            other => return other,
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}

/// Builds the catalogue anew from every course of the table.
///
/// # Errors
/// As [`publish`].
pub async fn rebuild(store: &Store, now: Timestamp) -> Result<()> {
    let published = Published::read(store).await?;
    let records = all_courses(store).await?;
    write(store, &records, published.tag, published.sha256.as_deref(), now).await
}

/// Makes the catalogue anew when what is published cannot be read, as after an update that changed its format. `false`
/// when it can be read, or when none was ever published.
///
/// # Errors
/// As [`publish`].
pub async fn renew(store: &Store, now: Timestamp) -> Result<bool> {
    let published = Published::read(store).await?;
    if published.tag.is_none() || published.records.is_some() {
        return Ok(false);
    }
    publish(store, Edits::default(), now).await?;
    Ok(true)
}

/// What is published now.
struct Published {
    /// Tag of the manifest; `None` where there is none.
    tag: Option<String>,
    /// Hash of the newest catalogue.
    sha256: Option<String>,
    /// What is in it; `None` when it cannot be read.
    records: Option<BTreeMap<CourseCode, CourseRecord>>,
}

impl Published {
    async fn read(store: &Store) -> Result<Self> {
        let found =
            objects::find_tagged(store, Bucket::Site, &object::catalogue_manifest(), MANIFEST_MAX_BYTES).await?;
        let Some((bytes, tag)) = found else { return Ok(Self { tag: None, sha256: None, records: None }) };
        let unreadable = Self { tag: Some(tag.clone()), sha256: None, records: None };
        // A manifest of another version or a damaged one is replaced.
        let Ok(manifest) = serde_json::from_slice::<CatalogueManifest>(&bytes) else { return Ok(unreadable) };
        let Ok(sha256) = manifest.sha256.parse::<Sha256Hash>() else { return Ok(unreadable) };
        if manifest.version != FORMAT_VERSION {
            return Ok(unreadable);
        }
        let file = match objects::get(store, Bucket::Site, &object::catalogue(&sha256), CATALOGUE_MAX_BYTES).await {
            Ok(file) => file,
            Err(Error::NotFound(_)) => return Ok(unreadable),
            Err(error) => return Err(error),
        };
        let Ok(records) = unpacked(&file).map_err(drop).and_then(|file| decode(&file).map_err(drop)) else {
            return Ok(unreadable);
        };
        let records = records.into_iter().map(|record| (record.code, record)).collect();
        Ok(Self { tag: Some(tag), sha256: Some(manifest.sha256), records: Some(records) })
    }
}

async fn all_courses(store: &Store) -> Result<BTreeMap<CourseCode, CourseRecord>> {
    let courses = courses::list_all(store).await?;
    Ok(courses.iter().map(|course| (course.code, record_of(course))).collect())
}

/// Writes file and manifest unless this very catalogue is the published one.
async fn write(
    store: &Store,
    records: &BTreeMap<CourseCode, CourseRecord>,
    tag: Option<String>,
    published: Option<&str>,
    now: Timestamp,
) -> Result<()> {
    let records: Vec<CourseRecord> = records.values().cloned().collect();
    let bytes = encode(&records);
    let sha256 = Sha256Hash::of(&bytes);
    if published == Some(sha256.as_str()) {
        return Ok(());
    }
    let manifest = CatalogueManifest {
        version: FORMAT_VERSION,
        file: object::catalogue_name(&sha256),
        sha256: sha256.to_string(),
        size_bytes: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
        courses: u32::try_from(records.len()).unwrap_or(u32::MAX),
        published_at: now.to_string(),
        library: None,
    };
    // The file first: a manifest never names what is not there.
    let packed = packed(&bytes).map_err(|error| Error::Broken(error.into()))?;
    tracing::info!(packed_bytes = packed.len(), "packed the catalogue");
    let served = Served {
        content_type: "application/octet-stream",
        cache_control: "public, max-age=31536000, immutable",
        // CloudFront packs no file of this type, and none of more than 10 MB.
        content_encoding: Some("br"),
    };
    let key = object::catalogue(&sha256);
    objects::put_served(store, Bucket::Site, &key, Bytes::from(packed), &served, PutCondition::Always).await?;
    let text = serde_json::to_vec(&manifest).map_err(|error| Error::Broken(error.into()))?;
    objects::put(
        store,
        Bucket::Site,
        &object::catalogue_manifest(),
        Bytes::from(text),
        "application/json",
        "public, no-cache",
        tag.map_or(PutCondition::IfAbsent, PutCondition::IfTag),
    )
    .await?;
    tracing::info!(courses = manifest.courses, size_bytes = manifest.size_bytes, "published the catalogue");
    if let Err(error) = remove_replaced(store, &sha256, now).await {
        // They only take up room, and the next publication tries again.
        tracing::warn!(%error, "replaced catalogues could not be removed");
    }
    Ok(())
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

async fn remove_replaced(store: &Store, newest: &Sha256Hash, now: Timestamp) -> Result<()> {
    let newest = object::catalogue(newest);
    for (key, written_at) in objects::list_catalogues(store).await? {
        if key != newest && written_at.epoch_secs() < now.epoch_secs() - REPLACED_KEPT_SECS {
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
    fn the_last_edit_of_a_course_counts() {
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
