//! Resume positions in the wire format of the API.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::player::position::{PlaybackReport, Position};
use wasm_core::position;
use wasm_core::reading::{ReadingPosition, ScrollReport};

use super::{Answer, from_js, to_js};

/// Creates a position of this device that is newer than `seen`, the newest position known to the device. Times are in
/// seconds; `now_ms` is a Unix time.
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
    let heard = PlaybackReport { position_secs, duration_secs, is_finished, is_restart };
    let seen: Option<Position> = from_js(seen)?;
    to_js(&Position::record(seen.as_ref(), device, heard, whole(now_ms)))
}

/// Creates a position of this device that is newer than `seen`, the newest position known to the device. `above` is the
/// part of the page above the upper edge of the view, from 0 to 1; `now_ms` is a Unix time.
#[wasm_bindgen(js_name = recordReading, unchecked_return_type = "ReadingPosition")]
#[expect(clippy::too_many_arguments, reason = "plain values cross the boundary without a conversion")]
pub fn record_reading(
    #[wasm_bindgen(unchecked_param_type = "ReadingPosition | undefined")] seen: JsValue,
    device: &str,
    page: u32,
    above: f64,
    pages: u32,
    is_finished: bool,
    is_restart: bool,
    now_ms: f64,
) -> Answer {
    let shown = ScrollReport { page, above, pages, is_finished, is_restart };
    let seen: Option<ReadingPosition> = from_js(seen)?;
    to_js(&ReadingPosition::record(seen.as_ref(), device, shown, whole(now_ms)))
}

/// Returns the winner of two positions in a recording.
#[wasm_bindgen(js_name = mergePositions, unchecked_return_type = "Position")]
pub fn merge_positions(
    #[wasm_bindgen(unchecked_param_type = "Position")] one: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Position")] other: JsValue,
) -> Answer {
    to_js(&position::newer::<Position>(from_js(one)?, from_js(other)?))
}

/// Returns the start position in the recording, in seconds: 0 if it is finished or barely begun.
#[wasm_bindgen(js_name = startOf)]
pub fn start_of(
    #[wasm_bindgen(unchecked_param_type = "Position")] position: JsValue,
) -> Result<f64, serde_wasm_bindgen::Error> {
    Ok(from_js::<Position>(position)?.start_secs())
}

/// Returns the winner of two positions in a note.
#[wasm_bindgen(js_name = mergeReadings, unchecked_return_type = "ReadingPosition")]
pub fn merge_readings(
    #[wasm_bindgen(unchecked_param_type = "ReadingPosition")] one: JsValue,
    #[wasm_bindgen(unchecked_param_type = "ReadingPosition")] other: JsValue,
) -> Answer {
    to_js(&position::newer::<ReadingPosition>(from_js(one)?, from_js(other)?))
}

/// Returns the page at which to open a note that now has `pages` pages, and the part of it above the upper edge of the
/// view, in thousandths.
#[wasm_bindgen(js_name = readingStart, unchecked_return_type = "[page: number, abovePermille: number]")]
pub fn reading_start(
    #[wasm_bindgen(unchecked_param_type = "ReadingPosition")] position: JsValue,
    pages: u32,
) -> Answer {
    to_js(&from_js::<ReadingPosition>(position)?.start(pages))
}

fn whole(ms: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "float casts saturate")]
    let ms = ms as u64;
    ms
}
