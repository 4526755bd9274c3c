//! What can be put right by itself. Each write has a condition, so whoever was quicker wins.

use super::counts::Count;
use super::look::{Named, Role};
use crate::aws::client::Store;
use crate::aws::codec::{key_attributes, number, text};
use crate::aws::objects::{self, Bucket};
use crate::aws::table::held;
use crate::base::error::{Conflict, Error, Noun, Result};
use crate::base::ids::UserId;
use crate::base::kind::Kind;
use crate::base::timestamp::Timestamp;
use crate::keys::{Key, object};
use crate::people::students::{self, photo};
use crate::publishing::trash;
use crate::publishing::trash::album::MayDelete;

/// Who moves things to the trash here: nobody, and the console shows it as somebody it does not know.
const NOBODY: &str = "reconcile";

/// Moves what people cannot open to the trash, and forgets a picture that is gone. `false` when nothing was to be done: it
/// is in the trash, or was changed in between.
pub(super) async fn missing(store: &Store, missing: &Named, now: Timestamp) -> Result<bool> {
    match &missing.role {
        Role::File(kind, id) => {
            let by: UserId = NOBODY.parse().map_err(|error: crate::base::ids::IdError| Error::Broken(error.into()))?;
            let moved = match kind {
                Kind::Note => trash::put(store, (*id).into(), &by, now).await.map(drop),
                Kind::Audio => trash::audio::put(store, (*id).into(), &by, now).await.map(drop),
                Kind::AlbumNote => trash::album::put(store, (*id).into(), &by, MayDelete::All, now).await.map(drop),
            };
            match moved {
                Ok(()) => Ok(true),
                Err(Error::NotFound(Noun::Note | Noun::Audio) | Error::Conflict(Conflict::Changed)) => Ok(false),
                Err(error) => Err(error),
            }
        }
        Role::Beside { attribute, while_same, value } => {
            forget(store, missing.record.clone(), attribute, while_same, value).await
        }
        Role::Photo(owner, id) => {
            let shown = students::find(store, owner).await?.and_then(|student| student.photo);
            if shown != Some(*id) {
                return Ok(false);
            }
            photo::remove(store, owner, now).await.map(|_| true)
        }
        Role::Trashed | Role::Incoming => Ok(false),
    }
}

/// Removes an attribute while another one has this value. 1 write.
async fn forget(store: &Store, record: Key, attribute: &str, while_same: &str, value: &str) -> Result<bool> {
    let mut request = store
        .dynamodb()
        .update_item()
        .table_name(store.table())
        .set_key(Some(key_attributes(record)))
        .expression_attribute_values(":value", text(value));
    // Words such as `image` could become reserved any day, so every step of a path gets a name.
    let mut path = |letter: &str, path: &str| {
        let steps: Vec<String> = path.split('.').enumerate().map(|(n, _)| format!("#{letter}{n}")).collect();
        for (name, step) in steps.iter().zip(path.split('.')) {
            request = request.clone().expression_attribute_names(name, step);
        }
        steps.join(".")
    };
    let (gone, same) = (path("a", attribute), path("b", while_same));
    let request = request.update_expression(format!("REMOVE {gone}")).condition_expression(format!("{same} = :value"));
    Ok(held(request.send().await)?.is_some())
}

/// Removes a file that no record names. 1 request.
pub(super) async fn orphan(store: &Store, key: &str) -> Result<()> {
    match object::in_an_area(key) {
        Some(key) => objects::delete(store, Bucket::Files, &key).await,
        None => Ok(()),
    }
}

/// Sets a count to what it counts, while it says what it said. 1 write.
pub(super) async fn miscount(store: &Store, count: &Count) -> Result<bool> {
    let request = store
        .dynamodb()
        .update_item()
        .table_name(store.table())
        .set_key(Some(key_attributes(count.record.clone())))
        .update_expression("SET #count = :is")
        .expression_attribute_names("#count", count.name)
        .expression_attribute_values(":is", number(count.is))
        .expression_attribute_values(":says", number(count.says));
    // A count that was never moved is not written.
    let same = if count.says == 0 { "(attribute_not_exists(#count) OR #count = :says)" } else { "#count = :says" };
    let answer = request.condition_expression(format!("attribute_exists(pk) AND {same}")).send().await;
    Ok(held(answer)?.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_somebody_that_a_record_can_name() {
        assert!(NOBODY.parse::<UserId>().is_ok());
    }
}
