//! Results of re-encoding an uploaded picture.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::blob;

/// A picture of our making.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EncodedImage {
    /// The JPEG.
    #[serde(with = "blob")]
    pub jpeg: Bytes,
    /// Width, in pixels.
    pub width_px: u32,
    /// Height, in pixels.
    pub height_px: u32,
}
