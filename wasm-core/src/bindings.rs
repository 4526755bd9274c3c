//! The only code that knows of JavaScript. It converts, calls and converts back; it decides nothing.
//!
//! Two modules for the browser are compiled from it: `core`, which search and forms need, and `player`, which everything
//! that can be heard needs.

#[cfg(feature = "core")]
pub mod catalogue;
#[cfg(feature = "player")]
pub mod durations;
#[cfg(feature = "core")]
pub mod forms;
#[cfg(feature = "player")]
pub mod player;
#[cfg(feature = "player")]
pub mod position;
pub(crate) mod unicode;
#[cfg(feature = "core")]
pub mod values;

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A value for JavaScript. What cannot be a JavaScript value, such as a whole number of 2^53, is thrown.
type Answer = Result<JsValue, serde_wasm_bindgen::Error>;

/// The value as plain objects, arrays, numbers and strings; `undefined` for `None`.
fn to_js<T: Serialize + ?Sized>(value: &T) -> Answer {
    serde_wasm_bindgen::to_value(value)
}

/// The value that JavaScript passed.
fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, serde_wasm_bindgen::Error> {
    serde_wasm_bindgen::from_value(value)
}

/// Makes a panic readable: without this the console shows only 'unreachable executed'.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
}
