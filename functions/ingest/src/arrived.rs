//! The file that arrived, on the disk of this machine: half a gigabyte does not fit into memory, and readers are
//! processes of their own.

use std::io::{BufWriter, Write as _};
use std::path::Path;

use store::objects::Bucket;
use store::{Error, ResourceKind, Result, Sha256Hash, objects};
use tempfile::NamedTempFile;

use crate::{Job, Reason, Rejection};

/// A file on the disk. It is removed with this value.
pub(crate) struct Arrived {
    file: NamedTempFile,
    pub(crate) sha256: Sha256Hash,
}

impl Arrived {
    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }
}

/// Brings the file to the disk, hashing it on the way. The inner error says why it is refused: too large, gone, or not
/// what was announced.
///
/// # Errors
/// Any error of the store or of the file system.
pub(crate) async fn fetch(job: &Job<'_>, max_bytes: u64) -> Result<std::result::Result<Arrived, Rejection>> {
    if job.size_bytes > max_bytes {
        return Ok(Err(Rejection::NotAsAnnounced));
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
        Err(Error::NotFound(ResourceKind::File)) => return Ok(Err(Reason::Gone.into())),
        Err(error) => return Err(error),
    }
    writer.flush().map_err(on_disk)?;
    drop(writer);
    let (sha256, upload) = (hash.finish(), &job.upload);
    let is_announced = sha256 == upload.draft.sha256 || Some(&sha256) == upload.repaired_sha256.as_ref();
    Ok(if is_announced { Ok(Arrived { file, sha256 }) } else { Err(Rejection::NotAsAnnounced) })
}
