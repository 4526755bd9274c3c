//! Prepares a recording for listening: measures loudness and silences, and encodes a smaller rendition.
//!
//! The file is decoded twice. The first pass measures, and its results decide how the second pass encodes.

mod mp4_writer;
mod opus;
mod resample;
mod signal;
mod silences;

use std::fs::File;
use std::path::Path;

use ebur128::{Channel, EbuR128, Mode};
use inspect::FileRejection;
use inspect::audio::{NoRendition, PreparedRecording, RENDITION_MAX_BYTES, RENDITION_MAX_SECS};

use super::container::Container;
use super::decoder::Decoder;
use super::{Extent, extent_of};
use opus::{Opus, Plan};
use signal::{Channels, Signal};
use silences::Envelope;

/// Maximum number of channels whose loudness is measured. EBU R128 defines weights for up to 5.1.
const LOUDNESS_MAX_CHANNELS: usize = 6;

/// Maximum number of channels of a recording that gets a rendition.
const RENDITION_MAX_CHANNELS: usize = 2;

/// Increase in loudness if both speakers instead of one play the same channel, in LU.
const BOTH_SPEAKERS_LU: f64 = 3.01;

/// Maximum deviation of the decoded sound from the packet times, in seconds. Above it, samples are dropped or silence
/// is inserted.
const DRIFT_MAX_SECS: f64 = 0.02;

/// Prepares the file at `path`.
///
/// # Errors
/// The reason why the file cannot be decoded.
pub fn prepare(path: &Path) -> Result<PreparedRecording, FileRejection> {
    prepare_open(File::open(path).map_err(|_| FileRejection::Deleted)?)
}

/// Prepares like [`prepare`], but from an open file, because the sandbox forbids opening files.
///
/// # Errors
/// The reason why the file cannot be decoded.
pub(crate) fn prepare_open(mut file: File) -> Result<PreparedRecording, FileRejection> {
    let (extent, _repair) = extent_of(&mut file)?;
    let measured = measure(&file, &extent)?;
    let silences = measured.envelope.silences(measured.loudness);
    let original_bytes = extent.packet_bytes;
    let rendition = if extent.secs > RENDITION_MAX_SECS {
        Err(NoRendition::TooLong)
    } else if measured.signal.channel_count() > RENDITION_MAX_CHANNELS {
        Err(NoRendition::TooManyChannels)
    } else if measured.is_half_decoded {
        Err(NoRendition::PartlyDecoded)
    } else {
        encode(&file, &extent, &measured.signal).and_then(|rendition| {
            let is_small = rendition.len() as f64 <= original_bytes as f64 * opus::WORTHWHILE_SHARE;
            if is_small { Ok(rendition.into()) } else { Err(NoRendition::NotSmaller) }
        })
    };
    // If one of two channels is silent, the rendition contains only the other one, which both speakers play.
    let is_joined = rendition.is_ok() && matches!(measured.signal.channels(), Channels::Only(_));
    let louder = if is_joined { BOTH_SPEAKERS_LU } else { 0.0 };
    let loudness_centilufs = measured.loudness.map(|lufs| as_centi(lufs + louder));
    Ok(PreparedRecording { loudness_centilufs, silences, rendition })
}

struct Measured {
    /// Integrated loudness in LUFS; `None` if the recording is silent.
    loudness: Option<f64>,
    envelope: Envelope,
    signal: Signal,
    /// Whether the decoder omits the upper half of the frequencies, as it does for HE-AAC.
    is_half_decoded: bool,
}

fn measure(file: &File, extent: &Extent) -> Result<Measured, FileRejection> {
    let mut meter: Option<EbuR128> = None;
    let mut envelope = Envelope::default();
    let mut signal = Signal::default();
    let mut is_half_decoded = false;
    play(file, extent, |sound| {
        let Sound { samples, channels, rate, declared_rate } = sound;
        is_half_decoded |= rate < declared_rate;
        if channels <= LOUDNESS_MAX_CHANNELS {
            if meter.is_none() {
                let count = u32::try_from(channels).unwrap_or(1);
                meter = EbuR128::new(count, rate, Mode::I).ok();
                if let Some(meter) = meter.as_mut().filter(|_| count == 1) {
                    // Both speakers play a recording with one channel. Fails only if there are several channels.
                    let _ = meter.set_channel(0, Channel::DualMono);
                }
            }
            if let Some(meter) = &mut meter {
                // Fails only if the number of samples is not a multiple of the number of channels.
                let _ = meter.add_frames_f32(samples);
            }
        }
        envelope.add(samples, channels, rate);
        signal.add(samples, channels, rate);
    })?;
    let loudness = meter.and_then(|meter| meter.loudness_global().ok()).filter(|lufs| lufs.is_finite());
    Ok(Measured { loudness, envelope, signal, is_half_decoded })
}

fn encode(file: &File, extent: &Extent, signal: &Signal) -> Result<Vec<u8>, NoRendition> {
    let original_bits_per_sec = extent.packet_bytes as f64 * 8.0 / extent.secs;
    let plan = Plan::new(signal, original_bits_per_sec);
    let mut opus = Opus::new(plan, RENDITION_MAX_BYTES).ok_or(NoRendition::EncoderFailed)?;
    play(file, extent, |sound| opus.add(sound.samples, sound.channels, sound.rate))
        .map_err(|_| NoRendition::EncoderFailed)?;
    opus.finish(extent.secs)
}

/// Decoded samples on the time line of the recording, without gaps.
struct Sound<'a> {
    /// Interleaved samples, roughly between -1 and 1, all finite.
    samples: &'a [f32],
    channels: usize,
    /// Sample rate of the decoded sound, in Hz.
    rate: u32,
    /// Sample rate in the header, in Hz.
    declared_rate: u32,
}

/// Decodes the whole recording and calls `hear` with its sound. Encoder delay and padding are left out, and packets
/// that cannot be decoded are replaced with silence. Times in the sound are therefore times in the recording.
fn play(file: &File, extent: &Extent, mut hear: impl FnMut(Sound<'_>)) -> Result<(), FileRejection> {
    let mut container = Container::open(file)?;
    let declared_rate = container.sample_rate;
    let mut decoder = Decoder::new(&container.params).ok_or(FileRejection::NotAudio)?;
    let mut at_secs = -(container.delay as f64) / container.units_per_sec;
    // Number of channels and sample rate of the first decoded packet. Packets with others are replaced with silence.
    let mut layout: Option<(usize, u32)> = None;
    let mut heard_frames = 0_usize;
    let mut buffer: Vec<f32> = Vec::new();
    while let Some(packet) = container.next().map_err(|_| FileRejection::AudioDamaged)? {
        let start_secs = at_secs;
        at_secs += container.units_of(&packet) as f64 / container.units_per_sec;
        let Ok(sound) = decoder.decode(&packet) else { continue };
        let (channels, rate) = *layout.get_or_insert((sound.channels.max(1), sound.sample_rate.max(1)));
        if (sound.channels.max(1), sound.sample_rate.max(1)) != (channels, rate) {
            continue;
        }
        let due = frames_at(start_secs, rate);
        let drift = frames_at(DRIFT_MAX_SECS, rate);
        let heard = i64::try_from(heard_frames).unwrap_or(i64::MAX);
        let all_frames = count(frames_at(extent.secs, rate));
        // Fill the gap of packets that could not be decoded with silence, in blocks of at most one second.
        if due > heard + drift {
            let due_frames = count(due).min(all_frames);
            while heard_frames < due_frames {
                let block = (due_frames - heard_frames).min(count(i64::from(rate)));
                buffer.clear();
                buffer.resize(block.saturating_mul(channels), 0.0);
                hear(Sound { samples: &buffer, channels, rate, declared_rate });
                heard_frames += block;
            }
        }
        buffer.clear();
        // Skip samples before the start, and samples that overlap with earlier ones.
        let skipped = if due < heard - drift || due < 0 { count((heard - due).max(-due)) } else { 0 };
        let rest = sound.samples.get(skipped.saturating_mul(channels)..).unwrap_or_default();
        buffer.extend(rest.iter().map(|sample| if sample.is_finite() { sample.clamp(-8.0, 8.0) } else { 0.0 }));
        let left = all_frames.saturating_sub(heard_frames);
        buffer.truncate(left.saturating_mul(channels));
        heard_frames += buffer.len() / channels;
        if !buffer.is_empty() {
            hear(Sound { samples: &buffer, channels, rate, declared_rate });
        }
    }
    Ok(())
}

#[expect(clippy::cast_possible_truncation, reason = "such a cast ends at the limits of the type")]
fn frames_at(secs: f64, rate: u32) -> i64 {
    (secs * f64::from(rate)).round() as i64
}

fn count(frames: i64) -> usize {
    usize::try_from(frames).unwrap_or(0)
}

#[expect(clippy::cast_possible_truncation, reason = "loudness is between -100 and 100 LUFS")]
fn as_centi(lufs: f64) -> i32 {
    (lufs * 100.0).round() as i32
}
