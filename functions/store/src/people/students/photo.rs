//! Photos of students. The id cannot be guessed, and a separate item names the owner, so that the URL of a photo does
//! not reveal the user.

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{attribute, exists};
use aws::objects::{self, Bucket};
use aws::retry::Retry;
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::{Conflict, Error, Result};
use model::ids::{PhotoId, UserId};
use model::keys;
use model::keys::object::{self, ObjectKey};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Student, get};
use crate::library::expected_picture::{SeenPicture, may_remove, may_replace};

/// A photo in use. The record is deleted with the photo; the stream handler then deletes the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Photo {
    /// Photo id.
    pub photo: PhotoId,
    /// Owner of the photo.
    pub uid: UserId,
}

impl Entity for Photo {
    const ENTITY: &'static str = "photo";
}

/// Returns the object key of a photo in use. Cost: 1 read.
pub async fn find_file(store: &Store, photo: PhotoId) -> Result<Option<ObjectKey>> {
    let found = table::find::<Photo>(store, keys::photo::primary(photo)).await?;
    Ok(found.map(|found| object::profile_image(&found.uid, photo)))
}

/// Sets the uploaded and checked photo of a student. Idempotent. The stream handler deletes the previous file.
/// Condition: the student has the `seen` photo. Cost: 1 read, 4 to 6 writes, 1 index write.
///
/// # Errors
/// `NotFound(Student)`; `Conflict(VersionMismatch)` when the student has another photo. The new file is then unused.
pub async fn set(
    store: &Store,
    owner: &UserId,
    photo: PhotoId,
    seen: Option<&SeenPicture>,
    now: Timestamp,
) -> Result<Student> {
    replace(store, owner, Some(photo), seen, now).await
}

/// Removes the photo of a student. The stream handler deletes the file as for [`set`]. Condition: the student has the
/// `seen` photo. Cost: 1 read, 2 to 4 writes, 1 index write.
///
/// # Errors
/// `NotFound(Student)`; `Conflict(VersionMismatch)` when the student has another photo.
pub async fn remove(store: &Store, owner: &UserId, seen: Option<&SeenPicture>, now: Timestamp) -> Result<Student> {
    replace(store, owner, None, seen, now).await
}

async fn replace(
    store: &Store,
    owner: &UserId,
    photo: Option<PhotoId>,
    seen: Option<&SeenPicture>,
    now: Timestamp,
) -> Result<Student> {
    let mut retry = Retry::new();
    loop {
        let before = get(store, owner).await?;
        if before.photo == photo {
            return Ok(before);
        }
        let is_seen = match photo {
            Some(new) => may_replace(seen, before.photo, new),
            None => may_remove(seen, before.photo),
        };
        if !is_seen {
            return Err(Error::Conflict(Conflict::VersionMismatch));
        }
        let mut transaction = Transaction::default();
        transaction.add("student", update(&before, photo, now));
        if let Some(photo) = photo {
            transaction.add("photo", Put::of(&Photo { photo, uid: owner.clone() }, keys::photo::primary(photo)));
        }
        if let Some(former) = before.photo {
            transaction.add("former", Delete::of(keys::photo::primary(former)));
        }
        if transaction.run(store).await? == Outcome::Done {
            return Ok(Student { photo, updated_at: now, ..before });
        }
        retry.wait().await?;
    }
}

/// The condition on the previous photo prevents leftover photo records.
fn update(before: &Student, photo: Option<PhotoId>, now: Timestamp) -> Update {
    Update::of(keys::student::primary(&before.uid))
        .set("updated_at", now)
        .set_or_remove("photo", photo)
        .when(exists().and(attribute("photo").eq_option(before.photo)))
}

/// Deletes the file of a removed photo unless it is in use again. Idempotent. Cost: 1 read, 1 request.
pub async fn remove_file_unless_shown(store: &Store, removed: &Photo) -> Result<()> {
    if find_file(store, removed.photo).await?.is_some() {
        return Ok(());
    }
    objects::delete(store, Bucket::Files, &object::profile_image(&removed.uid, removed.photo)).await
}
