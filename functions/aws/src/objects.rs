//! Files in the two buckets, and the signed addresses under which browsers reach them.

pub mod list;
pub mod multipart;
mod open;
pub mod packed;
mod signed;

use std::path::Path;
use std::time::Duration;

use aws_sdk_s3::config::timeout::TimeoutConfig;
use aws_sdk_s3::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_s3::operation::get_object::GetObjectOutput;
use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::MetadataDirective;
use bytes::{Bytes, BytesMut};

pub use open::{OPEN_CACHE, copy_open, open_name, put_open};
pub use signed::{SignedGet, SignedPut, presign_get, presign_put, presign_recording};

use crate::client::Store;
use crate::table::sdk_error;
use model::error::{Conflict, Error, Noun, Result};
use model::keys::object::{self, ObjectKey};
use model::timestamp::Timestamp;

/// How long the service may work on a whole file before it answers: a recording is large.
const WHOLE_FILE_TIMEOUT: Duration = Duration::from_secs(180);

/// How long browsers keep a file: its signed address changes more often than it does.
const FILE_CACHE: &str = "private, max-age=3600";

/// One of our buckets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bucket {
    /// Uploads and notes: private, reached through signed addresses only, but for pictures that everybody may see.
    Files,
    /// What the site serves, among it the catalogue.
    Site,
}

impl Bucket {
    fn name(self, store: &Store) -> &str {
        match self {
            Self::Files => &store.settings().files_bucket,
            Self::Site => &store.settings().site_bucket,
        }
    }
}

/// What is known of an object without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectHead {
    /// Size, in bytes.
    pub size_bytes: u64,
    /// Media type it was stored with.
    pub content_type: Option<String>,
    /// Changes whenever the content does.
    pub etag: Option<String>,
}

/// When a put may overwrite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PutCondition {
    /// Always.
    Always,
    /// Only where nothing is.
    IfAbsent,
    /// Only what has this tag.
    IfTag(String),
}

/// What is known of an object. 1 request.
pub async fn head(store: &Store, bucket: Bucket, key: &ObjectKey) -> Result<Option<ObjectHead>> {
    match store.s3().head_object().bucket(bucket.name(store)).key(key.as_str()).send().await {
        Ok(answer) => Ok(Some(ObjectHead {
            size_bytes: answer.content_length.and_then(|n| u64::try_from(n).ok()).unwrap_or(0),
            content_type: answer.content_type,
            etag: answer.e_tag,
        })),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(sdk_error(error)),
    }
}

/// Reads an object of at most `max_bytes`. 1 request.
///
/// # Errors
/// `NotFound(File)`; `Broken` when it is larger.
pub async fn get(store: &Store, bucket: Bucket, key: &ObjectKey, max_bytes: u64) -> Result<Bytes> {
    read(store, bucket, key, max_bytes).await.map(|(bytes, _)| bytes)
}

/// Reads an object of at most `max_bytes` with the tag of this very content; `None` where nothing is. 1 request.
///
/// # Errors
/// `Broken` when it is larger.
pub async fn find_tagged(
    store: &Store,
    bucket: Bucket,
    key: &ObjectKey,
    max_bytes: u64,
) -> Result<Option<(Bytes, String)>> {
    match read(store, bucket, key, max_bytes).await {
        Ok((bytes, tag)) => Ok(Some((bytes, tag.unwrap_or_default()))),
        Err(Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

async fn read(store: &Store, bucket: Bucket, key: &ObjectKey, max_bytes: u64) -> Result<(Bytes, Option<String>)> {
    let mut answer = open(store, bucket, key).await?;
    let tag = answer.e_tag.take();
    let mut bytes = BytesMut::new();
    drain(answer, key, max_bytes, |piece| {
        bytes.extend_from_slice(&piece);
        Ok(())
    })
    .await?;
    Ok((bytes.freeze(), tag))
}

/// Calls `each` with the bytes of an object as they come, so that no file has to fit into memory. 1 request.
///
/// # Errors
/// `NotFound(File)`; `Broken` when it is larger than `max_bytes`; whatever `each` answers.
pub async fn read_in_pieces(
    store: &Store,
    bucket: Bucket,
    key: &ObjectKey,
    max_bytes: u64,
    each: impl FnMut(Bytes) -> Result<()>,
) -> Result<()> {
    drain(open(store, bucket, key).await?, key, max_bytes, each).await
}

async fn open(store: &Store, bucket: Bucket, key: &ObjectKey) -> Result<GetObjectOutput> {
    let request = store.s3().get_object().bucket(bucket.name(store)).key(key.as_str());
    match request.send().await {
        Ok(answer) => Ok(answer),
        Err(error) if is_missing(&error) => Err(Error::NotFound(Noun::File)),
        Err(error) => Err(sdk_error(error)),
    }
}

async fn drain(
    mut answer: GetObjectOutput,
    key: &ObjectKey,
    max_bytes: u64,
    mut each: impl FnMut(Bytes) -> Result<()>,
) -> Result<()> {
    let mut read_bytes = 0_u64;
    // Counted while reading: what the answer says of its own length is not a promise.
    while let Some(piece) = answer.body.next().await {
        let piece = piece.map_err(|error| Error::Unavailable(error.into()))?;
        read_bytes = read_bytes.saturating_add(u64::try_from(piece.len()).unwrap_or(u64::MAX));
        if read_bytes > max_bytes {
            return Err(Error::broken(format!("the object {key} is larger than {max_bytes} bytes")));
        }
        each(piece)?;
    }
    Ok(())
}

/// Stores an object. 1 request.
///
/// # Errors
/// `Conflict(Changed)` when the condition does not hold.
pub async fn put(
    store: &Store,
    bucket: Bucket,
    key: &ObjectKey,
    bytes: Bytes,
    content_type: &str,
    cache_control: &str,
    condition: PutCondition,
) -> Result<()> {
    let served = Served { content_type, cache_control, content_encoding: None };
    put_served(store, bucket, key, bytes, &served, condition).await
}

/// How an object is served.
#[derive(Debug, Clone, Copy)]
pub struct Served<'a> {
    /// Its type.
    pub content_type: &'a str,
    /// How long it may be kept.
    pub cache_control: &'a str,
    /// How its bytes are packed, such as `br`. Browsers unpack them; who reads the object here does it himself.
    pub content_encoding: Option<&'a str>,
}

/// As [`put`], also for bytes that are packed.
///
/// # Errors
/// As [`put`].
pub async fn put_served(
    store: &Store,
    bucket: Bucket,
    key: &ObjectKey,
    bytes: Bytes,
    served: &Served<'_>,
    condition: PutCondition,
) -> Result<()> {
    let request = store
        .s3()
        .put_object()
        .bucket(bucket.name(store))
        .key(key.as_str())
        .content_type(served.content_type)
        .cache_control(served.cache_control)
        .set_content_encoding(served.content_encoding.map(str::to_owned))
        .body(ByteStream::from(bytes));
    let conditional = condition != PutCondition::Always;
    let request = match condition {
        PutCondition::Always => request,
        PutCondition::IfAbsent => request.if_none_match("*"),
        PutCondition::IfTag(tag) => request.if_match(tag),
    };
    match request.send().await {
        Ok(_) => Ok(()),
        // Where nothing is, a condition on its tag is answered with "not found".
        Err(error) if conditional && is_missing(&error) => Err(Error::Conflict(Conflict::Changed)),
        Err(error) if matches!(error.code(), Some("PreconditionFailed" | "ConditionalRequestConflict")) => {
            Err(Error::Conflict(Conflict::Changed))
        }
        Err(error) => Err(sdk_error(error)),
    }
}

/// Stores a file of this machine in the private bucket. 1 request.
///
/// # Errors
/// `Unavailable` if the file cannot be read.
pub async fn put_file(store: &Store, key: &ObjectKey, path: &Path, content_type: &str) -> Result<()> {
    let body = ByteStream::from_path(path).await.map_err(|error| Error::Unavailable(error.into()))?;
    let request = store
        .s3()
        .put_object()
        .bucket(Bucket::Files.name(store))
        .key(key.as_str())
        .content_type(content_type)
        .cache_control(FILE_CACHE)
        .body(body)
        .customize()
        .config_override(patient());
    request.send().await.map(drop).map_err(sdk_error)
}

/// Copies an object within the private bucket and gives the copy a type that only we choose. 1 request.
///
/// # Errors
/// `NotFound(File)`.
pub async fn copy(store: &Store, from: &ObjectKey, to: &ObjectKey, content_type: &str) -> Result<()> {
    copy_served(store, from, to, content_type, FILE_CACHE).await
}

async fn copy_served(
    store: &Store,
    from: &ObjectKey,
    to: &ObjectKey,
    content_type: &str,
    cache_control: &str,
) -> Result<()> {
    let bucket = Bucket::Files.name(store);
    let answer = store
        .s3()
        .copy_object()
        .bucket(bucket)
        .key(to.as_str())
        // Keys of ours hold nothing that an address would have to escape.
        .copy_source(format!("{bucket}/{from}"))
        .metadata_directive(MetadataDirective::Replace)
        .content_type(content_type)
        .cache_control(cache_control)
        .customize()
        .config_override(patient())
        .send()
        .await;
    match answer {
        Ok(_) => Ok(()),
        Err(error) if is_missing(&error) => Err(Error::NotFound(Noun::File)),
        Err(error) => Err(sdk_error(error)),
    }
}

/// Removes an object; removing what is not there is fine. 1 request.
pub async fn delete(store: &Store, bucket: Bucket, key: &ObjectKey) -> Result<()> {
    match store.s3().delete_object().bucket(bucket.name(store)).key(key.as_str()).send().await {
        Ok(_) => Ok(()),
        Err(error) if is_missing(&error) => Ok(()),
        Err(error) => Err(sdk_error(error)),
    }
}

/// Removes a PDF and what was made of it; removing what is not there is fine. 5 requests.
pub async fn delete_pdf(store: &Store, pdf: &ObjectKey) -> Result<()> {
    for key in object::beside_pdf(pdf) {
        delete(store, Bucket::Files, &key).await?;
    }
    // Last, so that whoever looks for leftovers finds them by the file until all are gone.
    delete(store, Bucket::Files, pdf).await
}

/// Published catalogues and their counts, or in the private bucket files of course notes, and when each was written. 1 request
/// for each 1,000 of them.
pub async fn list_published(store: &Store, bucket: Bucket) -> Result<Vec<(ObjectKey, Timestamp)>> {
    let (prefix, published): (_, fn(&str) -> Option<ObjectKey>) = match bucket {
        Bucket::Site => (object::CATALOGUE, object::catalogue_of),
        Bucket::Files => (object::NOTES_LIST, object::notes_list_of),
    };
    let listed = list::list_under(store, bucket, prefix).await?;
    Ok(listed.into_iter().filter_map(|one| Some((published(&one.key)?, one.written_at))).collect())
}

/// Indexes of the insides of notes, and when each was written. 1 request for each 1,000 of them.
pub async fn list_inside(store: &Store) -> Result<Vec<(object::InsideKey, Timestamp)>> {
    let listed = list::list_under(store, Bucket::Files, object::INSIDE).await?;
    Ok(listed.into_iter().filter_map(|one| Some((object::inside_of(&one.key)?, one.written_at))).collect())
}

/// For requests that make the service work on a whole file before it answers.
fn patient() -> aws_sdk_s3::config::Builder {
    aws_sdk_s3::Config::builder().timeout_config(TimeoutConfig::builder().read_timeout(WHOLE_FILE_TIMEOUT).build())
}

fn is_missing<E: ProvideErrorMetadata>(error: &SdkError<E>) -> bool {
    let code = error.as_service_error().and_then(ProvideErrorMetadata::code);
    matches!(code, Some("NoSuchKey" | "NotFound" | "404"))
        || error.raw_response().is_some_and(|answer| answer.status().as_u16() == 404 && code != Some("NoSuchBucket"))
}
