//! Pictures that arrive on their own.

use bytes::Bytes;
use inspect::image::Whole;
use store::Result;
use wasm_core::limits::PROFILE_IMAGE_MAX_BYTES;

use crate::{Job, Refusal, arrived, no_reader};

/// The largest picture that we take, in bytes.
const MAX_BYTES: u64 = PROFILE_IMAGE_MAX_BYTES - 1;

/// The picture of this upload as a square JPEG of our making, at most `max_px` wide: never the file that was sent, and
/// without what cameras write into theirs. The inner error says why it is refused.
///
/// # Errors
/// Whatever the store could not do.
pub(crate) async fn square(job: &Job<'_>, max_px: u32) -> Result<std::result::Result<Bytes, Refusal>> {
    Ok(match arrived::fetch(job, MAX_BYTES).await? {
        Ok(file) => job.inspector.square_jpeg(file.path(), max_px).await.map_err(no_reader)?.map_err(Refusal::File),
        Err(refusal) => Err(refusal),
    })
}

/// As [`square`], but with nothing cut off.
///
/// # Errors
/// Whatever the store could not do.
pub(crate) async fn whole(job: &Job<'_>, max_px: u32) -> Result<std::result::Result<Whole, Refusal>> {
    Ok(match arrived::fetch(job, MAX_BYTES).await? {
        Ok(file) => job.inspector.whole_jpeg(file.path(), max_px).await.map_err(no_reader)?.map_err(Refusal::File),
        Err(refusal) => Err(refusal),
    })
}
