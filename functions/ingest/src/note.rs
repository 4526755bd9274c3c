//! A PDF becomes a course note.

use store::facts::PdfFacts;
use store::keys::object;
use store::notes::Note;
use store::publish;
use store::uploads::Published;
use store::uploads::Target;
use store::{Error, Noun, Result, Store, notes, objects, trash};

use crate::pdf::{self, Checked};
use crate::{Job, Outcome, Reason, Refusal};

pub(crate) const PDF: &str = "application/pdf";

pub(crate) async fn decide(job: &Job<'_>) -> Result<Outcome> {
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
    match publish::note(store, &note, job.upload.draft.id).await {
        Ok(Published::Now | Published::Before) => job.published().await,
        Ok(Published::Withdrawn) => {
            remove_unless_published(store, &note).await?;
            job.remove_incoming().await?;
            Ok(Outcome::Removed)
        }
        Err(Error::NotFound(Noun::Course)) => {
            remove_unless_published(store, &note).await?;
            job.refuse(Refusal::CourseGone).await
        }
        Err(error) => Err(error),
    }
}

/// Removes the copy of a file whose note did not become visible. Another check may have published the same note
/// before its upload's record was deleted, so the note itself is asked.
async fn remove_unless_published(store: &Store, note: &Note) -> Result<()> {
    let visible = notes::find_in_course(store, &note.course, note.id).await?.is_some();
    if !visible && trash::find(store, note.id).await?.is_none() {
        objects::delete_pdf(store, &note.file_key).await?;
    }
    Ok(())
}

fn note_of(job: &Job<'_>, pages: u32) -> Option<Note> {
    let draft = &job.upload.draft;
    let Target::CourseNote { course, chapter, title, description, note_type } = &draft.target else { return None };
    let id = job.upload.product.into();
    Some(Note {
        id,
        course: *course,
        chapter: *chapter,
        title: title.clone(),
        description: description.clone(),
        note_type: note_type.clone(),
        file_key: object::course_note(course, *chapter, id),
        file_name: draft.file_name.clone(),
        size_bytes: draft.size_bytes,
        sha256: draft.sha256.clone(),
        pages,
        facts: PdfFacts::default(),
        likes: 0,
        version: 0,
        uploaded_at: job.now,
        uploader: job.upload.uploader.clone(),
        uploader_name: job.upload.uploader_name.clone(),
    })
}
