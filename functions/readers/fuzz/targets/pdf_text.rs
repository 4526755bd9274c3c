//! Arbitrary bytes as a PDF whose text is extracted: the reader rejects them, or the compressed text is valid.

#![no_main]

use bytes::Bytes;
use libfuzzer_sys::fuzz_target;
use readers::pdf::read_text;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = read_text(Bytes::copy_from_slice(bytes)) {
        assert!(!text.compressed_pages.is_empty());
        assert!(text.headline.is_none_or(|line| !line.trim().is_empty() && line.chars().count() <= 160));
    }
});
