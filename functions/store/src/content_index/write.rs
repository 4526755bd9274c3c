//! Updates of the content index in the transaction of the item. None has a condition, so none can make the transaction
//! fail.

use aws::transaction::Transaction;
use aws::write::{Delete, Put};
use model::keys;

use crate::content_index::entry::IndexEntry;
use crate::content_index::files_by_hash;
use crate::content_index::storage::{self, signed};

/// Adds the entry, the totals and the file pointers of an item to the transaction that publishes or restores it. Cost:
/// 3 writes (4 for a repaired file), 1 index write.
pub(crate) fn add(transaction: &mut Transaction, entry: &IndexEntry) {
    transaction.add("register", put(entry));
    transaction.add("storage", storage::totals_update(entry.kind, 1, signed(entry.bytes)));
    files_by_hash::add(transaction, entry);
}

/// Removes the entry, the totals and the file pointers of an item in the transaction that moves it to the trash. Cost:
/// 3 writes (4 for a repaired file), 1 index write.
pub(crate) fn remove(transaction: &mut Transaction, entry: &IndexEntry) {
    transaction.add("register", Delete::of(keys::content::primary(entry.kind, entry.id)));
    transaction.add("storage", storage::totals_update(entry.kind, -1, -signed(entry.bytes)));
    files_by_hash::remove(transaction, entry);
}

/// Updates the entry and the totals in the transaction that edits an item or replaces its file. Cost: 2 writes; 4 with
/// another file, up to 6 with repaired files; 1 index write.
pub(crate) fn change(transaction: &mut Transaction, before: &IndexEntry, after: &IndexEntry) {
    transaction.add("register", put(after));
    // Update the totals even without a difference, so that a rebuild detects the change.
    let more = signed(after.bytes) - signed(before.bytes);
    transaction.add("storage", storage::totals_update(after.kind, 0, more));
    files_by_hash::change(transaction, before, after);
}

pub(super) fn put(entry: &IndexEntry) -> Put {
    Put::of(entry, keys::content::primary(entry.kind, entry.id)).with_index_key(keys::content::index_key(entry.id))
}
