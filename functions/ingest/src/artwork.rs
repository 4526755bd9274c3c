//! Sets the image of a recording.

use bytes::Bytes;
use inspect::audio::ARTWORK_MAX_PX;
use store::audio::{self, AudioNote};
use store::keys::object;
use store::{AudioId, Result, ShelfId, public_pictures, uploads};

use crate::recording::put_public_jpeg;
use crate::{Job, Outcome, Rejection, picture};

pub(crate) async fn ingest(job: &Job<'_>, shelf: ShelfId, id: AudioId) -> Result<Outcome> {
    let Some(audio) = audio::find_on_shelf(job.store, shelf, id).await? else {
        return job.refuse(Rejection::RecordingGone).await;
    };
    match picture::crop_to_square(job, ARTWORK_MAX_PX).await? {
        Ok(picture) => set(job, &audio, picture).await,
        Err(refusal) => job.refuse(refusal).await,
    }
}

/// Stores the file before the record that refers to it. Idempotent.
async fn set(job: &Job<'_>, audio: &AudioNote, picture: Bytes) -> Result<Outcome> {
    let key = object::audio_artwork(audio.shelf, &audio.subject, job.upload.product.into());
    put_public_jpeg(job.store, &key, picture).await?;
    if let Err(error) = audio::set_picture(job.store, audio.shelf, audio.id, &key, job.seen()).await {
        let refusal = picture::rejection_of(error, Rejection::RecordingGone)?;
        public_pictures::delete_jpeg_and_copy(job.store, &key).await?;
        return job.refuse(refusal).await;
    }
    uploads::finish(job.store, job.upload.draft.id, job.now).await?;
    job.published().await
}
