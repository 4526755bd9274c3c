//! Validation of a study card while it is being written.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::forms;

use super::{Answer, to_js};

/// Returns the invalid fields of a study card.
#[wasm_bindgen(js_name = validateCardDraft, unchecked_return_type = "FieldError[]")]
pub fn validate_card_draft(title: &str, content: &str, image_alt: &str) -> Answer {
    to_js(&forms::validate_card(title, content, image_alt).err().unwrap_or_default())
}
