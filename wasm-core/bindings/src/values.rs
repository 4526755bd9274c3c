//! Course codes.

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::course::CourseCode;

use super::{Answer, to_js};

/// The spellings of a course code.
#[derive(Serialize, Tsify)]
pub struct ParsedCourseCode<'a> {
    /// Spelling for storage, lookup and URLs: `CS246`.
    code: &'a str,
    /// Spelling for display: `CS 246`.
    display: String,
    /// Subject: `CS`.
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
