//! Audit log of administrator actions. Entries are added and never changed, except that the requests of one import add
//! up in one entry.

mod kind;
mod names;

use std::collections::BTreeMap;

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{absent, exists};
use aws::table::{self, Consistency, Order};
use aws::write::{Put, Update};
use model::error::Result;
use model::ids::{AuditId, UserId};
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use model::words::TextFilter;
use serde::{Deserialize, Serialize};
use wasm_core::limits;

pub use kind::ActionKind;
pub use names::{item_name, shorten};

const KEPT_SECS: u64 = limits::AUDIT_DAYS as u64 * 86_400;

/// Time after the first request of an import in which further requests count as the same import.
const IMPORT_SECS: u64 = 600;

/// Number of the newest entries that are searched for the entry of an import. Entries of other administrators may be
/// newer.
const NEWEST: u32 = 100;

/// One entry of the audit log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEntry {
    /// Entry id.
    pub id: AuditId,
    /// Administrator who performed the action.
    pub actor: UserId,
    /// Name of the key with which a program acted for the administrator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Name of the operation, for example `delete_note`.
    pub action: String,
    /// Id or code of the item that was changed.
    pub target: String,
    /// Name of the item at the time of the action. Empty for students, whose names must not outlive their account.
    pub object: String,
    /// Value before the change, shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Value after the change, shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Numbers of items of an import, by result.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<String, u32>,
    /// Time of the action; of the first request for an import.
    pub at: Timestamp,
    /// Unix time in seconds after which the table deletes the entry.
    pub expires_at: i64,
}

impl Entity for AuditEntry {
    const ENTITY: &'static str = "audit_entry";
}

impl AuditEntry {
    /// Returns a new entry without values before and after.
    #[must_use]
    pub fn new(
        actor: UserId,
        action: impl Into<String>,
        target: impl Into<String>,
        object: impl Into<String>,
        now: Timestamp,
    ) -> Self {
        Self {
            id: AuditId::generate(),
            actor,
            key: None,
            action: action.into(),
            target: target.into(),
            object: object.into(),
            before: None,
            after: None,
            counts: BTreeMap::new(),
            at: now,
            expires_at: now.plus_secs(KEPT_SECS).epoch_secs(),
        }
    }
}

/// Adds an entry. Cost: 1 write.
pub async fn append(store: &Store, entry: &AuditEntry) -> Result<()> {
    Put::of(entry, keys::audit::primary(entry.at, entry.id)).when(absent()).apply(store).await.map(|_| ())
}

/// Adds an entry about one request of an import. If the newest entry about the same target belongs to the same import,
/// its counts increase instead: it must have the same administrator, the same action and the same names of counts, and
/// be at most 10 minutes old. Cost: 1 read, 1 write.
pub async fn append_import(store: &Store, entry: &AuditEntry) -> Result<()> {
    let range = keys::audit::month(entry.at);
    let newest = table::page::<AuditEntry>(store, &range, Order::Descending, Consistency::Strong, None, NEWEST).await?;
    let last = newest.items.into_iter().find(|earlier| earlier.target == entry.target);
    let since = entry.at.minus_secs(IMPORT_SECS);
    let is_same = |earlier: &AuditEntry| {
        earlier.actor == entry.actor
            && earlier.action == entry.action
            && earlier.counts.keys().eq(entry.counts.keys())
            && earlier.at >= since
    };
    if let Some(earlier) = last.filter(is_same) {
        let mut update = Update::of(keys::audit::primary(earlier.at, earlier.id)).when(exists());
        for (name, count) in &entry.counts {
            update = update.add(format!("counts.{name}"), count);
        }
        if update.apply(store).await? {
            return Ok(());
        }
    }
    append(store, entry).await
}

/// A filter of the audit log. An entry must meet all given conditions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Administrator who performed the action.
    pub actor: Option<UserId>,
    /// Kind of the action.
    pub kind: Option<ActionKind>,
    /// Words or parts of words that must all occur in the name or id of the item or in its values before and after.
    pub text: Option<String>,
    /// Student whose name is `text`. Entries about the student match too.
    pub student: Option<UserId>,
}

/// Returns one page of the entries of the month of `at`, newest first. Cost: 1 read without a filter. With one, the
/// cost of [`table::page_matching`].
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(
    store: &Store,
    at: Timestamp,
    filter: &Filter,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<Page<AuditEntry>> {
    let range = keys::audit::month(at);
    if *filter == Filter::default() {
        return table::page(store, &range, Order::Descending, Consistency::Eventual, cursor, limit).await;
    }
    let Filter { actor, kind, text, student } = filter;
    let words = TextFilter::of(text.as_deref().unwrap_or_default());
    let matches = |entry: &AuditEntry| {
        let AuditEntry { key, target, object, before, after, .. } = entry;
        actor.as_ref().is_none_or(|actor| *actor == entry.actor)
            && kind.is_none_or(|kind| ActionKind::of(&entry.action) == Some(kind))
            && (student.as_ref().is_some_and(|student| student.as_str() == target)
                || words.matches(&format!(
                    "{target}\n{object}\n{}\n{}\n{}",
                    text_of(before),
                    text_of(after),
                    text_of(key)
                )))
    };
    table::page_matching(store, &range, cursor, limit, matches).await
}

fn text_of(value: &Option<String>) -> &str {
    value.as_deref().unwrap_or_default()
}
