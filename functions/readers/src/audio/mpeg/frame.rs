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
    pub(super) word: [u8; 4],
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
        Some(Self { word, bytes: u16::try_from(bytes).ok()?, bit_rate, sample_rate, is_mono, is_mpeg_1 })
    }

    /// Returns the smallest frame with the same audio parameters that has room for `bytes`, without padding and
    /// checksum. Keeps the bit rate if it is large enough.
    pub(super) fn with_room_for(self, bytes: usize) -> Option<Self> {
        let [sync, kind, rates, channels] = self.word;
        (rates >> 4..15)
            .filter_map(|index| Self::parse(&[sync, kind | 1, index << 4 | rates & 0b1100, channels]))
            .find(|frame| usize::from(frame.bytes) >= bytes)
    }

    /// Returns the size of the frame header and the side information, after which a Xing or Info header is stored.
    pub(super) fn side_end(self) -> usize {
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

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
mod tests {
    use super::*;

    #[test]
    fn parses_valid_frame_headers_and_rejects_other_bytes() {
        let frame = Frame::parse(&[0xff, 0xfb, 0x90, 0x00]).unwrap();
        assert_eq!((frame.bytes, frame.bit_rate, frame.sample_rate, frame.is_mono), (417, 128, 44_100, false));
        let padded = Frame::parse(&[0xff, 0xfb, 0x92, 0xc4]).unwrap();
        assert_eq!((padded.bytes, padded.is_mono, padded.side_end()), (418, true, 21));
        let half = Frame::parse(&[0xff, 0xf3, 0x40, 0xc4]).unwrap();
        assert_eq!((half.bytes, half.bit_rate, half.sample_rate), (104, 32, 22_050));
        // Free format, a bit rate and a sample rate that do not exist, layer II, no sync.
        for other in
            [[0xff, 0xfb, 0x00, 0], [0xff, 0xfb, 0xf0, 0], [0xff, 0xfb, 0x9c, 0], [0xff, 0xfd, 0x90, 0], [0; 4]]
        {
            assert_eq!(Frame::parse(&other), None, "{other:?}");
        }
    }

    #[test]
    fn finds_the_first_frame_large_enough_for_a_header() {
        let small = Frame::parse(&[0xff, 0xf3, 0x12, 0xc4]).unwrap();
        let roomy = small.with_room_for(140).unwrap();
        assert_eq!((small.bytes, roomy.bytes, roomy.sample_rate, roomy.is_mono), (27, 156, 22_050, true));
    }
}
