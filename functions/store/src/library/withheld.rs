//! Files that are withheld because of notices of copyright, by hash. Such a file cannot be published or restored.
//!
//! Each notice has an entry per file. The number of entries is stored beside them, so that a transaction that publishes
//! a file can require that there is none.

use aws::client::Store;
use aws::codec::{Entity, decode};
use aws::expression::{Condition, absent, attribute, exists};
use aws::table::{self, Consistency, Order};
use aws::transaction::Transaction;
use aws::write::{Check, Delete, Put, Update};
use model::error::Result;
use model::ids::{NoticeId, Sha256Hash};
use model::keys;
use serde::{Deserialize, Serialize};

/// Entry that says that files with a hash are withheld because of one notice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct WithheldFile {
    notice: NoticeId,
}

impl Entity for WithheldFile {
    const ENTITY: &'static str = "withheld_file";
}

/// Number of notices because of which files with a hash are withheld.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct WithheldCount {
    notices: u32,
}

impl Entity for WithheldCount {
    const ENTITY: &'static str = "withheld_count";
}

/// Withholds all files with this hash because of a notice. Idempotent. Cost: 2 writes.
pub(crate) async fn add(store: &Store, sha256: &Sha256Hash, notice: NoticeId) -> Result<()> {
    let mut transaction = Transaction::default();
    let put = Put::of(&WithheldFile { notice }, keys::withheld::primary(sha256, notice));
    transaction.add("entry", put.when(absent()));
    let count = Update::of(keys::withheld::count(sha256)).set_entity::<WithheldCount>();
    transaction.add("count", count.add("notices", 1));
    transaction.run(store).await.map(drop)
}

/// No longer withholds the files with this hash because of a notice. Another notice may still do. Idempotent. Cost: 2 to
/// 3 writes.
pub(crate) async fn remove(store: &Store, sha256: &Sha256Hash, notice: NoticeId) -> Result<()> {
    let count = || keys::withheld::count(sha256);
    let mut transaction = Transaction::default();
    transaction.add("entry", Delete::of(keys::withheld::primary(sha256, notice)).when(exists()));
    transaction.add("count", Update::of(count()).add("notices", -1));
    transaction.run(store).await?;
    Delete::of(count()).when(attribute("notices").is(0)).apply(store).await.map(drop)
}

/// Returns the notices because of which files with this hash are withheld. Cost: 1 read.
pub(crate) async fn list_notices(store: &Store, sha256: &Sha256Hash) -> Result<Vec<NoticeId>> {
    let range = keys::withheld::of_hash(sha256);
    let found = table::query_all(store, &range, Order::Ascending, Consistency::Strong).await?;
    found.into_iter().map(|item| decode::<WithheldFile>(item).map(|file| file.notice)).collect()
}

/// Returns true if a file with one of these hashes is withheld. Cost: 1 read per hash.
pub async fn is_withheld(store: &Store, hashes: &[&Sha256Hash]) -> Result<bool> {
    for sha256 in hashes {
        let count: Option<WithheldCount> = table::find(store, keys::withheld::count(sha256)).await?;
        if count.is_some_and(|count| count.notices > 0) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Adds the condition, named `withheld`, that no file with one of these hashes is withheld. A notice that comes later
/// finds the item, because it withholds the file before it lists the items. Cost: 2 writes per hash.
pub(crate) fn require_allowed(transaction: &mut Transaction, hashes: &[&Sha256Hash]) {
    for sha256 in hashes {
        transaction.add("withheld", Check::of(keys::withheld::count(sha256), none()));
    }
}

fn none() -> Condition {
    attribute("notices").eq_or_absent(0)
}
