//! Where somebody is in a recording, as the page and the API write it.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::player::position::{self, Heard, Position};

#[wasm_bindgen(typescript_custom_section)]
const POSITION: &str = r"
/** Where one person is in one recording, as one device said at one moment. The API has the same. */
export interface Position {
    counter: number;
    device: string;
    positionMs: number;
    durationMs?: number;
    isFinished: boolean;
    isRestart: boolean;
}";

#[wasm_bindgen]
unsafe extern "C" {
    /// See the section for TypeScript above.
    #[wasm_bindgen(typescript_type = "Position")]
    pub type PositionValue;

    #[wasm_bindgen(method, getter)]
    fn counter(this: &PositionValue) -> f64;
    #[wasm_bindgen(method, getter)]
    fn device(this: &PositionValue) -> String;
    #[wasm_bindgen(method, getter, js_name = positionMs)]
    fn position_ms(this: &PositionValue) -> u32;
    #[wasm_bindgen(method, getter, js_name = durationMs)]
    fn duration_ms(this: &PositionValue) -> Option<u32>;
    #[wasm_bindgen(method, getter, js_name = isFinished)]
    fn is_finished(this: &PositionValue) -> bool;
    #[wasm_bindgen(method, getter, js_name = isRestart)]
    fn is_restart(this: &PositionValue) -> bool;

    #[wasm_bindgen(method, setter)]
    fn set_counter(this: &PositionValue, counter: f64);
    #[wasm_bindgen(method, setter)]
    fn set_device(this: &PositionValue, device: &str);
    #[wasm_bindgen(method, setter, js_name = positionMs)]
    fn set_position_ms(this: &PositionValue, position_ms: u32);
    #[wasm_bindgen(method, setter, js_name = durationMs)]
    fn set_duration_ms(this: &PositionValue, duration_ms: Option<u32>);
    #[wasm_bindgen(method, setter, js_name = isFinished)]
    fn set_is_finished(this: &PositionValue, is_finished: bool);
    #[wasm_bindgen(method, setter, js_name = isRestart)]
    fn set_is_restart(this: &PositionValue, is_restart: bool);
}

impl From<&PositionValue> for Position {
    fn from(value: &PositionValue) -> Self {
        Self {
            counter: whole(value.counter()),
            device: value.device(),
            position_ms: value.position_ms(),
            duration_ms: value.duration_ms(),
            is_finished: value.is_finished(),
            is_restart: value.is_restart(),
        }
    }
}

impl From<Position> for PositionValue {
    fn from(position: Position) -> Self {
        let value = js_sys::Object::new().unchecked_into::<Self>();
        #[expect(clippy::cast_precision_loss, reason = "COUNTER_MAX is the largest whole number of a double")]
        value.set_counter(position.counter as f64);
        value.set_device(&position.device);
        value.set_position_ms(position.position_ms);
        value.set_duration_ms(position.duration_ms);
        value.set_is_finished(position.is_finished);
        value.set_is_restart(position.is_restart);
        value
    }
}

/// A number that is a count.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast of a float stops at the ends")]
fn whole(number: f64) -> u64 {
    number as u64
}

/// What was heard on this device, made newer than `seen`, the newest position that the device knows. Times in seconds;
/// `now_ms` since 1970.
#[wasm_bindgen(js_name = recordPosition)]
pub fn record_position(
    seen: Option<PositionValue>,
    device: &str,
    position_secs: f64,
    duration_secs: Option<f64>,
    is_finished: bool,
    is_restart: bool,
    now_ms: f64,
) -> PositionValue {
    let heard = Heard { position_secs, duration_secs, is_finished, is_restart };
    let seen = seen.as_ref().map(Position::from);
    Position::record(seen.as_ref(), device, heard, whole(now_ms)).into()
}

/// The position that counts, of two.
#[wasm_bindgen(js_name = mergePositions)]
pub fn merge_positions(one: &PositionValue, other: &PositionValue) -> PositionValue {
    position::merge(one.into(), other.into()).into()
}

/// Where to start the recording, in seconds: from the beginning when it is finished or has hardly begun.
#[wasm_bindgen(js_name = startOf)]
pub fn start_of(position: &PositionValue) -> f64 {
    Position::from(position).start_secs()
}
