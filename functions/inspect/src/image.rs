//! Results of re-encoding an uploaded image.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::blob;

/// A re-encoded image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EncodedImage {
    /// The image as JPEG.
    #[serde(with = "blob")]
    pub jpeg: Bytes,
    /// Width, in pixels.
    pub width_px: u32,
    /// Height, in pixels.
    pub height_px: u32,
}
