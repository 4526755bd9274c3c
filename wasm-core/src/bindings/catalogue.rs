//! The catalogue, held on this side of the boundary and asked by method calls.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use super::to_js;
use crate::catalogue::Catalogue;
use crate::course::CourseCode;

/// A catalogue that can be searched. Free it when another takes its place.
#[wasm_bindgen]
pub struct Core {
    catalogue: Catalogue,
}

#[wasm_bindgen]
impl Core {
    /// Checks a catalogue file and takes it over. Throws a sentence that can be shown when the bytes are none.
    #[wasm_bindgen(constructor)]
    pub fn new(catalogue: Vec<u8>) -> Result<Core, JsError> {
        Ok(Self { catalogue: Catalogue::read(catalogue)? })
    }

    /// How many courses there are.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> u32 {
        self.catalogue.len()
    }

    /// The best answers to what was typed, best first.
    #[wasm_bindgen(unchecked_return_type = "Hit[]")]
    pub fn search(&self, query: &str, limit: usize) -> JsValue {
        to_js(&self.catalogue.search(query, limit))
    }

    /// The code of the course that Enter opens.
    #[wasm_bindgen(js_name = enterMatch)]
    pub fn enter_match(&self, query: &str) -> Option<String> {
        self.catalogue.enter_match(query).map(String::from)
    }

    /// Some of the guides to show to a student who follows these courses. Codes that are none are passed over.
    #[expect(clippy::needless_pass_by_value, reason = "arrays cross the boundary by value")]
    #[wasm_bindgen(unchecked_return_type = "Guides")]
    pub fn guides(&self, followed: Vec<String>, offset: u32, limit: u32) -> JsValue {
        let followed: Vec<_> = followed.iter().filter_map(|code| CourseCode::parse(code).ok()).collect();
        to_js(&self.catalogue.guides(&followed, offset, limit))
    }

    /// The course with this code, in any spelling.
    #[wasm_bindgen(unchecked_return_type = "CourseRecord | undefined")]
    pub fn course(&self, code: &str) -> JsValue {
        let course = CourseCode::parse(code).ok().and_then(|code| self.catalogue.course(code));
        course.map_or(JsValue::UNDEFINED, |course| to_js(&course))
    }

    /// Some of all courses, most popular first.
    #[wasm_bindgen(unchecked_return_type = "CourseRecord[]")]
    pub fn courses(&self, offset: u32, limit: u32) -> JsValue {
        to_js(&self.catalogue.courses(offset, limit))
    }
}
