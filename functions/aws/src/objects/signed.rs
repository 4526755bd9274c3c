//! Signed addresses: what a browser needs to send a file or to read one.

use std::collections::BTreeMap;
use std::time::Duration;

use aws_sdk_s3::presigning::{PresignedRequest, PresigningConfig};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use wasm_core::limits;

use super::Bucket;
use crate::client::Store;
use crate::table::sdk_error;
use model::error::{Error, Result};
use model::ids::Sha256Hash;
use model::keys::object::ObjectKey;
use model::timestamp::Timestamp;

/// Seconds that an address lives at least beyond the hour for which it stays the same.
const DOWNLOAD_LIFE_SECS: u64 = 2 * 3600;

/// Seconds that the address of a recording lives beyond that hour and the length of the recording, so that it does
/// not die while somebody listens, pauses and goes on.
const LISTENING_SPARE_SECS: u64 = 3600;

/// Assumed of a recording whose length nobody knows, in seconds.
const UNKNOWN_DURATION_SECS: u64 = 12 * 3600;

/// What a browser may do with a file that it has read.
const CACHE_CONTROL: &str = "private, max-age=3600";

/// The longest life that can be signed: a week.
const SIGNED_LIFE_MAX_SECS: u64 = 7 * 86_400;

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

/// Signs the upload of one file: its key, type, length and hash are part of the signature, so nothing else can
/// be stored under it. No request.
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
    Ok(SignedPut::of(&signed, now.plus_secs(life_secs)))
}

impl SignedPut {
    /// What a browser is told of a signed request. It sends the length by itself and refuses to be told.
    fn of(signed: &PresignedRequest, expires_at: Timestamp) -> Self {
        let headers = signed
            .headers()
            .filter(|(name, _)| !name.eq_ignore_ascii_case("content-length") && !name.eq_ignore_ascii_case("host"))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        Self { url: signed.uri().to_owned(), headers, expires_at }
    }
}

/// Signs the upload of one part of a file: its number, length and hash are part of the signature. No request.
pub async fn presign_part(
    store: &Store,
    key: &ObjectKey,
    multipart: &str,
    (number, size_bytes): (u32, u64),
    sha256: &Sha256Hash,
    now: Timestamp,
) -> Result<SignedPut> {
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
        .map_err(sdk_error)?;
    Ok(SignedPut::of(&signed, now.plus_secs(life_secs)))
}

/// Signs a download that a browser shows in place, under a safe name and a type that the file cannot choose.
/// The address is the same for the whole hour, so caches work, and lives for two hours at least. No request.
pub async fn presign_get(
    store: &Store,
    key: &ObjectKey,
    file_name: &str,
    content_type: &str,
    now: Timestamp,
) -> Result<SignedGet> {
    sign_get(store, key, file_name, content_type, DOWNLOAD_LIFE_SECS, now).await
}

/// As [`presign_get`], for a recording: the address outlives its hour by the length of the recording and one more
/// hour. Parts of the file can be asked for. No request.
pub async fn presign_recording(
    store: &Store,
    key: &ObjectKey,
    file_name: &str,
    content_type: &str,
    duration_secs: Option<u32>,
    now: Timestamp,
) -> Result<SignedGet> {
    let duration_secs = duration_secs.map_or(UNKNOWN_DURATION_SECS, u64::from);
    let life_secs = DOWNLOAD_LIFE_SECS.max(duration_secs + LISTENING_SPARE_SECS);
    sign_get(store, key, file_name, content_type, life_secs, now).await
}

/// Signs an address that stays the same for the hour and lives for `beyond_secs` after it.
async fn sign_get(
    store: &Store,
    key: &ObjectKey,
    file_name: &str,
    content_type: &str,
    beyond_secs: u64,
    now: Timestamp,
) -> Result<SignedGet> {
    let stable_secs = u64::from(limits::DOWNLOAD_URL_STABLE_SECS);
    let (start, life_secs) = match store.settings().address_life_secs {
        None => (now.floor_to(limits::DOWNLOAD_URL_STABLE_SECS), stable_secs + beyond_secs),
        // Somebody wants to watch addresses die: each lives from now on.
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
        return Ok(SignedGet { url: cdn.address(key, &answer, expires_at), expires_at });
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
        .map_err(sdk_error)?;
    Ok(SignedGet { url: signed.uri().to_owned(), expires_at })
}

fn presigning(start: Timestamp, life_secs: u64) -> Result<PresigningConfig> {
    PresigningConfig::builder()
        .start_time(start.into())
        .expires_in(Duration::from_secs(life_secs))
        .build()
        .map_err(|error| Error::Broken(error.into()))
}

/// What is escaped in the full name of a file, as RFC 8187 has it.
const FILE_NAME: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');

/// `inline` with the name twice: plain for old readers, in full for the others. Names from before there was a rule for them
/// are served by it too.
fn inline_disposition(file_name: &str) -> String {
    let name = wasm_core::forms::file_name(file_name);
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
            address_life_secs: None,
            files_cdn: None,
            region: "ca-central-1".into(),
            endpoints: Endpoints { s3: Some("http://127.0.0.1:9".into()), ..Endpoints::default() },
            static_credentials: Some(("id".into(), "secret".into())),
        })
    }

    fn key() -> ObjectKey {
        object::incoming("01JD3Q8Z6B0000000000000002".parse().unwrap())
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
    fn a_served_file_name_shows_its_real_ending() {
        assert_eq!(
            inline_disposition("invoice\u{202E}fdp.exe"),
            "inline; filename=\"invoicefdp.exe\"; filename*=UTF-8''invoicefdp.exe"
        );
    }
}
