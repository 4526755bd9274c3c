//! Title of a PDF in its metadata.

use std::borrow::Cow;

use hayro_syntax::Pdf;
use hayro_syntax::object::{Dict, Stream};
use memchr::memmem;

use super::super::metadata::{clean, decode_text_string, decode_utf_16};

/// Maximum size of XMP metadata, in bytes. Larger metadata counts as having no title.
const XMP_MAX_BYTES: usize = 1_000_000;

/// Maximum size of compressed XMP metadata, in bytes. It may expand to a thousand times this size.
const COMPRESSED_XMP_MAX_BYTES: usize = 64_000;

/// Returns true if the information dictionary or the XMP metadata has a title.
pub(super) fn has_title(pdf: &Pdf, root: &Dict<'_>) -> bool {
    let title = pdf.metadata().title.as_deref().and_then(|raw| clean(&decode_text_string(raw)));
    title.is_some() || has_xmp_title(pdf, root)
}

fn has_xmp_title(pdf: &Pdf, root: &Dict<'_>) -> bool {
    let Some(stream) = root.get::<Stream<'_>>(b"Metadata".as_slice()) else { return false };
    let stored = stored_bytes(pdf, &stream).filter(|bytes| bytes.len() <= XMP_MAX_BYTES);
    if stored.is_none_or(|bytes| !stream.filters().is_empty() && bytes.len() > COMPRESSED_XMP_MAX_BYTES) {
        return false;
    }
    // The library always decrypts the metadata of an encrypted file, even metadata that is not encrypted. So the stored
    // bytes are searched too.
    let decoded = stream.decoded().ok().filter(|bytes| bytes.len() <= XMP_MAX_BYTES);
    decoded.is_some_and(|bytes| has_title_element(&bytes)) || stored.is_some_and(has_title_element)
}

/// Returns the bytes of a stream as the file has them. If its length is wrong, they end before `endstream`.
fn stored_bytes<'a>(pdf: &'a Pdf, stream: &Stream<'_>) -> Option<&'a [u8]> {
    let file: &[u8] = pdf.data().as_ref();
    let dict = stream.dict().data();
    let end = dict.as_ptr().addr().checked_sub(file.as_ptr().addr())?.checked_add(dict.len())?;
    let rest = file.get(end..)?.trim_ascii_start().strip_prefix(b"stream")?;
    let rest = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n"))?;
    let declared = stream.dict().get::<usize>(b"Length".as_slice()).filter(|length| *length <= rest.len());
    rest.get(..declared.max(memmem::find(rest, b"endstream"))?)
}

/// Returns true if `dc:title` has a text. A text search replaces an XML parser, because all programs write this element
/// in the same form.
fn has_title_element(xmp: &[u8]) -> bool {
    let xmp = match xmp {
        [0xfe, 0xff, ..] | [0, b'<', ..] => Cow::Owned(decode_utf_16(xmp, u16::from_be_bytes)),
        [0xff, 0xfe, ..] | [b'<', 0, ..] => Cow::Owned(decode_utf_16(xmp, u16::from_le_bytes)),
        _ => String::from_utf8_lossy(xmp),
    };
    let Some((_, rest)) = xmp.split_once("<dc:title") else { return false };
    let Some((element, _)) = rest.split_once("</dc:title>") else { return false };
    // Text follows the last start tag: `<rdf:li xml:lang="x-default">Text</rdf:li>`.
    let mut texts = element.split('>').skip(1).filter_map(|part| part.split('<').next());
    texts.any(|text| !text.trim().is_empty())
}
