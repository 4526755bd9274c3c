//! Variable-length numbers for batches and snapshots. The reader returns `None` if bytes are missing and never reads
//! past the end.

/// Maps signed numbers to unsigned ones, so that small values stay small.
pub(super) fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)).cast_unsigned()
}

pub(super) fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

/// Writes a number with 7 bits per byte, least significant first. The highest bit is set if more bytes follow.
pub(super) fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while let Some(rest) = (number >= 0x80).then_some(number >> 7) {
        bytes.push(0x80 | low_seven(number));
        number = rest;
    }
    bytes.push(low_seven(number));
}

fn low_seven(number: u64) -> u8 {
    number.to_le_bytes()[0] & 0x7F
}

pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (array, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*array)
    }

    #[cfg(feature = "study")]
    pub(super) fn slice(&mut self, len: usize) -> Option<&'a [u8]> {
        let (slice, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(slice)
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    #[cfg(feature = "study")]
    /// Reads the number of items that take at least one byte each. Limits it to the remaining bytes, so that no excess
    /// memory is allocated.
    pub(super) fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.0.len()).then_some(count)
    }

    pub(super) fn signed(&mut self) -> Option<i64> {
        self.number().map(unzigzag)
    }

    pub(super) fn number_u32(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    #[cfg(feature = "study")]
    /// Reads a number that was written as the difference from another one.
    pub(super) fn delta_from(&mut self, other: i32) -> Option<i32> {
        i32::try_from(i64::from(other).checked_add(self.signed()?)?).ok()
    }
}

/// Returns the 32-bit FNV-1a hash, which detects damage but not manipulation.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}
