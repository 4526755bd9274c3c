//! Course merges that a student has not read about. They are stored in the profile item but are not part of the
//! profile, so that reading the profile needs no second read.

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{attribute, exists};
use aws::retry::Retry;
use aws::table;
use aws::write::Update;
use model::error::Result;
use model::ids::UserId;
use model::keys;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;

use super::Student;
use crate::library::merges::UnreadMerge;

/// The merges that a student has not read about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MergeNews {
    /// Finish time of the newest merge that was compared with the student's data; `None` before the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merges_checked_at: Option<Timestamp>,
    /// Merges that moved data of the student, until the student has read about them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread_merges: Vec<UnreadMerge>,
}

impl Entity for MergeNews {
    const ENTITY: &'static str = Student::ENTITY;
    const SCHEMA: u32 = Student::SCHEMA;
}

/// Adds the merges in `found`, which finished since `before`, to the unread ones and returns all unread ones. Changes
/// nothing if another request has added them. Cost: 1 write.
pub(crate) async fn add_unread_merges(
    store: &Store,
    owner: &UserId,
    before: &MergeNews,
    checked_at: Timestamp,
    found: &[UnreadMerge],
) -> Result<MergeNews> {
    let mut current = before.clone();
    let mut retry = Retry::new();
    while current.merges_checked_at == before.merges_checked_at {
        let mut after = MergeNews { merges_checked_at: Some(checked_at), ..current.clone() };
        after.unread_merges.extend_from_slice(found);
        if replace(store, owner, &current, &after).await? {
            return Ok(after);
        }
        let Some(stored) = find(store, owner).await? else { return Ok(after) };
        current = stored;
        retry.wait().await?;
    }
    Ok(current)
}

/// Records that a student has read about the merge of a course. Idempotent. Cost: 1 read, 1 write.
pub async fn mark_merge_read(store: &Store, owner: &UserId, from: &CourseCode) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        let Some(before) = find(store, owner).await? else { return Ok(()) };
        let mut after = before.clone();
        after.unread_merges.retain(|merge| merge.from != *from);
        if after == before || replace(store, owner, &before, &after).await? {
            return Ok(());
        }
        retry.wait().await?;
    }
}

async fn find(store: &Store, owner: &UserId) -> Result<Option<MergeNews>> {
    table::find(store, keys::student::primary(owner)).await
}

/// Writes the difference between two states. Returns false if the stored state is not `before`.
async fn replace(store: &Store, owner: &UserId, before: &MergeNews, after: &MergeNews) -> Result<bool> {
    let unread = Some(&before.unread_merges).filter(|merges| !merges.is_empty());
    let update = Update::between(keys::student::primary(owner), before, after)
        .when(exists())
        .when(attribute("merges_checked_at").eq_option(before.merges_checked_at))
        .when(attribute("unread_merges").eq_option(unread));
    update.apply(store).await
}
