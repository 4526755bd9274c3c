//! What moves the register along, in the transaction of the fact. None of it has a condition, so it never is why a
//! transaction is refused.

use aws::transaction::Transaction;
use aws::write::{Delete, Put};
use model::keys;

use crate::register::entry::Entry;
use crate::register::same_file;
use crate::register::storage::{self, signed};

/// Adds to the transaction that publishes or restores a thing: its entry, one more of its kind, and
/// that it has its file. 3 writes, 4 for a repaired file; 1 in the index.
pub(crate) fn add(transaction: &mut Transaction, entry: &Entry) {
    transaction.add("register", put(entry));
    transaction.add("storage", storage::count(entry.kind, 1, signed(entry.bytes)));
    same_file::add(transaction, entry);
}

/// Adds to the transaction that moves a thing to the trash: no entry any more, one less of its kind, and
/// that it has its file no more. 3 writes, 4 for a repaired file; 1 in the index.
pub(crate) fn remove(transaction: &mut Transaction, entry: &Entry) {
    transaction.add("register", Delete::of(keys::content::primary(entry.kind, entry.id)));
    transaction.add("storage", storage::count(entry.kind, -1, -signed(entry.bytes)));
    same_file::remove(transaction, entry);
}

/// Adds to the transaction that edits a thing or replaces its file: the entry as it is now, and what it uses more or
/// less. 2 writes, with another file 4, up to 6 with repaired files; 1 in the index.
pub(crate) fn change(transaction: &mut Transaction, before: &Entry, after: &Entry) {
    transaction.add("register", put(after));
    // Nothing more or less moves the counter as well: whoever makes the register again sees by it that it changed.
    let more = signed(after.bytes) - signed(before.bytes);
    transaction.add("storage", storage::count(after.kind, 0, more));
    same_file::change(transaction, before, after);
}

/// The write of an entry.
pub(super) fn put(entry: &Entry) -> Put {
    Put::of(entry, keys::content::primary(entry.kind, entry.id)).listed(keys::content::listed(entry.id))
}
