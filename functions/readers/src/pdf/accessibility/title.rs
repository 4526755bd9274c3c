//! Title of a PDF in its metadata.

use hayro_syntax::Pdf;
use hayro_syntax::object::{Dict, Stream};
use memchr::memmem;

use super::super::metadata::{clean, decode_text_string};

/// Maximum size of XMP metadata that is searched, in bytes.
const XMP_MAX_BYTES: usize = 1_000_000;

/// Returns true if the information dictionary or the XMP metadata has a title.
pub(super) fn has_title(pdf: &Pdf, root: &Dict<'_>) -> bool {
    let title = pdf.metadata().title.as_deref().and_then(|raw| clean(&decode_text_string(raw)));
    title.is_some() || has_xmp_title(root).unwrap_or(false)
}

/// Searches for the text of `dc:title`. The metadata is XML, but this element has the same form in all files.
fn has_xmp_title(root: &Dict<'_>) -> Option<bool> {
    let metadata = root.get::<Stream<'_>>(b"Metadata".as_slice())?.decoded().ok()?;
    let metadata = metadata.get(..XMP_MAX_BYTES.min(metadata.len()))?;
    let start = memmem::find(metadata, b"<dc:title")?;
    let element = metadata.get(start..)?;
    let element = element.get(..memmem::find(element, b"</dc:title>")?)?;
    // Text follows the last start tag: `<rdf:li xml:lang="x-default">Text</rdf:li>`.
    let mut texts =
        element.split(|byte| *byte == b'>').skip(1).filter_map(|part| part.split(|byte| *byte == b'<').next());
    Some(texts.any(|text| !text.trim_ascii().is_empty()))
}
