//! Validates a PDF, renders its first page and extracts its text.

mod accessibility;
mod blocks;
mod metadata;
mod open;
mod preview;
mod text;
mod title;
mod whole;

use bytes::Bytes;
use inspect::FileRejection;
use inspect::pdf::PdfProperties;
use wasm_core::limits;

pub use preview::render;
#[doc(hidden)]
pub use text::layout_for_fuzzing;
pub use text::read_text;

use self::open::open;

/// Reads the metadata of a PDF without rendering it or decoding its content.
///
/// # Errors
/// The reason for rejecting the file.
pub fn read_properties(bytes: Bytes) -> Result<PdfProperties, FileRejection> {
    let pdf = open(bytes)?;
    let pages = match u32::try_from(pdf.pages().len()) {
        Ok(0) => return Err(FileRejection::NoPages),
        Ok(pages) if pages <= limits::NOTE_PDF_MAX_PAGES => pages,
        Ok(_) | Err(_) => return Err(FileRejection::TooManyPages),
    };
    let about = pdf.metadata();
    Ok(PdfProperties {
        pages,
        version: version(&format!("{:?}", pdf.version())).unwrap_or_default(),
        title: about.title.as_deref().and_then(metadata::title),
        author: about.author.as_deref().and_then(metadata::author),
    })
}

/// Converts the debug text of a version, such as `Pdf17`, because the library has no other access to it.
fn version(printed: &str) -> Option<String> {
    let (major, minor) = printed.strip_prefix("Pdf")?.split_at_checked(1)?;
    Some(format!("{major}.{minor}"))
}
