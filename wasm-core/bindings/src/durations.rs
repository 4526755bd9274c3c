//! Durations as text.

use wasm_bindgen::prelude::wasm_bindgen;

use wasm_core::duration;

/// Formats seconds as `4:05`, or `--:--` if they are unknown.
#[wasm_bindgen(js_name = formatClock)]
pub fn format_clock(secs: Option<f64>) -> String {
    duration::format_clock(secs)
}

/// Formats the sum of durations in seconds as `about 1 hr 5 min`. NaN marks an unknown duration.
#[wasm_bindgen(js_name = formatTotal)]
pub fn format_total(durations_secs: &[f64]) -> String {
    duration::format_total(&durations_secs.iter().copied().map(Some).collect::<Vec<_>>())
}

/// Formats seconds for screen readers: `1 hour 2 minutes 5 seconds`.
#[wasm_bindgen(js_name = formatSpoken)]
pub fn format_spoken(secs: Option<f64>) -> String {
    duration::format_spoken(secs)
}
