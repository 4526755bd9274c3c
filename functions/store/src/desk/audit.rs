//! What administrators did: entries are added and never changed.

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::absent;
use aws::table::{self, Consistency, Order};
use aws::write::Put;
use model::error::Result;
use model::ids::{AuditId, UserId};
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::limits;

/// Seconds that an entry is kept.
const KEPT_SECS: u64 = limits::AUDIT_DAYS as u64 * 86_400;

/// One entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEntry {
    /// Its id.
    pub id: AuditId,
    /// Who did it.
    pub actor: UserId,
    /// What was done: the operation's name, `delete_note`.
    pub action: String,
    /// To what: an id or a code.
    pub target: String,
    /// What there was before, as a short text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// What there was after, as a short text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// When.
    pub at: Timestamp,
    /// Second since 1970 after which the table drops the entry.
    pub expires_at: i64,
}

impl Entity for AuditEntry {
    const ENTITY: &'static str = "audit_entry";
    const SCHEMA: u32 = 1;
}

impl AuditEntry {
    /// A new entry without before and after.
    #[must_use]
    pub fn new(actor: UserId, action: impl Into<String>, target: impl Into<String>, now: Timestamp) -> Self {
        Self {
            id: AuditId::generate(),
            actor,
            action: action.into(),
            target: target.into(),
            before: None,
            after: None,
            at: now,
            expires_at: now.plus_secs(KEPT_SECS).epoch_secs(),
        }
    }
}

/// Adds an entry. 1 write.
pub async fn append(store: &Store, entry: &AuditEntry) -> Result<()> {
    Put::of(entry, keys::audit::primary(entry.at, entry.id)).when(absent()).write(store).await.map(|_| ())
}

/// One page of the entries of the month of `at`, newest first. 1 read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, at: Timestamp, cursor: Option<&Cursor>, limit: u32) -> Result<Page<AuditEntry>> {
    table::page(store, &keys::audit::month(at), Order::Descending, Consistency::Eventual, cursor, limit).await
}
