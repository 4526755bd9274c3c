//! Is this a PDF that students can open, and how many pages has it?

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use hayro_syntax::{LoadPdfError, Pdf};
use wasm_core::limits;

use crate::reason::Reason;

/// How long reading a file may take. The slowest of a thousand test files took half of it.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// Where readers look for the signature: there may be other bytes before it.
const SIGNATURE_WITHIN_BYTES: usize = 1024;

/// Opens no real file. A file that is not encrypted opens with any password; one that is encrypted, even with the
/// empty password that hides only its permissions, does not open with this one.
const NO_PASSWORD: &str = "\u{1}no file has this password\u{1}";

/// Reads the file on a thread of its own, under a time limit; a panic of the reader counts as damage.
///
/// # Errors
/// Why the file is refused.
pub async fn inspect(bytes: Bytes) -> Result<u32, Reason> {
    let reading = tokio::task::spawn_blocking(move || count_pages(bytes));
    match tokio::time::timeout(TIME_LIMIT, reading).await {
        Ok(Ok(pages)) => pages,
        Ok(Err(_panicked)) => Err(Reason::Damaged),
        Err(_elapsed) => Err(Reason::TooSlow),
    }
}

/// The number of pages, at least 1 and at most `NOTE_PDF_MAX_PAGES`.
///
/// # Errors
/// Why the file is refused.
pub fn count_pages(bytes: Bytes) -> Result<u32, Reason> {
    let beginning = &bytes[..bytes.len().min(SIGNATURE_WITHIN_BYTES)];
    if !beginning.windows(5).any(|window| window == b"%PDF-") {
        return Err(Reason::NotAPdf);
    }
    let pdf = Pdf::new_with_password(Arc::new(bytes), NO_PASSWORD).map_err(|error| match error {
        LoadPdfError::Decryption(_) => Reason::Protected,
        LoadPdfError::Invalid => Reason::Damaged,
    })?;
    match u32::try_from(pdf.pages().len()) {
        Ok(0) => Err(Reason::NoPages),
        Ok(pages) if pages <= limits::NOTE_PDF_MAX_PAGES => Ok(pages),
        Ok(_) | Err(_) => Err(Reason::TooManyPages),
    }
}
