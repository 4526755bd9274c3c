//! The only code that knows of JavaScript. It converts, calls and converts back; it decides nothing.

pub mod catalogue;
pub mod forms;
pub(crate) mod unicode;
pub mod values;

use wasm_bindgen::prelude::wasm_bindgen;

/// Makes a panic readable: without this the console shows only 'unreachable executed'.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
}
