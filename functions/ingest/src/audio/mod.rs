//! Is this a recording that browsers can play, how long is it, and what does it look like?

use std::path::Path;

use bytes::Bytes;

use crate::reason::Reason;

/// What a file is, by its content; its name and announced type do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AudioFormat {
    /// MPEG-1 and MPEG-2, layer III.
    Mp3,
    /// AAC in an MP4 container.
    M4a,
    /// AAC as a bare stream of ADTS frames.
    Aac,
    /// Vorbis in Ogg.
    OggVorbis,
    /// Opus in Ogg.
    OggOpus,
    /// PCM in RIFF.
    Wav,
    /// FLAC in its own container.
    Flac,
}

impl AudioFormat {
    /// The extension under which such a file is stored, without the dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Mp3 => "mp3",
            Self::M4a => "m4a",
            Self::Aac => "aac",
            Self::OggVorbis => "ogg",
            Self::OggOpus => "opus",
            Self::Wav => "wav",
            Self::Flac => "flac",
        }
    }

    /// The content type under which such a file is served.
    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Mp3 => "audio/mpeg",
            Self::M4a => "audio/mp4",
            Self::Aac => "audio/aac",
            Self::OggVorbis | Self::OggOpus => "audio/ogg",
            Self::Wav => "audio/wav",
            Self::Flac => "audio/flac",
        }
    }
}

/// What the file says about itself. Trimmed, never empty, without control characters, cut after `TAG_MAX_CHARS`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    /// The title.
    pub title: Option<String>,
    /// Who speaks or plays.
    pub artist: Option<String>,
    /// What it is a part of.
    pub album: Option<String>,
}

/// What is known of a recording that browsers can play.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// How long it really is, whatever its header says. Always above 0.
    pub duration_secs: f64,
    /// Container and codec.
    pub format: AudioFormat,
    /// The codec's short name, for example `aac`.
    pub codec: &'static str,
    /// Bits per second on average.
    pub bit_rate: u32,
    /// Samples per second.
    pub sample_rate: u32,
    /// What the file says about itself.
    pub tags: Tags,
    /// The picture in the file as a square JPEG of at most [`ARTWORK_MAX_PX`], if there is one that can be read.
    pub artwork: Option<Bytes>,
    /// The waveform: [`PEAKS`] loudnesses from beginning to end, scaled so that the loudest is 255; all 0 in silence.
    pub peaks: Vec<u8>,
}

/// Peaks of every recording, however long it is.
pub const PEAKS: usize = 1000;

/// Edge of a recording's artwork, in pixels.
pub const ARTWORK_MAX_PX: u32 = 640;

/// Reads the file on a thread of its own, under a time limit and with bounded memory, however large the file is; a panic
/// of a decoder counts as damage.
///
/// # Errors
/// Why the file is refused.
#[expect(clippy::unused_async, reason = "the signature comes first")]
pub async fn inspect(_path: &Path) -> Result<Recording, Reason> {
    Err(Reason::NotAudio)
}
