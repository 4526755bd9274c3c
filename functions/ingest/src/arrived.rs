//! The file that arrived, on the disk of this machine: half a gigabyte does not fit into memory, and readers are
//! processes of their own.

use std::io::{BufWriter, Write as _};

use store::objects::Bucket;
use store::{Error, Noun, Result, Sha256Hash, objects};
use tempfile::NamedTempFile;

use crate::{Job, Reason, Refusal};

/// Brings the file to the disk, hashing it on the way. It goes away with what is returned. The inner error says why it is
/// refused: too large, gone, or not what was announced.
///
/// # Errors
/// Whatever the store or the disk could not do.
pub(crate) async fn fetch(job: &Job<'_>, max_bytes: u64) -> Result<std::result::Result<NamedTempFile, Refusal>> {
    if job.size_bytes > max_bytes {
        return Ok(Err(Refusal::NotAsAnnounced));
    }
    let on_disk = |error: std::io::Error| Error::Unavailable(error.into());
    let file = NamedTempFile::new().map_err(on_disk)?;
    let mut writer = BufWriter::with_capacity(1024 * 1024, file.as_file());
    let mut hash = Sha256Hash::hasher();
    let reading = objects::read_in_pieces(job.store, Bucket::Files, &job.incoming, max_bytes, |piece| {
        hash.update(&piece);
        writer.write_all(&piece).map_err(on_disk)
    });
    match reading.await {
        Ok(()) => {}
        Err(Error::NotFound(Noun::File)) => return Ok(Err(Reason::Gone.into())),
        Err(error) => return Err(error),
    }
    writer.flush().map_err(on_disk)?;
    drop(writer);
    Ok(if hash.finish() == job.upload.draft.sha256 { Ok(file) } else { Err(Refusal::NotAsAnnounced) })
}
