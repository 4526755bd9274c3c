//! Where somebody is in a recording, and which of two answers to that counts.
//!
//! Every position carries a counter that its device made larger than all it had seen. The larger counter wins, in any
//! order of arrival and however often one arrives, so [`merge`] is all that a browser, a server and an outbox need.
//!
//! One thing does not count however new it is: an opening, a position at the very beginning that the person did not go
//! back to. A device shows one when it starts a recording before it has heard where the person was.

use serde::{Deserialize, Serialize};

use crate::limits::{FINISHED_LEFT_MAX_MS, POSITION_AHEAD_MAX_MS, RESUME_MIN_MS};

/// The largest counter: the largest whole number that JavaScript counts to.
pub const COUNTER_MAX: u64 = (1 << 53) - 1;

/// Where one person is in one recording, as one device said at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Position {
    /// Larger than every counter this device had seen for the recording. Made by [`next_counter`].
    pub counter: u64,
    /// The device: a random text, so that two devices with one counter do not disagree about who wins.
    pub device: String,
    /// Where the person is, in milliseconds.
    pub position_ms: u32,
    /// How long the recording is, in milliseconds, where it is known.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub duration_ms: Option<u32>,
    /// Whether the person has heard all of it.
    pub is_finished: bool,
    /// Whether the person went back to the beginning, so that a small position is meant.
    pub is_restart: bool,
}

/// What the player reports, before it has a counter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heard {
    /// Where the person is, in seconds.
    pub position_secs: f64,
    /// How long the recording is, in seconds, where it is known.
    pub duration_secs: Option<f64>,
    /// Whether it was played to its end.
    pub is_finished: bool,
    /// Whether the person went back to its beginning.
    pub is_restart: bool,
}

impl Position {
    /// What was heard on this device, made newer than `seen`, the newest position that the device knows.
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

    /// Where to start the recording, in seconds: from the beginning when it is finished or has hardly begun.
    #[must_use]
    pub fn start_secs(&self) -> f64 {
        if self.is_finished || self.position_ms < RESUME_MIN_MS { 0.0 } else { f64::from(self.position_ms) / 1000.0 }
    }

    /// Whether a device may have made it by `now_ms`. A clock that is far ahead would win for ever.
    #[must_use]
    pub fn is_plausible(&self, now_ms: u64) -> bool {
        self.counter <= now_ms.saturating_add(u64::from(POSITION_AHEAD_MAX_MS)).min(COUNTER_MAX)
    }

    /// Whether it says nothing but that the recording was opened.
    #[must_use]
    pub fn is_opening(&self) -> bool {
        !self.is_finished && !self.is_restart && self.position_ms < RESUME_MIN_MS
    }

    /// Whether it replaces `other`. Of two different positions exactly one does, so everybody decides alike.
    #[must_use]
    pub fn wins_over(&self, other: &Self) -> bool {
        self.rank() > other.rank()
    }

    /// What decides. After the device come the other fields, so that only equal positions have equal ranks.
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

/// The position that counts, of two.
#[must_use]
pub fn merge(one: Position, other: Position) -> Position {
    if other.wins_over(&one) { other } else { one }
}

/// A counter larger than the largest that was seen. It follows the clock where that is ahead, so that devices which know
/// nothing of each other are still ordered by time, and never goes back when the clock does.
#[must_use]
pub fn next_counter(seen: u64, now_ms: u64) -> u64 {
    seen.saturating_add(1).max(now_ms).min(COUNTER_MAX)
}

/// Where to start a recording that was left at a position, in seconds.
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

/// Seconds as milliseconds, rounded down. Not a number and less than nothing is 0; the most is some 49 days.
fn whole_ms(secs: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast of a float stops at the ends")]
    let ms = (secs * 1000.0) as u32;
    ms
}
