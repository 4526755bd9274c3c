//! The four-byte header of an MP3 frame.

/// Bit rates of layer III by index, in kbit/s: first those of MPEG-1, then those of MPEG-2 and 2.5.
const BIT_RATES: [[u16; 15]; 2] = [
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

/// Sample rates of MPEG-1 by index, in Hz. MPEG-2 has half of them, MPEG-2.5 a quarter.
const SAMPLE_RATES: [u32; 3] = [44_100, 48_000, 32_000];

/// One frame of MPEG layer III.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame {
    /// The frame header.
    pub(super) header_bytes: [u8; 4],
    /// Size in bytes.
    pub(super) bytes: u16,
    /// Bit rate in kbit/s.
    pub(super) bit_rate: u16,
    /// Sample rate, in Hz.
    pub(super) sample_rate: u32,
    pub(super) is_mono: bool,
    is_mpeg_1: bool,
}

impl Frame {
    /// Parses the header of a frame. Returns `None` if the bytes are not a frame header, or have the free format, which
    /// browsers do not play.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let word: [u8; 4] = bytes.get(..4)?.try_into().ok()?;
        let [sync, kind, rates, channels] = word;
        if sync != 0xff || kind & 0xe0 != 0xe0 || kind >> 1 & 3 != 1 {
            return None;
        }
        let (is_mpeg_1, divisor) = match kind >> 3 & 3 {
            3 => (true, 1),
            2 => (false, 2),
            0 => (false, 4),
            _ => return None,
        };
        let sample_rate = SAMPLE_RATES.get(usize::from(rates >> 2 & 3))? / divisor;
        let bit_rate = *BIT_RATES[usize::from(!is_mpeg_1)].get(usize::from(rates >> 4)).filter(|rate| **rate > 0)?;
        let coefficient = if is_mpeg_1 { 144_000 } else { 72_000 };
        let bytes = coefficient * u32::from(bit_rate) / sample_rate + u32::from(rates >> 1 & 1);
        let is_mono = channels >> 6 == 3;
        Some(Self { header_bytes: word, bytes: u16::try_from(bytes).ok()?, bit_rate, sample_rate, is_mono, is_mpeg_1 })
    }

    /// Returns the smallest frame with the same audio parameters that has room for `bytes`, without padding and
    /// checksum. Keeps the bit rate if it is large enough.
    pub(super) fn smallest_with_room_for(self, bytes: usize) -> Option<Self> {
        let [sync, kind, rates, channels] = self.header_bytes;
        (rates >> 4..15)
            .filter_map(|index| Self::parse(&[sync, kind | 1, index << 4 | rates & 0b1100, channels]))
            .find(|frame| usize::from(frame.bytes) >= bytes)
    }

    /// Returns the largest frame with the same audio parameters and at most `max_bytes`, without padding.
    pub(super) fn largest_within(self, max_bytes: f64) -> Option<Self> {
        let [sync, kind, rates, channels] = self.header_bytes;
        (1..15)
            .filter_map(|index| Self::parse(&[sync, kind, index << 4 | rates & 0b1101, channels]))
            .rfind(|frame| f64::from(frame.bytes) <= max_bytes)
    }

    /// Returns the size of the header with its checksum and of the side information, after which the audio data starts.
    pub(super) fn data_start(self) -> usize {
        self.side_info_end() + if self.has_checksum() { 2 } else { 0 }
    }

    /// Returns how many bytes before this frame its audio data starts, not counting headers and side information.
    /// `bytes` is the start of the frame.
    pub(super) fn reservoir_bytes(self, bytes: &[u8]) -> u16 {
        let at = if self.has_checksum() { 6 } else { 4 };
        let byte = |at: usize| bytes.get(at).copied().map_or(0, u16::from);
        if self.is_mpeg_1 { byte(at) << 1 | byte(at + 1) >> 7 } else { byte(at) }
    }

    /// Returns the rest of the header, from the third byte on, for the frame that starts with `bytes` and gets the bit
    /// rate of `self`. Includes the new checksum, if the frame has one.
    pub(super) fn rewritten_header_rest(self, bytes: &[u8]) -> Vec<u8> {
        let header = &self.header_bytes[2..];
        if !self.has_checksum() {
            return header.to_vec();
        }
        let side = bytes.get(6..self.data_start()).unwrap_or_default();
        [header, &checksum(&[header, side].concat()).to_be_bytes()].concat()
    }

    fn has_checksum(self) -> bool {
        self.header_bytes[1] & 1 == 0
    }

    /// Returns the size of the frame header and the side information, after which a Xing or Info header is stored.
    pub(super) fn side_info_end(self) -> usize {
        4 + match (self.is_mpeg_1, self.is_mono) {
            (true, false) => 32,
            (true, true) | (false, false) => 17,
            (false, true) => 9,
        }
    }

    /// Returns the duration in seconds.
    pub(super) fn secs(self) -> f64 {
        (if self.is_mpeg_1 { 1152.0 } else { 576.0 }) / f64::from(self.sample_rate)
    }

    /// Returns the number of bytes per second at this bit rate.
    pub(super) fn bytes_per_sec(self) -> f64 {
        f64::from(self.bit_rate) * 125.0
    }
}

/// Returns the CRC-16 of ISO/IEC 11172-3.
fn checksum(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xffff, |sum, byte| {
        (0..8).fold(sum ^ u16::from(*byte) << 8, |sum, _| if sum & 0x8000 == 0 { sum << 1 } else { sum << 1 ^ 0x8005 })
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
mod tests {
    use super::*;

    #[test]
    fn parses_valid_frame_headers_and_rejects_other_bytes() {
        let frame = Frame::parse(&[0xff, 0xfb, 0x90, 0x00]).unwrap();
        assert_eq!((frame.bytes, frame.bit_rate, frame.sample_rate, frame.is_mono), (417, 128, 44_100, false));
        let padded = Frame::parse(&[0xff, 0xfb, 0x92, 0xc4]).unwrap();
        assert_eq!((padded.bytes, padded.is_mono, padded.side_info_end()), (418, true, 21));
        let half = Frame::parse(&[0xff, 0xf3, 0x40, 0xc4]).unwrap();
        assert_eq!((half.bytes, half.bit_rate, half.sample_rate), (104, 32, 22_050));
        // In this order: free format, an undefined bit rate, an undefined sample rate, layer II, no sync word.
        for other in
            [[0xff, 0xfb, 0x00, 0], [0xff, 0xfb, 0xf0, 0], [0xff, 0xfb, 0x9c, 0], [0xff, 0xfd, 0x90, 0], [0; 4]]
        {
            assert_eq!(Frame::parse(&other), None, "{other:?}");
        }
    }

    #[test]
    fn finds_the_first_frame_large_enough_for_a_header() {
        let small = Frame::parse(&[0xff, 0xf3, 0x12, 0xc4]).unwrap();
        let roomy = small.smallest_with_room_for(140).unwrap();
        assert_eq!((small.bytes, roomy.bytes, roomy.sample_rate, roomy.is_mono), (27, 156, 22_050, true));
    }

    #[test]
    fn changing_the_bit_rate_keeps_the_checksum_correct() {
        // The start of a mono frame by LAME with a checksum.
        let start = *b"\xff\xfa\x50\xc4\x34\xf8\xfd\x00\x0b\x78\x87\x7f\xe7\x98\x6e\x01\x6d\x07\x2f\x78\xf4\x89\x88";
        let frame = Frame::parse(&start).unwrap();
        assert_eq!((frame.data_start(), frame.reservoir_bytes(&start)), (start.len(), 506));
        assert_eq!(frame.rewritten_header_rest(&start), start[2..6]);
        let larger = frame.largest_within(1000.0).unwrap();
        assert_eq!((frame.bit_rate, larger.bit_rate, larger.bytes), (64, 256, 835));
        let rest = larger.rewritten_header_rest(&start);
        assert_eq!(rest[..2], [0xd0, 0xc4]);
        assert_ne!(rest[2..], start[4..6]);
        // Without a checksum, only the bit rate and the padding change.
        let plain = Frame::parse(&[0xff, 0xf3, 0x12, 0xc4]).unwrap();
        let larger = plain.largest_within(208.0).unwrap();
        assert_eq!((larger.bytes, larger.rewritten_header_rest(&[])), (208, vec![0x80, 0xc4]));
        assert_eq!(plain.reservoir_bytes(&[0xff, 0xf3, 0x12, 0xc4, 0xe8, 0xff]), 0xe8);
        assert_eq!(plain.largest_within(20.0), None);
    }
}
