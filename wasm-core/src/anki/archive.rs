//! A zip file without compression: images are compressed already, and the rest is small.

/// Date of all entries, 1 January 1980, so that the same cards give the same file.
const DATE: u16 = 0x21;

#[derive(Debug, Default)]
pub(super) struct Archive {
    bytes: Vec<u8>,
    /// Central directory, written at the end of the file.
    list: Vec<u8>,
    entries: u16,
}

impl Archive {
    pub(super) fn add(&mut self, name: &str, content: &[u8]) {
        let at = size(self.bytes.len());
        let mut entry = Vec::new();
        // Version needed 2.0, no flags, stored without compression, no time.
        for value in [20, 0, 0, 0, DATE] {
            entry.extend(u16::to_le_bytes(value));
        }
        for value in [crc32(content), size(content.len()), size(content.len())] {
            entry.extend(value.to_le_bytes());
        }
        entry.extend(u16::try_from(name.len()).unwrap_or(0).to_le_bytes());
        // Length of the extra field.
        entry.extend(0_u16.to_le_bytes());
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&entry);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(content);
        // Made by version 2.0; no comment, first disk, no attributes.
        self.list.extend(b"PK\x01\x02\x14\x00");
        self.list.extend(&entry);
        self.list.extend([0; 10]);
        self.list.extend(at.to_le_bytes());
        self.list.extend(name.as_bytes());
        self.entries = self.entries.saturating_add(1);
    }

    /// Returns the complete file.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let (at, bytes) = (size(self.bytes.len()), size(self.list.len()));
        self.bytes.extend(self.list);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        for _ in 0..2 {
            self.bytes.extend(self.entries.to_le_bytes());
        }
        self.bytes.extend(bytes.to_le_bytes());
        self.bytes.extend(at.to_le_bytes());
        self.bytes.extend([0, 0]);
        self.bytes
    }
}

/// Converts a size or an offset; a deck is far smaller than 4 GB.
fn size(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
    })
}
