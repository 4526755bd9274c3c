//! Leases: only one request at a time hides or restores the copies of a notice, or announces its decisions.
//!
//! Files are moved out of reach only under the lease of a notice that withholds their hash. The lease keeps the copies of
//! this notice from being restored at the same time, and the hash keeps those of other notices.

use aws::client::Store;
use aws::retry::Retry;
use model::error::{Conflict, Error, Result};
use model::ids::NoticeId;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Notice, modify};

/// Duration of the lease of a request in seconds. Longer than the API may run.
pub(super) const REQUEST_SECS: u64 = 60;

/// Duration of a lease of the nightly run in seconds. As long as its function may run.
pub(super) const NIGHT_SECS: u64 = 900;

/// Exclusive right of one request to work on a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Lease {
    /// Version of the notice when the lease was acquired, which no other lease has.
    version: u32,
    until: Timestamp,
}

/// Acquires the lease and makes the change with which the work begins, which may run several times. Waits up to 4 s for
/// another request. Returns the notice. Cost: 1 read, 1 write.
///
/// # Errors
/// `NotFound(Notice)`; the errors of `begin`; `Conflict(NoticeBusy)` if another request has the lease for longer.
pub(super) async fn acquire(
    store: &Store,
    id: NoticeId,
    now: Timestamp,
    secs: u64,
    mut begin: impl FnMut(&mut Notice) -> Result<()>,
) -> Result<Notice> {
    let mut retry = Retry::new();
    loop {
        let leased = modify(store, id, |notice| {
            begin(notice)?;
            let is_free = notice.lease.is_none_or(|lease| lease.until <= now);
            if is_free {
                notice.lease = Some(Lease { version: notice.version, until: now.plus_secs(secs) });
            }
            Ok(is_free)
        });
        let (notice, is_acquired) = leased.await?;
        if is_acquired {
            return Ok(notice);
        }
        retry.wait_or(busy).await?;
    }
}

/// Releases the lease. If the work succeeded, its result is recorded in the same write; otherwise its error is returned.
/// Cost: 1 read, 1 write.
///
/// # Errors
/// That of the work; `Conflict(NoticeBusy)` if the lease had expired and another request has it.
pub(super) async fn release<R>(
    store: &Store,
    leased: &Notice,
    result: Result<R>,
    mut record: impl FnMut(&mut Notice, &R),
) -> Result<Notice> {
    let released = modify(store, leased.id, |notice| {
        if notice.lease != leased.lease {
            return Err(busy());
        }
        notice.lease = None;
        if let Ok(result) = &result {
            record(notice, result);
        }
        Ok(true)
    });
    let released = released.await;
    result?;
    Ok(released?.0)
}

fn busy() -> Error {
    Error::Conflict(Conflict::NoticeBusy)
}
