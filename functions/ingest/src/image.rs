//! Turns a picture that somebody sent into one that we serve.

use bytes::Bytes;

use crate::reason::Reason;

/// The picture as a square JPEG without metadata: turned as its EXIF says, its middle cut out, at most `max_px` wide and
/// never enlarged. Takes JPEG, PNG, WebP and GIF (the first frame), by content. Runs on a thread of its own, under a time
/// limit and with bounded memory.
///
/// # Errors
/// Why the picture is refused.
#[expect(clippy::unused_async, reason = "the signature comes first")]
pub async fn square_jpeg(_bytes: Bytes, _max_px: u32) -> Result<Bytes, Reason> {
    Err(Reason::NotAnImage)
}
