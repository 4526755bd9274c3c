//! Files that are withheld because of notices of copyright, by hash. Such a file cannot be published or restored.
//!
//! One item per hash contains the set of these notices, so that a transaction that publishes a file can require that
//! there is none.

use std::collections::BTreeSet;

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::attribute;
use aws::table;
use aws::transaction::Transaction;
use aws::write::{Check, Delete, Update};
use model::error::Result;
use model::ids::{NoticeId, Sha256Hash};
use model::keys;
use serde::{Deserialize, Serialize};

/// Attribute with the notices. It does not exist if there is none.
const NOTICES: &str = "notices";

/// The notices because of which files with a hash are withheld.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct WithheldFile {
    #[serde(default)]
    notices: BTreeSet<NoticeId>,
}

impl Entity for WithheldFile {
    const ENTITY: &'static str = "withheld_file";
}

/// Withholds all files with this hash because of a notice. Idempotent. Cost: 1 write.
pub(crate) async fn add(store: &Store, sha256: &Sha256Hash, notice: NoticeId) -> Result<()> {
    let update = Update::of(keys::withheld::primary(sha256)).set_entity::<WithheldFile>();
    update.add_to_set(NOTICES, notice.to_string()).apply(store).await.map(drop)
}

/// No longer withholds the files with this hash because of a notice. Another notice may still do. Idempotent. Cost: 2
/// writes.
pub(crate) async fn remove(store: &Store, sha256: &Sha256Hash, notice: NoticeId) -> Result<()> {
    let update = Update::of(keys::withheld::primary(sha256)).set_entity::<WithheldFile>();
    update.remove_from_set(NOTICES, notice.to_string()).apply(store).await?;
    Delete::of(keys::withheld::primary(sha256)).when(attribute(NOTICES).is_absent()).apply(store).await.map(drop)
}

/// Returns the notices because of which files with this hash are withheld. Cost: 1 read.
pub(crate) async fn list_notices(store: &Store, sha256: &Sha256Hash) -> Result<BTreeSet<NoticeId>> {
    let found: Option<WithheldFile> = table::find(store, keys::withheld::primary(sha256)).await?;
    Ok(found.unwrap_or_default().notices)
}

/// Returns true if a file with one of these hashes is withheld. Cost: 1 read per hash.
pub async fn is_withheld(store: &Store, hashes: &[&Sha256Hash]) -> Result<bool> {
    for sha256 in hashes {
        if !list_notices(store, sha256).await?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Adds the condition, named `withheld`, that no file with one of these hashes is withheld. A notice that comes later
/// finds the item, because it withholds the file before it lists the items. Cost: 2 writes per hash.
pub(crate) fn require_allowed(transaction: &mut Transaction, hashes: &[&Sha256Hash]) {
    for sha256 in hashes {
        transaction.add("withheld", Check::of(keys::withheld::primary(sha256), attribute(NOTICES).is_absent()));
    }
}
