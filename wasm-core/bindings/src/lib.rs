//! The JavaScript API. It converts arguments and results, and contains no rules.
//!
//! It is compiled to these WebAssembly modules: `core` for search and forms, `player` for playback, `study`, `fit` for
//! the memory model of a student, `inside` for full-text search, `cards` for writing and exporting cards, `gaps` for showing
//! cards with gaps, `imports` for
//! reading cards and courses from text and notes from folders, and `meaning` for search by meaning.
//!
//! The crate compiles for wasm32 only and is empty for every other target.

#![cfg(target_arch = "wasm32")]
#![warn(missing_docs)]

#[cfg(feature = "cards")]
pub mod card_form;
#[cfg(feature = "cards")]
pub mod cards;
#[cfg(feature = "core")]
pub mod catalogue;
#[cfg(feature = "player")]
pub mod durations;
#[cfg(feature = "fit")]
pub mod fit;
#[cfg(feature = "core")]
pub mod forms;
#[cfg(feature = "gaps")]
pub mod gaps;
#[cfg(feature = "imports")]
pub mod imports;
#[cfg(feature = "inside")]
pub mod inside;
#[cfg(feature = "meaning")]
pub mod meaning;
#[cfg(feature = "player")]
pub mod player;
#[cfg(feature = "player")]
pub mod position;
#[cfg(feature = "study")]
pub mod study;
#[cfg(feature = "core")]
pub mod tags;
#[cfg(feature = "core")]
pub mod values;

#[cfg(feature = "convert")]
use serde::Serialize;
#[cfg(any(feature = "core", feature = "player", feature = "study", feature = "cards", feature = "imports"))]
use serde::de::DeserializeOwned;
#[cfg(feature = "convert")]
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(feature = "convert")]
/// A result for JavaScript. Integers above 2^53 - 1 cannot be represented and throw.
type Answer = Result<JsValue, serde_wasm_bindgen::Error>;

#[cfg(feature = "convert")]
/// Converts a value to plain objects, arrays, numbers and strings; `None` becomes `undefined`.
fn to_js<T: Serialize + ?Sized>(value: &T) -> Answer {
    serde_wasm_bindgen::to_value(value)
}

/// Converts a value that JavaScript passed. Fails if the value has another shape.
#[cfg(any(feature = "core", feature = "player", feature = "study", feature = "cards", feature = "imports"))]
fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, serde_wasm_bindgen::Error> {
    serde_wasm_bindgen::from_value(value)
}

/// Logs panic messages. Otherwise the console shows only 'unreachable executed'.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
}
