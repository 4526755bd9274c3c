//! Search by meaning. The weights of the model and the vectors of the passages stay in WebAssembly memory.

use meaning::{Encoder, Vectors, WordsHit, nearest};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Answer, to_js};

/// The sentence encoder with the vectors of passages, one file for each course or album.
#[wasm_bindgen]
pub struct MeaningCore {
    encoder: Encoder,
    files: Vec<(String, Vectors)>,
}

/// A passage with a meaning similar to that of the question.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct NearPassage {
    /// Course or album.
    place: String,
    /// Id of the note.
    note: String,
    /// Page number, from 1.
    page: u32,
    /// Number of the passage on its page, from 0.
    passage: u32,
    /// Similarity of the passage and the question, from -1 to 1.
    similarity: f32,
}

#[wasm_bindgen]
impl MeaningCore {
    /// Creates a core from the file of the model. Throws an error with a message for users if the file is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(file: Vec<u8>) -> Result<Self, JsError> {
        Ok(Self { encoder: Encoder::read(file)?, files: Vec::new() })
    }

    /// Loads the vectors of a collection and replaces the previous ones. Throws an error with a message for users if the
    /// file is damaged.
    pub fn hold(&mut self, place: String, file: Vec<u8>) -> Result<(), JsError> {
        let vectors = Vectors::read(file)?;
        if vectors.dimensions() != self.encoder.dimensions() {
            return Err(meaning::VectorsError.into());
        }
        self.release(&place);
        self.files.push((place, vectors));
        Ok(())
    }

    /// Unloads the vectors of a collection, if they are loaded.
    pub fn release(&mut self, place: &str) {
        self.files.retain(|(held, _)| held != place);
    }

    /// Returns the vector of a text.
    pub fn encode(&self, text: &str) -> Vec<f32> {
        self.encoder.encode(text)
    }

    /// Returns the passages of these collections that are nearest to a question, at most `limit`, nearest first.
    #[expect(clippy::needless_pass_by_value, reason = "arrays cross the boundary by value")]
    #[wasm_bindgen(unchecked_return_type = "NearPassage[]")]
    pub fn nearest(&self, question: &str, places: Vec<String>, limit: usize) -> Answer {
        let question = self.encoder.encode(question);
        let mut found = Vec::new();
        for (place, file) in self.files.iter().filter(|(place, _)| places.contains(place)) {
            for near in nearest(&question, file.packed(), limit) {
                let Some(at) = file.passage(near.passage) else { continue };
                found.push(NearPassage {
                    place: place.clone(),
                    note: at.note.to_owned(),
                    page: at.page,
                    passage: at.number,
                    similarity: near.similarity,
                });
            }
        }
        found.sort_by(|one, other| other.similarity.total_cmp(&one.similarity));
        found.truncate(limit);
        to_js(&found)
    }

    /// Returns the numbers of pages in the order of the list. `words` are the pages found by words: `has_all` is not 0
    /// if a page has all words, and `stays_first` if it stays before `near`, the pages found by meaning.
    pub fn fuse(&self, words: &[u32], has_all: &[u8], stays_first: &[u8], near: &[u32]) -> Vec<u32> {
        let of_pages = words.iter().zip(has_all).zip(stays_first);
        let words: Vec<WordsHit> = of_pages
            .map(|((page, has_all), first)| WordsHit { page: *page, has_all: *has_all != 0, stays_first: *first != 0 })
            .collect();
        meaning::fuse(&words, near)
    }

    /// Returns false if the text is probably not English, which the encoder does not understand.
    pub fn is_english(&self, text: &str) -> bool {
        meaning::is_english(text)
    }
}
