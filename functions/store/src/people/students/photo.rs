//! The picture of a student. Its id cannot be guessed; an item beside the profile says whose it is, so that an address
//! of the picture names nobody.

use aws_sdk_dynamodb::types::Update;
use serde::{Deserialize, Serialize};

use super::{Student, get};
use crate::aws::client::Store;
use crate::aws::codec::{Entity, encode, text};
use crate::aws::objects::{self, Bucket};
use crate::aws::table::{self, Outcome, Transaction};
use crate::base::error::{Conflict, Error, Result};
use crate::base::ids::{PhotoId, UserId};
use crate::base::timestamp::Timestamp;
use crate::keys;
use crate::keys::object::{self, ObjectKey};

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
///
/// # Errors
/// `Unavailable`, `Broken`.
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
    for _ in 0..4 {
        let before = get(store, owner).await?;
        if before.photo == photo {
            return Ok(before);
        }
        let mut transaction = Transaction::default();
        transaction.update("student", update(store, &before, photo, now)?);
        if let Some(photo) = photo {
            let item = encode(&Photo { photo, uid: owner.clone() }, keys::photo::primary(photo), None)?;
            transaction.put("photo", table::put(store, item).build().map_err(table::build_error)?);
        }
        if let Some(former) = before.photo {
            let former = table::delete(store, keys::photo::primary(former));
            transaction.delete("former", former.build().map_err(table::build_error)?);
        }
        if transaction.run(store).await? == Outcome::Done {
            return Ok(Student { photo, updated_at: now, ..before });
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}

/// On condition that the picture is still the one we read, so that no item of an older one is left behind.
fn update(store: &Store, before: &Student, photo: Option<PhotoId>, now: Timestamp) -> Result<Update> {
    let update = table::update(store, keys::student::primary(&before.uid))
        .expression_attribute_values(":now", text(now.to_string()));
    let update = match photo {
        Some(photo) => update
            .update_expression("SET photo = :photo, updated_at = :now")
            .expression_attribute_values(":photo", text(photo.to_string())),
        None => update.update_expression("SET updated_at = :now REMOVE photo"),
    };
    let update = match before.photo {
        Some(before) => update
            .condition_expression("attribute_exists(pk) AND photo = :before")
            .expression_attribute_values(":before", text(before.to_string())),
        None => update.condition_expression("attribute_exists(pk) AND attribute_not_exists(photo)"),
    };
    update.build().map_err(table::build_error)
}

/// Removes the file of a picture that was taken away, unless it is shown again. Done again it changes nothing.
/// 1 read, 1 request.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn remove_file_unless_shown(store: &Store, removed: &Photo) -> Result<()> {
    if find_file(store, removed.photo).await?.is_some() {
        return Ok(());
    }
    objects::delete(store, Bucket::Files, &object::profile_image(&removed.uid, removed.photo)).await
}
