//! Closes notices: dismisses them, restores their copies or leaves the files removed.

use aws::batch::map_concurrent;
use aws::client::Store;
use aws::retry::Retry;
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::{NoticeId, UserId};
use model::timestamp::Timestamp;
use wasm_core::limits::COUNTER_NOTICE_WAIT_DAYS;

use super::announce::Recipient;
use super::hide::add_copies;
use super::{CopyResult, DAY_SECS, Decision, HiddenCopy, Notice, NoticeItem, NoticeState, get, lease, modify};
use crate::library::withheld;
use crate::publishing::trash;

fn decided() -> Error {
    Error::Conflict(Conflict::NoticeDecided)
}

/// Closes a notice with a reason. Copies that are hidden because of it are restored, unless another notice names their
/// files or they have been deleted; the notice says for each copy what became of it. `seen` is the state in which the
/// caller has seen the notice. Repeating the call after a failure completes it, and so does the nightly run. Cost: 3
/// reads, 2 writes, 2 writes per file; for each copy those of [`trash::restore_hidden`].
///
/// # Errors
/// `NotFound(Notice)`; `Conflict(NoticeDecided)` in another state, or if the notice is closed, unless its files stay
/// removed; `Conflict(NoticeBusy)`.
pub async fn dismiss(
    store: &Store,
    id: NoticeId,
    seen: NoticeState,
    reason: &str,
    Decision { by, now }: Decision<'_>,
) -> Result<Notice> {
    get(store, id).await?;
    let leased = lease::acquire(store, id, now, lease::REQUEST_SECS, |notice| {
        match notice.state {
            NoticeState::Dismissing => {}
            NoticeState::Restoring | NoticeState::Dismissed | NoticeState::Restored => return Err(decided()),
            state if state != seen => return Err(decided()),
            _ => notice.decide(NoticeState::Dismissing, by, now, reason),
        }
        Ok(())
    });
    finish(store, leased.await?).await
}

/// Closes a notice with a reason, and leaves the files removed. `seen` is the state in which the caller has seen the
/// notice. Cost: 2 reads, 1 write.
///
/// # Errors
/// `NotFound(Notice)`; `Conflict(NoticePending)` before [`Notice::closable_at`]; `Conflict(NoticeDecided)` in another
/// state, or one that cannot be closed in this way.
pub async fn close(
    store: &Store,
    id: NoticeId,
    seen: NoticeState,
    reason: &str,
    Decision { by, now }: Decision<'_>,
) -> Result<Notice> {
    get(store, id).await?;
    let closed = modify(store, id, |notice| {
        if notice.state != seen || !matches!(notice.state, NoticeState::Hidden | NoticeState::Held) {
            return Err(decided());
        }
        if notice.closable_at().is_none_or(|at| at > now) {
            return Err(Error::Conflict(Conflict::NoticePending));
        }
        notice.remove_files(by, now, reason);
        Ok(true)
    });
    Ok(closed.await?.0)
}

/// Restores the copies of a notice that is being closed and whose lease the caller has, and closes it.
pub(super) async fn finish(store: &Store, leased: Notice) -> Result<Notice> {
    let restored = restore_copies(store, &leased).await;
    let finished = lease::release(store, &leased, restored, |notice, copies| {
        notice.state = match notice.state {
            NoticeState::Restoring => NoticeState::Restored,
            _ => NoticeState::Dismissed,
        };
        notice.copies.clone_from(copies);
        notice.announce_closing();
    });
    finished.await
}

/// Restores the copies as far as possible. Returns them with what became of each. An error of one copy does not keep the
/// others from being restored.
async fn restore_copies(store: &Store, notice: &Notice) -> Result<Vec<HiddenCopy>> {
    for sha256 in &notice.hashes {
        withheld::remove(store, sha256, notice.id).await?;
    }
    // Until now, other notices can have handed over copies.
    let copies = get(store, notice.id).await?.copies;
    let restored = map_concurrent(store, copies, |store, HiddenCopy { item, .. }| async move {
        let result = restore_copy(&store, &item).await;
        Ok(result.map(|result| HiddenCopy { item, result: Some(result) }))
    });
    restored.await?.into_iter().collect()
}

async fn restore_copy(store: &Store, item: &NoticeItem) -> Result<CopyResult> {
    let mut retry = Retry::new();
    loop {
        return match trash::restore_hidden(store, item.kind, item.id).await {
            Ok(true) | Err(Error::Conflict(Conflict::AlreadyRestored)) => Ok(CopyResult::Restored),
            Ok(false) | Err(Error::NotFound(ResourceKind::Course)) => Ok(CopyResult::Trashed),
            Err(Error::Conflict(Conflict::FileWithheld)) => {
                if !hand_over(store, item).await? {
                    retry.wait().await?;
                    continue;
                }
                Ok(CopyResult::Withheld)
            }
            Err(Error::NotFound(_)) => Ok(CopyResult::Deleted),
            Err(error) => Err(error),
        };
    }
}

/// Hands a copy over to a notice that withholds its file, and that restores it when it is closed. Returns false if no
/// notice withholds the file any more.
async fn hand_over(store: &Store, item: &NoticeItem) -> Result<bool> {
    for sha256 in trash::hidden_hashes(store, item.kind, item.id).await? {
        for other in withheld::list_notices(store, &sha256).await? {
            add_copies(store, other, std::slice::from_ref(item)).await?;
            // Otherwise it may have been closed without the copy.
            if withheld::list_notices(store, &sha256).await?.contains(&other) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

impl Notice {
    /// Returns the time from which the notice can be closed with the files removed; `None` in another state, and until
    /// all uploaders have been told.
    #[must_use]
    pub fn closable_at(&self) -> Option<Timestamp> {
        match self.state {
            NoticeState::Hidden => self.told_at.map(|at| at.plus_secs(u64::from(COUNTER_NOTICE_WAIT_DAYS) * DAY_SECS)),
            NoticeState::Held => self.counter.as_ref().map(|counter| counter.restore_at),
            _ => None,
        }
    }

    /// Closes a notice without a counter notice in time, unless the mail to an uploader was rejected.
    pub(super) fn close_if_unanswered(&mut self, now: Timestamp) {
        let is_due = self.state == NoticeState::Hidden && self.closable_at().is_some_and(|at| at <= now);
        let is_untold = self.rejected.iter().any(|recipient| matches!(recipient, Recipient::Uploader(_)));
        if is_due
            && !is_untold
            && let Some(by) = self.decided_by.clone()
        {
            self.remove_files(&by, now, &format!("No counter notice came within {COUNTER_NOTICE_WAIT_DAYS} days."));
        }
    }

    /// Returns a text such as "2 of 3 copies restored"; `None` without copies.
    pub(super) fn restored_text(&self) -> Option<String> {
        let all = self.copies.len();
        let restored = self.copies.iter().filter(|copy| copy.result == Some(CopyResult::Restored)).count();
        match (restored, all) {
            (_, 0) => None,
            (1, 1) => Some("1 copy restored".to_owned()),
            _ if restored == all => Some(format!("{all} copies restored")),
            _ => Some(format!("{restored} of {all} copies restored")),
        }
    }

    fn remove_files(&mut self, by: &UserId, now: Timestamp, reason: &str) {
        self.decide(NoticeState::Removed, by, now, reason);
        self.announce_closing();
    }

    /// Removes the personal data of the sender and the uploaders. The hashes and titles stay as long as the files are
    /// refused.
    pub(super) fn remove_personal_data(&mut self) {
        let draft = &mut self.draft;
        for text in
            [&mut draft.name, &mut draft.postal_address, &mut draft.email, &mut draft.work, &mut draft.signature]
        {
            text.clear();
        }
        self.counter = None;
        self.reason.clear();
        let items = self.items.iter_mut().chain(self.copies.iter_mut().map(|copy| &mut copy.item));
        items.for_each(|item| item.uploader_name.clear());
    }

    pub(super) fn has_personal_data(&self) -> bool {
        !self.draft.email.is_empty()
    }
}
