//! Counter notices by the uploaders of hidden copies.

use aws::client::Store;
use model::error::{Conflict, Error, Result};
use model::ids::{NoticeId, UserId};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::limits::COUNTER_NOTICE_WEEKDAYS;

use super::announce::Recipient;
use super::{Decision, Notice, NoticeState, get, modify};

const DAY_SECS: i64 = 86_400;

/// Validated text of a counter notice. The uploader has also consented to the jurisdiction of the court and made the
/// statement of 17 U.S.C. 512(g)(3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewCounterNotice {
    /// Name of the uploader.
    pub name: String,
    /// Postal address and telephone number.
    pub postal_address: String,
    /// Why the files were hidden by mistake.
    pub statement: String,
    /// Typed signature.
    pub signature: String,
}

/// A counter notice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterNotice {
    /// Text of the counter notice.
    #[serde(flatten)]
    pub draft: NewCounterNotice,
    /// Administrator who sent it.
    pub sent_by: UserId,
    /// Time when it was sent.
    pub received_at: Timestamp,
    /// Time from which the nightly run restores the copies.
    pub restore_at: Timestamp,
}

/// Adds a counter notice to a notice whose copies are hidden. Cost: 2 reads, 1 write.
///
/// # Errors
/// `NotFound(Notice)`; `Conflict(NoticeDecided)` unless the copies are hidden without a counter notice.
pub async fn counter(store: &Store, id: NoticeId, draft: NewCounterNotice, decision: Decision<'_>) -> Result<Notice> {
    get(store, id).await?;
    let Decision { by, now } = decision;
    let countered = modify(store, id, |notice| {
        if notice.state != NoticeState::Hidden {
            return Err(Error::Conflict(Conflict::NoticeDecided));
        }
        notice.decide(NoticeState::Countered, by, now, "");
        let restore_at = after_weekdays(now, COUNTER_NOTICE_WEEKDAYS);
        notice.counter =
            Some(CounterNotice { draft: draft.clone(), sent_by: by.clone(), received_at: now, restore_at });
        let after = format!("Copies are restored from {}", restore_at.day());
        notice.announce("counter_notice", after, vec![Recipient::Sender]);
        Ok(true)
    });
    Ok(countered.await?.0)
}

/// Holds the copies of a notice with a counter notice, so that they are not restored, or ends the hold. Cost: 2 reads, 1
/// write.
///
/// # Errors
/// `NotFound(Notice)`; `Conflict(NoticeDecided)` if the notice has no counter notice or is closed.
pub async fn set_held(store: &Store, id: NoticeId, held: bool, reason: &str, decision: Decision<'_>) -> Result<Notice> {
    get(store, id).await?;
    let (before, after, action) = if held {
        (NoticeState::Countered, NoticeState::Held, "hold_copies")
    } else {
        (NoticeState::Held, NoticeState::Countered, "release_copies")
    };
    let changed = modify(store, id, |notice| {
        if notice.state != before {
            return Err(Error::Conflict(Conflict::NoticeDecided));
        }
        notice.decide(after, decision.by, decision.now, reason);
        notice.announce(action, reason.to_owned(), Vec::new());
        Ok(true)
    });
    Ok(changed.await?.0)
}

impl Notice {
    /// Begins to restore the copies if the counter notice is old enough.
    pub(super) fn restore_if_due(&mut self, now: Timestamp) {
        let due = self.counter.as_ref().filter(|counter| counter.restore_at <= now);
        if self.state == NoticeState::Countered
            && let Some(by) = due.map(|counter| counter.sent_by.clone())
        {
            self.decide(NoticeState::Restoring, &by, now, "");
        }
    }
}

/// Returns the time after this number of days from Monday to Friday in UTC.
fn after_weekdays(from: Timestamp, weekdays: u32) -> Timestamp {
    let mut day = from.epoch_secs().div_euclid(DAY_SECS);
    let mut added = 0;
    let mut left = weekdays;
    while left > 0 {
        day += 1;
        added += 1;
        // 1970-01-01 was a Thursday.
        if (day + 3).rem_euclid(7) < 5 {
            left -= 1;
        }
    }
    from.plus_secs(added * 86_400)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s7_copyright_7_the_term_of_a_counter_notice_counts_days_from_monday_to_friday() {
        let check = |from: &str, expected: &str| {
            let from: Timestamp = from.parse().unwrap();
            assert_eq!(after_weekdays(from, 12).to_string(), expected);
        };
        // Monday, Friday and Saturday.
        check("2026-11-30T08:00:00Z", "2026-12-16T08:00:00.000Z");
        check("2026-12-04T08:00:00Z", "2026-12-22T08:00:00.000Z");
        check("2026-12-05T08:00:00Z", "2026-12-22T08:00:00.000Z");
    }
}
