//! Opens a PDF, or identifies the actual type of the file.

use std::sync::Arc;

use bytes::Bytes;
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use inspect::FileRejection;

use super::whole::is_complete;

/// Number of bytes at the start of a file in which PDF readers search for the signature. Other data may precede it.
const SIGNATURE_WITHIN_BYTES: usize = 1024;

/// Opens a PDF that needs no password. A PDF encrypted with the empty password is accepted: it only declares that
/// printing, copying or editing is restricted. Incomplete files are rejected, although our parser could read the rest,
/// because pdf.js cannot open them.
///
/// # Errors
/// The reason for rejecting the file.
pub(super) fn open(bytes: Bytes) -> Result<Pdf, FileRejection> {
    let beginning = &bytes[..bytes.len().min(SIGNATURE_WITHIN_BYTES)];
    if bytes.is_empty() {
        return Err(FileRejection::Empty);
    }
    if !beginning.windows(5).any(|window| window == b"%PDF-") {
        return Err(instead(&bytes));
    }
    let pdf = Pdf::new(Arc::new(bytes)).map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => FileRejection::PasswordProtected,
        LoadPdfError::Decryption(DecryptionError::UnsupportedAlgorithm) => FileRejection::Encrypted,
        LoadPdfError::Decryption(DecryptionError::MissingIDEntry | DecryptionError::InvalidEncryption)
        | LoadPdfError::Invalid => FileRejection::Damaged,
    })?;
    if is_complete(&pdf) { Ok(pdf) } else { Err(FileRejection::Damaged) }
}

/// Returns the rejection reason, as precisely as the first bytes allow.
fn instead(bytes: &[u8]) -> FileRejection {
    let begins = |signatures: &[&[u8]]| signatures.iter().any(|signature| bytes.starts_with(signature));
    if begins(&[b"MZ", b"\x7fELF", b"#!", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"]) {
        return FileRejection::ProgramNotPdf;
    }
    if begins(&[b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"Rar!", b"7z\xbc\xaf", b"\x1f\x8b"]) {
        return FileRejection::ArchiveNotPdf;
    }
    let is_webp = begins(&[b"RIFF"]) && bytes.get(8..12) == Some(b"WEBP");
    if is_webp || begins(&[b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*"]) {
        return FileRejection::PictureNotPdf;
    }
    FileRejection::NotAPdf
}
