//! Objects in the two buckets.

pub mod compression;
pub mod list;
pub mod multipart;
mod public;
mod signed;

use std::path::Path;
use std::time::Duration;

use aws_sdk_s3::config::timeout::TimeoutConfig;
use aws_sdk_s3::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_s3::operation::get_object::GetObjectOutput;
use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::MetadataDirective;
use bytes::{Bytes, BytesMut};

pub use public::{PUBLIC_CACHE, copy_to_public, public_name, put_public};
pub use signed::{PresignedGet, PresignedPut, presign_get, presign_put, presign_recording};

use crate::client::Store;
use crate::table::map_sdk_error;
use model::error::{Conflict, Error, ResourceKind, Result};
use model::keys::object::{self, ObjectKey};
use model::timestamp::Timestamp;

/// Timeout for requests during which S3 processes a whole file. Recordings are large.
const WHOLE_FILE_TIMEOUT: Duration = Duration::from_secs(180);

/// Browser cache lifetime of a file. Signed URLs change more often than files do.
const FILE_CACHE: &str = "private, max-age=3600";

/// One of the two buckets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bucket {
    /// Uploads and notes. Private: only signed URLs grant access, except to public images.
    Files,
    /// Files of the website and the published catalogue.
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

/// Metadata of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectHead {
    /// Size in bytes.
    pub size_bytes: u64,
    /// Content type.
    pub content_type: Option<String>,
    /// ETag, which changes with the content.
    pub etag: Option<String>,
}

/// Condition for overwriting an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PutCondition {
    /// Overwrites any object.
    Always,
    /// Writes only if no object exists.
    IfAbsent,
    /// Overwrites only the object with this ETag.
    IfMatch(String),
}

/// Reads the metadata of an object, or `None` if it does not exist. Cost: 1 request.
pub async fn head(store: &Store, bucket: Bucket, key: &ObjectKey) -> Result<Option<ObjectHead>> {
    match store.s3().head_object().bucket(bucket.name(store)).key(key.as_str()).send().await {
        Ok(answer) => Ok(Some(ObjectHead {
            size_bytes: answer.content_length.and_then(|n| u64::try_from(n).ok()).unwrap_or(0),
            content_type: answer.content_type,
            etag: answer.e_tag,
        })),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(map_sdk_error(error)),
    }
}

/// Reads an object of at most `max_bytes`. Cost: 1 request.
///
/// # Errors
/// `NotFound(File)`; `Broken` if it is larger.
pub async fn get(store: &Store, bucket: Bucket, key: &ObjectKey, max_bytes: u64) -> Result<Bytes> {
    read(store, bucket, key, max_bytes).await.map(|(bytes, _)| bytes)
}

/// Reads an object of at most `max_bytes` with its ETag, or returns `None` if it does not exist. Cost: 1 request.
///
/// # Errors
/// `Broken` if it is larger.
pub async fn find_with_etag(
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

/// Streams an object to `each`, so that the file need not fit into memory. Cost: 1 request.
///
/// # Errors
/// `NotFound(File)`; `Broken` if it is larger than `max_bytes`; any error of `each`.
pub async fn stream(
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
        Err(error) if is_missing(&error) => Err(Error::NotFound(ResourceKind::File)),
        Err(error) => Err(map_sdk_error(error)),
    }
}

async fn drain(
    mut answer: GetObjectOutput,
    key: &ObjectKey,
    max_bytes: u64,
    mut each: impl FnMut(Bytes) -> Result<()>,
) -> Result<()> {
    let mut read_bytes = 0_u64;
    // Count while reading: the declared length of a response is not reliable.
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

/// Stores an object. Cost: 1 request.
///
/// # Errors
/// `Conflict(Changed)` if the condition fails.
pub async fn put(
    store: &Store,
    bucket: Bucket,
    key: &ObjectKey,
    bytes: Bytes,
    content_type: &str,
    cache_control: &str,
    condition: PutCondition,
) -> Result<()> {
    let served = ResponseHeaders { content_type, cache_control, content_encoding: None };
    put_with_headers(store, bucket, key, bytes, &served, condition).await
}

/// Response headers of a stored object.
#[derive(Debug, Clone, Copy)]
pub struct ResponseHeaders<'a> {
    /// Content type.
    pub content_type: &'a str,
    /// `Cache-Control` header.
    pub cache_control: &'a str,
    /// `Content-Encoding` such as `br`. Browsers decode it; server code that reads the object must decode it itself.
    pub content_encoding: Option<&'a str>,
}

/// Stores an object with all its response headers, like [`put`].
///
/// # Errors
/// As [`put`].
pub async fn put_with_headers(
    store: &Store,
    bucket: Bucket,
    key: &ObjectKey,
    bytes: Bytes,
    served: &ResponseHeaders<'_>,
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
        PutCondition::IfMatch(tag) => request.if_match(tag),
    };
    match request.send().await {
        Ok(_) => Ok(()),
        // S3 answers a condition on the ETag with "not found" if the object does not exist.
        Err(error) if conditional && is_missing(&error) => Err(Error::Conflict(Conflict::VersionMismatch)),
        Err(error) if matches!(error.code(), Some("PreconditionFailed" | "ConditionalRequestConflict")) => {
            Err(Error::Conflict(Conflict::VersionMismatch))
        }
        Err(error) => Err(map_sdk_error(error)),
    }
}

/// Uploads a local file to the private bucket. Cost: 1 request.
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
    request.send().await.map(drop).map_err(map_sdk_error)
}

/// Copies an object within the private bucket and sets the content type of the copy. Cost: 1 request.
///
/// # Errors
/// `NotFound(File)`.
pub async fn copy(store: &Store, from: &ObjectKey, to: &ObjectKey, content_type: &str) -> Result<()> {
    copy_served(store, from, to, content_type, FILE_CACHE).await
}

/// Copies an object within the private bucket with its headers. Returns false if it does not exist. Cost: 1 request.
pub async fn copy_unchanged(store: &Store, from: &ObjectKey, to: &ObjectKey) -> Result<bool> {
    let bucket = Bucket::Files.name(store);
    let answer = store
        .s3()
        .copy_object()
        .bucket(bucket)
        .key(to.as_str())
        .copy_source(format!("{bucket}/{from}"))
        .customize()
        .config_override(patient())
        .send()
        .await;
    match answer {
        Ok(_) => Ok(true),
        Err(error) if is_missing(&error) => Ok(false),
        Err(error) => Err(map_sdk_error(error)),
    }
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
        // Our keys contain no characters that need escaping in a URL.
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
        Err(error) if is_missing(&error) => Err(Error::NotFound(ResourceKind::File)),
        Err(error) => Err(map_sdk_error(error)),
    }
}

/// Deletes an object. A missing object is ignored. Cost: 1 request.
pub async fn delete(store: &Store, bucket: Bucket, key: &ObjectKey) -> Result<()> {
    match store.s3().delete_object().bucket(bucket.name(store)).key(key.as_str()).send().await {
        Ok(_) => Ok(()),
        Err(error) if is_missing(&error) => Ok(()),
        Err(error) => Err(map_sdk_error(error)),
    }
}

/// Deletes a PDF and all files derived from it. Missing objects are ignored. Cost: 5 requests.
pub async fn delete_pdf(store: &Store, pdf: &ObjectKey) -> Result<()> {
    for key in object::derived_keys(pdf) {
        delete(store, Bucket::Files, &key).await?;
    }
    // The PDF goes last: after a failure, cleanup finds the remaining files through it.
    delete(store, Bucket::Files, pdf).await
}

/// Lists published catalogues and their counts, or in the private bucket lists of course notes, with the time of
/// writing. Cost: 1 request per 1,000 objects.
pub async fn list_catalogue_files(store: &Store, bucket: Bucket) -> Result<Vec<(ObjectKey, Timestamp)>> {
    let (prefix, published): (_, fn(&str) -> Option<ObjectKey>) = match bucket {
        Bucket::Site => (object::CATALOGUE_PREFIX, object::catalogue_of),
        Bucket::Files => (object::NOTES_LIST_PREFIX, object::notes_list_of),
    };
    let listed = list::list_by_prefix(store, bucket, prefix).await?;
    Ok(listed.into_iter().filter_map(|one| Some((published(&one.key)?, one.written_at))).collect())
}

/// Lists full-text indexes with the time of writing. Cost: 1 request per 1,000 objects.
pub async fn list_full_text_indexes(store: &Store) -> Result<Vec<(object::FullTextKey, Timestamp)>> {
    let listed = list::list_by_prefix(store, Bucket::Files, object::INSIDE).await?;
    Ok(listed.into_iter().filter_map(|one| Some((object::parse_full_text_key(&one.key)?, one.written_at))).collect())
}

/// Returns a configuration for requests during which S3 processes a whole file.
fn patient() -> aws_sdk_s3::config::Builder {
    aws_sdk_s3::Config::builder().timeout_config(TimeoutConfig::builder().read_timeout(WHOLE_FILE_TIMEOUT).build())
}

fn is_missing<E: ProvideErrorMetadata>(error: &SdkError<E>) -> bool {
    let code = error.as_service_error().and_then(ProvideErrorMetadata::code);
    matches!(code, Some("NoSuchKey" | "NotFound" | "404"))
        || error.raw_response().is_some_and(|answer| answer.status().as_u16() == 404 && code != Some("NoSuchBucket"))
}
