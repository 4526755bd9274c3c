//! Presigned URLs for uploads and downloads by browsers.

use std::collections::BTreeMap;
use std::time::Duration;

use aws_sdk_s3::presigning::{PresignedRequest, PresigningConfig};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use wasm_core::limits;

use super::Bucket;
use crate::client::Store;
use crate::table::map_sdk_error;
use model::error::{Error, Result};
use model::ids::Sha256Hash;
use model::keys::object::ObjectKey;
use model::timestamp::Timestamp;

/// Minimum remaining lifetime of a URL in seconds. The URL itself stays the same for an hour.
const DOWNLOAD_LIFE_SECS: u64 = 2 * 3600;

/// Extra lifetime of a recording's URL in seconds, beyond its hour and the duration. It allows for pauses while
/// listening.
const LISTENING_SPARE_SECS: u64 = 3600;

/// Assumed duration in seconds of a recording with unknown duration.
const UNKNOWN_DURATION_SECS: u64 = 12 * 3600;

/// `Cache-Control` header of downloads.
const CACHE_CONTROL: &str = "private, max-age=3600";

/// Maximum lifetime of a signature: one week (limit of S3).
const SIGNED_LIFE_MAX_SECS: u64 = 7 * 86_400;

/// Presigned URL for the upload of exactly one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PresignedPut {
    /// URL with the signature in its query.
    pub url: String,
    /// Headers that the client must send. `Content-Length` is signed as well, but every client sends it automatically.
    pub headers: BTreeMap<String, String>,
    /// Expiry of the URL.
    pub expires_at: Timestamp,
}

/// Presigned URL for the download of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PresignedGet {
    /// URL. It is the same for all requests within the hour.
    pub url: String,
    /// Expiry of the URL.
    pub expires_at: Timestamp,
}

/// Signs the upload of one file. The signature covers key, type, length and hash, so nothing else can be stored under
/// the key. Sends no request.
pub async fn presign_put(
    store: &Store,
    key: &ObjectKey,
    content_type: &str,
    size_bytes: u64,
    sha256: &Sha256Hash,
    now: Timestamp,
) -> Result<PresignedPut> {
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
        .map_err(map_sdk_error)?;
    Ok(PresignedPut::of(&signed, now.plus_secs(life_secs)))
}

impl PresignedPut {
    /// Converts a signed request for the browser. Browsers set `Content-Length` themselves and do not allow scripts to
    /// set it.
    fn of(signed: &PresignedRequest, expires_at: Timestamp) -> Self {
        let headers = signed
            .headers()
            .filter(|(name, _)| !name.eq_ignore_ascii_case("content-length") && !name.eq_ignore_ascii_case("host"))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        Self { url: signed.uri().to_owned(), headers, expires_at }
    }
}

/// Signs the upload of one part. The signature covers part number, length and hash. Sends no request.
pub async fn presign_part(
    store: &Store,
    key: &ObjectKey,
    multipart: &str,
    (number, size_bytes): (u32, u64),
    sha256: &Sha256Hash,
    now: Timestamp,
) -> Result<PresignedPut> {
    let life_secs = u64::from(limits::UPLOAD_URL_LIFE_SECS);
    let signed = store
        .s3()
        .upload_part()
        .bucket(Bucket::Files.name(store))
        .key(key.as_str())
        .upload_id(multipart)
        .part_number(i32::try_from(number).map_err(|error| Error::Broken(error.into()))?)
        .content_length(i64::try_from(size_bytes).map_err(|error| Error::Broken(error.into()))?)
        .checksum_sha256(STANDARD.encode(sha256.to_bytes()))
        .presigned(presigning(now, life_secs)?)
        .await
        .map_err(map_sdk_error)?;
    Ok(PresignedPut::of(&signed, now.plus_secs(life_secs)))
}

/// Signs a download for inline display, with a safe file name and a content type that the file cannot choose. The URL
/// is the same for the whole hour, so caches work, and is valid for at least two hours. Sends no request.
pub async fn presign_get(
    store: &Store,
    key: &ObjectKey,
    file_name: &str,
    content_type: &str,
    now: Timestamp,
) -> Result<PresignedGet> {
    sign_get(store, key, file_name, content_type, DOWNLOAD_LIFE_SECS, now).await
}

/// Signs the download of a recording, like [`presign_get`]. The URL stays valid beyond its hour for the duration of the
/// recording plus one hour. It supports range requests. Sends no request.
pub async fn presign_recording(
    store: &Store,
    key: &ObjectKey,
    file_name: &str,
    content_type: &str,
    duration_secs: Option<u32>,
    now: Timestamp,
) -> Result<PresignedGet> {
    let duration_secs = duration_secs.map_or(UNKNOWN_DURATION_SECS, u64::from);
    let life_secs = DOWNLOAD_LIFE_SECS.max(duration_secs + LISTENING_SPARE_SECS);
    sign_get(store, key, file_name, content_type, life_secs, now).await
}

/// Signs a URL that is the same for the hour and valid for `beyond_secs` after it.
async fn sign_get(
    store: &Store,
    key: &ObjectKey,
    file_name: &str,
    content_type: &str,
    beyond_secs: u64,
    now: Timestamp,
) -> Result<PresignedGet> {
    let stable_secs = u64::from(limits::DOWNLOAD_URL_STABLE_SECS);
    let (start, life_secs) = match store.settings().signed_url_lifetime_secs {
        None => (now.floor_to(limits::DOWNLOAD_URL_STABLE_SECS), stable_secs + beyond_secs),
        // A configured lifetime, which tests of expired URLs use, starts now and not at the start of the hour.
        Some(life_secs) => (now, u64::from(life_secs)),
    };
    let life_secs = life_secs.min(SIGNED_LIFE_MAX_SECS);
    let expires_at = start.plus_secs(life_secs);
    let disposition = inline_disposition(file_name);
    if let Some(cdn) = &store.settings().files_cdn {
        let answer = [
            ("response-cache-control", CACHE_CONTROL),
            ("response-content-disposition", disposition.as_str()),
            ("response-content-type", content_type),
        ];
        return Ok(PresignedGet { url: cdn.signed_url(key, &answer, expires_at), expires_at });
    }
    let signed = store
        .s3()
        .get_object()
        .bucket(Bucket::Files.name(store))
        .key(key.as_str())
        .response_content_type(content_type)
        .response_content_disposition(disposition)
        .response_cache_control(CACHE_CONTROL)
        .presigned(presigning(start, life_secs)?)
        .await
        .map_err(map_sdk_error)?;
    Ok(PresignedGet { url: signed.uri().to_owned(), expires_at })
}

fn presigning(start: Timestamp, life_secs: u64) -> Result<PresigningConfig> {
    PresigningConfig::builder()
        .start_time(start.into())
        .expires_in(Duration::from_secs(life_secs))
        .build()
        .map_err(|error| Error::Broken(error.into()))
}

/// Characters escaped in the full file name, as in RFC 8187.
const FILE_NAME: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');

/// Returns an inline `Content-Disposition` with the name twice: plain for old clients and encoded in full. The naming
/// rule also applies to names that are older than the rule.
fn inline_disposition(file_name: &str) -> String {
    let name = wasm_core::forms::safe_file_name(file_name);
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || " ._-()".contains(c) { c } else { '_' }).collect();
    let full = utf8_percent_encode(&name, FILE_NAME);
    format!("inline; filename=\"{plain}\"; filename*=UTF-8''{full}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{AppClient, Endpoints, Settings};
    use model::keys::object;

    fn store() -> Store {
        Store::connect(&Settings {
            table: "table".into(),
            files_bucket: "files".into(),
            site_bucket: "site".into(),
            user_pool_id: String::new(),
            user_pool_client: AppClient::default(),
            user_pool_accounts_client: AppClient::default(),
            cursor_key: [3; 32],
            signed_url_lifetime_secs: None,
            mail_from: None,
            files_cdn: None,
            region: "ca-central-1".into(),
            endpoints: Endpoints { s3: Some("http://127.0.0.1:9".into()), ..Endpoints::default() },
            static_credentials: Some(("id".into(), "secret".into())),
        })
    }

    fn key() -> ObjectKey {
        object::incoming_file("01JD3Q8Z6B0000000000000002".parse().unwrap())
    }

    #[tokio::test]
    async fn an_upload_url_signs_type_length_and_hash() {
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
    async fn a_download_url_is_stable_within_the_hour_and_valid_for_two_more() {
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
    fn file_names_are_escaped_in_content_disposition() {
        assert_eq!(
            inline_disposition("a/b \"c\"\r\nü.pdf"),
            "inline; filename=\"b _c_ _.pdf\"; filename*=UTF-8''b%20_c_%20%C3%BC.pdf"
        );
        assert_eq!(inline_disposition(" "), "inline; filename=\"notes.pdf\"; filename*=UTF-8''notes.pdf");
    }

    #[test]
    fn served_file_names_contain_no_text_direction_overrides() {
        assert_eq!(
            inline_disposition("invoice\u{202E}fdp.exe"),
            "inline; filename=\"invoicefdp.exe\"; filename*=UTF-8''invoicefdp.exe"
        );
    }
}
