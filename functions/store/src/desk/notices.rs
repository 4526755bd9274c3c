//! Notices of copyright by people without an account, and what administrators decide about them.
//!
//! A notice is open once its sender has confirmed the e-mail address. An administrator dismisses it or hides all copies
//! of the files that it names. After a counter notice, the copies are restored by the nightly run, unless an
//! administrator holds them because the sender has gone to court. Without a counter notice, the notice is closed after
//! some weeks and the files stay removed.
//!
//! Each decision is stored together with its announcement (`announce`), so that an interrupted request loses neither the
//! entries of the activity log nor the mails. A lease lets only one request at a time hide or restore copies (`lease`).

mod announce;
mod close;
mod counter;
mod hide;
mod lease;
mod nightly;

use std::collections::BTreeSet;

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{absent, attribute};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::write::Put;
use model::error::{Error, ResourceKind, Result};
use model::ids::{NoticeId, ProductId, Sha256Hash, UserId};
use model::keys::{self, Key};
use model::kind::ItemKind;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use ring::hmac;
use serde::{Deserialize, Serialize};
use wasm_core::limits;

use crate::content_index::IndexEntry;
use crate::desk::audit;

pub use announce::announce;
use announce::{Announcement, Recipient};
pub use close::{close, dismiss};
pub use counter::{CounterNotice, NewCounterNotice, counter, set_held};
pub use hide::{hide, list_copies, list_replaced};
use lease::Lease;
pub use nightly::{NightlyReport, run_nightly};

const DAY_SECS: u64 = 86_400;

/// Retention of a closed notice in seconds.
const KEPT_SECS: u64 = limits::NOTICE_KEPT_DAYS as u64 * DAY_SECS;

/// The person and time of a decision.
#[derive(Debug, Clone, Copy)]
pub struct Decision<'a> {
    /// Administrator who decides.
    pub by: &'a UserId,
    /// Time of the decision.
    pub now: Timestamp,
}

/// State of a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoticeState {
    /// The sender has not confirmed the e-mail address yet. Administrators do not see the notice.
    Unconfirmed,
    /// The notice waits for a decision.
    Open,
    /// The copies are being hidden. A further press or the nightly run completes an interrupted one.
    Hiding,
    /// The copies are hidden.
    Hidden,
    /// The copies are hidden, and a counter notice will restore them.
    Countered,
    /// The copies stay hidden although there is a counter notice, because the sender has gone to court.
    Held,
    /// The notice was dismissed or withdrawn, and its copies are being restored.
    Dismissing,
    /// The term of the counter notice is over, and the copies are being restored.
    Restoring,
    /// The notice was dismissed or withdrawn. Nothing is hidden because of it.
    Dismissed,
    /// The term of the counter notice is over. Copies were restored as far as they still existed.
    Restored,
    /// The files stay removed: there was no counter notice, or a court has decided.
    Removed,
}

impl NoticeState {
    /// Returns true if nothing is left to do.
    #[must_use]
    pub fn is_closed(self) -> bool {
        matches!(self, Self::Dismissed | Self::Restored | Self::Removed)
    }
}

/// Result for a hidden copy when its notice was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CopyResult {
    /// The copy is published again.
    Restored,
    /// The copy stays hidden because of another notice.
    Withheld,
    /// The copy or its course was deleted. The copy can be restored from the trash.
    Trashed,
    /// The copy had been deleted for good.
    Deleted,
}

/// A copy that is hidden because of a notice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HiddenCopy {
    /// The item.
    #[serde(flatten)]
    pub item: NoticeItem,
    /// Result of closing the notice; `None` while the notice hides the copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<CopyResult>,
}

/// An item of which a notice says that it infringes, or a copy of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoticeItem {
    /// Kind of the item.
    pub kind: ItemKind,
    /// Id of the item.
    pub id: ProductId,
    /// Title when the notice was sent or the copy was hidden.
    pub title: String,
    /// Course code, shelf or album that contains the item.
    pub place: String,
    /// User who uploaded the item.
    pub uploader: UserId,
    /// Name of the uploader at the time of the upload.
    pub uploader_name: String,
}

impl From<&IndexEntry> for NoticeItem {
    fn from(entry: &IndexEntry) -> Self {
        Self {
            kind: entry.kind,
            id: entry.id,
            title: entry.title.clone(),
            place: entry.place.clone(),
            uploader: entry.uploader.clone(),
            uploader_name: entry.uploader_name.clone(),
        }
    }
}

/// Validated text of a notice; empty after the retention of personal data. The sender has also made both statements of 17 U.S.C. 512(c)(3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoticeDraft {
    /// Name of the sender.
    pub name: String,
    /// Postal address.
    pub postal_address: String,
    /// E-mail address.
    pub email: String,
    /// Description of the work.
    pub work: String,
    /// Typed signature.
    pub signature: String,
}

/// A notice of copyright.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// Id of the notice.
    pub id: NoticeId,
    /// State.
    pub state: NoticeState,
    /// Text of the notice.
    #[serde(flatten)]
    pub draft: NoticeDraft,
    /// Items that the sender named.
    pub items: Vec<NoticeItem>,
    /// Items that were hidden because of the notice: those named and all other copies of their files.
    #[serde(default)]
    pub copies: Vec<HiddenCopy>,
    /// Hashes of the files that the named items had when the notice was sent, and of those that have replaced them if an
    /// administrator has hidden these too.
    hashes: BTreeSet<Sha256Hash>,
    /// Time when the form was sent.
    pub received_at: Timestamp,
    /// Time when the sender confirmed the e-mail address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed_at: Option<Timestamp>,
    /// Administrator who made the last decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<UserId>,
    /// Time of the last decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Timestamp>,
    /// Reason of the last decision; empty if it needs none.
    #[serde(default)]
    pub reason: String,
    /// Counter notice of the uploader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<CounterNotice>,
    /// Time when all uploaders had been told that their copies were hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    told_at: Option<Timestamp>,
    /// Decisions that are not announced yet, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    announcements: Vec<Announcement>,
    /// Recipients of mails that were rejected for good.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    rejected: Vec<Recipient>,
    /// Scheme and host of the site, for links in mails.
    origin: String,
    /// Exclusive right of one request to work on the notice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lease: Option<Lease>,
    /// Number of writes so far, used for conditional writes.
    version: u32,
    /// Unix time in seconds after which the table deletes the notice; `None` while there is something to decide, and as
    /// long as files stay removed because of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
}

impl Entity for Notice {
    const ENTITY: &'static str = "copyright_notice";
}

/// Stores a new notice about these items, which expires unless it is confirmed. `origin` is the scheme and host of the
/// site. Returns the notice with the code that confirms the e-mail address. Cost: 1 write.
pub async fn create(
    store: &Store,
    draft: NoticeDraft,
    items: &[IndexEntry],
    origin: &str,
    now: Timestamp,
) -> Result<(Notice, String)> {
    let id = NoticeId::generate();
    let notice = Notice {
        id,
        state: NoticeState::Unconfirmed,
        draft,
        items: items.iter().map(NoticeItem::from).collect(),
        copies: Vec::new(),
        hashes: items.iter().flat_map(IndexEntry::hashes).cloned().collect(),
        received_at: now,
        confirmed_at: None,
        decided_by: None,
        decided_at: None,
        reason: String::new(),
        counter: None,
        told_at: None,
        announcements: Vec::new(),
        rejected: Vec::new(),
        origin: origin.to_owned(),
        lease: None,
        version: 1,
        expires_at: Some(now.plus_secs(u64::from(limits::NOTICE_CONFIRM_HOURS) * 3600).epoch_secs()),
    };
    Put::of(&notice, key(id)).when(absent()).apply(store).await?;
    let code = hex::encode(hmac::sign(&code_key(store), code_text(id).as_bytes()));
    Ok((notice, code))
}

/// Confirms the e-mail address of the sender. Idempotent. Cost: 1 read, 1 write.
///
/// # Errors
/// `NotFound(Notice)`, also for a wrong code and after the time for confirmation.
pub async fn confirm(store: &Store, id: NoticeId, code: &str, now: Timestamp) -> Result<()> {
    let missing = || Error::NotFound(ResourceKind::Notice);
    let code = hex::decode(code).map_err(|_| missing())?;
    hmac::verify(&code_key(store), code_text(id).as_bytes(), &code).map_err(|_| missing())?;
    let confirmed = modify(store, id, |notice| {
        if notice.state != NoticeState::Unconfirmed {
            return Ok(false);
        }
        // The table may delete expired items a day late.
        if notice.expires_at.is_some_and(|at| at <= now.epoch_secs()) {
            return Err(missing());
        }
        notice.state = NoticeState::Open;
        notice.confirmed_at = Some(now);
        Ok(true)
    });
    confirmed.await.map(drop)
}

/// Returns a confirmed notice. Cost: 1 read.
///
/// # Errors
/// `NotFound(Notice)`.
pub async fn get(store: &Store, id: NoticeId) -> Result<Notice> {
    let found = table::find::<Notice>(store, key(id)).await?;
    found.filter(|notice| notice.state != NoticeState::Unconfirmed).ok_or(Error::NotFound(ResourceKind::Notice))
}

/// Returns one page of the confirmed notices that are closed or not, newest first. Cost: 1 index read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, is_closed: bool, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Notice>> {
    table::page(store, &keys::notice::listed(is_closed), Order::Descending, Consistency::Eventual, cursor, limit).await
}

/// Changes a notice, also an unconfirmed one. `change` returns false if nothing is to be written, and may run several
/// times. Returns the notice and whether it was written. Cost: 1 read, 1 write.
///
/// # Errors
/// `NotFound(Notice)`; the errors of `change`.
async fn modify(
    store: &Store,
    id: NoticeId,
    mut change: impl FnMut(&mut Notice) -> Result<bool>,
) -> Result<(Notice, bool)> {
    let mut retry = Retry::new();
    loop {
        let found = table::find::<Notice>(store, key(id)).await?;
        let mut notice = found.ok_or(Error::NotFound(ResourceKind::Notice))?;
        let seen = attribute("version").is(notice.version);
        if !change(&mut notice)? {
            return Ok((notice, false));
        }
        notice.version += 1;
        let is_closed = notice.state.is_closed();
        let is_kept = !is_closed || notice.state == NoticeState::Removed;
        let closed_at = notice.decided_at.unwrap_or(notice.received_at);
        notice.expires_at = (!is_kept).then(|| closed_at.plus_secs(KEPT_SECS).epoch_secs());
        let put = Put::of(&notice, key(id)).with_index_key(keys::notice::index_key(is_closed, id));
        if put.when(seen).apply(store).await? {
            return Ok((notice, true));
        }
        retry.wait().await?;
    }
}

fn key(id: NoticeId) -> Key {
    keys::notice::primary(id)
}

fn code_key(store: &Store) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, &store.settings().cursor_key)
}

fn code_text(id: NoticeId) -> String {
    format!("confirm notice {id}")
}

impl Notice {
    /// Returns the name of the notice in the audit log.
    #[must_use]
    pub fn label(&self) -> String {
        let titles: Vec<&str> = self.items.iter().map(|item| item.title.as_str()).collect();
        format!("Notice of copyright about {}", audit::shorten(&titles.join(", ")))
    }

    fn has_copy(&self, kind: ItemKind, id: ProductId) -> bool {
        self.copies.iter().any(|copy| (copy.item.kind, copy.item.id) == (kind, id))
    }

    fn decide(&mut self, state: NoticeState, by: &UserId, now: Timestamp, reason: &str) {
        self.state = state;
        self.decided_by = Some(by.clone());
        self.decided_at = Some(now);
        reason.clone_into(&mut self.reason);
    }
}
