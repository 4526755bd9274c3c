//! Resume positions, as the page and the API write them.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Answer, from_js, to_js};
use crate::player::position::{self, Heard, Position};

/// A position on this device that is newer than `seen`, the newest one that the device knows. Times in seconds; `now_ms`
/// is a Unix time.
#[wasm_bindgen(js_name = recordPosition, unchecked_return_type = "Position")]
pub fn record_position(
    #[wasm_bindgen(unchecked_param_type = "Position | undefined")] seen: JsValue,
    device: &str,
    position_secs: f64,
    duration_secs: Option<f64>,
    is_finished: bool,
    is_restart: bool,
    now_ms: f64,
) -> Answer {
    let heard = Heard { position_secs, duration_secs, is_finished, is_restart };
    let seen: Option<Position> = from_js(seen)?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "float casts saturate")]
    let now_ms = now_ms as u64;
    to_js(&Position::record(seen.as_ref(), device, heard, now_ms))
}

/// The winner of two positions.
#[wasm_bindgen(js_name = mergePositions, unchecked_return_type = "Position")]
pub fn merge_positions(
    #[wasm_bindgen(unchecked_param_type = "Position")] one: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Position")] other: JsValue,
) -> Answer {
    to_js(&position::merge(from_js(one)?, from_js(other)?))
}

/// Where to start the recording, in seconds: 0 if it is finished or hardly begun.
#[wasm_bindgen(js_name = startOf)]
pub fn start_of(
    #[wasm_bindgen(unchecked_param_type = "Position")] position: JsValue,
) -> Result<f64, serde_wasm_bindgen::Error> {
    Ok(from_js::<Position>(position)?.start_secs())
}
