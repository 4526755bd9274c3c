//! Cards and courses in a text. Reading Anki's HTML takes most of the module.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::forms::{self, Separator, Sides};

use super::{Answer, from_js, to_js};

/// The cards in a text. Without a separator, the text says what parts the sides. `there` are the cards of the place they
/// are to go to, which may have `max`. Throws a sentence when the text as a whole cannot be read.
#[wasm_bindgen(js_name = readCardTable, unchecked_return_type = "CardTable")]
pub fn read_card_table(
    bytes: &[u8],
    #[wasm_bindgen(unchecked_param_type = "Separator | undefined")] separator: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Sides[]")] there: JsValue,
    max: usize,
) -> Answer {
    let separator: Option<Separator> = from_js(separator)?;
    let there: Vec<Sides> = from_js(there)?;
    match forms::card_table(bytes, separator, there, max) {
        Ok(table) => to_js(&table),
        Err(sentence) => Err(serde_wasm_bindgen::Error::new(sentence)),
    }
}

/// The courses in a CSV or TSV file. Throws a sentence when the file as a whole cannot be read.
#[wasm_bindgen(js_name = readCourseTable, unchecked_return_type = "CourseTable")]
pub fn read_course_table(bytes: &[u8]) -> Answer {
    match forms::course_table(bytes) {
        Ok(table) => to_js(&table),
        Err(sentence) => Err(serde_wasm_bindgen::Error::new(sentence)),
    }
}
