//! Sets the image of a study card: a published card or a personal card.

use inspect::image::EncodedImage;
use store::cards::{self, CardImage};
use store::keys::object;
use store::objects::Bucket;
use store::personal_cards::{self, NewImage, SetImageOutcome};
use store::{CardId, CardImageId, ChapterId, Result, objects, uploads};
use wasm_core::course::CourseCode;

use crate::recording::put_jpeg;
use crate::{Job, Outcome, Rejection, picture};

/// Longer edge of the image, in pixels. This is the size on a card at two device pixels per CSS pixel.
const PICTURE_MAX_PX: u32 = 1280;

pub(crate) async fn ingest(job: &Job<'_>, chapter: ChapterId, card: CardId) -> Result<Outcome> {
    match picture::reencode(job, PICTURE_MAX_PX).await? {
        Ok(drawn) => set(job, chapter, card, drawn).await,
        Err(refusal) => job.refuse(refusal).await,
    }
}

/// Stores the file before the record that refers to it. Idempotent.
async fn set(job: &Job<'_>, chapter: ChapterId, card: CardId, drawn: EncodedImage) -> Result<Outcome> {
    let id = CardImageId::from(job.upload.product);
    let key = object::card_image(chapter, id);
    put_jpeg(job.store, &key, drawn.jpeg).await?;
    let image = CardImage { id, width_px: drawn.width_px, height_px: drawn.height_px };
    if let Err(error) = cards::set_image(job.store, chapter, card, image, job.seen(), job.now).await {
        let refusal = picture::rejection_of(error, Rejection::CardGone)?;
        objects::delete(job.store, Bucket::Files, &key).await?;
        return job.refuse(refusal).await;
    }
    uploads::finish(job.store, job.upload.draft.id, job.now).await?;
    job.published().await
}

pub(crate) async fn ingest_personal(job: &Job<'_>, course: &CourseCode, card: CardId) -> Result<Outcome> {
    match picture::reencode(job, PICTURE_MAX_PX).await? {
        Ok(drawn) => set_own(job, course, card, drawn).await,
        Err(refusal) => job.refuse(refusal).await,
    }
}

/// Stores the file before the record that shows it. Card and upload change together, so a repeated check of the same
/// file does not restore an image that its owner has removed. `remove_incoming` removes the file if no card shows it.
async fn set_own(job: &Job<'_>, course: &CourseCode, card: CardId, drawn: EncodedImage) -> Result<Outcome> {
    let (owner, id, upload) = (&job.upload.uploader, CardImageId::from(job.upload.product), job.upload.draft.id);
    let key = object::personal_card_image(owner, id);
    let bytes = u64::try_from(drawn.jpeg.len()).unwrap_or(u64::MAX);
    put_jpeg(job.store, &key, drawn.jpeg).await?;
    let image = CardImage { id, width_px: drawn.width_px, height_px: drawn.height_px };
    let new = NewImage { image, bytes };
    let refusal =
        match personal_cards::set_image(job.store, owner, course, card, new, (upload, job.seen()), job.now).await? {
            SetImageOutcome::Done => return job.published().await,
            SetImageOutcome::UploadCancelled => {
                job.remove_incoming().await?;
                return Ok(Outcome::Removed);
            }
            SetImageOutcome::CardGone => Rejection::CardGone,
            SetImageOutcome::QuotaExceeded => Rejection::PictureQuotaExceeded,
            SetImageOutcome::Superseded => Rejection::PictureSuperseded,
        };
    job.refuse(refusal).await
}
