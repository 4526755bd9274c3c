//! Automatic repairs. Each write is conditional, so concurrent changes win.

use aws::client::Store;
use aws::expression::{attribute, exists};
use aws::objects::{self, Bucket};
use aws::write::Update;
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::UserId;
use model::keys::{Key, object};
use model::kind::ItemKind;
use model::timestamp::Timestamp;

use super::counts::Count;
use super::scan::{ReferencedFile, Role};
use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::expected_picture::SeenPicture;
use crate::library::notes::Note;
use crate::library::public_pictures;
use crate::people::students::{self, photo};
use crate::publishing::trash::{self, DeletePermission};
use crate::study::personal_cards;

/// User id that is stored as the actor of the repairs. No account has it, so the console shows an unknown user.
const NOBODY: &str = "reconcile";

/// Moves an item without a file to the trash, removes the reference to a missing picture, or creates a missing public
/// copy again. Returns false if nothing was changed: the item is in the trash, or was changed after the scan.
pub(super) async fn repair_missing_file(store: &Store, missing: &ReferencedFile, now: Timestamp) -> Result<bool> {
    match &missing.role {
        Role::File(kind, id) => {
            let by: UserId = NOBODY.parse().map_err(|error: model::ids::IdError| Error::Broken(error.into()))?;
            let moved = match kind {
                ItemKind::Note => {
                    trash::trash_item::<Note>(store, *id, &by, DeletePermission::All, now).await.map(drop)
                }
                ItemKind::Audio => {
                    trash::trash_item::<AudioNote>(store, *id, &by, DeletePermission::All, now).await.map(drop)
                }
                ItemKind::AlbumNote => {
                    trash::trash_item::<AlbumNote>(store, *id, &by, DeletePermission::All, now).await.map(drop)
                }
            };
            match moved {
                Ok(()) => Ok(true),
                Err(Error::NotFound(ResourceKind::Note | ResourceKind::Audio)) => Ok(false),
                Err(error) => Err(error),
            }
        }
        Role::Derived { attribute, while_same, value } => {
            forget(store, missing.record.clone(), attribute, while_same, value).await
        }
        Role::Photo(owner, id) => {
            let shown = students::find(store, owner).await?.and_then(|student| student.photo);
            if shown != Some(*id) {
                return Ok(false);
            }
            unless_changed(photo::remove(store, owner, Some(&SeenPicture::new(shown)), now).await)
        }
        Role::PersonalCard(owner, course, id, image) => {
            let card = personal_cards::find(store, owner, course, *id).await?;
            if card.and_then(|card| card.image).map(|shown| shown.id) != Some(*image) {
                return Ok(false);
            }
            let seen = SeenPicture::new(Some(*image));
            unless_changed(personal_cards::remove_image(store, owner, course, *id, Some(&seen), now).await)
        }
        Role::PublicCopy(picture) => public_pictures::publish_picture(store, picture).await,
        Role::Trashed | Role::Incoming => Ok(false),
    }
}

/// Returns false if the item was deleted or has another picture since the scan.
fn unless_changed<T>(removed: Result<T>) -> Result<bool> {
    match removed {
        Ok(_) => Ok(true),
        Err(Error::NotFound(_) | Error::Conflict(Conflict::VersionMismatch)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Removes the attribute `gone` on condition that the attribute `while_same` has this value. Cost: 1 write.
async fn forget(store: &Store, record: Key, gone: &str, while_same: &str, value: &str) -> Result<bool> {
    Update::of(record).remove(gone).when(attribute(while_same).is(value)).apply(store).await
}

pub(super) async fn delete_orphan(store: &Store, key: &str) -> Result<()> {
    match object::parse_managed_key(key) {
        Some(key) => objects::delete(store, Bucket::Files, &key).await,
        None => Ok(()),
    }
}

/// Corrects a count on condition that it is unchanged since the scan. Cost: 1 write.
pub(super) async fn correct_count(store: &Store, count: &Count) -> Result<bool> {
    let says = attribute(count.name);
    // A count that was never changed is not stored.
    let same = if count.stored == 0 { says.eq_or_absent(0) } else { says.is(count.stored) };
    Update::of(count.record.clone()).set(count.name, count.actual).when(exists().and(same)).apply(store).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reconcile_actor_is_a_valid_user_id() {
        assert!(NOBODY.parse::<UserId>().is_ok());
    }
}
