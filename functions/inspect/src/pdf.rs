//! What is in a PDF: is it one that students can open, what does its first page look like, and what is written in it?

mod headline;
mod metadata;
mod preview;
mod text;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use hayro_syntax::{LoadPdfError, Pdf};
use serde::{Deserialize, Serialize};
use wasm_core::limits;

pub use preview::{Drawn, LARGE_PX, SMALL_PX, draw};
pub use text::{Text, read_text};

use crate::reason::Reason;

/// How long counting the pages of a file may take. The slowest of a thousand test files took half of it.
pub(crate) const FACTS_LIMIT: Duration = Duration::from_secs(20);

/// How long drawing a first page may take.
pub(crate) const PREVIEW_LIMIT: Duration = Duration::from_secs(20);

/// How long reading the text of a file may take. 1,000 pages took a few seconds.
pub(crate) const TEXT_LIMIT: Duration = Duration::from_secs(90);

/// Where readers look for the signature: there may be other bytes before it.
const SIGNATURE_WITHIN_BYTES: usize = 1024;

/// Opens no real file. A file that is not encrypted opens with any password; one that is encrypted, even with the
/// empty password that hides only its permissions, does not open with this one.
const NO_PASSWORD: &str = "\u{1}no file has this password\u{1}";

/// What a PDF says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Number of pages, from 1 to `NOTE_PDF_MAX_PAGES`.
    pub pages: u32,
    /// The version of PDF, such as `1.7`.
    pub version: String,
    /// Its title, if it has one that says something.
    pub title: Option<String>,
    /// Who wrote it, if it says so.
    pub author: Option<String>,
}

/// Looks at a PDF without drawing or decoding anything of it.
///
/// # Errors
/// Why the file is refused.
pub fn facts(bytes: Bytes) -> Result<Facts, Reason> {
    let pdf = open(bytes)?;
    let pages = match u32::try_from(pdf.pages().len()) {
        Ok(0) => return Err(Reason::NoPages),
        Ok(pages) if pages <= limits::NOTE_PDF_MAX_PAGES => pages,
        Ok(_) | Err(_) => return Err(Reason::TooManyPages),
    };
    let about = pdf.metadata();
    Ok(Facts {
        pages,
        version: version(&format!("{:?}", pdf.version())).unwrap_or_default(),
        title: about.title.as_deref().and_then(metadata::title),
        author: about.author.as_deref().and_then(metadata::name),
    })
}

/// The number of pages, at least 1 and at most `NOTE_PDF_MAX_PAGES`.
///
/// # Errors
/// Why the file is refused.
pub fn count_pages(bytes: Bytes) -> Result<u32, Reason> {
    facts(bytes).map(|facts| facts.pages)
}

fn open(bytes: Bytes) -> Result<Pdf, Reason> {
    let beginning = &bytes[..bytes.len().min(SIGNATURE_WITHIN_BYTES)];
    if bytes.is_empty() {
        return Err(Reason::Empty);
    }
    if !beginning.windows(5).any(|window| window == b"%PDF-") {
        return Err(instead(&bytes));
    }
    Pdf::new_with_password(Arc::new(bytes), NO_PASSWORD).map_err(|error| match error {
        LoadPdfError::Decryption(_) => Reason::Protected,
        LoadPdfError::Invalid => Reason::Damaged,
    })
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

/// The library does not let its versions be named, only printed: `Pdf17`.
fn version(printed: &str) -> Option<String> {
    let (major, minor) = printed.strip_prefix("Pdf")?.split_at_checked(1)?;
    Some(format!("{major}.{minor}"))
}
