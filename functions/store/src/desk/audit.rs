//! Audit log of administrator actions. Entries are added and never changed.

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

const KEPT_SECS: u64 = limits::AUDIT_DAYS as u64 * 86_400;

/// One entry of the audit log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEntry {
    /// Entry id.
    pub id: AuditId,
    /// Administrator who performed the action.
    pub actor: UserId,
    /// Name of the operation, for example `delete_note`.
    pub action: String,
    /// Id or code of the item that was changed.
    pub target: String,
    /// Value before the change, shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Value after the change, shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Time of the action.
    pub at: Timestamp,
    /// Unix time in seconds after which the table deletes the entry.
    pub expires_at: i64,
}

impl Entity for AuditEntry {
    const ENTITY: &'static str = "audit_entry";
    const SCHEMA: u32 = 1;
}

impl AuditEntry {
    /// Returns a new entry without values before and after.
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

/// Adds an entry. Cost: 1 write.
pub async fn append(store: &Store, entry: &AuditEntry) -> Result<()> {
    Put::of(entry, keys::audit::primary(entry.at, entry.id)).when(absent()).write(store).await.map(|_| ())
}

/// Returns one page of the entries of the month of `at`, newest first. Cost: 1 read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, at: Timestamp, cursor: Option<&Cursor>, limit: u32) -> Result<Page<AuditEntry>> {
    table::page(store, &keys::audit::month(at), Order::Descending, Consistency::Eventual, cursor, limit).await
}
