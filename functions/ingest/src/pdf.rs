//! Files derived from a PDF (previews of the first page and its text) and the metadata that is stored.

use bytes::Bytes;
use inspect::extractor::ExtractorCrash;
use inspect::pdf::{ExtractedText, PdfProperties, RenderedPage, page_ranges};
use store::keys::object::{self, ObjectKey, PreviewSize};
use store::metadata::{PdfMetadata, Preview, Suggestions};
use store::objects::{self, Bucket, PutCondition, ResponseHeaders};
use store::{Error, Result, full_text, uploads};
use wasm_core::limits;

use crate::arrived::{self, DownloadedFile};
use crate::{Job, Outcome, Rejection, no_reader};

/// Derived files never change under their key, but their signed URLs expire.
const CACHE: &str = "private, max-age=3600";

/// A valid PDF on the local disk.
pub(crate) struct ValidatedPdf {
    pub(crate) file: DownloadedFile,
    pub(crate) properties: PdfProperties,
    text: std::result::Result<ExtractedText, ExtractorCrash>,
}

/// Downloads and validates a PDF. The inner error is the reason for rejecting the file.
pub(crate) async fn check(job: &Job<'_>) -> Result<std::result::Result<ValidatedPdf, Rejection>> {
    let file = match arrived::download(job, limits::NOTE_PDF_MAX_BYTES).await? {
        Ok(file) => file,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let facts = match job.inspector.read_pdf(file.path()).await.map_err(no_reader)? {
        Ok(facts) => facts,
        Err(reason) => return Ok(Err(reason.into())),
    };
    let text = job.inspector.extract_text(file.path()).await.map_err(no_reader)?;
    // Extracting text renders no images. A file that still exceeds the memory limit was made to do so, and would
    // exhaust the memory of every student who opens it.
    if let Err(death @ ExtractorCrash::OutOfMemory) = text {
        return Ok(Err(death.pdf_reason().into()));
    }
    Ok(Ok(ValidatedPdf { file, properties: facts, text }))
}

/// Holds a valid PDF whose uploader wants to see its accessibility report before students see the note. Returns `None`
/// if it may be published now.
pub(crate) async fn hold_for_review(job: &Job<'_>, checked: &ValidatedPdf) -> Result<Option<Outcome>> {
    if !job.upload.draft.review {
        return Ok(None);
    }
    let report = checked.text.as_ref().ok().map(|text| &text.accessibility);
    uploads::hold(job.store, job.upload.draft.id, report, job.now).await?;
    Ok(Some(Outcome::Held))
}

/// Stores the files derived from a PDF next to `key`, the final key of the PDF, and returns its metadata. No file is
/// rejected here: a note without a preview or text is published, and its metadata says why.
///
/// # Errors
/// Any error of the store.
pub(crate) async fn store_derived_files(job: &Job<'_>, checked: ValidatedPdf, key: &ObjectKey) -> Result<PdfMetadata> {
    let ValidatedPdf { file, properties: said, text } = checked;
    let mut facts = PdfMetadata { version: Some(said.version), ..PdfMetadata::default() };
    match job.inspector.render_preview(file.path()).await.map_err(no_reader)? {
        Ok(drawn) => facts.preview = Some(keep(job, key, drawn).await?),
        Err(death) => facts.preview_missing = Some(no_preview(death).to_owned()),
    }
    let mut headline = None;
    match text {
        Ok(text) => {
            facts.has_text = Some(text.has_text);
            facts.scanned_pages = page_ranges(&text.scanned_pages);
            facts.unreadable_pages = page_ranges(&text.unreadable_pages);
            facts.accessibility = Some(text.accessibility);
            if text.has_text {
                headline = text.headline;
                let served = ResponseHeaders {
                    content_type: "application/json",
                    cache_control: CACHE,
                    content_encoding: Some("br"),
                };
                keep_words(job, key, &text.compressed_pages).await?;
                put(job, &object::pdf_text(key), text.compressed_pages, &served).await?;
            }
        }
        Err(death) => facts.text_missing = Some(no_text(death).to_owned()),
    }
    store_suggestions(job, Suggestions { title: said.title.or(headline), author: said.author }).await?;
    Ok(facts)
}

/// Stores the title and author found in the file as suggestions.
pub(crate) async fn store_suggestions(job: &Job<'_>, suggestions: Suggestions) -> Result<()> {
    if !suggestions.is_empty() {
        uploads::set_suggestions(job.store, job.upload.draft.id, &suggestions).await?;
    }
    Ok(())
}

async fn keep(job: &Job<'_>, key: &ObjectKey, drawn: RenderedPage) -> Result<Preview> {
    let served = ResponseHeaders { content_type: "image/webp", cache_control: CACHE, content_encoding: None };
    let name = objects::public_name(job.store, key);
    for (size, picture) in [(PreviewSize::Small, drawn.small), (PreviewSize::Large, drawn.large)] {
        put(job, &object::preview(key, size), picture.clone(), &served).await?;
        objects::put_public(job.store, &object::public_preview(&name, size), picture, served.content_type).await?;
    }
    let RenderedPage { width_px, height_px, thumbhash, .. } = drawn;
    Ok(Preview { width_px, height_px, thumbhash, open: name })
}

/// Stores the words of a text next to the PDF. The full-text index of the collection is built from them.
async fn keep_words(job: &Job<'_>, key: &ObjectKey, packed_text: &Bytes) -> Result<()> {
    let text = packed_text.clone();
    let words = tokio::task::spawn_blocking(move || full_text::note_index(&text)).await;
    let words = words.map_err(|error| Error::Broken(error.into()))??;
    let served =
        ResponseHeaders { content_type: "application/octet-stream", cache_control: CACHE, content_encoding: None };
    put(job, &object::pdf_full_text(key), Bytes::from(words), &served).await
}

async fn put(job: &Job<'_>, key: &ObjectKey, bytes: Bytes, served: &ResponseHeaders<'_>) -> Result<()> {
    objects::put_with_headers(job.store, Bucket::Files, key, bytes, served, PutCondition::Always).await
}

fn no_preview(death: ExtractorCrash) -> &'static str {
    match death {
        ExtractorCrash::Died => "Its first page could not be drawn.",
        ExtractorCrash::TimedOut => "Its first page takes too long to draw.",
        ExtractorCrash::OutOfMemory => "Its first page needs too much memory to draw.",
    }
}

fn no_text(death: ExtractorCrash) -> &'static str {
    match death {
        ExtractorCrash::Died => "Its text could not be read.",
        ExtractorCrash::TimedOut => "Its text takes too long to read.",
        ExtractorCrash::OutOfMemory => "Its text needs too much memory to read.",
    }
}
