//! Fields that all notes and recordings share on the wire.

use serde::Serialize;
use store::content::{Content, File, PdfFileMetadata};
use store::{AlbumId, NoteId};
use utoipa::ToSchema;

use crate::library::wire::metadata::PdfMetadata;

/// The three albums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AlbumName {
    Cram,
    ExamReview,
    NightOwl,
}

/// Details of a published item and metadata of its file.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublishedDetails {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    #[schema(example = "Week 3: Observers")]
    pub title: String,
    #[schema(example = "The observer pattern with two worked examples.")]
    pub description: String,
    #[schema(example = "observers.pdf")]
    pub file_name: String,
    #[schema(example = 482_113)]
    pub size_bytes: u64,
    #[schema(example = 5)]
    pub likes: u32,
    /// Time of the upload. Courses, shelves and albums are sorted by it.
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub upload_date: String,
    /// Display name of the uploader.
    #[schema(example = "Note Ninja")]
    pub uploader_name: String,
}

/// The PDF of a note.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PdfFile {
    /// URL that redirects to the PDF.
    #[schema(example = "/api/notes/01JD8Z5V7R8XQ4N2T6W0YB3C9E/file")]
    pub file_url: String,
    #[schema(example = 14)]
    pub pages: u32,
    /// Metadata of the PDF. In My Notes, the metadata at the time of saving.
    pub facts: PdfMetadata,
}

impl From<AlbumId> for AlbumName {
    fn from(album: AlbumId) -> Self {
        match album {
            AlbumId::Cram => AlbumName::Cram,
            AlbumId::ExamReview => AlbumName::ExamReview,
            AlbumId::NightOwl => AlbumName::NightOwl,
        }
    }
}

impl PublishedDetails {
    pub(crate) fn of(content: &impl Content) -> Self {
        let (details, file) = (content.details(), content.file());
        PublishedDetails {
            id: content.id().to_string(),
            title: details.title.clone(),
            description: details.description.clone(),
            file_name: file.name.clone(),
            size_bytes: file.size_bytes,
            likes: content.likes(),
            upload_date: content.uploaded_at().to_string(),
            uploader_name: content.uploader_name().to_owned(),
        }
    }
}

impl PdfFile {
    /// Builds the wire type of the PDF of the note `id`. The object key is not sent: the URL redirects to the file.
    pub(crate) fn of(id: NoteId, file: File<PdfFileMetadata>) -> Self {
        PdfFile {
            file_url: format!("/api/notes/{id}/file"),
            pages: file.media.pages,
            facts: PdfMetadata::of(file.media.facts),
        }
    }
}
