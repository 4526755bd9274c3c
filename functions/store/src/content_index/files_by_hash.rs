//! Finds items with an identical file by its hash, so that an administrator learns about it before the upload. A file
//! that was repaired is also found by the hash of the uploaded version.
//!
//! The records only point to entries of the content index and change together with them. A stale record is never shown,
//! because the list checks the entry.

use aws::client::Store;
use aws::codec::{Entity, decode};
use aws::table::{self, Consistency, Order};
use aws::transaction::Transaction;
use aws::write::{Delete, Put};
use model::error::Result;
use model::ids::{ProductId, Sha256Hash};
use model::keys;
use model::kind::ItemKind;
use serde::{Deserialize, Serialize};

use crate::content_index::entry::IndexEntry;

/// Maximum number of items listed per file. If more items have the same file, this is a mistake, and the list need not
/// be complete.
const NAMED: u32 = 20;

/// Pointer from a file hash to an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct SameFile {
    kind: ItemKind,
    id: ProductId,
}

impl Entity for SameFile {
    const ENTITY: &'static str = "same_file";
}

/// Returns up to 20 published items whose file has this hash, newest upload first. Cost: 2 reads, 1 per item.
pub async fn list(store: &Store, sha256: &Sha256Hash) -> Result<Vec<IndexEntry>> {
    let range = keys::files_by_hash::of_hash(sha256);
    let slice = table::query(store, &range, Order::Ascending, Consistency::Strong, Some(NAMED), None).await?;
    let mut keys = Vec::with_capacity(slice.items.len());
    for item in slice.items {
        let SameFile { kind, id } = decode(item)?;
        keys.push(keys::content::primary(kind, id));
    }
    let mut entries: Vec<IndexEntry> = table::find_many(store, keys).await?;
    entries.retain(|entry| entry.has_file(sha256));
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.id));
    Ok(entries)
}

/// Adds the pointers of an entry to a transaction. Cost: 1 write; 2 for a repaired file.
pub(super) fn add(transaction: &mut Transaction, entry: &IndexEntry) {
    for put in pointer_writes(entry) {
        transaction.add("same file", put);
    }
}

/// Adds the deletion of the pointers of an entry to a transaction. Cost: 1 write; 2 for a repaired file.
pub(super) fn remove(transaction: &mut Transaction, entry: &IndexEntry) {
    for sha256 in entry.hashes() {
        transaction.add("same file", delete(sha256, entry));
    }
}

/// Adds the changes of the pointers to a transaction if the file has changed. A pointer with a hash that both files
/// have is neither deleted nor written, because a transaction may name an item only once. Cost: 0 or 2 writes, up to 4
/// with repaired files.
pub(super) fn change(transaction: &mut Transaction, before: &IndexEntry, after: &IndexEntry) {
    for sha256 in before.hashes().filter(|sha256| !after.has_file(sha256)) {
        transaction.add("file before", delete(sha256, before));
    }
    for sha256 in after.hashes().filter(|sha256| !before.has_file(sha256)) {
        transaction.add("same file", put(sha256, after));
    }
}

/// Returns the pointers of an entry.
pub(super) fn pointer_writes(entry: &IndexEntry) -> Vec<Put> {
    entry.hashes().map(|sha256| put(sha256, entry)).collect()
}

fn put(sha256: &Sha256Hash, entry: &IndexEntry) -> Put {
    let IndexEntry { kind, id, .. } = *entry;
    Put::of(&SameFile { kind, id }, keys::files_by_hash::primary(sha256, kind, id))
}

fn delete(sha256: &Sha256Hash, entry: &IndexEntry) -> Delete {
    Delete::of(keys::files_by_hash::primary(sha256, entry.kind, entry.id))
}
