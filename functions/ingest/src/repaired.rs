//! Copies a recording with a repaired header.

use std::fs::File;
use std::io::{BufReader, BufWriter, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use inspect::audio::Repair;
use store::Sha256Hash;
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
    pub(crate) fn write(original: &Path, repair: &Repair) -> std::io::Result<Self> {
        let mut source = BufReader::with_capacity(BUFFER_BYTES, File::open(original)?);
        let taken =
            repair.pieces.iter().fold(0, |sum: u64, (start, end)| sum.saturating_add(end.saturating_sub(*start)));
        if taken > source.get_ref().metadata()?.len() {
            return Err(std::io::Error::new(ErrorKind::InvalidData, "a repair is larger than its file"));
        }
        let file = NamedTempFile::new()?;
        let mut target = BufWriter::with_capacity(BUFFER_BYTES, file.as_file());
        let (mut size_bytes, mut hash) = (0, Sha256Hash::hasher());
        let mut add = |bytes: &[u8]| {
            size_bytes += bytes.len() as u64;
            hash.update(bytes);
            target.write_all(bytes)
        };
        add(&repair.head)?;
        let mut buffer = vec![0; BUFFER_BYTES];
        for (start, end) in &repair.pieces {
            source.seek(SeekFrom::Start(*start))?;
            let mut piece = source.by_ref().take(end.saturating_sub(*start));
            loop {
                match piece.read(&mut buffer)? {
                    0 => break,
                    count => add(&buffer[..count])?,
                }
            }
        }
        target.flush()?;
        drop(target);
        Ok(Self { file, size_bytes, sha256: hash.finish() })
    }
}
