//! Publishes a PDF as an album note, or sets the image of an album note.

use inspect::image::EncodedImage;
use store::albums::{self, AlbumNote};
use store::content::PdfFileMetadata;
use store::keys::object;
use store::metadata::PdfMetadata;
use store::uploads::{self, UploadTarget};
use store::{AlbumId, NoteId, PictureId, Result, public_pictures};

use crate::recording::put_public_jpeg;
use crate::{Job, Outcome, Rejection, pdf, picture as pictures, publish};

/// Longer edge of the image, in pixels. This is the width on the note's page at two device pixels per CSS pixel.
const PICTURE_MAX_PX: u32 = 720;

pub(crate) async fn ingest_note(job: &Job<'_>) -> Result<Outcome> {
    match pdf::check(job).await? {
        Ok(checked) => {
            if let Some(held) = pdf::hold_for_review(job, &checked).await? {
                return Ok(held);
            }
            match note_of(job, checked.properties.pages) {
                Some(note) => publish::pdf(job, checked, note).await,
                None => Ok(Outcome::Ignored),
            }
        }
        Err(refusal) => job.refuse(refusal).await,
    }
}

fn note_of(job: &Job<'_>, pages: u32) -> Option<AlbumNote> {
    let (upload, draft) = (&job.upload, &job.upload.draft);
    let UploadTarget::AlbumNote { album, subject, course, details } = &draft.target else { return None };
    let id = NoteId::from(upload.product);
    Some(AlbumNote {
        id,
        album: *album,
        subject: subject.clone(),
        course: *course,
        details: details.clone(),
        picture: None,
        open_picture: None,
        file: draft.to_file(object::album_note(*album, id), PdfFileMetadata { pages, facts: PdfMetadata::default() }),
        likes: 0,
        version: 0,
        uploaded_at: upload.created_at,
        uploader: upload.uploader.clone(),
        uploader_name: upload.uploader_name.clone(),
    })
}

pub(crate) async fn ingest_picture(job: &Job<'_>, album: AlbumId, note: NoteId) -> Result<Outcome> {
    match pictures::reencode(job, PICTURE_MAX_PX).await? {
        Ok(drawn) => set(job, album, note, drawn).await,
        Err(refusal) => job.refuse(refusal).await,
    }
}

/// Stores the file before the record that refers to it. Idempotent.
async fn set(job: &Job<'_>, album: AlbumId, note: NoteId, drawn: EncodedImage) -> Result<Outcome> {
    let picture = PictureId::from(job.upload.product);
    let key = object::album_picture(picture);
    put_public_jpeg(job.store, &key, drawn.jpeg).await?;
    if let Err(error) = albums::set_picture(job.store, album, note, picture, job.seen()).await {
        let refusal = pictures::rejection_of(error, Rejection::NoteGone)?;
        public_pictures::delete_jpeg_and_copy(job.store, &key).await?;
        return job.refuse(refusal).await;
    }
    uploads::finish(job.store, job.upload.draft.id, job.now).await?;
    job.published().await
}
