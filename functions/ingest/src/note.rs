//! Publishes a PDF as a course note.

use store::Result;
use store::content::PdfFileMetadata;
use store::keys::object;
use store::metadata::PdfMetadata;
use store::notes::Note;
use store::uploads::UploadTarget;

use crate::{Job, Outcome, pdf, publish};

pub(crate) async fn ingest(job: &Job<'_>) -> Result<Outcome> {
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

fn note_of(job: &Job<'_>, pages: u32) -> Option<Note> {
    let draft = &job.upload.draft;
    let UploadTarget::CourseNote { course, chapter, details, note_type } = &draft.target else { return None };
    let id = job.upload.product.into();
    Some(Note {
        id,
        course: *course,
        chapter: *chapter,
        details: details.clone(),
        note_type: note_type.clone(),
        file: draft.to_file(
            object::course_note(course, *chapter, id),
            PdfFileMetadata { pages, facts: PdfMetadata::default() },
        ),
        likes: 0,
        version: 0,
        uploaded_at: job.now,
        uploader: job.upload.uploader.clone(),
        uploader_name: job.upload.uploader_name.clone(),
    })
}
