//! CRC-32 (the one of zip and PNG): finds every single flipped bit and every burst of up to 32.

/// The checksum of the bytes.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    // Made anew each time, which takes microseconds: as data they would be four kilobytes that do not compress in what
    // browsers fetch.
    let tables = tables();
    let mut crc = u32::MAX;
    // Four bytes a step, since the whole catalogue is read before the first search.
    let (chunks, rest) = bytes.as_chunks::<4>();
    for chunk in chunks {
        let [a, b, c, d] = (crc ^ u32::from_le_bytes(*chunk)).to_le_bytes().map(usize::from);
        crc = tables[3][a] ^ tables[2][b] ^ tables[1][c] ^ tables[0][d];
    }
    for byte in rest {
        let index = usize::from(crc.to_le_bytes()[0] ^ byte);
        crc = (crc >> 8) ^ tables[0][index];
    }
    !crc
}

fn tables() -> [[u32; 256]; 4] {
    const POLYNOMIAL: u32 = 0xEDB8_8320;
    let mut tables = [[0; 256]; 4];
    for (index, entry) in (0..).zip(&mut tables[0]) {
        *entry = (0..8).fold(index, |value: u32, _| (value >> 1) ^ (value & 1).wrapping_neg() & POLYNOMIAL);
    }
    for table in 1..4 {
        for index in 0..256 {
            let before = tables[table - 1][index];
            tables[table][index] = (before >> 8) ^ tables[0][(before & 0xFF) as usize];
        }
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_published_values() {
        assert_eq!(crc32(b""), 0);
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(b"The quick brown fox jumps over the lazy dog"), 0x414F_A339);
    }
}
