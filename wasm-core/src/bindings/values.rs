//! Course codes.

use tsify::Tsify;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::to_js;
use crate::course::CourseCode;
use crate::json::{Json, object};

/// A course code in its spellings.
#[derive(Tsify)]
pub struct ParsedCourseCode {
    /// For storage, lookup and addresses: `CS246`.
    code: String,
    /// For people: `CS 246`.
    display: String,
    /// The subject: `CS`.
    prefix: String,
}

impl Json for ParsedCourseCode {
    fn write(&self, text: &mut String) {
        object(text, &[("code", &self.code), ("display", &self.display), ("prefix", &self.prefix)]);
    }
}

/// Reads a course code in any usual spelling; nothing when it is none.
#[wasm_bindgen(js_name = parseCourseCode, unchecked_return_type = "ParsedCourseCode | undefined")]
pub fn parse_course_code(text: &str) -> JsValue {
    let Ok(code) = CourseCode::parse(text) else { return JsValue::UNDEFINED };
    let (display, prefix) = (code.display(), code.prefix().to_owned());
    to_js(&ParsedCourseCode { code: code.into(), display, prefix })
}
