//! Text encodings in the tags of recordings.

use wasm_bindgen::prelude::wasm_bindgen;

use wasm_core::legacy_text::{Decoded, recognise};

/// Returns a tag in its intended encoding, or `undefined` if the legacy code page is unknown.
#[wasm_bindgen(js_name = readTag)]
pub fn read_tag(text: &str) -> Option<String> {
    match recognise(text) {
        Decoded::Text(text) => Some(text.into_owned()),
        Decoded::Bytes(_) => None,
    }
}
