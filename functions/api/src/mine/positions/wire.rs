//! Wire types of resume positions.

use serde::{Deserialize, Serialize};
use store::positions::{self, ContinueListening, ContinueReading};
use utoipa::ToSchema;
use wasm_core::forms::format_integer;
use wasm_core::limits::NOTE_PDF_MAX_PAGES;
use wasm_core::player::position;
use wasm_core::position::HlcStamped as _;
use wasm_core::reading;

use crate::library::audio::wire::AudioNote;
use crate::library::wire::published::PdfFile;

/// Resume position of a user in a recording, as one device reported it. The larger counter wins. A position at the very
/// beginning counts only as a restart.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Position {
    /// Counter of a hybrid logical clock in Unix milliseconds: larger than every counter that the device has seen for
    /// the recording, and not below the device's clock.
    #[schema(required = true, example = 1_790_000_000_000_u64)]
    pub counter: u64,
    /// Random name that the device chose for itself.
    #[schema(required = true, example = "b7Kq2mXw")]
    pub device: String,
    #[schema(required = true, example = 83_000)]
    pub position_ms: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 754_000)]
    pub duration_ms: Option<u32>,
    /// Whether the recording was played to its end.
    #[schema(required = true)]
    pub is_finished: bool,
    /// Whether the user went back to the beginning.
    #[schema(required = true)]
    pub is_restart: bool,
}

/// Resume position in one recording.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AudioPosition {
    #[schema(required = true, example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub audio_id: String,
    #[schema(required = true)]
    pub position: Position,
}

/// The caller's resume position in one recording.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyAudioPosition {
    /// Resume position. Absent if the caller never played the recording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
}

/// Positions reported by a device.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutPositionsRequest {
    /// At most 50.
    #[schema(required = true)]
    pub items: Vec<AudioPosition>,
}

/// The valid position of each recording in the request. Unknown recordings are left out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrentAudioPositions {
    pub items: Vec<AudioPosition>,
}

/// Recordings begun and not finished, most recent first, at most 12.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartedRecordings {
    pub items: Vec<StartedRecording>,
}

/// A recording to continue with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartedRecording {
    pub audio: AudioNote,
    pub position: Position,
}

/// Resume position of a user in a note, as one device reported it. The larger counter wins. A position at the very
/// beginning counts only as a restart.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadingPosition {
    /// Counter of a hybrid logical clock in Unix milliseconds: larger than every counter that the device has seen for
    /// the note, and not below the device's clock.
    #[schema(example = 1_790_000_000_000_u64)]
    pub counter: u64,
    /// Random name that the device chose for itself.
    #[schema(example = "b7Kq2mXw")]
    pub device: String,
    /// Number of the page at the upper edge of the view, from 1.
    #[schema(example = 7)]
    pub page: u32,
    /// Part of the page above the upper edge of the view, in thousandths.
    #[schema(example = 350)]
    pub above_permille: u16,
    /// Number of pages of the note.
    #[schema(example = 14)]
    pub pages: u32,
    /// Whether the caller has reached the end of the note.
    pub is_finished: bool,
    /// Whether the user went back to the beginning.
    pub is_restart: bool,
}

/// Resume position in one note.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotePosition {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub note_id: String,
    pub position: ReadingPosition,
}

/// Positions in notes reported by a device.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutNotePositionsRequest {
    /// At most 50.
    pub items: Vec<NotePosition>,
}

/// The valid position of each note in the request. Unknown notes are left out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrentNotePositions {
    pub items: Vec<NotePosition>,
}

/// Notes begun and not finished, most recent first, at most 6.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartedNotes {
    pub items: Vec<StartedNote>,
}
const _: () = assert!(wasm_core::limits::READING_MAX_ITEMS == 6);

/// A note to continue with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartedNote {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    #[schema(example = "Week 3: Observers")]
    pub title: String,
    /// Course code. An album note has one only if its subject is a course in the catalogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CS246")]
    pub course: Option<String>,
    /// URL that redirects to a preview of the first page. Absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/api/notes/01JD8Z5V7R8XQ4N2T6W0YB3C9E/preview/small?v=01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub preview_url: Option<String>,
    pub position: ReadingPosition,
}

impl ReadingPosition {
    /// Checks that the position is possible in a note.
    ///
    /// # Errors
    /// The field that is invalid, and why.
    pub(crate) fn check(&self) -> Result<(), (&'static str, String)> {
        if self.pages > NOTE_PDF_MAX_PAGES {
            return Err((
                "pages",
                format!("A note can have at most {} pages.", format_integer(NOTE_PDF_MAX_PAGES as usize)),
            ));
        }
        if reading::ReadingPosition::from(self.clone()).is_within_item() {
            return Ok(());
        }
        let is_page = (1..=self.pages).contains(&self.page);
        let field = if is_page { "abovePermille" } else { "page" };
        Err((field, "This position is not valid in a note.".to_owned()))
    }
}

impl From<reading::ReadingPosition> for ReadingPosition {
    fn from(position: reading::ReadingPosition) -> Self {
        let reading::ReadingPosition { counter, device, page, above_permille, pages, is_finished, is_restart } =
            position;
        ReadingPosition { counter, device, page, above_permille, pages, is_finished, is_restart }
    }
}

impl From<ReadingPosition> for reading::ReadingPosition {
    fn from(position: ReadingPosition) -> Self {
        let ReadingPosition { counter, device, page, above_permille, pages, is_finished, is_restart } = position;
        reading::ReadingPosition { counter, device, page, above_permille, pages, is_finished, is_restart }
    }
}

impl From<ContinueReading> for StartedNote {
    fn from(ContinueReading { note, position }: ContinueReading) -> Self {
        StartedNote {
            id: note.id().to_string(),
            title: note.details().title.clone(),
            course: note.course().map(|course| course.to_string()),
            preview_url: PdfFile::of(note.id(), note.file().clone()).facts.preview_url(),
            position: position.into(),
        }
    }
}

impl From<position::Position> for Position {
    fn from(position: position::Position) -> Self {
        let position::Position { counter, device, position_ms, duration_ms, is_finished, is_restart } = position;
        Position { counter, device, position_ms, duration_ms, is_finished, is_restart }
    }
}

impl From<Position> for position::Position {
    fn from(position: Position) -> Self {
        let Position { counter, device, position_ms, duration_ms, is_finished, is_restart } = position;
        position::Position { counter, device, position_ms, duration_ms, is_finished, is_restart }
    }
}

impl From<positions::AudioPosition> for AudioPosition {
    fn from(heard: positions::AudioPosition) -> Self {
        AudioPosition { audio_id: heard.audio.to_string(), position: heard.position.into() }
    }
}

impl From<positions::NotePosition> for NotePosition {
    fn from(read: positions::NotePosition) -> Self {
        NotePosition { note_id: read.note.to_string(), position: read.position.into() }
    }
}

impl From<ContinueListening> for StartedRecording {
    fn from(listening: ContinueListening) -> Self {
        StartedRecording { audio: listening.audio.into(), position: listening.position.into() }
    }
}
