//! Import of cards and courses from text files. Reading Anki's HTML takes most of the module.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::forms::{self, Separator, Sides};

use super::{Answer, from_js, to_js};

/// Returns the cards in a text. Without a `separator`, it is detected from the text. `there` are the existing cards of
/// the target collection, which may have `max` cards. Throws a message for users if the whole text is unreadable.
#[wasm_bindgen(js_name = readCardTable, unchecked_return_type = "CardTable")]
pub fn read_card_table(
    bytes: &[u8],
    #[wasm_bindgen(unchecked_param_type = "Separator | undefined")] separator: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Sides[]")] there: JsValue,
    max: usize,
) -> Answer {
    let separator: Option<Separator> = from_js(separator)?;
    let there: Vec<Sides> = from_js(there)?;
    match forms::parse_card_table(bytes, separator, there, max) {
        Ok(table) => to_js(&table),
        Err(sentence) => Err(serde_wasm_bindgen::Error::new(sentence)),
    }
}

/// Returns the courses in a CSV or TSV file. Throws a message for users if the whole file is unreadable.
#[wasm_bindgen(js_name = readCourseTable, unchecked_return_type = "CourseTable")]
pub fn read_course_table(bytes: &[u8]) -> Answer {
    match forms::parse_course_table(bytes) {
        Ok(table) => to_js(&table),
        Err(sentence) => Err(serde_wasm_bindgen::Error::new(sentence)),
    }
}
