//! The resume position in a recording, and how two of them merge.
//!
//! Every position carries a logical clock: a counter larger than all that its device had seen. The larger counter wins,
//! in any order of arrival and with duplicates, so [`merge`] is all that a browser, a server and an outbox need.
//!
//! One kind never wins, however new: an opening, which is a position at the very start that the user did not seek to. A
//! device makes one when it starts a recording before it has received the position of other devices.

use serde::{Deserialize, Serialize};

use crate::limits::{FINISHED_LEFT_MAX_MS, POSITION_AHEAD_MAX_MS, RESUME_MIN_MS};

/// The largest counter: JavaScript's `Number.MAX_SAFE_INTEGER`.
pub const COUNTER_MAX: u64 = (1 << 53) - 1;

/// The resume position of one user in one recording, as recorded by one device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(deny_unknown_fields))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Position {
    /// Larger than every counter this device had seen for the recording. Made by [`next_counter`].
    pub counter: u64,
    /// A random id of the device, which breaks ties between equal counters.
    pub device: String,
    /// The position in milliseconds.
    pub position_ms: u32,
    /// The duration of the recording in milliseconds, if known.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub duration_ms: Option<u32>,
    /// Whether the user has finished it.
    pub is_finished: bool,
    /// Whether the user went back to the start, so that a small position is intended.
    pub is_restart: bool,
}

/// A report of the player, which has no counter yet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heard {
    /// The position in seconds.
    pub position_secs: f64,
    /// The duration in seconds, if known.
    pub duration_secs: Option<f64>,
    /// Whether it was played to its end.
    pub is_finished: bool,
    /// Whether the user went back to its start.
    pub is_restart: bool,
}

impl Position {
    /// A position on this device that is newer than `seen`, the newest one that the device knows.
    #[must_use]
    pub fn record(seen: Option<&Self>, device: &str, heard: Heard, now_ms: u64) -> Self {
        let position_ms = whole_ms(heard.position_secs);
        let duration_ms = heard.duration_secs.map(whole_ms).filter(|duration_ms| *duration_ms > 0);
        Self {
            counter: next_counter(seen.map_or(0, |seen| seen.counter), now_ms),
            device: device.to_owned(),
            position_ms,
            duration_ms,
            is_finished: heard.is_finished || is_near_end(position_ms, duration_ms),
            is_restart: heard.is_restart,
        }
    }

    /// Where to start the recording, in seconds: 0 if it is finished or hardly begun.
    #[must_use]
    pub fn start_secs(&self) -> f64 {
        if self.is_finished || self.position_ms < RESUME_MIN_MS { 0.0 } else { f64::from(self.position_ms) / 1000.0 }
    }

    /// Whether a device can have made it by `now_ms`. A clock that is far ahead would win forever.
    #[must_use]
    pub fn is_plausible(&self, now_ms: u64) -> bool {
        self.counter <= now_ms.saturating_add(u64::from(POSITION_AHEAD_MAX_MS)).min(COUNTER_MAX)
    }

    /// Whether it is an opening: it only says that the recording was started.
    #[must_use]
    pub fn is_opening(&self) -> bool {
        !self.is_finished && !self.is_restart && self.position_ms < RESUME_MIN_MS
    }

    /// Whether it replaces `other`. The order is total, so all devices and the server agree.
    #[must_use]
    pub fn wins_over(&self, other: &Self) -> bool {
        self.rank() > other.rank()
    }

    /// The sort key. It ends with the remaining fields, so that only equal positions have equal ranks.
    fn rank(&self) -> (bool, u64, &str, bool, bool, u32, Option<u32>) {
        (
            !self.is_opening(),
            self.counter,
            &self.device,
            self.is_finished,
            self.is_restart,
            self.position_ms,
            self.duration_ms,
        )
    }
}

/// The winner of two positions.
#[must_use]
pub fn merge(one: Position, other: Position) -> Position {
    if other.wins_over(&one) { other } else { one }
}

/// A counter larger than the largest one seen (a hybrid logical clock). It follows the wall clock if that is ahead, so that
/// devices that do not know of each other are ordered by time, and does not go back when the wall clock does.
#[must_use]
pub fn next_counter(seen: u64, now_ms: u64) -> u64 {
    seen.saturating_add(1).max(now_ms).min(COUNTER_MAX)
}

/// Where to start a recording that was left at `position_secs`, in seconds.
pub(super) fn start_secs(position_secs: f64, duration_secs: Option<f64>) -> f64 {
    let heard = Heard { position_secs, duration_secs, is_finished: false, is_restart: false };
    Position::record(None, "", heard, 0).start_secs()
}

fn is_near_end(position_ms: u32, duration_ms: Option<u32>) -> bool {
    duration_ms.is_some_and(|duration_ms| {
        let left_ms = duration_ms.saturating_sub(position_ms);
        left_ms <= FINISHED_LEFT_MAX_MS.min(duration_ms / 20)
    })
}

/// Seconds as milliseconds, rounded down. NaN and negative numbers give 0; the maximum is about 49 days.
fn whole_ms(secs: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "float casts saturate")]
    let ms = (secs * 1000.0) as u32;
    ms
}
