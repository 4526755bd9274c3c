//! `course.json`: everything about an exported course.

use serde::{Deserialize, Serialize};
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;
use wasm_core::transcript::chapters::AudioChapter;

use crate::failure::Failure;

/// Name of the file in the folder.
pub(crate) const FILE_NAME: &str = "course.json";

/// Value of `format`.
pub(crate) const FORMAT: &str = "note-ninja-course";

/// Version of the format that this program writes and reads.
pub(crate) const VERSION: u32 = 1;

/// The content of `course.json`. Lists are sorted by content, so that equal courses have equal files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CourseFile {
    pub(crate) format: String,
    pub(crate) version: u32,
    pub(crate) course: Course,
    /// By number.
    pub(crate) chapters: Vec<Chapter>,
    pub(crate) notes: Vec<Note>,
    pub(crate) recordings: Vec<Recording>,
    /// Album notes whose subject is the course.
    pub(crate) album_notes: Vec<AlbumNote>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Course {
    pub(crate) code: CourseCode,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) hidden: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) picture: Option<ExportedFile>,
}

/// A file in the folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ExportedFile {
    /// Path within the folder, with `/` between the parts.
    pub(crate) path: String,
    pub(crate) size_bytes: u64,
    /// 64 lower-case hexadecimal digits.
    pub(crate) sha256: String,
}

/// A chapter with its cards in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Chapter {
    pub(crate) number: u32,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) cards: Vec<Card>,
}

/// A study card: Markdown with formulas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Card {
    pub(crate) front: String,
    pub(crate) back: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) picture: Option<CardPicture>,
}

/// The picture on the front of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CardPicture {
    /// Text alternative.
    pub(crate) alt: String,
    pub(crate) file: ExportedFile,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Note {
    pub(crate) chapter: u32,
    #[serde(rename = "type")]
    pub(crate) note_type: String,
    pub(crate) title: String,
    pub(crate) description: String,
    /// Name of the file on the site.
    pub(crate) file_name: String,
    pub(crate) file: ExportedFile,
    pub(crate) uploaded_at: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Recording {
    pub(crate) shelf: ShelfId,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) file_name: String,
    pub(crate) content_type: String,
    pub(crate) file: ExportedFile,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) picture: Option<ExportedFile>,
    /// WebVTT, or text without times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) transcript: Option<ExportedFile>,
    /// None, or at least two.
    pub(crate) chapters: Vec<AudioChapter>,
    pub(crate) uploaded_at: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AlbumNote {
    pub(crate) album: AlbumId,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) file_name: String,
    pub(crate) file: ExportedFile,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) picture: Option<ExportedFile>,
    pub(crate) uploaded_at: String,
}

impl CourseFile {
    /// Returns the content of the file.
    pub(crate) fn to_json(&self) -> Result<Vec<u8>, Failure> {
        let json = serde_json::to_string_pretty(self);
        let json = json.map_err(|error| Failure::NotSent(format!("{FILE_NAME} cannot be written: {error}.")))?;
        Ok(format!("{json}\n").into_bytes())
    }

    /// Returns all files of the course.
    pub(crate) fn files(&self) -> impl Iterator<Item = &ExportedFile> {
        let cards = self.chapters.iter().flat_map(|chapter| &chapter.cards);
        let cards = cards.filter_map(|card| Some(&card.picture.as_ref()?.file));
        let notes = self.notes.iter().map(|note| &note.file);
        let recordings = self.recordings.iter();
        let recordings = recordings
            .flat_map(|one| [Some(&one.file), one.picture.as_ref(), one.transcript.as_ref()].into_iter().flatten());
        let albums = self.album_notes.iter();
        let albums = albums.flat_map(|one| [Some(&one.file), one.picture.as_ref()].into_iter().flatten());
        self.course.picture.iter().chain(cards).chain(notes).chain(recordings).chain(albums)
    }
}
