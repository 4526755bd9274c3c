//! Encodes the rendition.

use inspect::audio::NoRendition;
use ropus::{Application, Bandwidth, Bitrate, Encoder, FrameDuration};

use super::mp4_writer::Mp4;
use super::resample::{OPUS_RATE, Resampler};
use super::signal::{Channels, Signal, as_i16, mean};

/// Number of samples in a packet: 60 ms. Compared with shorter packets, the header of the file, which the browser reads
/// before it plays, is smaller, and speech needs a tenth less bytes.
const PACKET_SAMPLES: usize = 2880;
const PACKET_SAMPLES_U32: u32 = 2880;

/// Maximum size of a packet that the encoder may write, in bytes.
const PACKET_MAX_BYTES: usize = 3 * 1275 + 10;

/// Usual bit rate by content, in bits per second.
const SPEECH: f64 = 32_000.0;
const SPEECH_STEREO: f64 = 48_000.0;
const MUSIC: f64 = 64_000.0;
const MUSIC_STEREO: f64 = 96_000.0;

/// Minimum bit rate, in bits per second. Speech is still intelligible at it, and music recognisable.
const SPEECH_MIN: f64 = 16_000.0;
const MUSIC_MIN: f64 = 32_000.0;

/// Maximum bit rate, as a share of the bit rate of the original, unless this is below the minimum. Recordings with a
/// low bit rate therefore get less than the usual one.
const ORIGINAL_SHARE: f64 = 0.5;

/// Maximum size of a rendition that is worth storing, as a share of the size of the original.
pub(super) const WORTHWHILE_SHARE: f64 = 0.8;

/// Settings of the encoder for one recording.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Plan {
    channels: Channels,
    is_music: bool,
    bits_per_sec: f64,
}

impl Plan {
    pub(super) fn new(signal: &Signal, original_bits_per_sec: f64) -> Self {
        let (channels, is_music) = (signal.channels(), signal.is_music());
        let (usual, least) = match (is_music, channels) {
            (false, Channels::Different) => (SPEECH_STEREO, SPEECH_MIN),
            (false, _) => (SPEECH, SPEECH_MIN),
            (true, Channels::Different) => (MUSIC_STEREO, MUSIC_MIN),
            (true, _) => (MUSIC, MUSIC_MIN),
        };
        Self { channels, is_music, bits_per_sec: usual.min(original_bits_per_sec * ORIGINAL_SHARE).max(least) }
    }

    fn output_channels(self) -> usize {
        if self.channels == Channels::Different { 2 } else { 1 }
    }
}

/// Encodes sound packet by packet.
pub(super) struct Opus {
    plan: Plan,
    encoder: Encoder,
    mp4: Mp4,
    max_bytes: usize,
    resamplers: Option<Vec<Resampler>>,
    /// Resampled samples of each channel that do not fill a packet yet.
    waiting: Vec<Vec<f32>>,
    failure: Option<NoRendition>,
}

impl Opus {
    /// Returns `None` if the encoder cannot be created.
    pub(super) fn new(plan: Plan, max_bytes: usize) -> Option<Self> {
        let channels = if plan.output_channels() == 2 { ropus::Channels::Stereo } else { ropus::Channels::Mono };
        // At the same bit rate, speech limited to 8 kHz is closer to the original than speech up to 20 kHz: PESQ 4.0
        // instead of 3.2.
        let (application, bandwidth) = match plan.is_music {
            true => (Application::Audio, Bandwidth::Fullband),
            false => (Application::Voip, Bandwidth::Wideband),
        };
        let encoder = Encoder::builder(OPUS_RATE, channels, application)
            .max_bandwidth(bandwidth)
            .bitrate(Bitrate::Bits(as_rate(plan.bits_per_sec)))
            .complexity(10)
            .vbr(true)
            .frame_duration(FrameDuration::Argument)
            .build()
            .ok()?;
        let mp4 = Mp4::new(
            u8::try_from(plan.output_channels()).ok()?,
            u16::try_from(encoder.lookahead()).ok()?,
            PACKET_SAMPLES_U32,
        );
        let waiting = vec![Vec::new(); plan.output_channels()];
        Some(Self { plan, encoder, mp4, max_bytes, resamplers: None, waiting, failure: None })
    }

    /// Adds interleaved samples.
    pub(super) fn add(&mut self, samples: &[f32], channels: usize, rate: u32) {
        if self.failure.is_some() {
            return;
        }
        if self.resamplers.is_none() {
            self.resamplers = self.waiting.iter().map(|_| Resampler::new(rate)).collect();
        }
        let Some(resamplers) = &mut self.resamplers else {
            self.failure = Some(NoRendition::EncoderFailed);
            return;
        };
        let frames = samples.chunks_exact(channels);
        for (channel, (resampler, waiting)) in resamplers.iter_mut().zip(&mut self.waiting).enumerate() {
            match self.plan.channels {
                Channels::Same => resampler.add(frames.clone().map(mean), waiting),
                Channels::Only(only) => resampler.add(frames.clone().map(|frame| frame[only]), waiting),
                Channels::Different => resampler.add(frames.clone().map(|frame| frame[channel]), waiting),
            }
        }
        self.encode_whole_packets();
    }

    /// Encodes the rest and returns the file, which plays for `secs` seconds.
    pub(super) fn finish(mut self, secs: f64) -> Result<Vec<u8>, NoRendition> {
        for (resampler, waiting) in self.resamplers.iter_mut().flatten().zip(&mut self.waiting) {
            resampler.finish(waiting);
        }
        self.encode_whole_packets();
        // The encoder delays the sound by `lookahead` samples, so append that much silence.
        let samples = as_samples(secs * f64::from(OPUS_RATE));
        let needed = samples + u64::from(self.encoder.lookahead());
        while self.failure.is_none() && self.mp4.samples() < needed {
            for waiting in &mut self.waiting {
                waiting.resize(PACKET_SAMPLES, 0.0);
            }
            self.encode_whole_packets();
        }
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.mp4.finish(samples)),
        }
    }

    fn encode_whole_packets(&mut self) {
        let count = self.waiting.iter().map(Vec::len).min().unwrap_or(0) / PACKET_SAMPLES;
        let mut pcm = Vec::with_capacity(PACKET_SAMPLES * self.waiting.len());
        let mut packet = [0; PACKET_MAX_BYTES];
        for number in 0..count {
            pcm.clear();
            for at in number * PACKET_SAMPLES..(number + 1) * PACKET_SAMPLES {
                pcm.extend(self.waiting.iter().map(|channel| as_i16(channel[at])));
            }
            match self.encoder.encode(&pcm, &mut packet) {
                Ok(length) if self.mp4.size_bytes() + length <= self.max_bytes => {
                    self.mp4.add(&packet[..length]);
                }
                Ok(_) => self.failure = Some(NoRendition::TooLarge),
                Err(_) => self.failure = Some(NoRendition::EncoderFailed),
            }
            if self.failure.is_some() {
                return;
            }
        }
        for channel in &mut self.waiting {
            channel.drain(..count * PACKET_SAMPLES);
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 16,000 and 96,000")]
fn as_rate(bits_per_sec: f64) -> u32 {
    bits_per_sec.round() as u32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "such a cast ends at the limits of the type"
)]
fn as_samples(count: f64) -> u64 {
    count.round() as u64
}
