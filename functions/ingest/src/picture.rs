//! Pictures that arrive on their own.

use bytes::Bytes;
use store::objects::Bucket;
use store::{Error, Noun, Result, Sha256Hash, objects};
use wasm_core::limits::PROFILE_IMAGE_MAX_BYTES;

use crate::{Job, Reason, image};

/// The picture of this upload as a square JPEG of our making, at most `max_px` wide: never the file that was sent, and
/// without what cameras write into theirs. The inner error says why it is refused.
///
/// # Errors
/// Whatever the store could not do.
pub(crate) async fn square(job: &Job<'_>, max_px: u32) -> Result<std::result::Result<Bytes, Reason>> {
    match arrived(job).await? {
        Ok(bytes) => Ok(image::square_jpeg(bytes, max_px).await),
        Err(reason) => Ok(Err(reason)),
    }
}

/// What arrived, if it is small enough for a picture and is what was announced.
///
/// # Errors
/// Whatever the store could not do.
pub(crate) async fn arrived(job: &Job<'_>) -> Result<std::result::Result<Bytes, Reason>> {
    if job.size_bytes >= PROFILE_IMAGE_MAX_BYTES {
        return Ok(Err(Reason::NotAsAnnounced));
    }
    match objects::get(job.store, Bucket::Files, &job.incoming, PROFILE_IMAGE_MAX_BYTES).await {
        Ok(bytes) if Sha256Hash::of(&bytes) == job.upload.draft.sha256 => Ok(Ok(bytes)),
        Ok(_) => Ok(Err(Reason::NotAsAnnounced)),
        Err(Error::NotFound(Noun::File)) => Ok(Err(Reason::Gone)),
        Err(error) => Err(error),
    }
}
