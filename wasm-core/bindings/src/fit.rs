//! Fitting of the memory model to a student's reviews. Runs in a worker.

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::study::{Fit, ReviewLog, batch};

use super::{Answer, to_js};

/// The result of a fit.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyFit {
    /// Number of reviews, after an interval of days, to which the model was fitted.
    pub reviews: u32,
    /// Parameters of FSRS-6; `undefined` if the default parameters predict the later reviews as well.
    #[tsify(optional)]
    pub parameters: Option<Vec<f32>>,
    /// Log loss of the default parameters on the later part of the reviews.
    pub default_loss: f64,
    /// Log loss on the same reviews, of parameters that were fitted to the earlier part.
    pub own_loss: f64,
}

/// Fits the memory model to a student's review log.
#[wasm_bindgen]
pub struct FitCore {
    log: ReviewLog,
}

#[wasm_bindgen]
impl FitCore {
    /// Creates a core without review events.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self { log: ReviewLog::default() }
    }

    /// Adds a batch that the server received at `received_ms`. Returns false if the batch is damaged or has a newer
    /// version.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "float casts saturate")]
    pub fn read(&mut self, bytes: &[u8], received_ms: f64) -> bool {
        let Ok(events) = batch::decode(bytes) else { return false };
        for event in &events {
            self.log.add(event, Some(received_ms as u64));
        }
        true
    }

    /// Returns the number of reviews to which the model can be fitted.
    pub fn reviews(&mut self) -> usize {
        self.log.fit_reviews()
    }

    /// Fits the model. Returns `undefined` if there are too few reviews.
    #[wasm_bindgen(unchecked_return_type = "StudyFit | undefined")]
    pub fn fit(&mut self) -> Answer {
        let fit = self.log.fit().map(|Fit { reviews, parameters, default_loss, own_loss }| StudyFit {
            reviews,
            parameters: parameters.map(|parameters| parameters.numbers().to_vec()),
            default_loss,
            own_loss,
        });
        to_js(&fit)
    }
}

impl Default for FitCore {
    fn default() -> Self {
        Self::new()
    }
}
