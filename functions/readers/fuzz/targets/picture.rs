//! Arbitrary bytes as an image: the reader rejects them, or both results, uncropped and square, are JPEGs of valid
//! sizes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use readers::image::{to_square_jpeg, to_whole_jpeg};

/// Longer edge of the result in pixels. A small result is faster to scale and exercises the decoders as much.
const MAX_PX: u32 = 64;

fuzz_target!(|bytes: &[u8]| {
    let whole = to_whole_jpeg(bytes, MAX_PX);
    if let Ok(whole) = &whole {
        assert!((1..=MAX_PX).contains(&whole.width_px) && (1..=MAX_PX).contains(&whole.height_px));
    }
    assert_eq!(to_square_jpeg(bytes, MAX_PX).err(), whole.err());
});
