//! Resume positions in recordings.

use serde::{Deserialize, Serialize};

use crate::limits::{FINISHED_LEFT_MAX_MS, RESUME_MIN_MS};
use crate::position::{HlcStamped, hlc_after};

/// The resume position of one user in one recording, as recorded by one device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(deny_unknown_fields))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Position {
    /// Logical clock: larger than every counter that this device had seen for the recording.
    pub counter: u64,
    /// Random id of the device, which breaks ties between equal counters.
    pub device: String,
    /// Position in milliseconds.
    pub position_ms: u32,
    /// Duration of the recording in milliseconds, if known.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub duration_ms: Option<u32>,
    /// Whether the user has finished the recording.
    pub is_finished: bool,
    /// Whether the user went back to the start, so that a small position is intended.
    pub is_restart: bool,
}

/// A report of the player, before it becomes a position with a counter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlaybackReport {
    /// Position in seconds.
    pub position_secs: f64,
    /// Duration in seconds, if known.
    pub duration_secs: Option<f64>,
    /// Whether the track was played to its end.
    pub is_finished: bool,
    /// Whether the user went back to the start.
    pub is_restart: bool,
}

impl Position {
    /// Creates a position of this device that is newer than `seen`, the newest position known to the device.
    #[must_use]
    pub fn record(seen: Option<&Self>, device: &str, heard: PlaybackReport, now_ms: u64) -> Self {
        let position_ms = whole_ms(heard.position_secs);
        let duration_ms = heard.duration_secs.map(whole_ms).filter(|duration_ms| *duration_ms > 0);
        Self {
            counter: hlc_after(seen, now_ms),
            device: device.to_owned(),
            position_ms,
            duration_ms,
            is_finished: heard.is_finished || is_near_end(position_ms, duration_ms),
            is_restart: heard.is_restart,
        }
    }

    /// Returns the start position in seconds: 0 if the recording is finished or barely begun.
    #[must_use]
    pub fn start_secs(&self) -> f64 {
        if self.is_finished || self.position_ms < RESUME_MIN_MS { 0.0 } else { f64::from(self.position_ms) / 1000.0 }
    }
}

impl HlcStamped for Position {
    fn counter(&self) -> u64 {
        self.counter
    }

    fn device(&self) -> &str {
        &self.device
    }

    fn records_only_opening(&self) -> bool {
        !self.is_finished && !self.is_restart && self.position_ms < RESUME_MIN_MS
    }

    fn is_finished(&self) -> bool {
        self.is_finished
    }

    fn tie_breaker(&self) -> impl Ord {
        (self.is_finished, self.is_restart, self.position_ms, self.duration_ms)
    }
}

/// Returns the start position, in seconds, of a recording that was left at `position_secs`.
pub(super) fn start_secs(position_secs: f64, duration_secs: Option<f64>) -> f64 {
    let heard = PlaybackReport { position_secs, duration_secs, is_finished: false, is_restart: false };
    Position::record(None, "", heard, 0).start_secs()
}

fn is_near_end(position_ms: u32, duration_ms: Option<u32>) -> bool {
    duration_ms.is_some_and(|duration_ms| {
        let left_ms = duration_ms.saturating_sub(position_ms);
        left_ms <= FINISHED_LEFT_MAX_MS.min(duration_ms / 20)
    })
}

/// Converts seconds to milliseconds, rounded down. NaN and negative numbers give 0; the maximum is about 49 days.
fn whole_ms(secs: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "float casts saturate")]
    let ms = (secs * 1000.0) as u32;
    ms
}
