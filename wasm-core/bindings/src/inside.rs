//! Full-text search in notes. The bytes of the indexes stay in WebAssembly memory.

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::full_text::{self, FullTextIndex};

use super::{Answer, to_js};

/// A passage of a note.
#[derive(Debug, Serialize, Tsify)]
pub struct PassageText {
    /// Title of the note.
    title: String,
    /// Text of the passage. Line ends are spaces.
    text: String,
}

/// The loaded full-text indexes, one for each course or album.
#[wasm_bindgen]
#[derive(Default)]
pub struct InsideCore {
    files: Vec<(String, FullTextIndex)>,
}

#[wasm_bindgen]
impl InsideCore {
    /// Creates a core without indexes.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads the index of a collection and replaces its previous one. Throws an error with a message for users if the
    /// index is invalid.
    pub fn hold(&mut self, place: String, file: Vec<u8>) -> Result<(), JsError> {
        let file = FullTextIndex::read(file)?;
        self.release(&place);
        self.files.push((place, file));
        Ok(())
    }

    /// Unloads the index of a collection, if it is loaded.
    pub fn release(&mut self, place: &str) {
        self.files.retain(|(held, _)| held != place);
    }

    /// Returns the best pages for a query in the indexes of these collections, best first. Collections without an index
    /// are skipped; `file` of a hit is the index of its collection in `places`.
    #[expect(clippy::needless_pass_by_value, reason = "arrays cross the boundary by value")]
    #[wasm_bindgen(unchecked_return_type = "InsideHit[]")]
    pub fn find(&self, query: &str, places: Vec<String>, limit: usize, of_note: usize) -> Answer {
        let held = |name: &String| self.files.iter().find(|(place, _)| place == name).map(|(_, file)| file);
        let (numbers, files): (Vec<usize>, Vec<&FullTextIndex>) =
            places.iter().enumerate().filter_map(|(number, place)| Some((number, held(place)?))).unzip();
        let mut hits = full_text::search(&files, query, limit, of_note);
        for hit in &mut hits {
            hit.file = numbers.get(hit.file).copied().unwrap_or_default();
        }
        to_js(&hits)
    }

    /// Returns a passage of a page, numbered from 0, with the title of its note, or `undefined` if the loaded index of
    /// the collection does not contain it.
    #[wasm_bindgen(unchecked_return_type = "PassageText | undefined")]
    pub fn passage(&self, place: &str, note: &str, page: u32, number: usize) -> Answer {
        let file = self.files.iter().find(|(held, _)| held == place).map(|(_, file)| file);
        let found = file.and_then(|file| file.passage(note, page, number));
        to_js(&found.map(|(title, text)| PassageText { title: title.to_owned(), text }))
    }

    /// Returns the page numbers of one note that may contain the words of the query, ascending, or `undefined` if the
    /// note is not indexed.
    pub fn pages(&self, place: &str, note: &str, query: &str) -> Option<Vec<u32>> {
        let (_, file) = self.files.iter().find(|(held, _)| held == place)?;
        full_text::candidate_pages(file, note, query)
    }
}
