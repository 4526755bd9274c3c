//! Checks and re-encodes uploaded images.

use bytes::Bytes;
use inspect::image::EncodedImage;
use store::uploads::{self, UploadStatus};
use store::{Conflict, Error, Result};
use wasm_core::limits::PROFILE_IMAGE_MAX_BYTES;

use crate::{FileRejection, Job, Rejection, arrived, no_reader};

/// Maximum size of an uploaded image, in bytes.
const MAX_BYTES: u64 = PROFILE_IMAGE_MAX_BYTES - 1;

/// Returns the uploaded image as a square JPEG, at most `max_px` wide. It is re-encoded, so it contains no camera
/// metadata. The inner error is the reason for rejecting the file.
///
/// # Errors
/// Any error of the store.
pub(crate) async fn crop_to_square(job: &Job<'_>, max_px: u32) -> Result<std::result::Result<Bytes, Rejection>> {
    let picture = match arrived::download(job, MAX_BYTES).await? {
        Ok(file) => {
            job.inspector.square_jpeg(file.path(), max_px).await.map_err(no_reader)?.map_err(Rejection::InvalidFile)
        }
        Err(refusal) => Err(refusal),
    };
    unless_decided(job, picture).await
}

/// Returns the image like [`crop_to_square`], but without cropping.
///
/// # Errors
/// Any error of the store.
pub(crate) async fn reencode(job: &Job<'_>, max_px: u32) -> Result<std::result::Result<EncodedImage, Rejection>> {
    let picture = match arrived::download(job, MAX_BYTES).await? {
        Ok(file) => {
            job.inspector.reencode_jpeg(file.path(), max_px).await.map_err(no_reader)?.map_err(Rejection::InvalidFile)
        }
        Err(refusal) => Err(refusal),
    };
    unless_decided(job, picture).await
}

/// Converts the error of setting an image into the reason for its rejection: its item no longer exists (`gone`), or has
/// another image. Returns any other error, so that the check is repeated.
///
/// # Errors
/// Any error of the store.
pub(crate) fn rejection_of(error: Error, gone: Rejection) -> Result<Rejection> {
    match error {
        Error::NotFound(_) => Ok(gone),
        Error::Conflict(Conflict::VersionMismatch) => Ok(Rejection::PictureSuperseded),
        error => Err(error),
    }
}

/// Returns the image unless another check has already decided the upload. The image may have been removed since then,
/// and this check must not restore it. The returned rejection does not change that decision. Cost: 1 read.
async fn unless_decided<T>(
    job: &Job<'_>,
    picture: std::result::Result<T, Rejection>,
) -> Result<std::result::Result<T, Rejection>> {
    let upload = uploads::find(job.store, job.upload.draft.id).await?;
    let is_open = upload.is_some_and(|upload| matches!(upload.status, UploadStatus::Waiting | UploadStatus::Checking));
    Ok(if is_open { picture } else { Err(FileRejection::Deleted.into()) })
}
