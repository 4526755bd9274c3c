//! Multipart uploads. The parts become an object only when the upload is completed.

use aws_sdk_s3::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_s3::types::{ChecksumAlgorithm, CompletedMultipartUpload, CompletedPart};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::Bucket;

pub use super::signed::presign_part;
use crate::client::Store;
use crate::table::map_sdk_error;
use model::error::{Conflict, Error, Result};
use model::ids::Sha256Hash;
use model::keys::object::ObjectKey;

/// One uploaded part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedPart {
    /// Part number, from 1.
    pub number: u32,
    /// ETag, which changes with the content.
    pub etag: String,
    /// Size in bytes.
    pub size_bytes: u64,
    /// SHA-256 in base64, as computed by S3.
    checksum: Option<String>,
}

impl ReceivedPart {
    /// Returns true if the part has this hash.
    #[must_use]
    pub fn has_hash(&self, sha256: &Sha256Hash) -> bool {
        self.checksum.as_deref() == Some(STANDARD.encode(sha256.to_bytes()).as_str())
    }
}

/// Creates a multipart upload and returns its id. Every part must carry its SHA-256. Cost: 1 request.
pub async fn create(store: &Store, key: &ObjectKey, content_type: &str) -> Result<String> {
    let answer = store
        .s3()
        .create_multipart_upload()
        .bucket(Bucket::Files.name(store))
        .key(key.as_str())
        .content_type(content_type)
        .checksum_algorithm(ChecksumAlgorithm::Sha256)
        .send()
        .await
        .map_err(map_sdk_error)?;
    answer.upload_id.ok_or_else(|| Error::broken("a file in parts was begun without a name"))
}

/// Lists the uploaded parts in order, or returns `None` if the upload was completed, aborted or has expired. Cost: 1
/// request.
pub async fn list_parts(store: &Store, key: &ObjectKey, multipart: &str) -> Result<Option<Vec<ReceivedPart>>> {
    let answer =
        store.s3().list_parts().bucket(Bucket::Files.name(store)).key(key.as_str()).upload_id(multipart).send().await;
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) if is_over(&error) => return Ok(None),
        Err(error) => return Err(map_sdk_error(error)),
    };
    // No pagination: a file has at most 32 parts and a response lists 1,000.
    let mut parts = Vec::new();
    for part in answer.parts.unwrap_or_default() {
        let number = part.part_number.and_then(|number| u32::try_from(number).ok());
        let size_bytes = part.size.and_then(|size| u64::try_from(size).ok());
        if let (Some(number), Some(size_bytes), Some(etag)) = (number, size_bytes, part.e_tag) {
            parts.push(ReceivedPart { number, etag, size_bytes, checksum: part.checksum_sha256 });
        }
    }
    parts.sort_by_key(|part| part.number);
    Ok(Some(parts))
}

/// Completes a multipart upload, which creates the object. Cost: 1 request.
///
/// # Errors
/// `Conflict(VersionMismatch)` if a part differs from its listed version, or if the upload was completed or aborted in
/// between.
pub async fn complete(store: &Store, key: &ObjectKey, multipart: &str, parts: Vec<ReceivedPart>) -> Result<()> {
    let mut completed = CompletedMultipartUpload::builder();
    for part in parts {
        let number = i32::try_from(part.number).map_err(|error| Error::Broken(error.into()))?;
        completed = completed.parts(
            CompletedPart::builder().part_number(number).e_tag(part.etag).set_checksum_sha256(part.checksum).build(),
        );
    }
    let answer = store
        .s3()
        .complete_multipart_upload()
        .bucket(Bucket::Files.name(store))
        .key(key.as_str())
        .upload_id(multipart)
        .multipart_upload(completed.build())
        .customize()
        .config_override(super::patient())
        .send()
        .await;
    match answer {
        Ok(_) => Ok(()),
        Err(error) if is_over(&error) || error.code() == Some("InvalidPart") => {
            Err(Error::Conflict(Conflict::VersionMismatch))
        }
        Err(error) => Err(map_sdk_error(error)),
    }
}

/// Aborts a multipart upload and deletes its parts. An upload that is over already is ignored. Cost: 1 request.
pub async fn abort(store: &Store, key: &ObjectKey, multipart: &str) -> Result<()> {
    let request = store.s3().abort_multipart_upload().bucket(Bucket::Files.name(store)).key(key.as_str());
    match request.upload_id(multipart).send().await {
        Ok(_) => Ok(()),
        Err(error) if is_over(&error) => Ok(()),
        Err(error) => Err(map_sdk_error(error)),
    }
}

fn is_over<E: ProvideErrorMetadata>(error: &SdkError<E>) -> bool {
    error.as_service_error().and_then(ProvideErrorMetadata::code) == Some("NoSuchUpload")
}
