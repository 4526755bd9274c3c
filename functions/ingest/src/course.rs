//! Sets the image of a course.

use inspect::image::EncodedImage;
use store::keys::object;
use store::{PictureId, Result, courses, public_pictures, uploads};
use wasm_core::course::CourseCode;

use crate::recording::put_public_jpeg;
use crate::{Job, Outcome, Rejection, picture};

/// Longer edge of the image, in pixels. This is the size in the page header of a course at two device pixels per CSS
/// pixel.
const PICTURE_MAX_PX: u32 = 1280;

pub(crate) async fn ingest(job: &Job<'_>, code: &CourseCode) -> Result<Outcome> {
    match picture::reencode(job, PICTURE_MAX_PX).await? {
        Ok(drawn) => set(job, code, drawn).await,
        Err(refusal) => job.refuse(refusal).await,
    }
}

/// Stores the file before the record that refers to it. Idempotent.
async fn set(job: &Job<'_>, code: &CourseCode, drawn: EncodedImage) -> Result<Outcome> {
    let id = PictureId::from(job.upload.product);
    let key = object::course_picture(code, id);
    put_public_jpeg(job.store, &key, drawn.jpeg).await?;
    if let Err(error) = courses::set_picture(job.store, code, id, job.seen(), job.now).await {
        let refusal = picture::rejection_of(error, Rejection::CourseMergedAway)?;
        public_pictures::delete_jpeg_and_copy(job.store, &key).await?;
        return job.refuse(refusal).await;
    }
    uploads::finish(job.store, job.upload.draft.id, job.now).await?;
    job.published().await
}
