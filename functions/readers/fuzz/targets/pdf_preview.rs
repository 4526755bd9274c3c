//! Arbitrary bytes as a PDF whose first page is rendered: the reader rejects them, or the previews have valid sizes.

#![no_main]

use bytes::Bytes;
use libfuzzer_sys::fuzz_target;
use readers::pdf::draw;

/// Width of the large preview in pixels. At a tenth of the normal width, the same drawing operations take a hundredth
/// of the time.
const LARGE_PX: u32 = 108;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(drawn) = draw(Bytes::copy_from_slice(bytes), LARGE_PX) {
        assert!((1..=LARGE_PX).contains(&drawn.width_px), "{} px wide", drawn.width_px);
        assert!((1..=2 * LARGE_PX + 1).contains(&drawn.height_px), "{} px high", drawn.height_px);
        assert!(drawn.small.starts_with(b"RIFF") && drawn.large.starts_with(b"RIFF") && !drawn.thumbhash.is_empty());
    }
});
