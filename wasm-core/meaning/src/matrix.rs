//! Matrices of quantised weights. Each row is a sequence of groups of 32 weights that share a scale.
//!
//! | bits | a group |
//! |---|---|
//! | 4 | scale, then 16 bytes; byte *i* has weight *i* in its low half and weight *i* + 16 in its high half, both plus 8 |
//! | 8 | scale, then 32 signed bytes |
//! | 32 | 32 floating-point numbers, for comparison |
//!
//! A scale is the upper half of an `f32`. A weight is its number times the scale.

/// Number of weights that share a scale.
pub(crate) const GROUP: usize = 32;
/// Size of a scale in bytes.
const SCALE_BYTES: usize = 2;

/// Size of a weight in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bits {
    /// 4 bits: the file that browsers download.
    Four,
    /// 8 bits.
    Eight,
    /// 32 bits, not quantised: the reference for the others.
    Full,
}

impl Bits {
    /// Returns the size with this number of bits, or `None` if there is none.
    pub(crate) fn of(number: usize) -> Option<Self> {
        [Self::Four, Self::Eight, Self::Full].into_iter().find(|bits| bits.number() == number)
    }

    /// Returns the number of bits.
    pub(crate) fn number(self) -> usize {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
            Self::Full => 32,
        }
    }
}

/// Returns the size of a group in bytes.
pub(crate) fn group_bytes(bits: Bits) -> usize {
    match bits {
        Bits::Four => SCALE_BYTES + GROUP / 2,
        Bits::Eight => SCALE_BYTES + GROUP,
        Bits::Full => 4 * GROUP,
    }
}

/// A matrix within the file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Matrix {
    /// Position of its first byte.
    pub(crate) start: usize,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) bits: Bits,
}

impl Matrix {
    /// Returns the bytes of consecutive rows.
    #[inline(always)]
    pub(crate) fn rows<'a>(&self, file: &'a [u8], first: usize, count: usize) -> &'a [u8] {
        let row_bytes = self.columns / GROUP * group_bytes(self.bits);
        let start = self.start + first * row_bytes;
        &file[start..start + count * row_bytes]
    }

    /// Returns one row as numbers.
    pub(crate) fn row(&self, file: &[u8], number: usize) -> Vec<f32> {
        let mut row = vec![0.0; self.columns];
        unpack(self.rows(file, number, 1), self.bits, &mut row);
        row
    }
}

/// Converts groups to numbers.
#[inline(always)]
pub(crate) fn unpack(packed: &[u8], bits: Bits, numbers: &mut [f32]) {
    let (to, _) = numbers.as_chunks_mut::<GROUP>();
    match bits {
        Bits::Four => {
            let (from, _) = packed.as_chunks::<{ SCALE_BYTES + GROUP / 2 }>();
            for (group, to) in from.iter().zip(to) {
                let scale = scale_of(group[0], group[1]);
                let (low, high) = to.split_at_mut(GROUP / 2);
                for ((byte, low), high) in group[SCALE_BYTES..].iter().zip(low).zip(high) {
                    *low = scale * (i32::from(byte & 15) - 8) as f32;
                    *high = scale * (i32::from(byte >> 4) - 8) as f32;
                }
            }
        }
        Bits::Eight => {
            let (from, _) = packed.as_chunks::<{ SCALE_BYTES + GROUP }>();
            for (group, to) in from.iter().zip(to) {
                let scale = scale_of(group[0], group[1]);
                for (byte, number) in group[SCALE_BYTES..].iter().zip(to) {
                    *number = scale * f32::from(byte.cast_signed());
                }
            }
        }
        Bits::Full => {
            let (from, _) = packed.as_chunks::<4>();
            for (four, number) in from.iter().zip(numbers) {
                *number = f32::from_le_bytes(*four);
            }
        }
    }
}

#[inline(always)]
fn scale_of(low: u8, high: u8) -> f32 {
    f32::from_bits(u32::from(u16::from_le_bytes([low, high])) << 16)
}

/// Appends a row of numbers, quantised.
pub(crate) fn pack(numbers: &[f32], bits: Bits, packed: &mut Vec<u8>) {
    for group in numbers.chunks_exact(GROUP) {
        match bits {
            Bits::Four => {
                let scale = best_scale(group);
                packed.extend_from_slice(&bytes_of(scale));
                let (low, high) = group.split_at(GROUP / 2);
                packed.extend(low.iter().zip(high).map(|(low, high)| nibble(*low, scale) | nibble(*high, scale) << 4));
            }
            Bits::Eight => {
                let scale = rounded(largest(group).abs() / 127.0);
                packed.extend_from_slice(&bytes_of(scale));
                packed.extend(group.iter().map(|number| byte(*number, scale).cast_unsigned()));
            }
            Bits::Full => packed.extend(group.iter().flat_map(|number| number.to_le_bytes())),
        }
    }
}

/// Tries several scales around the one with which the largest weight fits exactly. Returns the one with the smallest
/// squared error.
fn best_scale(group: &[f32]) -> f32 {
    /// The scales that are tried, in percent of that one. A smaller scale cuts off the largest weight, but is finer for
    /// all others.
    const SHARES: std::ops::RangeInclusive<u8> = 70..=110;
    let error = |scale: f32| -> f32 {
        let back = |number: f32| scale * (f32::from(nibble(number, scale)) - 8.0);
        group.iter().map(|number| (number - back(*number)).powi(2)).sum()
    };
    // Quantised weights are from -8 to 7. With this scale, the weight with the largest absolute value becomes -8.
    let fitting = -largest(group) / 8.0;
    let scales = SHARES.step_by(2).map(|share| rounded(fitting * f32::from(share) / 100.0));
    scales.min_by(|one, other| error(*one).total_cmp(&error(*other))).unwrap_or_default()
}

/// Returns the number with the largest absolute value.
fn largest(group: &[f32]) -> f32 {
    group.iter().copied().max_by(|one, other| one.abs().total_cmp(&other.abs())).unwrap_or_default()
}

/// Returns the nearest number that can be stored as a scale.
fn rounded(scale: f32) -> f32 {
    f32::from_bits(scale.to_bits().saturating_add(0x8000) & 0xFFFF_0000)
}

fn bytes_of(scale: f32) -> [u8; SCALE_BYTES] {
    let [_, _, low, high] = scale.to_le_bytes();
    [low, high]
}

/// Quantises a weight. If the scale is 0, the result has no effect: all weights of the group are 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the range of the type")]
fn nibble(number: f32, scale: f32) -> u8 {
    ((number / scale).round() + 8.0).clamp(0.0, 15.0) as u8
}

#[expect(clippy::cast_possible_truncation, reason = "clamped to the range of the type")]
fn byte(number: f32, scale: f32) -> i8 {
    (number / scale).round().clamp(-127.0, 127.0) as i8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(numbers: &[f32], bits: Bits) -> Vec<f32> {
        let mut packed = Vec::new();
        pack(numbers, bits, &mut packed);
        assert_eq!(packed.len(), numbers.len() / GROUP * group_bytes(bits));
        let mut back = vec![f32::NAN; numbers.len()];
        unpack(&packed, bits, &mut back);
        back
    }

    #[test]
    fn quantised_weights_differ_by_at_most_a_step_from_the_original() {
        let numbers: Vec<f32> = (0_u16..96).map(|number| (f32::from(number) * 0.7).sin() * 0.3).collect();
        for (bits, most) in [(Bits::Four, 0.3 / 8.0), (Bits::Eight, 0.3 / 127.0), (Bits::Full, 0.0)] {
            for (number, back) in numbers.iter().zip(round_trip(&numbers, bits)) {
                assert!((number - back).abs() <= most, "{bits:?}: {number} became {back}");
            }
        }
    }
}
