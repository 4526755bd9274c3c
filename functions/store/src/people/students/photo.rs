//! The picture of a student. Its id cannot be guessed; an item beside the profile says whose it is, so that an address
//! of the picture names nobody.

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{attribute, exists};
use aws::objects::{self, Bucket};
use aws::retry::Retry;
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::Result;
use model::ids::{PhotoId, UserId};
use model::keys;
use model::keys::object::{self, ObjectKey};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Student, get};

/// A picture that somebody shows. It goes when the picture does; whoever follows the table removes the file then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Photo {
    /// The picture.
    pub photo: PhotoId,
    /// Whose it is.
    pub uid: UserId,
}

impl Entity for Photo {
    const ENTITY: &'static str = "photo";
    const SCHEMA: u32 = 1;
}

/// The file of a picture that somebody shows; `None` when nobody does. 1 read.
pub async fn find_file(store: &Store, photo: PhotoId) -> Result<Option<ObjectKey>> {
    let found = table::find::<Photo>(store, keys::photo::primary(photo)).await?;
    Ok(found.map(|found| object::profile_image(&found.uid, photo)))
}

/// Gives a student the picture that was uploaded and checked; done again it changes nothing. The file of the picture
/// before is removed by whoever follows the table. 1 read, 4 to 6 writes, 1 in the index.
///
/// # Errors
/// `NotFound(Student)`: then nobody refers to the new file. `Conflict(Changed)` when it kept changing under us.
pub async fn set(store: &Store, owner: &UserId, photo: PhotoId, now: Timestamp) -> Result<Student> {
    replace(store, owner, Some(photo), now).await
}

/// Takes the picture of a student away; its file goes as with [`set`]. 1 read, 2 to 4 writes, 1 in the index.
///
/// # Errors
/// `NotFound(Student)`, `Conflict(Changed)` when it kept changing under us.
pub async fn remove(store: &Store, owner: &UserId, now: Timestamp) -> Result<Student> {
    replace(store, owner, None, now).await
}

async fn replace(store: &Store, owner: &UserId, photo: Option<PhotoId>, now: Timestamp) -> Result<Student> {
    let mut retry = Retry::new();
    loop {
        let before = get(store, owner).await?;
        if before.photo == photo {
            return Ok(before);
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

/// On condition that the picture is still the one we read, so that no item of an older one is left behind.
fn update(before: &Student, photo: Option<PhotoId>, now: Timestamp) -> Update {
    Update::of(keys::student::primary(&before.uid))
        .set("updated_at", now)
        .set_or_remove("photo", photo)
        .when(exists().and(attribute("photo").is_exactly(before.photo)))
}

/// Removes the file of a picture that was taken away, unless it is shown again. Done again it changes nothing.
/// 1 read, 1 request.
pub async fn remove_file_unless_shown(store: &Store, removed: &Photo) -> Result<()> {
    if find_file(store, removed.photo).await?.is_some() {
        return Ok(());
    }
    objects::delete(store, Bucket::Files, &object::profile_image(&removed.uid, removed.photo)).await
}
