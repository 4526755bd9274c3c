//! Nightly work on notices.

use aws::client::Store;
use aws::codec::decode;
use aws::table::{self, Consistency, Order};
use model::error::{Error, Result};
use model::keys;
use model::timestamp::Timestamp;

use super::announce::announce;
use super::close::{close_if_unanswered, finish};
use super::counter::begin_restoring;
use super::{KEPT_SECS, Notice, NoticeState, modify};
use crate::publishing::trash;

/// Numbers of notices of a nightly run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NightlyReport {
    /// Notices whose restoration was completed.
    pub restored: u32,
    /// Notices that were closed without a counter notice.
    pub closed: u32,
    /// Closed notices whose personal data was removed.
    pub cleared: u32,
}

/// Restores copies after the term of a counter notice, completes interrupted restorations, closes notices without a
/// counter notice, extends the retention of hidden copies, removes personal data after its retention, and announces
/// decisions that are not announced yet. An error of one notice is returned after the work on all others. A notice that an administrator
/// changes at the same time waits for the next run. Cost: 2 index reads; 1 write per hidden copy; for each notice with
/// work 2 writes, and for each restored copy those of [`trash::restore`].
pub async fn run_nightly(store: &Store, now: Timestamp) -> Result<NightlyReport> {
    let mut report = NightlyReport::default();
    let mut failed = None;
    for is_closed in [false, true] {
        let range = keys::notice::listed(is_closed);
        for item in table::query_all(store, &range, Order::Ascending, Consistency::Eventual).await? {
            let listed: Notice = decode(item)?;
            let id = listed.id;
            let mut done = Box::pin(care_for(store, listed, now, &mut report)).await;
            if done.is_ok() {
                done = announce(store, id, now).await;
            }
            match done {
                Ok(()) | Err(Error::Conflict(_) | Error::NotFound(_)) => {}
                // The other notices must not miss their terms because of this one.
                Err(error) => failed = Some(error),
            }
        }
    }
    failed.map_or(Ok(report), Err)
}

async fn care_for(store: &Store, listed: Notice, now: Timestamp, report: &mut NightlyReport) -> Result<()> {
    let notice = begin_restoring(store, listed, now).await?;
    let (notice, is_finished) = finish(store, notice, "").await?;
    report.restored += u32::from(is_finished);
    if close_if_unanswered(store, &notice, now).await? {
        report.closed += 1;
        return Ok(());
    }
    match notice.state {
        NoticeState::Hidden | NoticeState::Countered | NoticeState::Held => {
            for copy in &notice.copies {
                trash::extend_retention(store, copy.item.kind, copy.item.id, now).await?;
            }
        }
        NoticeState::Removed => report.cleared += u32::from(remove_old_personal_data(store, &notice, now).await?),
        // The table deletes other closed notices.
        _ => {}
    }
    Ok(())
}

async fn remove_old_personal_data(store: &Store, listed: &Notice, now: Timestamp) -> Result<bool> {
    let is_old = |notice: &Notice| {
        notice.state == NoticeState::Removed
            && notice.has_personal_data()
            && notice.decided_at.is_some_and(|at| at.plus_secs(KEPT_SECS) <= now)
    };
    if !is_old(listed) {
        return Ok(false);
    }
    let removed = modify(store, listed.id, |notice| {
        let is_due = is_old(notice);
        if is_due {
            notice.remove_personal_data();
        }
        Ok(is_due)
    });
    Ok(removed.await?.1)
}
