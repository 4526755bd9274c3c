//! Search by meaning. The weights of the model and the vectors of the passages stay in WebAssembly memory.

use meaning::Encoder;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// The sentence encoder with the packed vectors of passages.
#[wasm_bindgen]
pub struct MeaningCore {
    encoder: Encoder,
    vectors: Vec<u8>,
}

#[wasm_bindgen]
impl MeaningCore {
    /// Creates a core from the file of the model. Throws an error with a message for users if the file is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(file: Vec<u8>) -> Result<Self, JsError> {
        Ok(Self { encoder: Encoder::read(file)?, vectors: Vec::new() })
    }

    /// Loads the packed vectors of all passages and replaces the previous ones.
    pub fn hold(&mut self, vectors: Vec<u8>) {
        self.vectors = vectors;
    }

    /// Returns the vector of a text.
    pub fn encode(&self, text: &str) -> Vec<f32> {
        self.encoder.encode(text)
    }

    /// Returns the loaded passages nearest to a question, at most `limit`, nearest first: the position of a passage,
    /// then its similarity from -1 to 1, and so on.
    pub fn nearest(&self, question: &str, limit: usize) -> Vec<f32> {
        let found = meaning::nearest(&self.encode(question), &self.vectors, limit);
        // An `f32` holds every position up to 16 million.
        found.into_iter().flat_map(|near| [near.passage as f32, near.similarity]).collect()
    }
}
