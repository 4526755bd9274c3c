//! Search in the catalogue and the library. Their bytes stay in WebAssembly memory.

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::catalogue::Catalogue;
use wasm_core::course::CourseCode;
use wasm_core::recommend::Interests;

use super::{Answer, to_js};

/// A searchable catalogue. Free it when another one replaces it.
#[wasm_bindgen]
pub struct SearchableCatalogue {
    catalogue: Catalogue,
}

#[wasm_bindgen]
impl SearchableCatalogue {
    /// Validates a catalogue file and takes ownership of it. Throws an error with a message for users if it is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(catalogue: Vec<u8>) -> Result<SearchableCatalogue, JsError> {
        Ok(Self { catalogue: Catalogue::read(catalogue)? })
    }

    /// Applies the newest counts from the file beside the catalogue. Throws an error with a message for users if the
    /// file is invalid or belongs to another catalogue.
    #[expect(clippy::needless_pass_by_value, reason = "arrays cross the boundary by value")]
    pub fn count(&mut self, counts: Vec<u8>) -> Result<(), JsError> {
        Ok(self.catalogue.apply_counts(&counts)?)
    }

    /// Number of courses.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> u32 {
        self.catalogue.len()
    }

    /// Returns the best hits for a query, best first.
    #[wasm_bindgen(unchecked_return_type = "Hit[]")]
    pub fn search(&self, query: &str, limit: usize) -> Answer {
        to_js(&self.catalogue.search(query, limit))
    }

    /// Returns the code of the course that Enter opens.
    #[wasm_bindgen(js_name = enterMatch)]
    pub fn enter_match(&self, query: &str) -> Option<String> {
        self.catalogue.enter_match(query).map(String::from)
    }

    /// Returns one page of the recommended courses for a student who follows these courses. `saved` and `listened` hold
    /// the course of each saved note and of each recording that the student listened to. Invalid codes are ignored.
    #[expect(clippy::needless_pass_by_value, reason = "arrays cross the boundary by value")]
    #[wasm_bindgen(unchecked_return_type = "Guides")]
    pub fn guides(
        &self,
        followed: Vec<String>,
        offset: u32,
        limit: u32,
        saved: Option<Vec<String>>,
        listened: Option<Vec<String>>,
    ) -> Answer {
        let codes = |texts: &[String]| -> Vec<CourseCode> {
            texts.iter().filter_map(|code| CourseCode::parse(code).ok()).collect()
        };
        let [followed, saved, listened] =
            [followed, saved.unwrap_or_default(), listened.unwrap_or_default()].map(|texts| codes(&texts));
        let interests = Interests { followed: &followed, saved: &saved, listened: &listened };
        to_js(&self.catalogue.recommend(interests, offset, limit))
    }

    /// Returns the course with this code, in any spelling.
    #[wasm_bindgen(unchecked_return_type = "CourseRecord | undefined")]
    pub fn course(&self, code: &str) -> Answer {
        let course = CourseCode::parse(code).ok().and_then(|code| self.catalogue.course(code));
        to_js(&course)
    }

    /// Returns one page of all courses, most popular first.
    #[wasm_bindgen(unchecked_return_type = "CourseRecord[]")]
    pub fn courses(&self, offset: u32, limit: u32) -> Answer {
        to_js(&self.catalogue.courses(offset, limit))
    }
}

/// The searchable items other than courses: recordings, album notes and public playlists. Free it when another one
/// replaces it.
#[wasm_bindgen]
pub struct Library {
    library: wasm_core::catalogue::SearchItems,
}

#[wasm_bindgen]
impl Library {
    /// Validates a library file and takes ownership of it. Throws an error with a message for users if it is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(library: Vec<u8>) -> Result<Library, JsError> {
        Ok(Self { library: wasm_core::catalogue::SearchItems::read(library)? })
    }

    /// Number of items.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> u32 {
        self.library.len()
    }

    /// Returns the best hits for a query, best first, at most `limit` of each kind.
    #[wasm_bindgen(unchecked_return_type = "LibraryHits")]
    pub fn search(&self, query: &str, limit: usize) -> Answer {
        to_js(&self.library.search(query, limit))
    }
}
