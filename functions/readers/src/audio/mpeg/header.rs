//! Headers with the duration of an MP3: Xing, Info and VBRI.

use super::frame::Frame;

/// Size of an Info header, in bytes: a tag, flags, and the numbers of frames and bytes.
const INFO_BYTES: usize = 16;
const HAS_FRAMES: u32 = 1;
const HAS_BYTES: u32 = 2;
const HAS_TABLE: u32 = 4;

/// Offset of a VBRI header in its frame. It does not depend on the side information.
const VBRI_AT: usize = 36;

/// Header in the first frame of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct XingHeader {
    /// Number of frames, excluding the frame with the header.
    pub(super) frames: Option<u32>,
    /// Number of bytes, including the frame with the header.
    pub(super) bytes: Option<u32>,
    /// Whether the header has a table of 100 positions, which Chromium uses.
    pub(super) has_table: bool,
}

impl XingHeader {
    /// Parses the header in a frame. Returns `None` if the frame contains audio data.
    pub(super) fn parse(frame: &Frame, bytes: &[u8]) -> Option<Self> {
        let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let xing = frame.side_info_end();
        if let Some(b"Xing" | b"Info") = bytes.get(xing..xing + 4) {
            let flags = number(xing + 4)?;
            let frames = if flags & HAS_FRAMES == 0 { None } else { number(xing + 8) };
            let bytes_at = if flags & HAS_FRAMES == 0 { xing + 8 } else { xing + 12 };
            let bytes = if flags & HAS_BYTES == 0 { None } else { number(bytes_at) };
            return Some(Self { frames, bytes, has_table: flags & HAS_TABLE != 0 });
        }
        if bytes.get(VBRI_AT..VBRI_AT + 4) == Some(b"VBRI") {
            return Some(Self { frames: number(VBRI_AT + 14), bytes: number(VBRI_AT + 10), has_table: false });
        }
        None
    }

    /// Returns true if the header has the number of frames.
    pub(super) fn has_frames(&self) -> bool {
        self.frames.is_some_and(|frames| frames > 0)
    }

    /// Returns the number of frames according to the header. If it declares only bytes, estimates the number from the
    /// actual `count` frames in `file_bytes` bytes. Returns 0 if the header has neither frames nor bytes.
    pub(super) fn declared_frames(&self, count: f64, file_bytes: f64) -> f64 {
        match (self.frames.filter(|frames| *frames > 0), self.bytes.filter(|bytes| *bytes > 0)) {
            (Some(frames), _) => f64::from(frames),
            (None, Some(bytes)) if file_bytes > 0.0 => count * f64::from(bytes) / file_bytes,
            (None, _) => 0.0,
        }
    }
}

/// Builds a frame with the header of a file whose audio frames have these sizes. Returns `None` if there are too many.
///
/// The header declares a constant bit rate. A header for variable bit rates would have a table of 100 positions, but
/// Firefox ignores this table, and its resolution in Chromium is 1/256 of the file.
pub(super) fn build_frame(first: Frame, sizes: &[u16]) -> Option<Vec<u8>> {
    let frame = first.smallest_with_room_for(first.side_info_end() + INFO_BYTES)?;
    let sound_bytes: u64 = sizes.iter().map(|size| u64::from(*size)).sum();
    let (frames, bytes) = (u32::try_from(sizes.len()).ok()?, u32::try_from(sound_bytes + u64::from(frame.bytes)).ok()?);
    let info = [*b"Info", (HAS_FRAMES | HAS_BYTES).to_be_bytes(), frames.to_be_bytes(), bytes.to_be_bytes()].concat();
    let mut head = vec![0; usize::from(frame.bytes)];
    head[..4].copy_from_slice(&frame.header_bytes);
    head[frame.side_info_end()..][..INFO_BYTES].copy_from_slice(&info);
    Some(head)
}

/// Returns the maximum seek error in frames if the bit rate is assumed to be constant.
pub(super) fn linear_error_frames(sizes: &[u16]) -> f64 {
    let bytes: f64 = sizes.iter().map(|size| f64::from(*size)).sum();
    let per_frame = bytes / sizes.len().max(1) as f64;
    let (mut place, mut worst) = (0.0, 0.0_f64);
    for (index, size) in sizes.iter().enumerate() {
        worst = worst.max((place / per_frame - index as f64).abs());
        place += f64::from(*size);
    }
    worst
}

/// Returns the maximum seek error in frames with the table of a header, whose positions are rounded to 1/256 of the
/// file.
pub(super) fn table_error_frames(sizes: &[u16]) -> f64 {
    let bytes: f64 = sizes.iter().map(|size| f64::from(*size)).sum();
    bytes / 256.0 / sizes.iter().min().map_or(1.0, |size| f64::from(*size))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
mod tests {
    use super::*;

    const FIRST: [u8; 4] = [0xff, 0xfb, 0x90, 0x00];

    #[test]
    fn generated_mp3_header_states_frame_and_byte_counts() {
        let head = build_frame(Frame::parse(&FIRST).unwrap(), &[417; 400_000]).unwrap();
        let frame = Frame::parse(&head).unwrap();
        assert_eq!(usize::from(frame.bytes), head.len());
        let header = XingHeader::parse(&frame, &head).unwrap();
        assert_eq!(header, XingHeader { frames: Some(400_000), bytes: Some(400_001 * 417), has_table: false });
        assert_eq!(&head[36..40], b"Info");
    }

    #[test]
    fn linear_error_is_the_largest_distance_from_a_constant_bit_rate() {
        let halves = |frames: usize| [vec![209; frames / 2], vec![626; frames / 2]].concat();
        // Halfway through the frames is a quarter of the bytes.
        assert!((linear_error_frames(&halves(120)) - 30.0).abs() < 1.0);
        assert!(linear_error_frames(&[209, 626].repeat(200_000)) < 1.0);
    }

    #[test]
    fn table_error_is_larger_in_quiet_parts() {
        assert!((table_error_frames(&[400; 2560]) - 10.0).abs() < 0.1);
        assert!((table_error_frames(&[vec![400; 2560], vec![100]].concat()) - 40.0).abs() < 0.1);
    }
}
