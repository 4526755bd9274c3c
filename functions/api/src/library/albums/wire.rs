//! Wire types of albums and their notes.

use serde::{Deserialize, Serialize};
use store::albums;
use store::course_or_album_note::CourseOrAlbumNote;
use utoipa::ToSchema;

use crate::http::wire::page::Page;
use crate::library::notes::wire::Note;
use crate::library::wire::metadata::public_url;
use crate::library::wire::published::{AlbumName, PdfFile, PublishedDetails};

/// An album with its number of notes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Album {
    pub id: AlbumName,
    #[schema(example = "Cram Mode")]
    pub title: String,
    /// Number of notes.
    #[schema(example = 12)]
    pub note_count: u32,
}

/// An album and its notes, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AlbumPage {
    pub album: Album,
    pub notes: Page<AlbumNote>,
}

/// An album note. Everyone can see and open it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AlbumNote {
    #[serde(flatten)]
    pub published: PublishedDetails,
    #[serde(flatten)]
    pub pdf: PdfFile,
    pub album: AlbumName,
    #[schema(example = "CS 246")]
    pub subject: String,
    /// Course code, if the subject is a course in the catalogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CS246")]
    pub course_code: Option<String>,
    /// URL of the picture, if the uploader added one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/pictures/e3b0c44298fc1c149afbf4c8996fb924.jpg")]
    pub image_url: Option<String>,
    /// Whether the caller may delete the note: only its uploader and administrators may.
    pub can_delete: bool,
}

/// Note that a link leads to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum LinkedNote {
    /// A course note.
    Course(Note),
    /// An album note.
    Album(AlbumNote),
}

/// Creates the upload of a PDF for an album.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateAlbumUploadRequest {
    /// ULID chosen by the client. Repeating it returns the same upload with a new URL.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: Option<String>,
    /// Course code or any other text.
    #[serde(default)]
    #[schema(required = true, example = "CS 246")]
    pub subject: String,
    #[serde(default)]
    #[schema(required = true, example = "Everything in one evening")]
    pub title: String,
    #[schema(example = "Three pages, in the order in which they are asked for.")]
    pub description: Option<String>,
    #[schema(required = true, example = "one-evening.pdf")]
    pub file_name: String,
    #[schema(required = true, example = "application/pdf")]
    pub content_type: String,
    #[schema(required = true, example = 482_113)]
    pub size_bytes: u64,
    /// SHA-256 of the file, 64 hexadecimal digits.
    #[schema(required = true, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
    /// Whether the checked file waits, with its accessibility report, until it is published with `POST
    /// /api/uploads/{id}/publish`.
    #[serde(default)]
    #[schema(example = false)]
    pub review: bool,
}

impl From<albums::Album> for Album {
    fn from(album: albums::Album) -> Self {
        Album { id: album.id.into(), title: album.id.title().to_owned(), note_count: album.notes }
    }
}

impl AlbumPage {
    /// Builds a page with `can_delete` set for each note.
    pub(crate) fn new(page: albums::AlbumPage, can_delete: impl Fn(&albums::AlbumNote) -> bool) -> Self {
        let notes = page.notes.map(|note| AlbumNote::new(can_delete(&note), note)).into();
        AlbumPage { album: page.album.into(), notes }
    }
}

impl AlbumNote {
    /// Builds the note. The uploader's id is not sent.
    pub(crate) fn new(can_delete: bool, note: albums::AlbumNote) -> Self {
        let (published, image_url) = (PublishedDetails::of(&note), image_url(&note));
        let pdf = PdfFile::of(note.id, note.file);
        AlbumNote {
            published,
            pdf,
            album: note.album.into(),
            subject: note.subject,
            course_code: note.course.map(|course| course.to_string()),
            image_url,
            can_delete,
        }
    }
}

impl LinkedNote {
    /// Builds the note, with `can_delete` for an album note.
    pub(crate) fn new(note: CourseOrAlbumNote, can_delete: impl Fn(&albums::AlbumNote) -> bool) -> Self {
        match note {
            CourseOrAlbumNote::Course(note) => LinkedNote::Course(note.into()),
            CourseOrAlbumNote::Album(note) => LinkedNote::Album(AlbumNote::new(can_delete(&note), note)),
        }
    }
}

/// Returns the URL of the added picture.
pub(crate) fn image_url(note: &albums::AlbumNote) -> Option<String> {
    note.added_picture().map(|picture| public_url(&picture.public_copy))
}
