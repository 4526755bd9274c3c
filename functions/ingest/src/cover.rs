//! Sets the cover of a playlist.

use bytes::Bytes;
use store::keys::object;
use store::objects::Bucket;
use store::{CoverId, PlaylistId, Result, objects, playlists, uploads};

use crate::recording::put_jpeg;
use crate::{Job, Outcome, Rejection, picture};

/// Edge of a cover, in pixels.
const COVER_MAX_PX: u32 = 640;

pub(crate) async fn ingest(job: &Job<'_>, playlist: PlaylistId) -> Result<Outcome> {
    match picture::crop_to_square(job, COVER_MAX_PX).await? {
        Ok(picture) => set(job, playlist, picture).await,
        Err(refusal) => job.refuse(refusal).await,
    }
}

/// Stores the file before the record that refers to it. Idempotent.
async fn set(job: &Job<'_>, playlist: PlaylistId, picture: Bytes) -> Result<Outcome> {
    let cover = CoverId::from(job.upload.product);
    let key = object::playlist_cover(playlist, cover);
    put_jpeg(job.store, &key, picture).await?;
    if let Err(error) =
        playlists::set_cover(job.store, &job.upload.uploader, playlist, cover, job.seen(), job.now).await
    {
        let refusal = picture::rejection_of(error, Rejection::PlaylistGone)?;
        objects::delete(job.store, Bucket::Files, &key).await?;
        return job.refuse(refusal).await;
    }
    uploads::finish(job.store, job.upload.draft.id, job.now).await?;
    job.published().await
}
