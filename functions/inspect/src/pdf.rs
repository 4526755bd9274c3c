//! What is in a PDF: is it one that students can open, what does its first page look like, and what is written in it?

mod headline;
mod metadata;
mod open;
mod preview;
mod text;

use std::time::Duration;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use wasm_core::limits;

pub use preview::{Drawn, LARGE_PX, SMALL_PX, draw};
pub use text::{Text, read_text};

use self::open::open;
use crate::reason::Reason;

/// How long counting the pages of a file may take. The slowest of a thousand test files took half of it.
pub(crate) const FACTS_LIMIT: Duration = Duration::from_secs(20);

/// How long drawing a first page may take.
pub(crate) const PREVIEW_LIMIT: Duration = Duration::from_secs(20);

/// How long reading the text of a file may take. 1,000 pages took a few seconds.
pub(crate) const TEXT_LIMIT: Duration = Duration::from_secs(90);

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

/// The library does not let its versions be named, only printed: `Pdf17`.
fn version(printed: &str) -> Option<String> {
    let (major, minor) = printed.strip_prefix("Pdf")?.split_at_checked(1)?;
    Some(format!("{major}.{minor}"))
}
