//! Sets the profile photo of the uploader.

use bytes::Bytes;
use store::keys::object;
use store::objects::Bucket;
use store::students::photo;
use store::{PhotoId, Result, objects, uploads};

use crate::recording::put_jpeg;
use crate::{Job, Outcome, Rejection, picture};

/// Edge of a photo, in pixels: twice the largest size on a page.
const PHOTO_MAX_PX: u32 = 320;

pub(crate) async fn ingest(job: &Job<'_>) -> Result<Outcome> {
    match picture::crop_to_square(job, PHOTO_MAX_PX).await? {
        Ok(picture) => set(job, picture).await,
        Err(refusal) => job.refuse(refusal).await,
    }
}

/// Stores the file before the record that refers to it. Idempotent.
async fn set(job: &Job<'_>, picture: Bytes) -> Result<Outcome> {
    let (owner, id) = (&job.upload.uploader, PhotoId::from(job.upload.product));
    put_jpeg(job.store, &object::profile_image(owner, id), picture).await?;
    if let Err(error) = photo::set(job.store, owner, id, job.seen(), job.now).await {
        let refusal = picture::rejection_of(error, Rejection::AccountGone)?;
        objects::delete(job.store, Bucket::Files, &object::profile_image(owner, id)).await?;
        return job.refuse(refusal).await;
    }
    uploads::finish(job.store, job.upload.draft.id, job.now).await?;
    job.published().await
}
