//! Sets the image of a recording.

use bytes::Bytes;
use inspect::audio::ARTWORK_MAX_PX;
use store::audio::{self, AudioNote};
use store::keys::object;
use store::{AudioId, Result, ShelfId, public_pictures, uploads};

use crate::recording::put_shown_jpeg;
use crate::{Job, Outcome, Rejection, picture};

pub(crate) async fn decide(job: &Job<'_>, shelf: ShelfId, id: AudioId) -> Result<Outcome> {
    let Some(audio) = audio::find_from(job.store, shelf, id).await? else {
        return job.refuse(Rejection::RecordingGone).await;
    };
    match picture::square(job, ARTWORK_MAX_PX).await? {
        Ok(picture) => set(job, &audio, picture).await,
        Err(refusal) => job.refuse(refusal).await,
    }
}

/// Stores the file before the record that refers to it. Idempotent.
async fn set(job: &Job<'_>, audio: &AudioNote, picture: Bytes) -> Result<Outcome> {
    let key = object::audio_artwork(audio.shelf, &audio.subject, job.upload.product.into());
    put_shown_jpeg(job.store, &key, picture).await?;
    if let Err(error) = audio::set_picture(job.store, audio.shelf, audio.id, &key, job.seen()).await {
        let refusal = picture::why_not_set(error, Rejection::RecordingGone)?;
        public_pictures::remove_jpeg(job.store, &key).await?;
        return job.refuse(refusal).await;
    }
    uploads::finish(job.store, job.upload.draft.id, job.now).await?;
    job.published().await
}
