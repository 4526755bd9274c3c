//! Fills frames of an MP3 with zeros, so that the byte position is proportional to the time.
//!
//! Browsers can then seek by the average bit rate. A frame may be larger than its audio data, so a frame of a quiet
//! part gets a higher bit rate and zeros after its data. The audio data of the next frame often starts in the frames
//! before it (the bit reservoir). These bytes are repeated after the zeros, where the next frame expects them. The
//! decoded sound is the same.

use std::collections::VecDeque;
use std::fs::File;

use bytes::Bytes;
use inspect::FileRejection;
use inspect::audio::{REPAIR_MAX_GROWTH, RepairSegment};

use super::frame::Frame;
use super::{Scan, Window};

/// Time by which the bytes may lag behind a constant bit rate before a frame is filled, in seconds. Smaller values make
/// larger files.
const SLACK_SECS: f64 = 0.25;

/// Maximum number of pieces. An hour of sound has 40,000 to 120,000. The maximum takes 45 MB in the response of the
/// reader.
const PIECES_MAX: usize = 1_500_000;

/// Maximum size of a frame's header, checksum and side information, in bytes.
const FRAME_START_BYTES: usize = 38;

/// Maximum distance from the start of the audio data of a frame to the frame itself, in bytes.
const RESERVOIR_MAX_BYTES: u64 = 511;

/// The filled frames.
#[derive(Default)]
pub(super) struct PaddedFrames {
    /// Sizes of the frames, in bytes.
    pub(super) sizes: Vec<u16>,
    pub(super) pieces: Vec<RepairSegment>,
    /// Byte ranges of the audio data in the last frames.
    recent: VecDeque<(u64, u64)>,
}

/// Fills the frames of `scan`. Returns `None` if the file would become too large.
///
/// # Errors
/// `Deleted` if the file cannot be read.
pub(super) fn pad_frames(file: &File, scan: &Scan, frame_secs: f64) -> Result<Option<PaddedFrames>, FileRejection> {
    let slack_frames = SLACK_SECS / frame_secs;
    let rate = even_rate(&scan.sizes, slack_frames);
    let mut window = Window::new(file)?;
    let mut filled = PaddedFrames::default();
    // Number of bytes by which the frames so far exceed a constant bit rate.
    let mut ahead = 0.0;
    let mut frames = scan.frames().peekable();
    while let Some((at, bytes)) = frames.next() {
        let start = window.at(at, FRAME_START_BYTES)?.to_vec();
        let frame = Frame::parse(&start).ok_or(FileRejection::Deleted)?;
        let reservoir_bytes = match frames.peek() {
            Some((next, _)) => {
                let next = window.at(*next, FRAME_START_BYTES)?;
                Frame::parse(next).map_or(0, |frame| frame.reservoir_bytes(next))
            }
            None => 0,
        };
        ahead += f64::from(bytes) - rate;
        let larger = if ahead < -slack_frames * rate { frame.largest_within(f64::from(bytes) - ahead) } else { None };
        let larger = larger.filter(|larger| larger.bytes >= bytes.saturating_add(reservoir_bytes));
        let added = larger.map_or(0, |larger| larger.bytes - bytes);
        ahead += f64::from(added);
        filled.add(frame, at, bytes);
        match larger {
            Some(larger) => {
                let rest = larger.rewritten_header_rest(&start);
                filled.copy_enlarged(at, bytes, rest, u64::from(reservoir_bytes), u64::from(added));
            }
            None => filled.copy(at, at + u64::from(bytes)),
        }
        filled.sizes.push(bytes + added);
        if filled.pieces.len() > PIECES_MAX {
            return Ok(None);
        }
    }
    let size_bytes: u64 = filled.sizes.iter().map(|size| u64::from(*size)).sum();
    Ok((size_bytes <= scan.bytes().saturating_mul(REPAIR_MAX_GROWTH)).then_some(filled))
}

impl PaddedFrames {
    /// Remembers where the audio data of a frame is.
    fn add(&mut self, frame: Frame, at: u64, bytes: u16) {
        let end = at + u64::from(bytes);
        self.recent.push_back(((at + frame.data_start() as u64).min(end), end));
        let mut recent_bytes: u64 = self.recent.iter().map(|(start, end)| end - start).sum();
        while let Some((start, end)) = self.recent.front()
            && recent_bytes - (end - start) >= RESERVOIR_MAX_BYTES
        {
            recent_bytes -= end - start;
            self.recent.pop_front();
        }
    }

    /// Copies a byte range of the file.
    fn copy(&mut self, start: u64, end: u64) {
        match self.pieces.last_mut() {
            Some(RepairSegment::OriginalBytes(_, last)) if *last == start => *last = end,
            _ => self.pieces.push(RepairSegment::OriginalBytes(start, end)),
        }
    }

    /// Copies a frame with a changed header, and appends zeros and a copy of the last `reservoir_bytes` of audio data,
    /// `added` bytes in total.
    fn copy_enlarged(&mut self, at: u64, bytes: u16, rest_of_header: Vec<u8>, reservoir_bytes: u64, added: u64) {
        self.copy(at, at + 2);
        let data = at + 2 + rest_of_header.len() as u64;
        self.pieces.push(RepairSegment::NewBytes(Bytes::from(rest_of_header)));
        self.copy(data, at + u64::from(bytes));
        let (mut missing, mut repeated) = (reservoir_bytes, Vec::new());
        for (start, end) in self.recent.iter().rev() {
            let from = end.saturating_sub(missing).max(*start);
            missing -= end - from;
            repeated.push((from, *end));
        }
        self.pieces.push(RepairSegment::Zeros(added - (reservoir_bytes - missing)));
        for (start, end) in repeated.into_iter().rev().filter(|(start, end)| start < end) {
            self.copy(start, end);
        }
    }
}

/// Returns the lowest constant bit rate, in bytes per frame, that is possible with frames of these sizes. If smaller
/// frames are filled, the frames are never ahead of it by more than `slack_frames`.
fn even_rate(sizes: &[u16], slack_frames: f64) -> f64 {
    let is_enough = |rate: f64| {
        let mut ahead = 0.0_f64;
        sizes.iter().all(|size| {
            ahead = (ahead + f64::from(*size) - rate).max(-slack_frames * rate);
            ahead <= slack_frames * rate
        })
    };
    let (mut low, mut high) = (0.0, sizes.iter().max().map_or(0.0, |size| f64::from(*size)));
    while high - low > 0.5 {
        let middle = f64::midpoint(low, high);
        if is_enough(middle) { high = middle } else { low = middle }
    }
    high
}
