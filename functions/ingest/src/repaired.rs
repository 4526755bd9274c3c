//! Copies a recording with a repaired header.

use std::fs::File;
use std::io::{BufReader, BufWriter, ErrorKind, Read as _, Write};
use std::path::Path;

use inspect::audio::{REPAIR_MAX_GROWTH, Repair, RepairSegment};
use store::{Sha256Hash, Sha256Hasher};
use tempfile::NamedTempFile;

/// Bytes copied at a time.
const BUFFER_BYTES: usize = 1024 * 1024;

/// A repaired file on the local disk, deleted when this value is dropped.
#[derive(Debug)]
pub(crate) struct Repaired {
    pub(crate) file: NamedTempFile,
    pub(crate) size_bytes: u64,
    pub(crate) sha256: Sha256Hash,
}

impl Repaired {
    /// Writes the new header and the audio data of `original`.
    ///
    /// # Errors
    /// `InvalidData` if the result would exceed [`REPAIR_MAX_GROWTH`].
    pub(crate) fn write(original: &Path, repair: &Repair) -> std::io::Result<Self> {
        let mut source = BufReader::with_capacity(BUFFER_BYTES, File::open(original)?);
        let max_bytes = source.get_ref().metadata()?.len().saturating_mul(REPAIR_MAX_GROWTH);
        if repair.pieces.iter().fold(0, |sum: u64, piece| sum.saturating_add(piece.size_bytes())) > max_bytes {
            return Err(std::io::Error::new(ErrorKind::InvalidData, "a repair is too large for its file"));
        }
        let file = NamedTempFile::new()?;
        let writer = BufWriter::with_capacity(BUFFER_BYTES, file.as_file());
        let mut target = Hashed { writer, size_bytes: 0, hash: Sha256Hash::hasher() };
        target.write_all(&repair.header)?;
        let mut at = 0_u64;
        for piece in &repair.pieces {
            match piece {
                RepairSegment::OriginalBytes(start, end) => {
                    // `seek` would discard the buffer, and most pieces are close to each other.
                    source.seek_relative(start.cast_signed().saturating_sub(at.cast_signed()))?;
                    let copied = std::io::copy(&mut source.by_ref().take(end.saturating_sub(*start)), &mut target)?;
                    at = start.saturating_add(copied);
                }
                RepairSegment::Zeros(count) => _ = std::io::copy(&mut std::io::repeat(0).take(*count), &mut target)?,
                RepairSegment::NewBytes(bytes) => target.write_all(bytes)?,
            }
        }
        target.flush()?;
        let (size_bytes, sha256) = target.finish();
        Ok(Self { file, size_bytes, sha256 })
    }
}

/// Writes to a file, and measures and hashes what is written.
struct Hashed<W> {
    writer: W,
    size_bytes: u64,
    hash: Sha256Hasher,
}

impl<W> Hashed<W> {
    fn finish(self) -> (u64, Sha256Hash) {
        (self.size_bytes, self.hash.finish())
    }
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let count = self.writer.write(bytes)?;
        self.size_bytes += count as u64;
        self.hash.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.writer.flush()
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
mod tests {
    use bytes::Bytes;

    use super::*;

    fn repaired(pieces: Vec<RepairSegment>) -> std::io::Result<Vec<u8>> {
        let original = NamedTempFile::new().unwrap();
        std::fs::write(original.path(), b"0123456789").unwrap();
        let repair = Repair { header: Bytes::from_static(b"head "), pieces };
        let repaired = Repaired::write(original.path(), &repair)?;
        let bytes = std::fs::read(repaired.file.path()).unwrap();
        assert_eq!((repaired.size_bytes, repaired.sha256), (bytes.len() as u64, Sha256Hash::of(&bytes)));
        Ok(bytes)
    }

    #[test]
    fn pieces_of_a_repaired_file_are_written_in_their_order() {
        let new = RepairSegment::NewBytes(Bytes::from_static(b"new"));
        let pieces = vec![
            RepairSegment::OriginalBytes(2, 6),
            RepairSegment::Zeros(2),
            RepairSegment::OriginalBytes(4, 6),
            new,
            RepairSegment::OriginalBytes(6, 10),
        ];
        assert_eq!(repaired(pieces).unwrap(), b"head 2345\0\x0045new6789");
    }

    #[test]
    fn a_repair_of_more_than_twice_the_original_size_is_not_written() {
        assert!(repaired(vec![RepairSegment::Zeros(20)]).is_ok());
        for pieces in [
            vec![RepairSegment::Zeros(21)],
            vec![RepairSegment::OriginalBytes(0, 10); 3],
            vec![RepairSegment::OriginalBytes(0, u64::MAX)],
        ] {
            assert_eq!(repaired(pieces).unwrap_err().kind(), ErrorKind::InvalidData);
        }
    }
}
