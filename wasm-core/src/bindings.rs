//! The only code that knows of JavaScript. It converts, calls and converts back; it decides nothing.
//!
//! Two modules for the browser are compiled from it: `core`, which search and forms need, and `player`, which everything
//! that can be heard needs.

#[cfg(feature = "core")]
pub mod catalogue;
#[cfg(feature = "player")]
pub mod durations;
#[cfg(feature = "player")]
pub mod effects;
#[cfg(feature = "core")]
pub mod forms;
#[cfg(feature = "player")]
pub mod player;
#[cfg(feature = "player")]
pub mod position;
pub(crate) mod unicode;
#[cfg(feature = "core")]
pub mod values;

use wasm_bindgen::prelude::wasm_bindgen;

/// Makes a panic readable: without this the console shows only 'unreachable executed'.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
}

/// A whole answer in one crossing.
#[cfg(feature = "core")]
fn to_js(value: &dyn crate::json::Json) -> wasm_bindgen::JsValue {
    // What is written there is JSON, so the fallback is never taken.
    js_sys::JSON::parse(&crate::json::json(value)).unwrap_or_default()
}
