//! Metadata of a recording.

mod format;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::blob;

pub use format::AudioFormat;

/// Edge of a recording's artwork, in pixels.
pub const ARTWORK_MAX_PX: u32 = 640;

/// Number of peaks in the waveform of every recording.
pub const PEAK_COUNT: usize = 1000;

/// Maximum length of a tag, in characters. Longer tags are truncated.
pub const TAG_MAX_CHARS: usize = 200;

/// Maximum number of chapters that are read from a file.
pub const CHAPTERS_MAX: usize = 1000;

/// Maximum length of a chapter's title, in bytes. Longer titles are truncated.
pub const CHAPTER_TITLE_MAX_BYTES: usize = 1024;

/// Metadata of a recording that browsers can play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    /// Measured duration in seconds, independent of the header. Always above 0.
    pub duration_secs: f64,
    /// Container and codec.
    pub format: AudioFormat,
    /// Average bit rate, in bits per second.
    pub bit_rate: u32,
    /// Sample rate, in samples per second.
    pub sample_rate: u32,
    /// Tags of the file.
    pub tags: Tags,
    /// Embedded image as a square JPEG of at most [`ARTWORK_MAX_PX`]; `None` if there is none or it cannot be decoded.
    #[serde(with = "blob::optional")]
    pub artwork: Option<Bytes>,
    /// The waveform: [`PEAK_COUNT`] loudness values from start to end, scaled so that the loudest is 255; all 0 in
    /// silence.
    #[serde(with = "blob")]
    pub peaks: Vec<u8>,
    /// Start in milliseconds and title of each chapter, without validation: in any order, at most [`CHAPTERS_MAX`].
    pub chapters: Vec<(u64, String)>,
    /// Repair that makes all browsers play the file in the same way; `None` if it can be served unchanged.
    pub repair: Option<Repair>,
}

/// Minimum duration of a silence, in milliseconds. Shorter ones belong to the rhythm of speech.
pub const SILENCE_MIN_MS: u32 = 1000;

/// Maximum number of silences that are found in a recording.
pub const SILENCES_MAX: usize = 2000;

/// Maximum duration of a recording that is encoded, in seconds. An hour takes about a minute of a fast processor.
pub const RENDITION_MAX_SECS: f64 = 4.0 * 3600.0;

/// Maximum size of a rendition, in bytes: four hours of speech or three of music.
pub const RENDITION_MAX_BYTES: usize = 128 * 1024 * 1024;

/// A recording that was prepared for listening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreparedRecording {
    /// Integrated loudness of EBU R128, in hundredths of LUFS; `None` in silence.
    pub loudness_centilufs: Option<i32>,
    /// Start and end of each silence of at least [`SILENCE_MIN_MS`], in milliseconds and in order, at most
    /// [`SILENCES_MAX`].
    pub silences: Vec<(u32, u32)>,
    /// Opus in an MP4 container, with the times of the recording.
    #[serde(with = "rendition")]
    pub rendition: Result<Bytes, NoRendition>,
}

/// Why a recording has no rendition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoRendition {
    /// The recording is longer than [`RENDITION_MAX_SECS`].
    TooLong,
    /// The rendition would be larger than [`RENDITION_MAX_BYTES`].
    TooLarge,
    /// The rendition would be hardly smaller than the recording.
    NotSmaller,
    /// The recording has more than two channels.
    TooManyChannels,
    /// The decoder leaves out high frequencies of this file (HE-AAC).
    PartlyDecoded,
    /// The encoder failed.
    EncoderFailed,
}

/// A rendition within JSON, as Base64.
mod rendition {
    use super::{Bytes, Deserialize, NoRendition, Serialize, blob};

    #[derive(Serialize, Deserialize)]
    enum Written {
        Bytes(#[serde(with = "blob")] Bytes),
        Missing(NoRendition),
    }

    pub(super) fn serialize<S: serde::Serializer>(
        rendition: &Result<Bytes, NoRendition>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let written = match rendition {
            Ok(bytes) => Written::Bytes(bytes.clone()),
            Err(reason) => Written::Missing(*reason),
        };
        written.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Result<Bytes, NoRendition>, D::Error> {
        Ok(match Written::deserialize(deserializer)? {
            Written::Bytes(bytes) => Ok(bytes),
            Written::Missing(reason) => Err(reason),
        })
    }
}

/// Maximum size of a repaired file, as a multiple of the original size.
pub const REPAIR_MAX_GROWTH: u64 = 2;

/// A repaired file: a new header, followed by the audio data of the original file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repair {
    /// The new header.
    #[serde(with = "blob")]
    pub header: Bytes,
    /// Bytes that follow, in order.
    pub pieces: Vec<RepairSegment>,
}

/// Bytes of a repaired file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RepairSegment {
    /// Range of the original file: start and end, in bytes.
    OriginalBytes(u64, u64),
    /// Number of zeros.
    Zeros(u64),
    /// Other bytes.
    NewBytes(#[serde(with = "blob")] Bytes),
}

impl RepairSegment {
    /// Returns the size in bytes.
    #[must_use]
    pub fn size_bytes(&self) -> u64 {
        match self {
            Self::OriginalBytes(start, end) => end.saturating_sub(*start),
            Self::Zeros(count) => *count,
            Self::NewBytes(bytes) => bytes.len() as u64,
        }
    }
}

/// Tags of a file. Trimmed, never empty, without control characters, truncated to [`TAG_MAX_CHARS`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tags {
    /// Title of the recording.
    pub title: Option<String>,
    /// Speaker or musician.
    pub artist: Option<String>,
    /// Title of the album.
    pub album: Option<String>,
}
