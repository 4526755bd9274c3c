//! Import of cards and courses from text files, and of notes from folders. Most of the size of this WebAssembly module
//! is the reader of Anki's HTML.

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::course::CourseCode;
use wasm_core::forms::{self, Separator, Sides};

use super::{Answer, from_js, to_js};

/// Returns the cards in a text. Without a `separator`, it is detected from the text. `there` are the cards that the
/// target collection already has; it may have at most `max` in total. Throws a message for users if the whole text is
/// unreadable.
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

/// Returns the parts of a path within a folder that have the form of a course code.
#[wasm_bindgen(js_name = possibleCourses)]
pub fn possible_courses(path: &str) -> Vec<String> {
    forms::possible_courses(path).iter().map(ToString::to_string).collect()
}

/// Returns the properties of a note that its path within the folder of a course names. `courses` are the codes of
/// existing courses.
#[wasm_bindgen(js_name = filePlace, unchecked_return_type = "NotePlace")]
#[expect(clippy::needless_pass_by_value, reason = "lists are passed by value from JavaScript")]
pub fn file_place(path: &str, course: &str, courses: Vec<String>) -> Answer {
    let is_course = |code: &CourseCode| courses.iter().any(|each| each == code.as_str());
    let place = forms::file_place(path, CourseCode::parse(course).ok(), is_course);
    to_js(&NotePlace {
        course: place.course.map(|code| code.to_string()).unwrap_or_default(),
        chapter: place.chapter,
        note_type: place.note_type,
    })
}

/// Properties of a note that its path names.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct NotePlace {
    /// Course code.
    pub course: String,
    /// Chapter, if the path names one.
    #[tsify(optional)]
    pub chapter: Option<u32>,
    /// Type, if a folder names one.
    #[tsify(optional)]
    pub note_type: Option<&'static str>,
}
