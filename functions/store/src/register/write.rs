//! What moves the register along, in the transaction of the fact. None of it has a condition, so it never is why a
//! transaction is refused.

use crate::aws::client::Store;
use crate::aws::codec::encode;
use crate::aws::table::{self, Transaction};
use crate::base::error::Result;
use crate::keys;
use crate::register::entry::Entry;
use crate::register::same_file;
use crate::register::storage::{self, signed};

/// Adds to the transaction that publishes or restores a thing: its entry, one more of its kind, and
/// that it has its file. 3 writes, 1 in the index.
pub(crate) fn add(store: &Store, transaction: &mut Transaction, entry: &Entry) -> Result<()> {
    put(store, transaction, entry)?;
    transaction.update("storage", storage::count(store, entry.kind, 1, signed(entry.bytes))?);
    same_file::add(store, transaction, entry)
}

/// Adds to the transaction that moves a thing to the trash: no entry any more, one less of its kind, and
/// that it has its file no more. 3 writes, 1 in the index.
pub(crate) fn remove(store: &Store, transaction: &mut Transaction, entry: &Entry) -> Result<()> {
    let delete = table::delete(store, keys::content::primary(entry.kind, entry.id));
    transaction.delete("register", delete.build().map_err(table::build_error)?);
    transaction.update("storage", storage::count(store, entry.kind, -1, -signed(entry.bytes))?);
    same_file::remove(store, transaction, entry)
}

/// Adds to the transaction that edits a thing or replaces its file: the entry as it is now, and what it uses more or
/// less. 2 writes, with another file 4; 1 in the index.
pub(crate) fn change(store: &Store, transaction: &mut Transaction, before: &Entry, after: &Entry) -> Result<()> {
    put(store, transaction, after)?;
    // Nothing more or less moves the counter as well: whoever makes the register again sees by it that it changed.
    let more = signed(after.bytes) - signed(before.bytes);
    transaction.update("storage", storage::count(store, after.kind, 0, more)?);
    same_file::change(store, transaction, before, after)
}

fn put(store: &Store, transaction: &mut Transaction, entry: &Entry) -> Result<()> {
    let key = keys::content::primary(entry.kind, entry.id);
    let item = encode(entry, key, Some(keys::content::listed(entry.id)))?;
    transaction.put("register", table::put(store, item).build().map_err(table::build_error)?);
    Ok(())
}
