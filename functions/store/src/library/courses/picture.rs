//! The picture of a course.

use aws::client::Store;
use aws::expression::{attribute, exists};
use aws::objects::{self, Bucket};
use aws::write::Update;
use model::error::{Conflict, Error, Result};
use model::ids::PictureId;
use model::keys::{self, object};
use model::timestamp::Timestamp;
use wasm_core::course::CourseCode;

use super::Course;
use crate::library::expected_picture::{SeenPicture, is_replaceable};
use crate::library::public_pictures::PublicPicture;

impl Course {
    /// Returns the picture if students can see the course and the picture has a public copy.
    #[must_use]
    pub fn public_picture(&self) -> Option<PublicPicture> {
        self.is_visible_to_students().then(|| self.picture_and_copy()).flatten()
    }

    /// Returns the picture with its public copy, if there is one.
    #[must_use]
    pub fn picture_and_copy(&self) -> Option<PublicPicture> {
        Some(PublicPicture::from_jpeg(object::course_picture(&self.code, self.picture?), self.open_picture.as_ref()?))
    }
}

/// Sets the uploaded and checked picture of a course. Idempotent. The stream handler deletes the previous file.
/// Conditions: the course exists; it has the `seen` picture. Cost: 1 write; 1 read after a conflict.
///
/// # Errors
/// `NotFound(Course)`; `Conflict(VersionMismatch)` when the course has another picture. The new file is then unused.
pub async fn set_picture(
    store: &Store,
    code: &CourseCode,
    picture: PictureId,
    seen: Option<&SeenPicture>,
    now: Timestamp,
) -> Result<Course> {
    let open = objects::public_name(store, &object::course_picture(code, picture));
    let update = Update::of(keys::course::primary(code)).set("picture", picture).set("open_picture", open);
    let update = update.set("updated_at", now).when(is_replaceable(seen, "picture", picture));
    changed(store, code, update).await
}

/// Removes a picture of a course, which then shows the drawn cover. The stream handler deletes the file as for
/// [`set_picture`]. Condition: the course has this picture. Cost: 1 write; 1 read after a conflict.
///
/// # Errors
/// `NotFound(Course)`; `Conflict(VersionMismatch)` when the course has another picture.
pub async fn remove_picture(
    store: &Store,
    code: &CourseCode,
    picture: Option<PictureId>,
    now: Timestamp,
) -> Result<Course> {
    let update = Update::of(keys::course::primary(code)).set("updated_at", now);
    let same = exists().and(attribute("picture").eq_option(picture));
    changed(store, code, update.remove("picture").remove("open_picture").when(same)).await
}

/// Applies an update that is conditional on the picture of the course.
async fn changed(store: &Store, code: &CourseCode, update: Update) -> Result<Course> {
    match update.apply_and_read(store).await? {
        Some(course) => Ok(course),
        None => {
            super::get(store, code).await?;
            Err(Error::Conflict(Conflict::VersionMismatch))
        }
    }
}

/// Deletes a picture file that its course no longer uses. Cost: 1 request.
///
/// # Errors
/// Any error of the object service.
pub async fn delete_picture_file(store: &Store, code: &CourseCode, picture: PictureId) -> Result<()> {
    objects::delete(store, Bucket::Files, &object::course_picture(code, picture)).await
}
