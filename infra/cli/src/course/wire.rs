//! Responses of the API about courses, as far as this program reads them. Fields about people are not read.

use serde::Deserialize;
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;
use wasm_core::transcript::chapters::AudioChapter;

/// One page of a list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Page<T> {
    pub(crate) items: Vec<T>,
    #[serde(default)]
    pub(crate) next_cursor: Option<String>,
}

/// A course, as administrators see it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ManagedCourse {
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) hidden: bool,
    /// True while a course that was created hidden has not been shown yet.
    #[serde(default)]
    pub(crate) never_shown: bool,
    #[serde(default)]
    pub(crate) image_url: Option<String>,
    #[serde(default)]
    pub(crate) merging_into: Option<String>,
    pub(crate) version: u32,
}

#[derive(Debug, Deserialize)]
pub(crate) struct CourseNotes {
    pub(crate) notes: Page<Note>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Note {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) file_name: String,
    pub(crate) upload_date: String,
    pub(crate) chapter: u32,
    pub(crate) note_type: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct ShelfPage {
    pub(crate) audio: Page<Recording>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Recording {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) file_name: String,
    pub(crate) upload_date: String,
    pub(crate) shelf: ShelfId,
    #[serde(default)]
    pub(crate) course_code: Option<CourseCode>,
    pub(crate) content_type: String,
    #[serde(default)]
    pub(crate) artwork_url: Option<String>,
    #[serde(default)]
    pub(crate) transcript_id: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct AlbumPage {
    pub(crate) notes: Page<AlbumNote>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlbumNote {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) file_name: String,
    pub(crate) upload_date: String,
    pub(crate) album: AlbumId,
    #[serde(default)]
    pub(crate) course_code: Option<CourseCode>,
    #[serde(default)]
    pub(crate) image_url: Option<String>,
}

/// Signed URLs of files.
#[derive(Debug, Deserialize)]
pub(crate) struct SignedFiles {
    pub(crate) items: Vec<SignedFile>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignedFile {
    pub(crate) id: String,
    pub(crate) url: String,
    pub(crate) size_bytes: u64,
    pub(crate) sha256: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct SignedUrl {
    pub(crate) url: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Waveform {
    pub(crate) chapters: Vec<AudioChapter>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Chapters {
    pub(crate) items: Vec<Chapter>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Chapter {
    pub(crate) id: String,
    pub(crate) number: u32,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) version: u32,
}

#[derive(Debug, Deserialize)]
pub(crate) struct StudyChapter {
    pub(crate) cards: Vec<Card>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Card {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) content: String,
    #[serde(default)]
    pub(crate) image: Option<CardImage>,
    pub(crate) version: u32,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct CardImage {
    pub(crate) url: String,
    pub(crate) alt: String,
}
