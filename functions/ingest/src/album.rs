//! A PDF becomes an album note, and a picture its picture.

use inspect::image::Whole;
use store::albums::{self, AlbumNote};
use store::facts::PdfFacts;
use store::keys::object;
use store::objects::Bucket;
use store::publish;
use store::uploads::Published;
use store::uploads::Target;
use store::{AlbumId, Error, NoteId, Noun, PictureId, Result, Store, objects, trash, uploads};

use crate::note::PDF;
use crate::pdf::{self, Checked};
use crate::recording::put_jpeg;
use crate::{Job, Outcome, Reason, Refusal, picture as pictures};

/// Longer edge of a picture, in pixels: what the page of one note shows on a screen with two pixels a point.
const PICTURE_MAX_PX: u32 = 720;

pub(crate) async fn note(job: &Job<'_>) -> Result<Outcome> {
    match pdf::check(job).await? {
        Ok(checked) => publish(job, checked).await,
        Err(refusal) => job.refuse(refusal).await,
    }
}

/// The files first, then the record that shows them.
async fn publish(job: &Job<'_>, checked: Checked) -> Result<Outcome> {
    let store = job.store;
    let Some(mut note) = note_of(job, checked.facts.pages) else { return Ok(Outcome::Ignored) };
    match objects::copy(store, &job.incoming, &note.file_key, PDF).await {
        Ok(()) => {}
        Err(Error::NotFound(Noun::File)) => return job.refuse(Reason::Gone).await,
        Err(error) => return Err(error),
    }
    note.facts = pdf::derive(job, checked, &note.file_key).await?;
    match publish::album_note(store, &note, job.upload.draft.id, job.now).await? {
        Published::Now | Published::Before => job.published().await,
        Published::Withdrawn => {
            remove_unless_published(store, &note).await?;
            job.remove_incoming().await?;
            Ok(Outcome::Removed)
        }
    }
}

/// Removes the copy of a file whose note did not become visible. Another check may have published the same note
/// before its upload's record was deleted, so the note itself is asked.
async fn remove_unless_published(store: &Store, note: &AlbumNote) -> Result<()> {
    let visible = albums::find_in_album(store, note.album, note.id).await?.is_some();
    if !visible && trash::album::find(store, note.id).await?.is_none() {
        objects::delete_pdf(store, &note.file_key).await?;
    }
    Ok(())
}

fn note_of(job: &Job<'_>, pages: u32) -> Option<AlbumNote> {
    let (upload, draft) = (&job.upload, &job.upload.draft);
    let Target::AlbumNote { album, subject, course, title, description } = &draft.target else { return None };
    let id = NoteId::from(upload.product);
    Some(AlbumNote {
        id,
        album: *album,
        subject: subject.clone(),
        course: *course,
        title: title.clone(),
        description: description.clone(),
        picture: None,
        file_key: object::album_note(*album, id),
        file_name: draft.file_name.clone(),
        size_bytes: draft.size_bytes,
        sha256: draft.sha256.clone(),
        pages,
        facts: PdfFacts::default(),
        likes: 0,
        version: 0,
        uploaded_at: upload.created_at,
        uploader: upload.uploader.clone(),
        uploader_name: upload.uploader_name.clone(),
    })
}

pub(crate) async fn picture(job: &Job<'_>, album: AlbumId, note: NoteId) -> Result<Outcome> {
    match pictures::whole(job, PICTURE_MAX_PX).await? {
        Ok(drawn) => set(job, album, note, drawn).await,
        Err(refusal) => job.refuse(refusal).await,
    }
}

/// The file first, then the record that shows it. Setting the same picture twice changes nothing.
async fn set(job: &Job<'_>, album: AlbumId, note: NoteId, drawn: Whole) -> Result<Outcome> {
    let picture = PictureId::from(job.upload.product);
    let key = object::album_picture(picture);
    put_jpeg(job.store, &key, drawn.jpeg).await?;
    match albums::set_picture(job.store, album, note, picture).await {
        Ok(()) => {}
        Err(Error::NotFound(Noun::Note)) => {
            objects::delete(job.store, Bucket::Files, &key).await?;
            return job.refuse(Refusal::NoteGone).await;
        }
        Err(error) => return Err(error),
    }
    uploads::finish(job.store, job.upload.draft.id, job.now).await?;
    job.published().await
}
