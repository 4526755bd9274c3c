//! Opens a PDF, or says what the file is instead.

use std::sync::Arc;

use bytes::Bytes;
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use inspect::Reason;

use super::whole::is_whole;

/// Range in which readers search for the signature. Other bytes may precede it.
const SIGNATURE_WITHIN_BYTES: usize = 1024;

/// A PDF that anybody can open: one that is not encrypted, or one with the empty password, which only says that
/// printing, copying or changing it is not wished. Files of which something is missing are refused, although our parser
/// could show the rest: pdf.js in the page of students could not.
///
/// # Errors
/// The reason for rejecting the file.
pub(super) fn open(bytes: Bytes) -> Result<Pdf, Reason> {
    let beginning = &bytes[..bytes.len().min(SIGNATURE_WITHIN_BYTES)];
    if bytes.is_empty() {
        return Err(Reason::Empty);
    }
    if !beginning.windows(5).any(|window| window == b"%PDF-") {
        return Err(instead(&bytes));
    }
    let pdf = Pdf::new(Arc::new(bytes)).map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => Reason::Protected,
        LoadPdfError::Decryption(DecryptionError::UnsupportedAlgorithm) => Reason::Encrypted,
        LoadPdfError::Decryption(DecryptionError::MissingIDEntry | DecryptionError::InvalidEncryption)
        | LoadPdfError::Invalid => Reason::Damaged,
    })?;
    if is_whole(&pdf) { Ok(pdf) } else { Err(Reason::Damaged) }
}

/// Why this is no PDF, as precisely as its first bytes tell.
fn instead(bytes: &[u8]) -> Reason {
    let begins = |signatures: &[&[u8]]| signatures.iter().any(|signature| bytes.starts_with(signature));
    if begins(&[b"MZ", b"\x7fELF", b"#!", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"]) {
        return Reason::ProgramNotPdf;
    }
    if begins(&[b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"Rar!", b"7z\xbc\xaf", b"\x1f\x8b"]) {
        return Reason::ArchiveNotPdf;
    }
    let is_webp = begins(&[b"RIFF"]) && bytes.get(8..12) == Some(b"WEBP");
    if is_webp || begins(&[b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*"]) {
        return Reason::PictureNotPdf;
    }
    Reason::NotAPdf
}
