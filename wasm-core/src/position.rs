//! Which of two resume positions counts, in a recording as in a note.
//!
//! Every position carries a logical clock: a counter larger than all that its device had seen. The larger counter wins,
//! in any order of arrival and with duplicates, so [`merge`] is all that a browser, a server and an outbox need.
//!
//! One kind never wins, however new: an opening, which is a position at the very start that the user did not go back to.
//! A device makes one when it opens something before it has received the position of other devices.

use crate::limits::POSITION_AHEAD_MAX_MS;

/// The largest counter: JavaScript's `Number.MAX_SAFE_INTEGER`.
pub const COUNTER_MAX: u64 = (1 << 53) - 1;

/// Where one user stopped in one thing, as recorded by one device.
pub trait Stamped: Sized {
    /// Larger than every counter this device had seen for the thing. Made by [`next_counter`].
    fn counter(&self) -> u64;

    /// A random id of the device, which breaks ties between equal counters.
    fn device(&self) -> &str;

    /// Whether it only says that the thing was opened.
    fn is_opening(&self) -> bool;

    /// Whether the user came to the end.
    fn is_finished(&self) -> bool;

    /// The remaining fields in some order, so that only equal positions have equal ranks.
    fn rest(&self) -> impl Ord;

    /// Whether there can be such a place at all.
    fn is_possible(&self) -> bool {
        true
    }

    /// Whether a device can have made it by `now_ms`. A clock that is far ahead would win forever.
    #[must_use]
    fn is_plausible(&self, now_ms: u64) -> bool {
        self.is_possible() && self.counter() <= now_ms.saturating_add(u64::from(POSITION_AHEAD_MAX_MS)).min(COUNTER_MAX)
    }

    /// Whether it replaces `other`. The order is total, so all devices and the server agree.
    #[must_use]
    fn wins_over(&self, other: &Self) -> bool {
        rank(self) > rank(other)
    }
}

fn rank<P: Stamped>(position: &P) -> (bool, u64, &str, impl Ord) {
    (!position.is_opening(), position.counter(), position.device(), position.rest())
}

/// The winner of two positions.
#[must_use]
pub fn merge<P: Stamped>(one: P, other: P) -> P {
    if other.wins_over(&one) { other } else { one }
}

/// The counter of a position that is newer than `seen`, the newest one that the device knows.
#[must_use]
pub fn counter_after<P: Stamped>(seen: Option<&P>, now_ms: u64) -> u64 {
    next_counter(seen.map_or(0, Stamped::counter), now_ms)
}

/// A counter larger than the largest one seen (a hybrid logical clock). It follows the wall clock if that is ahead, so that
/// devices that do not know of each other are ordered by time, and does not go back when the wall clock does.
#[must_use]
pub fn next_counter(seen: u64, now_ms: u64) -> u64 {
    seen.saturating_add(1).max(now_ms).min(COUNTER_MAX)
}
