//! Which things have the very same file, by its hash: an administrator who is about to send a file learns that it is
//! here already. A file that was repaired before it was stored is also found by the hash of what was uploaded.
//!
//! The items say no more than that and live and go with the entries of the register; what people read comes from there.
//! So an item that is wrong, because the register was made anew in between, is never shown.

use aws::client::Store;
use aws::codec::{Entity, decode};
use aws::table::{self, Consistency, Order};
use aws::transaction::Transaction;
use aws::write::{Delete, Put};
use model::error::Result;
use model::ids::{ProductId, Sha256Hash};
use model::keys;
use model::kind::Kind;
use serde::{Deserialize, Serialize};

use crate::register::entry::Entry;

/// How many things with one file are named. More than a few of them are a mistake that needs no complete list.
const NAMED: u32 = 20;

/// One thing that has a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct SameFile {
    kind: Kind,
    id: ProductId,
}

impl Entity for SameFile {
    const ENTITY: &'static str = "same_file";
    const SCHEMA: u32 = 1;
}

/// What people can see and has the file with this hash, last uploaded first, up to 20 of them. 2 reads, and 1 for each.
pub async fn list(store: &Store, sha256: &Sha256Hash) -> Result<Vec<Entry>> {
    let range = keys::same_file::of_hash(sha256);
    let slice = table::query(store, &range, Order::Ascending, Consistency::Strong, Some(NAMED), None).await?;
    let mut keys = Vec::with_capacity(slice.items.len());
    for item in slice.items {
        let SameFile { kind, id } = decode(item)?;
        keys.push(keys::content::primary(kind, id));
    }
    let mut entries: Vec<Entry> = table::find_many(store, keys).await?;
    entries.retain(|entry| entry.has_file(sha256));
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.id));
    Ok(entries)
}

/// Adds to a transaction that what this entry is of has its file. 1 write, 2 for a repaired file.
pub(super) fn add(transaction: &mut Transaction, entry: &Entry) {
    for put in puts(entry) {
        transaction.add("same file", put);
    }
}

/// Adds to a transaction that it has it no more. 1 write, 2 for a repaired file.
pub(super) fn remove(transaction: &mut Transaction, entry: &Entry) {
    for sha256 in entry.hashes() {
        transaction.add("same file", delete(sha256, entry));
    }
}

/// Adds to a transaction that it has another file now, if it has. 0 or 2 writes, up to 4 with repaired files. An item of
/// both files is left alone: a transaction may name it once only.
pub(super) fn change(transaction: &mut Transaction, before: &Entry, after: &Entry) {
    for sha256 in before.hashes().filter(|sha256| !after.has_file(sha256)) {
        transaction.add("file before", delete(sha256, before));
    }
    for sha256 in after.hashes().filter(|sha256| !before.has_file(sha256)) {
        transaction.add("same file", put(sha256, after));
    }
}

/// The items of an entry; an entry from before files were recognised has none.
pub(super) fn puts(entry: &Entry) -> Vec<Put> {
    entry.hashes().map(|sha256| put(sha256, entry)).collect()
}

fn put(sha256: &Sha256Hash, entry: &Entry) -> Put {
    let Entry { kind, id, .. } = *entry;
    Put::of(&SameFile { kind, id }, keys::same_file::primary(sha256, kind, id))
}

fn delete(sha256: &Sha256Hash, entry: &Entry) -> Delete {
    Delete::of(keys::same_file::primary(sha256, entry.kind, entry.id))
}
