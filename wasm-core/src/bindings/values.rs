//! Course codes and likes.

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::course::CourseCode;
use crate::likes;

/// A course code in its spellings.
#[derive(Serialize, Tsify)]
pub struct ParsedCourseCode {
    /// For storage, lookup and addresses: `CS246`.
    code: String,
    /// For people: `CS 246`.
    display: String,
    /// The subject: `CS`.
    prefix: String,
}

/// Reads a course code in any usual spelling; nothing when it is none.
#[wasm_bindgen(js_name = parseCourseCode)]
pub fn parse_course_code(text: &str) -> Result<Option<Ts<ParsedCourseCode>>, JsError> {
    let Ok(code) = CourseCode::parse(text) else { return Ok(None) };
    let parsed =
        ParsedCourseCode { code: code.as_str().to_owned(), display: code.display(), prefix: code.prefix().to_owned() };
    Ok(Some(parsed.into_ts()?))
}

/// A flag and a count.
#[derive(Serialize, Tsify)]
pub struct LikeState {
    /// Whether the person likes it.
    liked: bool,
    /// How many do.
    count: u32,
}

/// The flag and the count after a press on the like button.
#[wasm_bindgen(js_name = toggleLike)]
pub fn toggle_like(liked: bool, count: u32) -> Result<Ts<LikeState>, JsError> {
    let (liked, count) = likes::toggled(liked, count);
    Ok(LikeState { liked, count }.into_ts()?)
}
