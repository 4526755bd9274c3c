//! Notices of copyright by people without an account, and what administrators decide about them.
//!
//! A notice is open once its sender has confirmed the e-mail address. An administrator dismisses it or hides all copies
//! of the files that it names. After a counter notice, the copies are restored by the nightly run, unless an
//! administrator holds them because the sender has gone to court.

mod counter;
mod hide;

use std::collections::BTreeSet;

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{absent, attribute};
use aws::table::{self, Consistency, Order};
use aws::write::Put;
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::{NoticeId, ProductId, Sha256Hash, UserId};
use model::keys::{self, Key};
use model::kind::ItemKind;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use ring::hmac;
use serde::{Deserialize, Serialize};
use wasm_core::limits;

use crate::content_index::{self, IndexEntry};

pub use counter::{CounterNotice, NewCounterNotice, counter, restore_due, set_held};
pub use hide::{dismiss, hide, hide_late, list_copies};

/// Retention of a closed notice in seconds.
const CLOSED_SECS: u64 = limits::AUDIT_DAYS as u64 * 86_400;

/// State of a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoticeState {
    /// The sender has not confirmed the e-mail address yet. Administrators do not see the notice.
    Unconfirmed,
    /// The notice waits for a decision.
    Open,
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
    /// The copies were restored after a counter notice.
    Restored,
}

impl NoticeState {
    /// Returns true if nothing is left to do.
    #[must_use]
    pub fn is_closed(self) -> bool {
        matches!(self, Self::Dismissed | Self::Restored)
    }

    /// Returns the state after this one, if no decision is needed for it.
    fn next(self) -> Option<Self> {
        match self {
            Self::Dismissing => Some(Self::Dismissed),
            Self::Restoring => Some(Self::Restored),
            _ => None,
        }
    }
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

/// Validated text of a notice. The sender has also made both statements of 17 U.S.C. 512(c)(3).
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
    pub copies: Vec<NoticeItem>,
    /// Hashes of the files.
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
    /// Number of writes so far, used for conditional writes.
    version: u32,
    /// Unix time in seconds after which the table deletes the notice; `None` while there is something to decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
}

impl Entity for Notice {
    const ENTITY: &'static str = "copyright_notice";
}

/// Stores a new notice about these items, which expires unless it is confirmed. Returns it with the code that confirms
/// the e-mail address. Cost: 1 write.
pub async fn create(
    store: &Store,
    draft: NoticeDraft,
    items: &[IndexEntry],
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
    let mut notice = table::find::<Notice>(store, key(id)).await?.ok_or_else(missing)?;
    if notice.state != NoticeState::Unconfirmed {
        return Ok(());
    }
    // The table may delete expired items a day late.
    if notice.expires_at.is_some_and(|at| at <= now.epoch_secs()) {
        return Err(missing());
    }
    notice.state = NoticeState::Open;
    notice.confirmed_at = Some(now);
    match save(store, &mut notice, now).await {
        // Another request has confirmed the notice.
        Err(Error::Conflict(_)) => Ok(()),
        saved => saved,
    }
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

/// Writes a notice. Condition: it is unchanged since it was read.
async fn save(store: &Store, notice: &mut Notice, now: Timestamp) -> Result<()> {
    let seen = attribute("version").is(notice.version);
    notice.version += 1;
    let is_closed = notice.state.is_closed();
    notice.expires_at = is_closed.then(|| now.plus_secs(CLOSED_SECS).epoch_secs());
    let put = Put::of(&*notice, key(notice.id)).with_index_key(keys::notice::index_key(is_closed, notice.id));
    if put.when(seen).apply(store).await? { Ok(()) } else { Err(Error::Conflict(Conflict::VersionMismatch)) }
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

/// Returns the published items that have one of the files.
async fn published_copies(store: &Store, notice: &Notice) -> Result<Vec<IndexEntry>> {
    let mut found: Vec<IndexEntry> = Vec::new();
    for sha256 in &notice.hashes {
        for entry in content_index::files_by_hash::list(store, sha256).await? {
            if !found.iter().any(|other| (other.kind, other.id) == (entry.kind, entry.id)) {
                found.push(entry);
            }
        }
    }
    Ok(found)
}
