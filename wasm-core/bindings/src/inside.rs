//! Searching inside of notes. The bytes of the files stay in WebAssembly memory.

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::inside::{self, InsideFile};

use super::{Answer, to_js};

/// Files of words, each of a course or an album.
#[wasm_bindgen]
#[derive(Default)]
pub struct InsideCore {
    files: Vec<(String, InsideFile)>,
}

#[wasm_bindgen]
impl InsideCore {
    /// Without files.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the file of a place in, instead of the one it had. Throws an error with a message for users if it is invalid.
    pub fn hold(&mut self, place: String, file: Vec<u8>) -> Result<(), JsError> {
        let file = InsideFile::read(file)?;
        self.release(&place);
        self.files.push((place, file));
        Ok(())
    }

    /// Forgets the file of a place, if there is one.
    pub fn release(&mut self, place: &str) {
        self.files.retain(|(held, _)| held != place);
    }

    /// The best pages for a query in the files of these places, best first. Places without a file are passed over; `file` of an
    /// answer is the number of its place.
    #[expect(clippy::needless_pass_by_value, reason = "arrays cross the boundary by value")]
    #[wasm_bindgen(unchecked_return_type = "InsideHit[]")]
    pub fn find(&self, query: &str, places: Vec<String>, limit: usize, of_note: usize) -> Answer {
        let held = |name: &String| self.files.iter().find(|(place, _)| place == name).map(|(_, file)| file);
        let (numbers, files): (Vec<usize>, Vec<&InsideFile>) =
            places.iter().enumerate().filter_map(|(number, place)| Some((number, held(place)?))).unzip();
        let mut hits = inside::search(&files, query, limit, of_note);
        for hit in &mut hits {
            hit.file = numbers.get(hit.file).copied().unwrap_or_default();
        }
        to_js(&hits)
    }
    /// Numbers of the pages of one note that may have these words, in ascending order; nothing where that is not known.
    pub fn pages(&self, place: &str, note: &str, query: &str) -> Option<Vec<u32>> {
        let (_, file) = self.files.iter().find(|(held, _)| held == place)?;
        inside::pages_with(file, note, query)
    }
}
