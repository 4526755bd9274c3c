//! Nightly work on notices.

use std::time::Instant;

use aws::client::Store;
use aws::codec::decode;
use aws::table::{self, Consistency, Order};
use model::error::{Error, Result};
use model::keys;
use model::timestamp::Timestamp;

use super::announce::announce_within;
use super::close::finish;
use super::hide::{complete_hiding, move_files, withhold_hashes};
use super::{KEPT_SECS, Notice, NoticeState, lease, modify};
use crate::publishing::trash;

/// Numbers of notices of a nightly run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NightlyReport {
    /// Notices whose interrupted hiding was completed.
    pub hidden: u32,
    /// Notices whose restoration was completed.
    pub restored: u32,
    /// Notices that were closed without a counter notice.
    pub closed: u32,
    /// Closed notices whose personal data was removed.
    pub cleared: u32,
}

/// Restores copies after the term of a counter notice, completes what was interrupted, closes notices without a counter
/// notice, moves files that a hidden copy has got since, extends the retention of hidden copies, removes personal data
/// after its retention, and announces decisions that are not announced yet. An error of one notice is returned after the
/// work on all others. A notice that an administrator changes at the same time waits for the next run. Cost: 2 index
/// reads; for each notice with hidden copies 2 writes and 1 per file; for each hidden copy 1 write and 1 request per file
/// to the object service, and for each restored copy those of [`trash::restore_hidden`].
pub async fn run_nightly(store: &Store, now: Timestamp) -> Result<NightlyReport> {
    let started = Instant::now();
    let mut report = NightlyReport::default();
    let mut failed = None;
    for is_closed in [false, true] {
        let range = keys::notice::listed(is_closed);
        for item in table::query_all(store, &range, Order::Ascending, Consistency::Eventual).await? {
            let listed: Notice = decode(item)?;
            let id = listed.id;
            // A lease counts from its own begin, because the run may take long.
            let begin = now.plus(started.elapsed());
            let cared = Box::pin(care_for(store, listed, now, begin, &mut report)).await;
            let told = announce_within(store, id, now.plus(started.elapsed()), lease::NIGHT_SECS).await;
            for done in [cared, told] {
                match done {
                    Ok(()) | Err(Error::Conflict(_) | Error::NotFound(_)) => {}
                    // The other notices must not miss their terms because of this one.
                    Err(error) => failed = Some(error),
                }
            }
        }
    }
    failed.map_or(Ok(report), Err)
}

async fn care_for(
    store: &Store,
    listed: Notice,
    now: Timestamp,
    begin: Timestamp,
    report: &mut NightlyReport,
) -> Result<()> {
    match listed.state {
        // The table deletes other closed notices.
        NoticeState::Unconfirmed | NoticeState::Open | NoticeState::Dismissed | NoticeState::Restored => return Ok(()),
        NoticeState::Removed => {
            report.cleared += u32::from(remove_old_personal_data(store, &listed, now).await?);
            return Ok(());
        }
        _ => {}
    }
    // The list may be stale, so the state of the leased notice counts.
    let leased = lease::acquire(store, listed.id, begin, lease::NIGHT_SECS, |notice| {
        notice.restore_if_due(now);
        Ok(())
    });
    let leased = leased.await?;
    match (leased.state, leased.decided_by.clone()) {
        (NoticeState::Hiding, Some(by)) => {
            complete_hiding(store, leased, &by, now).await?;
            report.hidden += 1;
        }
        (NoticeState::Dismissing | NoticeState::Restoring, _) => {
            finish(store, leased).await?;
            report.restored += 1;
        }
        (state, _) => {
            let is_hidden = matches!(state, NoticeState::Hidden | NoticeState::Countered | NoticeState::Held);
            let kept = if is_hidden { keep_hidden(store, &leased, now).await } else { Ok(()) };
            let released = lease::release(store, &leased, kept, |notice, ()| notice.close_if_unanswered(now)).await?;
            report.closed += u32::from(is_hidden && released.state == NoticeState::Removed);
        }
    }
    Ok(())
}

/// Repeats what hides the copies, and extends their retention.
async fn keep_hidden(store: &Store, leased: &Notice, now: Timestamp) -> Result<()> {
    // First, because a file that cannot be moved must not let the others expire.
    for copy in &leased.copies {
        trash::extend_retention(store, copy.item.kind, copy.item.id, now).await?;
    }
    withhold_hashes(store, leased).await?;
    // A restoration that was refused, or the preparation of a recording, can have stored a file since.
    move_files(store, leased.clone()).await.map(drop)
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
