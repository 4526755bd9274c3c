//! A checksum that reads 8 bytes per step, because the whole file is read before the first search.
//!
//! A change within one aligned word of 8 bytes is always detected: each step is a bijection, so two files that differ
//! in one word have different checksums. Other changes go undetected with a probability of 2^-64. It does not protect
//! against attackers; the manifest's SHA-256 and the site's own origin do.

/// Odd, so that multiplication is a bijection, with well-spread bits.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
const LANES: usize = 4;

/// Returns the checksum of the bytes.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    // The lanes are independent, because each step depends on the previous one.
    let mut lanes = [1, 2, 3, 4];
    // Process in chunks: browsers optimise a function only after some calls and start with slow code.
    let mut parts = bytes.chunks_exact(PART_BYTES);
    for part in &mut parts {
        take_in(&mut lanes, part);
    }
    let (whole, rest) = parts.remainder().as_chunks::<{ LANES * 8 }>();
    take_in(&mut lanes, whole.as_flattened());
    let mut last = [0; LANES * 8];
    last[..rest.len()].copy_from_slice(rest);
    take_in(&mut lanes, &last);
    lanes.into_iter().fold(bytes.len() as u64, step)
}

const PART_BYTES: usize = 1 << 14;

#[inline(never)]
fn take_in(lanes: &mut [u64; LANES], part: &[u8]) {
    for row in part.as_chunks::<8>().0.as_chunks::<LANES>().0 {
        for (lane, word) in lanes.iter_mut().zip(row) {
            *lane = step(*lane, u64::from_le_bytes(*word));
        }
    }
}

/// Multiplication propagates a change to higher bits, and rotation back to lower ones.
fn step(state: u64, word: u64) -> u64 {
    (state ^ word).wrapping_mul(FACTOR).rotate_left(29)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changing_any_byte_or_the_length_changes_the_checksum() {
        let bytes: Vec<u8> = (0..=255).cycle().take(3 * PART_BYTES + 77).collect();
        let expected = checksum(&bytes);
        for place in (0..bytes.len()).step_by(31).chain(3 * PART_BYTES..bytes.len()) {
            let mut changed = bytes.clone();
            changed[place] ^= 0x80;
            assert_ne!(checksum(&changed), expected, "{place}");
        }
        let zeros = [0; 100];
        let mut seen: Vec<u64> = (0..zeros.len()).map(|length| checksum(&zeros[..length])).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), zeros.len());
    }

    #[test]
    fn the_checksum_detects_two_flips_at_the_same_bit_position() {
        let bytes = [7; 256];
        let expected = checksum(&bytes);
        for one in 0..32 {
            for other in one + 1..32 {
                let mut changed = bytes;
                changed[one * 8 + 7] ^= 0x80;
                changed[other * 8 + 7] ^= 0x80;
                assert_ne!(checksum(&changed), expected, "{one} {other}");
            }
        }
    }

    /// The expected values come from an implementation in Python.
    #[test]
    fn the_checksum_algorithm_does_not_change_between_releases() {
        let long: Vec<u8> = (0..=255).cycle().take(76_800).collect();
        assert_eq!(checksum(b""), 0xA513_AAEE_C95B_0CC5);
        assert_eq!(checksum(b"123456789"), 0x7C8C_1A56_950E_B023);
        assert_eq!(checksum(&long), 0xEC55_E29A_947E_DA8D);
    }
}
