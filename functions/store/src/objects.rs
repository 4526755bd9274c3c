//! Files in the two buckets, and the signed addresses under which browsers reach them.

use std::collections::BTreeMap;
use std::time::Duration;

use aws_sdk_s3::error::ProvideErrorMetadata;
use aws_sdk_s3::error::SdkError;
use aws_sdk_s3::presigning::PresigningConfig;
use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::MetadataDirective;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::{Bytes, BytesMut};
use wasm_core::limits;

use crate::client::Store;
use crate::error::{Conflict, Error, Noun, Result};
use crate::ids::Sha256Hash;
use crate::keys::object::{self, ObjectKey};
use crate::table::sdk_error;
use crate::timestamp::Timestamp;

/// Seconds that a download address lives beyond the hour for which it stays the same. Longer than any recording.
const DOWNLOAD_LIFE_SECS: u64 = 2 * 3600;

/// One of our buckets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bucket {
    /// Uploads and notes: private, reached through signed addresses only.
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

/// A signed address to which exactly one file can be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedPut {
    /// Address.
    pub url: String,
    /// Headers that must be sent with it. The length is signed too; every client sends it by itself.
    pub headers: BTreeMap<String, String>,
    /// When the address stops working.
    pub expires_at: Timestamp,
}

/// A signed address from which a file can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedGet {
    /// Address; the same for everybody who asks within the hour.
    pub url: String,
    /// When the address stops working.
    pub expires_at: Timestamp,
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

/// Signs the upload of one file: its key, type, length and hash are part of the signature, so nothing else can
/// be stored under it. No request.
///
/// # Errors
/// `Broken`.
pub async fn presign_put(
    store: &Store,
    key: &ObjectKey,
    content_type: &str,
    size_bytes: u64,
    sha256: &Sha256Hash,
    now: Timestamp,
) -> Result<SignedPut> {
    let life_secs = u64::from(limits::UPLOAD_URL_LIFE_SECS);
    let length = i64::try_from(size_bytes).map_err(|error| Error::Broken(error.into()))?;
    let signed = store
        .s3()
        .put_object()
        .bucket(Bucket::Files.name(store))
        .key(key.as_str())
        .content_type(content_type)
        .content_length(length)
        .checksum_sha256(STANDARD.encode(sha256.to_bytes()))
        .presigned(presigning(now, life_secs)?)
        .await
        .map_err(sdk_error)?;
    let headers = signed
        .headers()
        .filter(|(name, _)| !name.eq_ignore_ascii_case("content-length") && !name.eq_ignore_ascii_case("host"))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    Ok(SignedPut { url: signed.uri().to_owned(), headers, expires_at: now.plus_secs(life_secs) })
}

/// Signs a download that a browser shows in place, under a safe name and a type that the file cannot choose.
/// The address is the same for the whole hour, so caches work, and lives for two hours at least. No request.
///
/// # Errors
/// `Broken`.
pub async fn presign_get(
    store: &Store,
    key: &ObjectKey,
    file_name: &str,
    content_type: &str,
    now: Timestamp,
) -> Result<SignedGet> {
    let stable_secs = i64::from(limits::DOWNLOAD_URL_STABLE_SECS);
    let start = Timestamp::from_epoch_secs(now.epoch_secs() - now.epoch_secs().rem_euclid(stable_secs))
        .map_err(|error| Error::Broken(error.into()))?;
    let life_secs = u64::from(limits::DOWNLOAD_URL_STABLE_SECS) + DOWNLOAD_LIFE_SECS;
    let signed = store
        .s3()
        .get_object()
        .bucket(Bucket::Files.name(store))
        .key(key.as_str())
        .response_content_type(content_type)
        .response_content_disposition(inline_disposition(file_name))
        .response_cache_control("private, max-age=3600")
        .presigned(presigning(start, life_secs)?)
        .await
        .map_err(sdk_error)?;
    Ok(SignedGet { url: signed.uri().to_owned(), expires_at: start.plus_secs(life_secs) })
}

fn presigning(start: Timestamp, life_secs: u64) -> Result<PresigningConfig> {
    PresigningConfig::builder()
        .start_time(start.into())
        .expires_in(Duration::from_secs(life_secs))
        .build()
        .map_err(|error| Error::Broken(error.into()))
}

/// `inline` with the name twice: plain for old readers, in full for the others.
fn inline_disposition(file_name: &str) -> String {
    let name: String = file_name.chars().filter(|c| !c.is_control() && !matches!(c, '/' | '\\')).take(150).collect();
    let name = if name.trim().is_empty() { "note.pdf".to_owned() } else { name };
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || " ._-()".contains(c) { c } else { '_' }).collect();
    let mut full = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"._-".contains(&byte) {
            full.push(char::from(byte));
        } else {
            full.push_str(&format!("%{byte:02X}"));
        }
    }
    format!("inline; filename=\"{plain}\"; filename*=UTF-8''{full}")
}

/// What is known of an object. 1 request.
///
/// # Errors
/// `Unavailable`, `Broken`.
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
    read(store, bucket, key, None, max_bytes).await.map(|(bytes, _)| bytes)
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
    match read(store, bucket, key, None, max_bytes).await {
        Ok((bytes, tag)) => Ok(Some((bytes, tag.unwrap_or_default()))),
        Err(Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Reads `length` bytes from `start` on; fewer where the object ends. 1 request.
///
/// # Errors
/// `NotFound(File)`.
pub async fn get_range(store: &Store, bucket: Bucket, key: &ObjectKey, start: u64, length: u64) -> Result<Bytes> {
    let range = format!("bytes={start}-{}", start.saturating_add(length).saturating_sub(1));
    read(store, bucket, key, Some(range), length).await.map(|(bytes, _)| bytes)
}

async fn read(
    store: &Store,
    bucket: Bucket,
    key: &ObjectKey,
    range: Option<String>,
    max_bytes: u64,
) -> Result<(Bytes, Option<String>)> {
    let request = store.s3().get_object().bucket(bucket.name(store)).key(key.as_str()).set_range(range);
    let mut answer = match request.send().await {
        Ok(answer) => answer,
        Err(error) if is_missing(&error) => return Err(Error::NotFound(Noun::File)),
        Err(error) => return Err(sdk_error(error)),
    };
    let tag = answer.e_tag.take();
    let mut bytes = BytesMut::new();
    // Counted while reading: what the answer says of its own length is not a promise.
    while let Some(part) = answer.body.next().await {
        let part = part.map_err(|error| Error::Unavailable(error.into()))?;
        let size = u64::try_from(bytes.len() + part.len()).unwrap_or(u64::MAX);
        if size > max_bytes {
            return Err(Error::broken(format!("the object {key} is larger than {max_bytes} bytes")));
        }
        bytes.extend_from_slice(&part);
    }
    Ok((bytes.freeze(), tag))
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
    let request = store
        .s3()
        .put_object()
        .bucket(bucket.name(store))
        .key(key.as_str())
        .content_type(content_type)
        .cache_control(cache_control)
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

/// Copies an object within the private bucket and gives the copy a type that only we choose. 1 request.
///
/// # Errors
/// `NotFound(File)`.
pub async fn copy(store: &Store, from: &ObjectKey, to: &ObjectKey, content_type: &str) -> Result<()> {
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
        .cache_control("private, max-age=3600")
        .send()
        .await;
    match answer {
        Ok(_) => Ok(()),
        Err(error) if is_missing(&error) => Err(Error::NotFound(Noun::File)),
        Err(error) => Err(sdk_error(error)),
    }
}

/// Removes an object; removing what is not there is fine. 1 request.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn delete(store: &Store, bucket: Bucket, key: &ObjectKey) -> Result<()> {
    match store.s3().delete_object().bucket(bucket.name(store)).key(key.as_str()).send().await {
        Ok(_) => Ok(()),
        Err(error) if is_missing(&error) => Ok(()),
        Err(error) => Err(sdk_error(error)),
    }
}

/// Published catalogues and when each was written: up to 1,000 of them. 1 request.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn list_catalogues(store: &Store) -> Result<Vec<(ObjectKey, Timestamp)>> {
    let request = store.s3().list_objects_v2().bucket(Bucket::Site.name(store)).prefix(object::CATALOGUE);
    let answer = request.send().await.map_err(sdk_error)?;
    let mut found = Vec::new();
    for listed in answer.contents.unwrap_or_default() {
        let (Some(key), Some(at)) = (listed.key, listed.last_modified) else { continue };
        if let (Some(key), Ok(at)) = (object::catalogue_of(&key), Timestamp::from_epoch_secs(at.secs())) {
            found.push((key, at));
        }
    }
    Ok(found)
}

fn is_missing<E: ProvideErrorMetadata>(error: &SdkError<E>) -> bool {
    let code = error.as_service_error().and_then(ProvideErrorMetadata::code);
    matches!(code, Some("NoSuchKey" | "NotFound" | "404"))
        || error.raw_response().is_some_and(|answer| answer.status().as_u16() == 404 && code != Some("NoSuchBucket"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Endpoints, Settings};

    fn store() -> Store {
        Store::connect(&Settings {
            table: "table".into(),
            files_bucket: "files".into(),
            site_bucket: "site".into(),
            user_pool_id: String::new(),
            user_pool_client_id: String::new(),
            cursor_key: [3; 32],
            region: "ca-central-1".into(),
            endpoints: Endpoints { s3: Some("http://127.0.0.1:9".into()), ..Endpoints::default() },
            static_credentials: Some(("id".into(), "secret".into())),
        })
    }

    fn key() -> ObjectKey {
        object::incoming("01JD3Q8Z6B0000000000000002".parse().unwrap())
    }

    #[tokio::test]
    async fn an_upload_address_signs_type_length_and_hash() {
        let now = Timestamp::from_epoch_secs(1_790_000_000).unwrap();
        let signed = presign_put(&store(), &key(), "application/pdf", 5, &Sha256Hash::of(b"hello"), now).await.unwrap();
        assert!(
            signed.url.starts_with("http://127.0.0.1:9/files/incoming/01JD3Q8Z6B0000000000000002?"),
            "{}",
            signed.url
        );
        assert!(
            signed.url.contains("X-Amz-SignedHeaders=content-length%3Bcontent-type%3Bhost%3Bx-amz-checksum-sha256"),
            "{}",
            signed.url
        );
        assert!(signed.url.contains("X-Amz-Expires=900"), "{}", signed.url);
        assert_eq!(signed.headers.keys().collect::<Vec<_>>(), ["content-type", "x-amz-checksum-sha256"]);
        assert_eq!(signed.expires_at, now.plus_secs(900));
    }

    #[tokio::test]
    async fn a_download_address_is_stable_for_the_hour_and_lives_two_more() {
        let hour = 1_790_000_000 - 1_790_000_000 % 3600;
        let at = |secs: i64| Timestamp::from_epoch_secs(hour + secs).unwrap();
        let store = store();
        let mut urls = Vec::new();
        for secs in [0, 1800, 3599, 3600] {
            let signed = presign_get(&store, &key(), "a \"b\"/ü.pdf", "application/pdf", at(secs)).await.unwrap();
            assert!(signed.expires_at.epoch_secs() - at(secs).epoch_secs() >= 7200);
            urls.push(signed.url);
        }
        assert_eq!(urls[0], urls[1]);
        assert_eq!(urls[0], urls[2]);
        assert_ne!(urls[0], urls[3]);
        assert!(urls[0].contains("response-content-type=application%2Fpdf"), "{}", urls[0]);
    }

    #[test]
    fn a_file_name_cannot_break_out_of_its_header() {
        assert_eq!(
            inline_disposition("a \"b\"/\r\nü.pdf"),
            "inline; filename=\"a _b__.pdf\"; filename*=UTF-8''a%20%22b%22%C3%BC.pdf"
        );
        assert_eq!(inline_disposition(" "), "inline; filename=\"note.pdf\"; filename*=UTF-8''note.pdf");
    }
}
