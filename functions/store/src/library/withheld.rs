//! Files that are withheld because of a notice of copyright, by hash. Such a file cannot be published or restored.

use aws::client::Store;
use aws::codec::{Entity, decode};
use aws::table::{self, Consistency, Order};
use aws::write::{Delete, Put};
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

/// Withholds all files with this hash because of a notice. Idempotent. Cost: 1 write.
pub(crate) async fn add(store: &Store, sha256: &Sha256Hash, notice: NoticeId) -> Result<()> {
    let put = Put::of(&WithheldFile { notice }, keys::withheld::primary(sha256, notice));
    put.apply(store).await.map(drop)
}

/// No longer withholds the files with this hash because of a notice. Another notice may still do. Idempotent. Cost: 1
/// write.
pub(crate) async fn remove(store: &Store, sha256: &Sha256Hash, notice: NoticeId) -> Result<()> {
    Delete::of(keys::withheld::primary(sha256, notice)).apply(store).await.map(drop)
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
        let range = keys::withheld::of_hash(sha256);
        let found = table::query(store, &range, Order::Ascending, Consistency::Strong, Some(1), None).await?;
        if !found.items.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}
