//! The catalogue, held on this side of the boundary and asked by method calls.

use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::catalogue::{CourseRecord, decode};
use crate::course::CourseCode;
use crate::recommend::{self, Recommendation};
use crate::search::Index;

/// A catalogue that can be searched. Free it when another takes its place.
#[wasm_bindgen]
pub struct Core {
    index: Index,
}

#[wasm_bindgen]
impl Core {
    /// Reads a catalogue file. Throws a sentence that can be shown when the bytes are none.
    #[wasm_bindgen(constructor)]
    pub fn new(catalogue: Vec<u8>) -> Result<Core, JsError> {
        let records = decode(&catalogue)?;
        // Its memory serves for the index.
        drop(catalogue);
        Ok(Self { index: Index::new(records) })
    }

    /// How many courses there are.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> usize {
        self.index.records().len()
    }

    /// The best answers to what was typed, best first.
    #[wasm_bindgen(unchecked_return_type = "Hit[]")]
    pub fn search(&self, query: &str, limit: usize) -> Result<JsValue, JsError> {
        all(&self.index.search(query, limit))
    }

    /// The code of the course that Enter opens.
    #[wasm_bindgen(js_name = enterMatch)]
    pub fn enter_match(&self, query: &str) -> Option<String> {
        self.index.enter_match(query).map(String::from)
    }

    /// Which guides to show to a student who follows these courses. Codes that are none are passed over.
    #[expect(clippy::needless_pass_by_value, reason = "arrays cross the boundary by value")]
    pub fn recommend(&self, followed: Vec<String>) -> Result<Ts<Recommendation>, JsError> {
        let followed: Vec<_> = followed.iter().filter_map(|code| CourseCode::parse(code).ok()).collect();
        Ok(recommend::pick(self.index.records(), &followed).into_ts()?)
    }

    /// The codes of the most popular courses.
    pub fn top(&self, count: usize) -> Vec<String> {
        recommend::top(self.index.records(), count).into_iter().map(String::from).collect()
    }

    /// The course with this code, in any spelling.
    pub fn course(&self, code: &str) -> Result<Option<Ts<CourseRecord>>, JsError> {
        let record = CourseCode::parse(code).ok().and_then(|code| self.index.course(code));
        Ok(record.map(Tsify::into_ts).transpose()?)
    }

    /// Some of all courses, most popular first.
    #[wasm_bindgen(unchecked_return_type = "CourseRecord[]")]
    pub fn courses(&self, offset: usize, limit: usize) -> Result<JsValue, JsError> {
        let rest = self.index.records().get(offset..).unwrap_or_default();
        all(&rest[..limit.min(rest.len())])
    }
}

/// A whole list in one crossing.
fn all<T: serde::Serialize>(values: &[T]) -> Result<JsValue, JsError> {
    Ok(serde_wasm_bindgen::to_value(values)?)
}
