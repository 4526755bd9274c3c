//! Metadata of a recording.

mod format;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::blob;

pub use format::AudioFormat;

/// Edge of a recording's artwork, in pixels.
pub const ARTWORK_MAX_PX: u32 = 640;

/// Peaks of every recording, however long it is.
pub const PEAKS: usize = 1000;

/// Longer tags are cut here, in characters.
pub const TAG_MAX_CHARS: usize = 200;

/// Metadata of a recording that browsers can play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    /// Measured duration in seconds, independent of the header. Always above 0.
    pub duration_secs: f64,
    /// Container and codec.
    pub format: AudioFormat,
    /// Bits per second on average.
    pub bit_rate: u32,
    /// Samples per second.
    pub sample_rate: u32,
    /// Tags of the file.
    pub tags: Tags,
    /// The picture in the file as a square JPEG of at most [`ARTWORK_MAX_PX`], if there is one that can be read.
    #[serde(with = "blob::optional")]
    pub artwork: Option<Bytes>,
    /// The waveform: [`PEAKS`] loudnesses from beginning to end, scaled so that the loudest is 255; all 0 in silence.
    #[serde(with = "blob")]
    pub peaks: Vec<u8>,
    /// Repair that lets all browsers play the file alike; `None` if it can be served unchanged.
    pub repair: Option<Repair>,
}

/// A repaired file: another header, then the sound of the original file without a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repair {
    /// The header.
    #[serde(with = "blob")]
    pub head: Bytes,
    /// The pieces of the original file that follow: start and end of each, in bytes, in ascending order.
    pub pieces: Vec<(u64, u64)>,
}

/// Tags of a file. Trimmed, never empty, without control characters, cut after [`TAG_MAX_CHARS`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tags {
    /// The title.
    pub title: Option<String>,
    /// Speaker or musician.
    pub artist: Option<String>,
    /// Album in the metadata.
    pub album: Option<String>,
}
