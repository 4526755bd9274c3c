//! Counter notices by the uploaders of hidden copies.

use aws::client::Store;
use aws::codec::decode;
use aws::table::{self, Consistency, Order};
use model::error::{Conflict, Error, Result};
use model::ids::{NoticeId, UserId};
use model::keys;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::limits::COUNTER_NOTICE_WEEKDAYS;

use super::hide::finish;
use super::{Notice, NoticeState, get, save};
use crate::desk::audit::{self, AuditEntry};

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

/// Adds a counter notice to a notice whose copies are hidden. Cost: 1 read, 1 write.
///
/// # Errors
/// `NotFound(Notice)`; `Conflict(NoticeDecided)` unless the copies are hidden without a counter notice.
pub async fn counter(
    store: &Store,
    id: NoticeId,
    draft: NewCounterNotice,
    by: &UserId,
    now: Timestamp,
) -> Result<Notice> {
    let mut notice = get(store, id).await?;
    if notice.state != NoticeState::Hidden {
        return Err(Error::Conflict(Conflict::NoticeDecided));
    }
    notice.decide(NoticeState::Countered, by, now);
    let restore_at = after_weekdays(now, COUNTER_NOTICE_WEEKDAYS);
    notice.counter = Some(CounterNotice { draft, sent_by: by.clone(), received_at: now, restore_at });
    save(store, &mut notice, now).await?;
    Ok(notice)
}

/// Holds the copies of a notice with a counter notice, so that they are not restored, or ends the hold. Cost: 1 read, 1
/// write.
///
/// # Errors
/// `NotFound(Notice)`; `Conflict(NoticeDecided)` if the notice has no counter notice or is closed.
pub async fn set_held(
    store: &Store,
    id: NoticeId,
    held: bool,
    reason: &str,
    (by, now): (&UserId, Timestamp),
) -> Result<Notice> {
    let mut notice = get(store, id).await?;
    let (before, after) =
        if held { (NoticeState::Countered, NoticeState::Held) } else { (NoticeState::Held, NoticeState::Countered) };
    if notice.state != before {
        return Err(Error::Conflict(Conflict::NoticeDecided));
    }
    notice.decide(after, by, now);
    reason.clone_into(&mut notice.reason);
    save(store, &mut notice, now).await?;
    Ok(notice)
}

/// Restores the copies of all notices whose counter notice is old enough, and adds this to the audit log. Returns the
/// number of these notices. Fails at the end if one could not be restored. A notice that an administrator changes at the same time waits for the next run. Cost: 1
/// index read; for each notice 2 writes, and for each copy those of a restore.
pub async fn restore_due(store: &Store, now: Timestamp) -> Result<u32> {
    let range = keys::notice::listed(false);
    let (mut restored, mut failed) = (0, None);
    for item in table::query_all(store, &range, Order::Ascending, Consistency::Eventual).await? {
        let listed: Notice = decode(item)?;
        match restore_one(store, listed, now).await {
            Ok(is_restored) => restored += u32::from(is_restored),
            Err(Error::Conflict(_)) => {}
            // The other notices must not miss their terms because of this one.
            Err(error) => failed = Some(error),
        }
    }
    failed.map_or(Ok(restored), Err)
}

/// Also completes a restoration that was interrupted.
async fn restore_one(store: &Store, mut notice: Notice, now: Timestamp) -> Result<bool> {
    if notice.is_due(now)
        && let Some(counter) = notice.counter.clone()
    {
        notice.decide(NoticeState::Restoring, &counter.sent_by, now);
        // The index may be stale, and an administrator may hold the copies at the same time.
        save(store, &mut notice, now).await?;
        let label = notice.label();
        let entry = AuditEntry::new(counter.sent_by, "restore_copies", notice.id.to_string(), label, now);
        audit::append(store, &entry).await?;
    }
    finish(store, &mut notice, now).await
}

impl Notice {
    /// Returns the name of the notice in the audit log.
    #[must_use]
    pub fn label(&self) -> String {
        let titles: Vec<&str> = self.items.iter().map(|item| item.title.as_str()).collect();
        format!("Notice of copyright about {}", audit::shorten(&titles.join(", ")))
    }

    fn is_due(&self, now: Timestamp) -> bool {
        self.state == NoticeState::Countered && self.counter.as_ref().is_some_and(|counter| counter.restore_at <= now)
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
