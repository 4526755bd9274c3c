//! Texts in the tags of recordings.

use wasm_bindgen::prelude::wasm_bindgen;

use wasm_core::legacy_text::{Decoded, recognise};

/// A tag as it was meant. `undefined` if it is in a legacy code page that is not known.
#[wasm_bindgen(js_name = readTag)]
pub fn read_tag(text: &str) -> Option<String> {
    match recognise(text) {
        Decoded::Text(text) => Some(text.into_owned()),
        Decoded::Bytes(_) => None,
    }
}
