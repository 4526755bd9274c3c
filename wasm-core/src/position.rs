//! Conflict resolution of resume positions in recordings and notes.
//!
//! Every position carries a logical clock: a counter larger than all counters that its device had seen. The larger
//! counter wins, in any order of arrival and with duplicates. Therefore [`newer`] is all that a browser, a server and
//! an outbox need.
//!
//! A position that records only an opening never wins, however new it is. It is at the very start, and the user did not
//! go back there. A device records one when it opens an item before it has received the positions of other devices.

use crate::limits::POSITION_AHEAD_MAX_MS;

/// The largest counter: JavaScript's `Number.MAX_SAFE_INTEGER`.
pub const COUNTER_MAX: u64 = (1 << 53) - 1;

/// The resume position of one user in one item, as recorded by one device.
pub trait HlcStamped: Sized {
    /// Logical clock: larger than every counter that this device had seen for the item. Made by [`hlc_tick`].
    fn counter(&self) -> u64;

    /// Random id of the device, which breaks ties between equal counters.
    fn device(&self) -> &str;

    /// Whether the position records only that the item was opened.
    fn records_only_opening(&self) -> bool;

    /// Whether the user reached the end.
    fn is_finished(&self) -> bool;

    /// Returns the remaining fields in some order, so that only equal positions have equal ranks.
    fn tie_breaker(&self) -> impl Ord;

    /// Whether the position is inside the item.
    fn is_within_item(&self) -> bool {
        true
    }

    /// Whether a device can have recorded the position by `now_ms`. A clock that is far ahead would win forever.
    #[must_use]
    fn is_plausible(&self, now_ms: u64) -> bool {
        self.is_within_item()
            && self.counter() <= now_ms.saturating_add(u64::from(POSITION_AHEAD_MAX_MS)).min(COUNTER_MAX)
    }

    /// Whether the position replaces `other`. The order is total, so all devices and the server agree.
    #[must_use]
    fn wins_over(&self, other: &Self) -> bool {
        rank(self) > rank(other)
    }
}

fn rank<P: HlcStamped>(position: &P) -> (bool, u64, &str, impl Ord) {
    (!position.records_only_opening(), position.counter(), position.device(), position.tie_breaker())
}

/// Returns the winner of two positions.
#[must_use]
pub fn newer<P: HlcStamped>(one: P, other: P) -> P {
    if other.wins_over(&one) { other } else { one }
}

/// Returns the counter of a position that is newer than `seen`, the newest position on the device.
#[must_use]
pub fn hlc_after<P: HlcStamped>(seen: Option<&P>, now_ms: u64) -> u64 {
    hlc_tick(seen.map_or(0, HlcStamped::counter), now_ms)
}

/// Returns a counter larger than the largest one seen (a hybrid logical clock). It follows the wall clock if that is
/// ahead, so that devices that have not synced are ordered by time. It does not go back when the wall clock does.
#[must_use]
pub fn hlc_tick(seen: u64, now_ms: u64) -> u64 {
    seen.saturating_add(1).max(now_ms).min(COUNTER_MAX)
}
