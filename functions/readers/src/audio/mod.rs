//! Validates a recording, determines its duration and its waveform, and prepares it for listening.

mod aac;
mod chapters;
mod container;
mod decoder;
mod flac_chapters;
mod listening;
mod mp4;
mod mp4_chapters;
mod mpeg;
mod tags;
mod text;
mod wav;
mod waveform;

use std::fs::File;
use std::io::{ErrorKind, Read, Seek as _};
use std::path::Path;

use inspect::FileRejection;
use inspect::audio::{ARTWORK_MAX_PX, AudioFormat, Recording, Repair};

use crate::image;
use container::Container;
use decoder::Decoder;
use wav::Wav;
use waveform::{DecodePlan, Waveform};

pub use listening::prepare;
pub(crate) use listening::prepare_open;

/// Reciprocal of the maximum share of packets that may fail to decode. Players skip so few without an audible gap.
const PACKETS_PER_FAILURE: u32 = 20;

/// Maximum duration that may be missing at the end, in seconds and as a share of the whole.
const MISSING_MAX_SECS: f64 = 1.0;
const MISSING_MAX_SHARE: f64 = 0.02;

/// Minimum share of a file that MP3 or ADTS frames must cover. These formats have no container, so other files may
/// contain bytes that look like frames by chance.
const FRAMES_MIN_SHARE: f64 = 0.5;

/// Maximum difference between the durations of the packets and of the movie header that an edit list can explain, in
/// seconds.
const EDITED_MAX_SECS: f64 = 0.5;

/// Validates the file at `path` and returns its metadata.
///
/// # Errors
/// The reason for rejecting the file.
pub fn read(path: &Path) -> Result<Recording, FileRejection> {
    read_open(File::open(path).map_err(|_| FileRejection::Deleted)?)
}

/// Reads like [`read`], but from an open file, because the sandbox forbids opening files.
///
/// # Errors
/// The reason for rejecting the file.
pub(crate) fn read_open(mut file: File) -> Result<Recording, FileRejection> {
    let (extent, repair) = extent_of(&mut file)?;
    let peaks = listen(&file, &extent)?;
    let container = Container::open(&file)?;
    let chapters = chapters::read_chapters(&file, &container);
    let Container { format, sample_rate, .. } = container;
    let (tags, picture) = tags::read_tags(file);
    Ok(Recording {
        duration_secs: extent.secs,
        format,
        bit_rate: as_rate(extent.packet_bytes as f64 * 8.0 / extent.secs),
        sample_rate,
        tags,
        artwork: picture.and_then(|picture| image::to_square_jpeg(&picture, ARTWORK_MAX_PX).ok()),
        peaks,
        chapters,
        repair,
    })
}

/// Measures a file and determines the repair that it needs, if any.
fn extent_of(file: &mut File) -> Result<(Extent, Option<Repair>), FileRejection> {
    refuse_others(file)?;
    let mut extent = match measure(file) {
        Err(FileRejection::NotAudio) if mp4::is_cut_off(file) => return Err(FileRejection::AudioTruncated),
        measured => measured?,
    };
    let repair = match extent.format {
        AudioFormat::Mp3 => mpeg::find_repair(file)?.map(|(secs, repair)| {
            extent.secs = secs.unwrap_or(extent.secs);
            repair
        }),
        AudioFormat::Wav => Wav::find(file).and_then(|wav| wav.repair()),
        _ => None,
    };
    Ok((extent, repair))
}

/// Rejects empty files and PDFs. Symphonia searches beyond the first bytes for a container, so other formats could
/// contain a match by chance.
fn refuse_others(file: &mut File) -> Result<(), FileRejection> {
    let mut head = [0; 5];
    match file.read_exact(&mut head) {
        Ok(()) if head == *b"%PDF-" => return Err(FileRejection::PdfNotAudio),
        Err(error)
            if error.kind() == ErrorKind::UnexpectedEof && file.metadata().is_ok_and(|about| about.len() == 0) =>
        {
            return Err(FileRejection::Empty);
        }
        Ok(()) | Err(_) => {}
    }
    file.rewind().map_err(|_| FileRejection::Deleted)
}

/// Measured duration and size of the audio packets.
struct Extent {
    format: AudioFormat,
    secs: f64,
    packet_bytes: u64,
}

/// Measures all packets without decoding them.
fn measure(file: &mut File) -> Result<Extent, FileRejection> {
    let mut container = Container::open(file)?;
    let (mut units, mut packet_bytes) = (0_u64, 0_u64);
    let broken = loop {
        let packet = match container.next() {
            Ok(Some(packet)) => packet,
            Ok(None) => break false,
            Err(container::Broken) => break true,
        };
        units = units.saturating_add(container.units_of(&packet));
        packet_bytes = packet_bytes.saturating_add(packet.data.len() as u64);
    };
    let units = units.saturating_sub(container.delay).saturating_sub(container.padding);
    let mut secs = units as f64 / container.units_per_sec;
    if let Some(promised) = container.declared_units {
        let promised_secs = promised as f64 / container.units_per_sec;
        let missing_secs = promised_secs - secs;
        if missing_secs > MISSING_MAX_SECS || missing_secs > promised_secs * MISSING_MAX_SHARE {
            return Err(FileRejection::AudioTruncated);
        }
    }
    if broken {
        return Err(FileRejection::AudioDamaged);
    }
    if units == 0 || packet_bytes == 0 {
        return Err(FileRejection::NoSound);
    }
    if matches!(container.format, AudioFormat::Mp3 | AudioFormat::Aac)
        && (packet_bytes as f64) < without_tag(file)? as f64 * FRAMES_MIN_SHARE
    {
        return Err(FileRejection::NotAudio);
    }
    if container.format == AudioFormat::M4a
        && let Some(movie_secs) = mp4::movie_secs(file)
        && movie_secs < secs
        && movie_secs > secs - EDITED_MAX_SECS
    {
        secs = movie_secs;
    }
    Ok(Extent { format: container.format, secs, packet_bytes })
}

/// Returns the size of the file without the ID3 tag at its start, in bytes. An embedded image is often larger than the
/// audio data.
fn without_tag(file: &mut File) -> Result<u64, FileRejection> {
    let size = file.metadata().map_err(|_| FileRejection::Deleted)?.len();
    file.rewind().map_err(|_| FileRejection::Deleted)?;
    let mut head = [0; 10];
    let tag = match file.read_exact(&mut head) {
        Ok(()) if head.starts_with(b"ID3") => head[6..].iter().fold(0, |size, byte| size << 7 | u64::from(byte & 0x7f)),
        _ => 0,
    };
    Ok(size.saturating_sub(tag))
}

/// Decodes the recording and returns its waveform. Decodes only evenly spaced parts of a long recording.
fn listen(file: &File, extent: &Extent) -> Result<Vec<u8>, FileRejection> {
    let mut container = Container::open(file)?;
    let mut decoder = Decoder::new(&container.params).ok_or(FileRejection::NotAudio)?;
    let plan = DecodePlan::new(extent.secs);
    let mut waveform = Waveform::new(extent.secs);
    let mut thirds = [Tally::default(); 3];
    // Number of packets whose failure is ignored, because they may depend on packets that were not decoded.
    let mut warm_up = decoder.warm_up_packets();
    let (mut skipped, mut after_gap) = (false, false);
    let mut at_secs = -(container.delay as f64) / container.units_per_sec;
    while let Some(packet) = container.next().map_err(|_| FileRejection::AudioDamaged)? {
        let start_secs = at_secs;
        let packet_secs = container.units_of(&packet) as f64 / container.units_per_sec;
        at_secs += packet_secs;
        if !plan.includes(start_secs, at_secs) {
            skipped = true;
            continue;
        }
        if std::mem::take(&mut skipped) {
            decoder.reset();
            warm_up = decoder.warm_up_packets();
            after_gap = true;
        }
        let tally = &mut thirds[third(start_secs / extent.secs)];
        match decoder.decode(&packet) {
            Ok(sound) => {
                tally.decoded += 1;
                tally.promised_secs += packet_secs;
                tally.heard_secs += sound.secs();
                if warm_up == 0 || !after_gap {
                    waveform.add(start_secs, sound.samples, sound.channels, sound.sample_rate);
                }
            }
            Err(_) if warm_up > 0 => {}
            Err(_) => tally.failed += 1,
        }
        warm_up = warm_up.saturating_sub(1);
    }
    if thirds.iter().any(Tally::is_bad) || thirds.iter().all(|third| third.decoded == 0) {
        return Err(FileRejection::AudioDamaged);
    }
    Ok(waveform.finish())
}

/// Decoding results of one third of a recording.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    decoded: u32,
    failed: u32,
    promised_secs: f64,
    heard_secs: f64,
}

impl Tally {
    /// Returns true if too many packets failed to decode, or the decoded sound is much shorter than the packets
    /// declare.
    fn is_bad(&self) -> bool {
        let too_short = self.heard_secs < self.promised_secs / 2.0 - MISSING_MAX_SECS;
        self.failed.saturating_mul(PACKETS_PER_FAILURE) > self.decoded.saturating_add(self.failed) || too_short
    }
}

fn third(share: f64) -> usize {
    match share {
        share if share < 1.0 / 3.0 => 0,
        share if share < 2.0 / 3.0 => 1,
        _ => 2,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "clamped to what fits")]
fn as_rate(bits_per_sec: f64) -> u32 {
    bits_per_sec.round().clamp(0.0, f64::from(u32::MAX)) as u32
}
