//! Closes notices: dismisses them, restores their copies or leaves the files removed.

use aws::client::Store;
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::NoticeId;
use model::timestamp::Timestamp;
use wasm_core::limits::COUNTER_NOTICE_WAIT_DAYS;

use super::announce::Announcement;
use super::{CopyResult, DAY_SECS, Decision, HiddenCopy, Notice, NoticeState, get, modify};
use crate::library::withheld;
use crate::publishing::trash;

/// Closes a notice with a reason. Copies that are hidden because of it are restored, unless another notice names their
/// files or they have been deleted for good; the notice says for each copy what became of it. Repeating the call after a
/// failure completes it. Cost: 2 reads, 2 writes, 2 writes per file; for each copy those of [`trash::restore`].
///
/// # Errors
/// `NotFound(Notice)`; `Conflict(NoticeDecided)` if the notice is closed, unless its files stay removed.
pub async fn dismiss(store: &Store, id: NoticeId, reason: &str, decision: Decision<'_>) -> Result<Notice> {
    get(store, id).await?;
    let dismissing = modify(store, id, |notice| {
        if notice.state.is_closed() && notice.state != NoticeState::Removed {
            return Err(Error::Conflict(Conflict::NoticeDecided));
        }
        // This state accepts no other decision.
        notice.decide(NoticeState::Dismissing, decision.by, decision.now, reason);
        Ok(true)
    });
    let (notice, _) = dismissing.await?;
    Ok(finish(store, notice, decision.origin).await?.0)
}

/// Closes a notice with a reason, and leaves the files removed. Cost: 2 reads, 1 write.
///
/// # Errors
/// `NotFound(Notice)`; `Conflict(NoticePending)` before [`Notice::closable_at`]; `Conflict(NoticeDecided)` in a state
/// that cannot be closed in this way.
pub async fn close(store: &Store, id: NoticeId, reason: &str, decision: Decision<'_>) -> Result<Notice> {
    get(store, id).await?;
    let closed = modify(store, id, |notice| {
        let at = notice.closable_at().ok_or(Error::Conflict(Conflict::NoticeDecided))?;
        if at > decision.now {
            return Err(Error::Conflict(Conflict::NoticePending));
        }
        notice.remove_files(reason, decision);
        Ok(true)
    });
    Ok(closed.await?.0)
}

/// Closes a notice without a counter notice in time. Returns false if it is not due.
pub(super) async fn close_if_unanswered(store: &Store, notice: &Notice, now: Timestamp) -> Result<bool> {
    let is_due = |notice: &Notice| {
        notice.state == NoticeState::Hidden && notice.closable_at().is_some_and(|closable_at| closable_at <= now)
    };
    // The list may be stale, so the notice is read again.
    if !is_due(notice) {
        return Ok(false);
    }
    let closed = modify(store, notice.id, |notice| {
        let by = notice.decided_by.clone().filter(|_| is_due(notice));
        let Some(by) = by else { return Ok(false) };
        let reason = format!("No counter notice came within {COUNTER_NOTICE_WAIT_DAYS} days.");
        notice.remove_files(&reason, Decision { by: &by, origin: "", now });
        Ok(true)
    });
    Ok(closed.await?.1)
}

/// Restores the copies of a notice that is being closed, and closes it. Returns false if it is not being closed.
pub(super) async fn finish(store: &Store, notice: Notice, origin: &str) -> Result<(Notice, bool)> {
    let Some(closed) = notice.state.next() else { return Ok((notice, false)) };
    let copies = restore_copies(store, &notice).await?;
    let before = notice.state;
    let finished = modify(store, notice.id, |notice| {
        if notice.state != before {
            return Ok(false);
        }
        notice.state = closed;
        notice.copies.clone_from(&copies);
        if let (Some(by), Some(now)) = (notice.decided_by.clone(), notice.decided_at) {
            notice.announcements.push(Announcement::of_closing(notice, Decision { by: &by, origin, now }));
        }
        Ok(true)
    });
    finished.await
}

/// Restores the copies as far as possible. Returns them with what became of each.
pub(super) async fn restore_copies(store: &Store, notice: &Notice) -> Result<Vec<HiddenCopy>> {
    for sha256 in &notice.hashes {
        withheld::remove(store, sha256, notice.id).await?;
    }
    let mut copies = notice.copies.clone();
    for copy in &mut copies {
        let restored = trash::restore_item(store, copy.item.kind, copy.item.id).await;
        copy.result = Some(match restored {
            Ok(()) | Err(Error::Conflict(Conflict::AlreadyRestored)) => CopyResult::Restored,
            Err(Error::Conflict(Conflict::FileWithheld)) => CopyResult::Withheld,
            Err(Error::NotFound(ResourceKind::Course)) => CopyResult::Homeless,
            Err(Error::NotFound(_)) => CopyResult::Deleted,
            Err(error) => return Err(error),
        });
    }
    Ok(copies)
}

impl Notice {
    /// Returns the time from which the notice can be closed with the files removed; `None` in another state.
    #[must_use]
    pub fn closable_at(&self) -> Option<Timestamp> {
        match self.state {
            NoticeState::Hidden => {
                let hidden_at = self.hidden_at.or(self.decided_at)?;
                Some(hidden_at.plus_secs(u64::from(COUNTER_NOTICE_WAIT_DAYS) * DAY_SECS))
            }
            NoticeState::Held => self.counter.as_ref().map(|counter| counter.restore_at),
            _ => None,
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

    fn remove_files(&mut self, reason: &str, decision: Decision<'_>) {
        self.decide(NoticeState::Removed, decision.by, decision.now, reason);
        self.announcements.push(Announcement::of_closing(self, decision));
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
