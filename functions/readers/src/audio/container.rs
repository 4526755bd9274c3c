//! Detects the format of a file by its content and reads its packets.

use std::fs::File;
use std::io::{ErrorKind, Seek as _};

use inspect::FileRejection;
use inspect::audio::AudioFormat;
use symphonia::core::codecs::audio::AudioCodecParameters;
use symphonia::core::codecs::audio::well_known as codecs;
use symphonia::core::errors::Error;
use symphonia::core::formats::probe::{Hint, Probe, ProbeOptions};
use symphonia::core::formats::well_known as formats;
use symphonia::core::formats::{FormatOptions, FormatReader, Track, TrackType};
use symphonia::core::io::{MediaSource, MediaSourceStream, MediaSourceStreamOptions};
use symphonia::core::meta::{ChapterGroup, MetadataOptions};
use symphonia::core::packet::Packet;
use symphonia::core::units::Duration;

use super::wav::Wav;

/// Number of bytes in which the start of the audio data is searched. Tags are not counted.
const PROBE_BYTES: u32 = 64 * 1024;

/// An opened audio file whose packets are read one after another.
pub(super) struct Container {
    reader: Box<dyn FormatReader>,
    track: u32,
    /// Parameters of the decoder.
    pub(super) params: AudioCodecParameters,
    pub(super) format: AudioFormat,
    /// Sample rate, in samples per second.
    pub(super) sample_rate: u32,
    /// Time base: units of packet durations per second.
    pub(super) units_per_sec: f64,
    /// Encoder delay at the start that is not played, in units.
    pub(super) delay: u64,
    /// Encoder padding at the end that is not played, in units.
    pub(super) padding: u64,
    /// Duration that the header declares, without delay and padding, in units. `None` in formats whose headers have
    /// none or only an estimate.
    pub(super) declared_units: Option<u64>,
}

/// Error: a packet before the end of the file cannot be read.
#[derive(Debug)]
pub(super) struct Broken;

impl Container {
    /// Detects the format and seeks to the first packet. Changes the position of `file`, so only one container of a
    /// file can be read at a time.
    ///
    /// # Errors
    /// `Deleted` if the file cannot be read; `NotAudio` if its format is not supported; `NoSound` if it has no audio
    /// track.
    pub(super) fn open(file: &File) -> Result<Self, FileRejection> {
        let mut file = file.try_clone().map_err(|_| FileRejection::Deleted)?;
        let source: Box<dyn MediaSource> = match Wav::find(&file) {
            Some(wav) => Box::new(wav.open(file).map_err(|_| FileRejection::Deleted)?),
            None => {
                file.rewind().map_err(|_| FileRejection::Deleted)?;
                Box::new(file)
            }
        };
        let stream = MediaSourceStream::new(source, MediaSourceStreamOptions::default());
        let mut probe =
            Probe::new_with_options(&ProbeOptions { max_probe_depth: PROBE_BYTES, ..ProbeOptions::default() });
        symphonia::default::register_enabled_formats(&mut probe);
        let reader = probe
            .probe(&Hint::new(), stream, FormatOptions::default(), MetadataOptions::default())
            .map_err(|_| FileRejection::NotAudio)?;

        let track = reader.default_track(TrackType::Audio).ok_or(FileRejection::NoSound)?.clone();
        let params =
            track.codec_params.as_ref().and_then(|params| params.audio()).ok_or(FileRejection::NotAudio)?.clone();
        let format = kind_of(&*reader, &params).ok_or(FileRejection::NotAudio)?;
        let sample_rate = params.sample_rate.filter(|rate| *rate > 0).ok_or(FileRejection::NotAudio)?;
        let units_per_sec = track
            .time_base
            .map_or(f64::from(sample_rate), |base| f64::from(base.denom.get()) / f64::from(base.numer.get()));
        Ok(Self {
            track: track.id,
            params,
            format,
            sample_rate,
            units_per_sec,
            delay: track.delay.unwrap_or(0).into(),
            padding: track.padding.unwrap_or(0).into(),
            declared_units: promise_of(&track, format),
            reader,
        })
    }

    /// Returns the chapters in ID3 tags and in comments of Ogg files.
    pub(super) fn chapters(&self) -> Option<&ChapterGroup> {
        self.reader.chapters()
    }

    /// Returns the duration of the packet before trimming, in units.
    pub(super) fn units_of(&self, packet: &Packet) -> u64 {
        let units = packet.block_dur().get();
        match self.format {
            // Symphonia 0.6.1 counts the trimmed samples of the first and the last frames twice.
            AudioFormat::Mp3 => units.min(if self.sample_rate < 32_000 { 576 } else { 1152 }),
            _ => units,
        }
    }

    /// Returns the next audio packet, or `None` at the end of the file.
    ///
    /// # Errors
    /// [`Broken`] if the packet data is invalid.
    pub(super) fn next(&mut self) -> Result<Option<Packet>, Broken> {
        loop {
            match self.reader.next_packet() {
                Ok(Some(packet)) if packet.track_id == self.track => return Ok(Some(packet)),
                Ok(Some(_of_another_track)) => {}
                Ok(None) => return Ok(None),
                Err(Error::IoError(error)) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
                Err(_) => return Err(Broken),
            }
        }
    }
}

/// Returns the format if all browsers can play it.
fn kind_of(reader: &dyn FormatReader, params: &AudioCodecParameters) -> Option<AudioFormat> {
    let kind = match (reader.format_info().format, params.codec) {
        (formats::FORMAT_ID_MP3, codecs::CODEC_ID_MP3) => AudioFormat::Mp3,
        (formats::FORMAT_ID_ISOMP4, codecs::CODEC_ID_AAC) => AudioFormat::M4a,
        (formats::FORMAT_ID_ADTS, codecs::CODEC_ID_AAC) => AudioFormat::Aac,
        (formats::FORMAT_ID_OGG, codecs::CODEC_ID_VORBIS) => AudioFormat::OggVorbis,
        (formats::FORMAT_ID_OGG, codecs::CODEC_ID_OPUS) => AudioFormat::OggOpus,
        (formats::FORMAT_ID_FLAC, codecs::CODEC_ID_FLAC) => AudioFormat::Flac,
        (
            formats::FORMAT_ID_WAVE,
            codecs::CODEC_ID_PCM_U8
            | codecs::CODEC_ID_PCM_S16LE
            | codecs::CODEC_ID_PCM_S24LE
            | codecs::CODEC_ID_PCM_S32LE
            | codecs::CODEC_ID_PCM_F32LE
            | codecs::CODEC_ID_PCM_ALAW
            | codecs::CODEC_ID_PCM_MULAW,
        ) => AudioFormat::Wav,
        _ => return None,
    };
    Some(kind)
}

/// Returns the duration in the header for formats in which browsers trust it. If data is missing, they wait for it.
fn promise_of(track: &Track, format: AudioFormat) -> Option<u64> {
    match format {
        AudioFormat::M4a | AudioFormat::Flac | AudioFormat::Wav => track.duration.map(Duration::get),
        AudioFormat::Mp3 | AudioFormat::Aac | AudioFormat::OggVorbis | AudioFormat::OggOpus => None,
    }
}
