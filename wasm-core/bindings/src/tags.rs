//! Text encodings in the tags of recordings.

use wasm_bindgen::prelude::wasm_bindgen;

use wasm_core::legacy_text::{RecoveredText, recover_text};

/// Returns a tag in its intended encoding, or `undefined` if the legacy code page is unknown.
#[wasm_bindgen(js_name = readTag)]
pub fn read_tag(text: &str) -> Option<String> {
    match recover_text(text) {
        RecoveredText::Text(text) => Some(text.into_owned()),
        RecoveredText::Bytes(_) => None,
    }
}
