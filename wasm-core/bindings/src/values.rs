//! Course codes.

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::course::CourseCode;

use super::{Answer, to_js};

/// A course code in its spellings.
#[derive(Serialize, Tsify)]
pub struct ParsedCourseCode<'a> {
    /// For storage, lookup and addresses: `CS246`.
    code: &'a str,
    /// For people: `CS 246`.
    display: String,
    /// The subject: `CS`.
    prefix: &'a str,
}

/// Parses a course code in any usual spelling; `undefined` if it is invalid.
#[wasm_bindgen(js_name = parseCourseCode, unchecked_return_type = "ParsedCourseCode | undefined")]
pub fn parse_course_code(text: &str) -> Answer {
    let code = CourseCode::parse(text).ok();
    let spellings = |code: &CourseCode| {
        to_js(&ParsedCourseCode { code: code.as_str(), display: code.display(), prefix: code.prefix() })
    };
    code.as_ref().map_or(Ok(JsValue::UNDEFINED), spellings)
}
