//! Wire types of course notes and downloads.

use serde::{Deserialize, Serialize};
use store::course_or_album_note::CourseOrAlbumNote;
use store::objects::PresignedGet;
use store::{notes, saved_note_access};
use utoipa::ToSchema;
use wasm_core::reading;

use crate::library::wire::published::{AlbumName, PdfFile, PublishedDetails};
use crate::mine::positions::wire::ReadingPosition;

/// A course note, visible to everyone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    #[serde(flatten)]
    pub published: PublishedDetails,
    #[serde(flatten)]
    pub pdf: PdfFile,
    /// Course code.
    #[schema(example = "CS246")]
    pub course: String,
    #[schema(example = 1)]
    pub chapter: u32,
    #[schema(example = "Lecture")]
    pub note_type: String,
    /// URL that redirects to a preview of the first page. Absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/api/notes/01JD8Z5V7R8XQ4N2T6W0YB3C9E/preview/small?v=01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub preview_url: Option<String>,
}

/// Recent notes of the courses that the caller follows, newest first, at most 8.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewNotes {
    pub items: Vec<Note>,
}
const _: () = assert!(wasm_core::limits::NEW_NOTES_MAX_ITEMS == 8);

/// A note for the reader, with a PDF URL that supports range requests.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadableNote {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    #[schema(example = "Week 3: Observers")]
    pub title: String,
    /// Course code. An album note has one only if its subject is a course in the catalogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CS246")]
    pub course: Option<String>,
    /// Album of the note. Absent for course notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub album: Option<AlbumName>,
    /// Type of a course note. Absent for album notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Lecture")]
    pub note_type: Option<String>,
    #[schema(example = 14)]
    pub pages: u32,
    #[schema(example = 482_113)]
    pub size_bytes: u64,
    /// SHA-256 of the PDF. It changes when the file is replaced.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
    /// URL that redirects to the PDF.
    #[schema(example = "/api/notes/01JD8Z5V7R8XQ4N2T6W0YB3C9E/file")]
    pub file_url: String,
    /// Signed URL of the PDF.
    #[schema(example = "https://files.example.org/notes/CS246/4/01JD8Z5V7R8XQ4N2T6W0YB3C9E.pdf")]
    pub url: String,
    /// Signed URL of the text of the PDF, as JSON. Absent if the note has no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "https://files.example.org/notes/CS246/4/01JD8Z5V7R8XQ4N2T6W0YB3C9E-text.json")]
    pub text_url: Option<String>,
    /// Time when the signed URLs expire.
    #[schema(example = "2026-11-21T13:00:00Z")]
    pub expires_at: String,
    /// Time until which the PDF of a deleted note is available. Absent if the note was not deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-12-21T10:00:00Z")]
    pub file_until: Option<String>,
    /// The caller's resume position, from any device. Absent if the caller never read the note.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<ReadingPosition>,
}

/// Requests the signed URLs of PDFs.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedNoteUrlsRequest {
    /// Ids of notes, at most 20.
    #[schema(required = true)]
    pub ids: Vec<String>,
}

/// Signed URLs of the PDFs of notes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedNoteUrls {
    /// Notes that the caller may read, in no particular order.
    pub items: Vec<ReadableNote>,
    /// Ids of the notes that do not exist or were deleted.
    pub missing: Vec<String>,
}

/// Records that the student pressed 'Download PDF'.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DownloadRequest {
    #[schema(required = true, example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub note_id: String,
}

impl From<notes::Note> for Note {
    fn from(note: notes::Note) -> Self {
        let (published, pdf) = (PublishedDetails::of(&note), PdfFile::of(note.id, note.file));
        Note {
            published,
            course: note.course.to_string(),
            chapter: note.chapter,
            note_type: note.note_type,
            preview_url: pdf.facts.preview_url(),
            pdf,
        }
    }
}

/// Signed URLs of the files of one note.
pub(crate) struct SignedNoteFiles {
    pub(crate) pdf: PresignedGet,
    /// `None` if the PDF has no text.
    pub(crate) text: Option<PresignedGet>,
}

impl ReadableNote {
    /// Builds the response from the note, its signed URLs and the caller's resume position.
    pub(crate) fn new(
        readable: saved_note_access::ReadableNote,
        signed: SignedNoteFiles,
        position: Option<reading::ReadingPosition>,
    ) -> Self {
        let saved_note_access::ReadableNote { note, file, file_until } = readable;
        ReadableNote {
            id: note.id().to_string(),
            title: note.details().title.clone(),
            course: note.course().map(|course| course.to_string()),
            pages: file.media.pages,
            size_bytes: file.size_bytes,
            sha256: file.sha256.to_string(),
            file_url: format!("/api/notes/{}/file", note.id()),
            url: signed.pdf.url,
            text_url: signed.text.map(|text| text.url),
            expires_at: signed.pdf.expires_at.to_string(),
            file_until: file_until.map(|until| until.to_string()),
            position: position.map(ReadingPosition::from),
            album: match &note {
                CourseOrAlbumNote::Course(_) => None,
                CourseOrAlbumNote::Album(note) => Some(note.album.into()),
            },
            note_type: match note {
                CourseOrAlbumNote::Course(note) => Some(note.note_type),
                CourseOrAlbumNote::Album(_) => None,
            },
        }
    }
}
