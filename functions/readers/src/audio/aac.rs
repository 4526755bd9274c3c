//! Extracts the plain AAC part of streams with extensions.

/// Object type of spectral band replication (SBR).
const OBJECT_SBR: u32 = 5;
/// Object type of SBR with parametric stereo.
const OBJECT_PS: u32 = 29;
const OBJECT_LC: u32 = 2;

/// Returns the configuration of the plain AAC inside a stream with spectral band replication (HE-AAC), which is usual
/// at low bit rates. A decoder without the extension, such as ours, decodes only that part, at half the sample rate.
/// This is enough for a waveform. Returns `None` for other configurations.
pub(super) fn core_config(config: &[u8]) -> Option<[u8; 2]> {
    let mut bits = Bits { bytes: config, at: 0 };
    let object = bits.take(5)?;
    let rate_index = bits.take(4)?;
    let channels = bits.take(4)?;
    // Index 15 means that an explicit rate follows.
    if !matches!(object, OBJECT_LC | OBJECT_SBR | OBJECT_PS) || rate_index > 12 {
        return None;
    }
    let packed = (OBJECT_LC << 11) | (rate_index << 7) | (channels << 3);
    u16::try_from(packed).ok().map(u16::to_be_bytes)
}

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, count: usize) -> Option<u32> {
        let mut value = 0;
        for _ in 0..count {
            let byte = *self.bytes.get(self.at / 8)?;
            value = (value << 1) | u32::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn core_configuration_of_sbr_and_ps_streams_is_plain_aac_at_the_lower_rate() {
        // SBR at 22.05 kHz (index 7) over mono, played at 44.1 kHz (index 4).
        assert_eq!(core_config(&[0x2b, 0x8a, 0x08, 0x00]), Some([0x13, 0x88]));
        // Parametric stereo at 24 kHz (index 6).
        assert_eq!(core_config(&[0xeb, 0x09, 0x88, 0x00]), Some([0x13, 0x08]));
        // Plain AAC at 44.1 kHz stereo, whose configuration mentions the extension only in an optional part at its end.
        assert_eq!(core_config(&[0x12, 0x10, 0x56, 0xe5, 0x00]), Some([0x12, 0x10]));
    }

    #[test]
    fn non_aac_configurations_have_no_core() {
        for config in [&[][..], &[0x12], &[0x0a, 0x10], &[0x17, 0x80, 0, 0, 0]] {
            assert_eq!(core_config(config), None, "{config:x?}");
        }
    }
}
