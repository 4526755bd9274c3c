//! Albums and the notes in them.

use serde::{Deserialize, Serialize};
use store::albums;
use store::any_note::AnyNote;
use utoipa::ToSchema;

use crate::http::wire::page::Page;
use crate::library::notes::wire::Note;
use crate::library::wire::facts::open_url;
use crate::library::wire::published::{AlbumName, PdfFile, Published};

/// An album: how much is in it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Album {
    pub id: AlbumName,
    #[schema(example = "Cram Mode")]
    pub title: String,
    /// Notes in it.
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

/// An album note; everybody can see and open it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AlbumNote {
    #[serde(flatten)]
    pub published: Published,
    #[serde(flatten)]
    pub pdf: PdfFile,
    pub album: AlbumName,
    #[schema(example = "CS 246")]
    pub subject: String,
    /// Course code, if the subject is a course in the catalogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CS246")]
    pub course_code: Option<String>,
    /// Where a picture is, if the uploader added one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/pictures/e3b0c44298fc1c149afbf4c8996fb924.jpg")]
    pub image_url: Option<String>,
    /// Whether the caller may delete it: its uploader and administrators may.
    pub can_delete: bool,
}

/// Note that a link leads to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum LinkedNote {
    /// A note of a course.
    Course(Note),
    /// A note of an album.
    Album(AlbumNote),
}

/// Declares a PDF for an album; the answer says where to send exactly this file.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateAlbumUploadRequest {
    /// A ULID of the client's making: sent again, it is the same upload with a new address.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: Option<String>,
    /// A course code or any other subject.
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
    /// The SHA-256 of the file, 64 hexadecimal digits.
    #[schema(required = true, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
}

/// Declares a picture for an album note; the answer says where to send exactly this file.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateAlbumPictureRequest {
    /// A ULID of the client's making: sent again, it is the same upload with a new address.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: Option<String>,
    #[schema(required = true, example = "owl.png")]
    pub file_name: String,
    #[schema(required = true, example = "image/png")]
    pub content_type: String,
    #[schema(required = true, example = 82_113)]
    pub size_bytes: u64,
    /// The SHA-256 of the file, 64 hexadecimal digits.
    #[schema(required = true, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
}

impl From<albums::Album> for Album {
    fn from(album: albums::Album) -> Self {
        Album { id: album.id.into(), title: album.id.title().to_owned(), note_count: album.notes }
    }
}

impl AlbumPage {
    /// The page for whoever may delete these of its notes.
    pub(crate) fn new(page: albums::AlbumPage, can_delete: impl Fn(&albums::AlbumNote) -> bool) -> Self {
        let items = page.notes.items.into_iter().map(|note| AlbumNote::new(can_delete(&note), note)).collect();
        let notes = Page { items, next_cursor: page.notes.next.map(|next| next.to_string()) };
        AlbumPage { album: page.album.into(), notes }
    }
}

impl AlbumNote {
    /// The note for whoever may delete it, or may not. Who uploaded it stays with us.
    pub(crate) fn new(can_delete: bool, note: albums::AlbumNote) -> Self {
        let (published, image_url) = (Published::of(&note), image_url(&note));
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
    /// The note for whoever may delete it if it is in an album.
    pub(crate) fn new(note: AnyNote, can_delete: impl Fn(&albums::AlbumNote) -> bool) -> Self {
        match note {
            AnyNote::Course(note) => LinkedNote::Course(note.into()),
            AnyNote::Album(note) => LinkedNote::Album(AlbumNote::new(can_delete(&note), note)),
        }
    }
}

/// Returns the URL of the added picture. A picture without a public name gets the URL of its redirect.
pub(crate) fn image_url(note: &albums::AlbumNote) -> Option<String> {
    let picture = note.picture?;
    Some(match note.added_picture() {
        Some(picture) => open_url(&picture.open),
        None => format!("/api/albums/{}/notes/{}/picture?v={picture}", note.album, note.id),
    })
}
