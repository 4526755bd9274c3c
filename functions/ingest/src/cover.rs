//! A picture becomes the cover of a playlist.

use store::keys::object;
use store::objects::Bucket;
use store::{CoverId, Error, Noun, PlaylistId, Result, Sha256Hash, objects, playlists, uploads};
use wasm_core::limits;

use crate::recording::put_jpeg;
use crate::{Job, Outcome, Reason, image};

/// Edge of a cover, in pixels.
const COVER_MAX_PX: u32 = 640;

pub(crate) async fn decide(job: &Job<'_>, playlist: PlaylistId) -> Result<Outcome> {
    if job.size_bytes >= limits::PROFILE_IMAGE_MAX_BYTES {
        return job.refuse(Reason::NotAsAnnounced).await;
    }
    let bytes = match objects::get(job.store, Bucket::Files, &job.incoming, limits::PROFILE_IMAGE_MAX_BYTES).await {
        Ok(bytes) => bytes,
        Err(Error::NotFound(Noun::File)) => return job.refuse(Reason::Gone).await,
        Err(error) => return Err(error),
    };
    if Sha256Hash::of(&bytes) != job.upload.draft.sha256 {
        return job.refuse(Reason::NotAsAnnounced).await;
    }
    // Never the file that was sent: what is shown is a picture of our making, without what cameras write into theirs.
    match image::square_jpeg(bytes, COVER_MAX_PX).await {
        Ok(picture) => set(job, playlist, picture).await,
        Err(reason) => job.refuse(reason).await,
    }
}

/// The file first, then the record that shows it. Setting the same cover twice changes nothing.
async fn set(job: &Job<'_>, playlist: PlaylistId, picture: bytes::Bytes) -> Result<Outcome> {
    let cover = CoverId::from(job.upload.product);
    let key = object::playlist_cover(playlist, cover);
    put_jpeg(job.store, &key, picture).await?;
    match playlists::set_cover(job.store, &job.upload.uploader, playlist, cover, job.now).await {
        Ok(_) => {}
        Err(Error::NotFound(Noun::Playlist)) => {
            objects::delete(job.store, Bucket::Files, &key).await?;
            return job.refuse(Reason::PlaylistGone).await;
        }
        Err(error) => return Err(error),
    }
    uploads::finish(job.store, job.upload.draft.id, job.now).await?;
    job.published().await
}
