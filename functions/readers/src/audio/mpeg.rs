//! Checks whether browsers can seek accurately in an MP3, and repairs it if they cannot.
//!
//! An MP3 has no container. Browsers estimate its duration and the byte position of a time from the header in its first
//! frame (Xing, Info or VBRI) or, without a header, from the bit rate of the first frame. Both are wrong in
//! concatenated recordings, and in most recordings with a variable bit rate.

mod fill;
mod frame;
mod header;

use std::fs::File;
use std::io::{ErrorKind, Read as _, Seek as _, SeekFrom};

use bytes::Bytes;
use inspect::FileRejection;
use inspect::audio::{Repair, RepairSegment};

use frame::Frame;
use header::XingHeader;

/// Maximum seek error that the file may cause, in seconds. Browsers add an error of a few frames.
const JUMP_MAX_ERROR_SECS: f64 = 0.9;

/// Maximum amount of other data after the first frame of a file without a header, in seconds of sound of the same size.
const GAPS_MAX_SECS: f64 = 0.25;

/// Maximum error of the duration in a header, in seconds and as a share of the whole, as for other formats.
const LENGTH_MAX_ERROR_SECS: f64 = 1.0;
const LENGTH_MAX_ERROR_SHARE: f64 = 0.02;

/// Error of a header that is always tolerated, in frames, because encoders disagree whether the frame with the header
/// counts.
const LENGTH_MAX_ERROR_FRAMES: f64 = 2.0;

/// Maximum number of frames with another sample rate or number of channels that are tolerated, because they may be
/// chance matches.
const ODD_FRAMES_MAX: u32 = 2;

/// Such frames are also tolerated up to this share of all frames.
const ODD_FRAMES_MAX_SHARE: f64 = 0.001;

/// Maximum number of contiguous byte ranges with frames. A file with more is not concatenated but damaged.
const PIECES_MAX: usize = 10_000;

/// FFmpeg, and therefore Chromium, ignores the header if the file exceeds the size in the header by more than this
/// share.
const TAGS_MAX_SHARE: f64 = 1.0 / 16.0;

/// Number of bytes read from the file at a time.
const WINDOW_BYTES: usize = 64 * 1024;

/// Returns the repair that an MP3 needs for accurate seeking, with the duration in seconds that the repaired file
/// declares, if its header is rebuilt. Returns `None` if no repair is needed.
///
/// # Errors
/// `AudioTruncated` if the header declares more frames than exist; `AudioFormatChanges` or `AudioNotSeekable` if no
/// repair would help.
pub(super) fn find_repair(file: &File) -> Result<Option<(Option<f64>, Repair)>, FileRejection> {
    let scan = Scan::of(file)?;
    let Some(first) = scan.first else { return Err(FileRejection::NotAudio) };
    let frame_secs = first.secs();
    let count = scan.sizes.len() as f64;
    let promise = scan.header.as_ref().map(|header| header.declared_frames(count, scan.bytes_from_header as f64));
    if let Some(promised) = promise
        && is_off(promised - count, promised, frame_secs)
    {
        return Err(FileRejection::AudioTruncated);
    }
    if scan.odd_frames > ODD_FRAMES_MAX && f64::from(scan.odd_frames) > count * ODD_FRAMES_MAX_SHARE {
        return Err(FileRejection::AudioFormatChanges);
    }
    let linear_secs = header::linear_error_frames(&scan.sizes) * frame_secs;
    let has_table = scan.header.as_ref().is_some_and(|header| header.has_table);
    let table_secs = if has_table { header::table_error_frames(&scan.sizes) * frame_secs } else { 0.0 };
    let is_accurate = scan.is_constant || linear_secs.max(table_secs) <= JUMP_MAX_ERROR_SECS;
    // If the bit rate varies, browsers need the number of frames.
    let is_enough = scan.is_constant || scan.header.as_ref().is_some_and(XingHeader::has_frames);
    if is_accurate && is_enough && promise.is_some_and(|promised| !is_off(count - promised, promised, frame_secs)) {
        let extra_bytes = scan.file_bytes.saturating_sub(scan.bytes());
        let is_ignored = scan.has_junk || extra_bytes as f64 > scan.bytes() as f64 * TAGS_MAX_SHARE;
        if scan.is_constant || !is_ignored {
            return Ok(None);
        }
        // Decoders ignore a correct header if other data or large tags precede it, so remove them.
        let pieces = scan.header_piece.iter().chain(&scan.pieces).map(original).collect();
        return Ok(Some((None, Repair { header: Bytes::new(), pieces })));
    }
    let gap_secs = scan.gap_bytes as f64 / first.bytes_per_sec();
    if scan.header.is_none() && scan.is_constant && gap_secs <= GAPS_MAX_SECS {
        return Ok(None);
    }
    let (sizes, pieces) = if linear_secs <= JUMP_MAX_ERROR_SECS {
        (scan.sizes, scan.pieces.iter().map(original).collect())
    } else {
        let filled = fill::pad_frames(file, &scan, frame_secs)?.ok_or(FileRejection::AudioNotSeekable)?;
        if header::linear_error_frames(&filled.sizes) * frame_secs > JUMP_MAX_ERROR_SECS {
            return Err(FileRejection::AudioNotSeekable);
        }
        (filled.sizes, filled.pieces)
    };
    let head = header::build_frame(first, &sizes).ok_or(FileRejection::AudioNotSeekable)?;
    Ok(Some((Some(count * frame_secs), Repair { header: Bytes::from(head), pieces })))
}

fn original(piece: &(u64, u64)) -> RepairSegment {
    RepairSegment::OriginalBytes(piece.0, piece.1)
}

/// Returns true if a difference of `frames` in a duration of `of_frames` is noticeable.
fn is_off(frames: f64, of_frames: f64, frame_secs: f64) -> bool {
    frames > LENGTH_MAX_ERROR_FRAMES
        && (frames * frame_secs > LENGTH_MAX_ERROR_SECS || frames > of_frames * LENGTH_MAX_ERROR_SHARE)
}

/// Result of scanning all frames of a file.
#[derive(Default)]
struct Scan {
    /// First frame with audio data.
    first: Option<Frame>,
    header: Option<XingHeader>,
    /// True if data other than ID3v2 tags precedes the first frame. FFmpeg, and therefore Chromium, then finds no
    /// header.
    has_junk: bool,
    /// Byte range of the first frame if it contains a header.
    header_piece: Option<(u64, u64)>,
    /// Sizes of the frames with audio data, in bytes. Headers within a concatenated file are excluded.
    sizes: Vec<u16>,
    /// Whether all frames have the same bit rate.
    is_constant: bool,
    /// Number of frames with another sample rate or number of channels than the first.
    odd_frames: u32,
    /// Byte ranges that contain frames with audio data.
    pieces: Vec<(u64, u64)>,
    /// Number of bytes after the first frame that belong to no frame with audio data.
    gap_bytes: u64,
    /// Number of bytes from the start of the first frame, which may contain the header, to the end of the last frame.
    bytes_from_header: u64,
    file_bytes: u64,
}

impl Scan {
    /// Reads the header of each frame. Memory: 2 bytes per frame.
    fn of(file: &File) -> Result<Self, FileRejection> {
        let mut window = Window::new(file)?;
        let mut scan = Self { is_constant: true, file_bytes: window.file_bytes, ..Self::default() };
        let (mut at, mut start, mut in_sync, mut tags_end) = (0, None, false, 0);
        while at < scan.file_bytes {
            let found = Frame::parse(window.at(at, 4)?);
            let Some(frame) = found.filter(|frame| at + u64::from(frame.bytes) <= scan.file_bytes) else {
                in_sync = false;
                let found = window.at(at, 32)?;
                let is_id3 = found.starts_with(b"ID3");
                let end = at + tag_bytes(found).unwrap_or(1);
                if is_id3 && at == tags_end {
                    tags_end = end;
                }
                at = end;
                continue;
            };
            let end = at + u64::from(frame.bytes);
            if !in_sync && end < scan.file_bytes {
                let next = window.at(end, 32)?;
                if Frame::parse(next).is_none() && tag_bytes(next).is_none() {
                    at += 1;
                    continue;
                }
            }
            in_sync = true;
            let start = *start.get_or_insert(at);
            scan.has_junk = start != tags_end;
            scan.bytes_from_header = end - start;
            match XingHeader::parse(&frame, window.at(at, usize::from(frame.bytes))?) {
                Some(header) if scan.first.is_none() && scan.header.is_none() => {
                    (scan.header, scan.header_piece) = (Some(header), Some((at, end)));
                }
                Some(_within) => {}
                None => scan.add(frame, at, end)?,
            }
            at = end;
        }
        let begin = scan.pieces.first().map_or(0, |piece| piece.0);
        scan.gap_bytes = scan.file_bytes.saturating_sub(begin).saturating_sub(scan.bytes());
        Ok(scan)
    }

    fn add(&mut self, frame: Frame, at: u64, end: u64) -> Result<(), FileRejection> {
        let first = *self.first.get_or_insert(frame);
        self.is_constant &= frame.bit_rate == first.bit_rate;
        if (frame.sample_rate, frame.is_mono) != (first.sample_rate, first.is_mono) {
            self.odd_frames = self.odd_frames.saturating_add(1);
        }
        self.sizes.push(frame.bytes);
        if let Some(piece) = self.pieces.last_mut().filter(|piece| piece.1 == at) {
            piece.1 = end;
        } else if self.pieces.len() < PIECES_MAX {
            self.pieces.push((at, end));
        } else {
            return Err(FileRejection::AudioDamaged);
        }
        Ok(())
    }

    /// Returns the offset and the size of each frame with audio data.
    fn frames(&self) -> impl Iterator<Item = (u64, u16)> {
        let mut pieces = self.pieces.iter();
        let (mut at, mut end) = (0, 0);
        self.sizes.iter().map_while(move |size| {
            if at == end {
                (at, end) = *pieces.next()?;
            }
            let frame = (at, *size);
            at += u64::from(*size);
            Some(frame)
        })
    }

    /// Returns the total size of the frames with audio data, in bytes.
    fn bytes(&self) -> u64 {
        self.sizes.iter().map(|size| u64::from(*size)).sum()
    }
}

/// Returns the size of the tag (ID3v2, ID3v1 or APE) at the start of `bytes`.
fn tag_bytes(bytes: &[u8]) -> Option<u64> {
    // The version and size of a real tag have these limits. Without them, audio data that contains the letters `ID3`
    // would match.
    let is_id3 = |tag: &[u8]| tag[3..5].iter().all(|byte| *byte < 0xff) && tag[6..10].iter().all(|byte| *byte < 0x80);
    if bytes.starts_with(b"ID3") && bytes.len() >= 10 && is_id3(bytes) {
        let size = bytes[6..10].iter().fold(0, |size, byte| size << 7 | u64::from(*byte));
        let footer = if bytes[5] & 0x10 == 0 { 0 } else { 10 };
        Some(10 + size + footer)
    } else if bytes.starts_with(b"TAG") {
        Some(128)
    } else if bytes.starts_with(b"APETAGEX") && bytes.len() >= 24 {
        let is_header = bytes[23] & 0x20 != 0;
        let size = u64::from(u32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]));
        Some(if is_header { 32 + size } else { 32 })
    } else {
        None
    }
}

/// Buffer with the most recently read part of a file.
struct Window {
    file: File,
    file_bytes: u64,
    start: u64,
    bytes: Vec<u8>,
}

impl Window {
    fn new(file: &File) -> Result<Self, FileRejection> {
        let file = file.try_clone().map_err(|_| FileRejection::Deleted)?;
        let file_bytes = file.metadata().map_err(|_| FileRejection::Deleted)?.len();
        Ok(Self { file, file_bytes, start: 0, bytes: Vec::new() })
    }

    /// Returns at most `len` bytes from `offset` on, fewer at the end of the file.
    fn at(&mut self, offset: u64, len: usize) -> Result<&[u8], FileRejection> {
        let end = (offset + len as u64).min(self.file_bytes);
        if offset < self.start || end > self.start + self.bytes.len() as u64 {
            self.fill(offset).map_err(|_| FileRejection::Deleted)?;
        }
        let bytes = self.bytes_at(offset);
        Ok(&bytes[..bytes.len().min(len)])
    }

    /// Returns the buffered bytes from `offset` on.
    fn bytes_at(&self, offset: u64) -> &[u8] {
        let skipped = usize::try_from(offset.saturating_sub(self.start)).unwrap_or(usize::MAX);
        self.bytes.get(skipped..).unwrap_or_default()
    }

    fn fill(&mut self, offset: u64) -> std::io::Result<()> {
        self.file.seek(SeekFrom::Start(offset))?;
        self.start = offset;
        self.bytes.resize(WINDOW_BYTES, 0);
        let mut filled = 0;
        while filled < WINDOW_BYTES {
            match self.file.read(&mut self.bytes[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.bytes.truncate(filled);
        Ok(())
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
mod tests {
    use std::io::Write as _;

    use super::*;

    /// Checks a file of `frames` stereo frames (128 kbit/s, 44.1 kHz) whose last frames are `odd`.
    fn check_with(
        odd: &[u8],
        frames: usize,
        odd_frames: usize,
    ) -> Result<Option<(Option<f64>, Repair)>, FileRejection> {
        let mut usual = vec![0; 417];
        usual[..4].copy_from_slice(&[0xff, 0xfb, 0x90, 0x00]);
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&[usual.repeat(frames - odd_frames), odd.repeat(odd_frames)].concat()).unwrap();
        find_repair(&file)
    }

    #[test]
    fn mp3_check_tolerates_two_mismatched_frames_or_one_per_thousand() {
        let mono = [&[0xff, 0xfb, 0x90, 0xc0][..], &[0; 413]].concat();
        let at_48_khz = [&[0xff, 0xfb, 0x94, 0x00][..], &[0; 380]].concat();
        for odd in [&mono, &at_48_khz] {
            for (frames, tolerated) in [(100, 2), (2000, 2), (4000, 4)] {
                assert_eq!(check_with(odd, frames, tolerated), Ok(None), "{tolerated} of {frames}");
                let more = check_with(odd, frames, tolerated + 1);
                assert_eq!(more, Err(FileRejection::AudioFormatChanges), "{} of {frames}", tolerated + 1);
            }
        }
    }
}
