//! The picture of a course.

use aws::client::Store;
use aws::expression::exists;
use aws::objects::{self, Bucket};
use aws::write::Update;
use model::error::{Error, Noun, Result};
use model::ids::PictureId;
use model::keys::{self, object};
use model::timestamp::Timestamp;
use wasm_core::course::CourseCode;

use super::Course;
use crate::library::open_pictures::OpenPicture;

impl Course {
    /// Its picture, as long as students see the course and everybody may see it.
    #[must_use]
    pub fn shown_picture(&self) -> Option<OpenPicture> {
        self.is_shown().then(|| self.picture_and_copy()).flatten()
    }

    /// Its picture, and where the copy for everybody lies if there is one.
    pub(crate) fn picture_and_copy(&self) -> Option<OpenPicture> {
        Some(OpenPicture::jpeg(object::course_picture(&self.code, self.picture?), self.open_picture.as_ref()?))
    }
}

/// Gives a course the picture that was uploaded and checked; done again it changes nothing. The file of the picture before
/// is removed by whoever follows the table. Condition: the course is there. 1 write.
///
/// # Errors
/// `NotFound(Course)`: then nobody refers to the new file.
pub async fn set_picture(store: &Store, code: &CourseCode, picture: PictureId, now: Timestamp) -> Result<Course> {
    let open = objects::open_name(store, &object::course_picture(code, picture));
    let update = Update::of(keys::course::primary(code)).set("picture", picture).set("open_picture", open);
    let update = update.set("updated_at", now).when(exists());
    update.apply_and_read(store).await?.ok_or(Error::NotFound(Noun::Course))
}

/// Takes the picture off a course, which then shows the drawn cover; its file goes as with [`set_picture`]. Condition: the
/// course is there. 1 write.
///
/// # Errors
/// `NotFound(Course)`.
pub async fn remove_picture(store: &Store, code: &CourseCode, now: Timestamp) -> Result<Course> {
    let update = Update::of(keys::course::primary(code)).set("updated_at", now);
    let update = update.remove("picture").remove("open_picture").when(exists());
    update.apply_and_read(store).await?.ok_or(Error::NotFound(Noun::Course))
}

/// Removes the file of a picture that its course shows no more. 1 request.
///
/// # Errors
/// Whatever the object service could not do.
pub async fn remove_file(store: &Store, code: &CourseCode, picture: PictureId) -> Result<()> {
    objects::delete(store, Bucket::Files, &object::course_picture(code, picture)).await
}
