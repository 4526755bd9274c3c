//! The received file on the local disk: half a gigabyte does not fit into memory, and readers are separate processes.

use std::io::{BufWriter, Write as _};
use std::path::Path;

use store::keys::object::ObjectKey;
use store::objects::Bucket;
use store::{Error, ResourceKind, Result, Sha256Hash, Store, objects};
use tempfile::NamedTempFile;

use crate::{FileRejection, Job, Rejection};

/// A local file, deleted when this value is dropped.
pub(crate) struct DownloadedFile {
    file: NamedTempFile,
    pub(crate) sha256: Sha256Hash,
}

impl DownloadedFile {
    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }
}

/// Downloads the file to the local disk and hashes it. The inner error says why it is rejected: it is too large,
/// deleted, or differs from the announced file.
///
/// # Errors
/// Any error of the store or of the file system.
pub(crate) async fn download(job: &Job<'_>, max_bytes: u64) -> Result<std::result::Result<DownloadedFile, Rejection>> {
    if job.size_bytes > max_bytes {
        return Ok(Err(Rejection::DiffersFromRequest));
    }
    let arrived = match download_file(job.store, &job.incoming, max_bytes).await {
        Ok(arrived) => arrived,
        Err(Error::NotFound(ResourceKind::File)) => return Ok(Err(FileRejection::Deleted.into())),
        Err(error) => return Err(error),
    };
    let (sha256, upload) = (&arrived.sha256, &job.upload);
    let is_announced = *sha256 == upload.draft.sha256 || Some(sha256) == upload.repaired_sha256.as_ref();
    Ok(if is_announced { Ok(arrived) } else { Err(Rejection::DiffersFromRequest) })
}

/// Downloads an object to the local disk and hashes it.
///
/// # Errors
/// `NotFound(File)`; any other error of the store or of the file system.
pub(crate) async fn download_file(store: &Store, key: &ObjectKey, max_bytes: u64) -> Result<DownloadedFile> {
    let on_disk = |error: std::io::Error| Error::Unavailable(error.into());
    let file = NamedTempFile::new().map_err(on_disk)?;
    let mut writer = BufWriter::with_capacity(1024 * 1024, file.as_file());
    let mut hash = Sha256Hash::hasher();
    let reading = objects::stream(store, Bucket::Files, key, max_bytes, |piece| {
        hash.update(&piece);
        writer.write_all(&piece).map_err(on_disk)
    });
    reading.await?;
    writer.flush().map_err(on_disk)?;
    drop(writer);
    Ok(DownloadedFile { file, sha256: hash.finish() })
}
