//! Containers and codecs that browsers can play.

use serde::{Deserialize, Serialize};

/// Audio format detected from the content. File name and announced type are ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// Returns the file extension for stored files, without the dot.
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

    /// Returns the short name of the codec, for example `aac`.
    #[must_use]
    pub fn codec(self) -> &'static str {
        match self {
            Self::Mp3 => "mp3",
            Self::M4a | Self::Aac => "aac",
            Self::OggVorbis => "vorbis",
            Self::OggOpus => "opus",
            Self::Wav => "pcm",
            Self::Flac => "flac",
        }
    }

    /// Returns the content type of served files.
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
