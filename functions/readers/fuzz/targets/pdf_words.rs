//! Arbitrary glyphs at arbitrary positions: the text is normalised and has no invisible characters.

#![no_main]

use libfuzzer_sys::fuzz_target;
use readers::pdf::layout_for_fuzzing;
use unicode_normalization::is_nfc;

fuzz_target!(|bytes: &[u8]| {
    let text = layout_for_fuzzing(bytes);
    assert!(is_nfc(&text), "{text:?}");
    let is_hidden = |one: char| {
        (one.is_control() && !matches!(one, '\n' | '\t')) || matches!(one, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{202e}' | '\u{feff}')
    };
    assert!(!text.contains(is_hidden), "{text:?}");
});
