//! Where somebody stopped in recordings.

use serde::{Deserialize, Serialize};
use store::positions::{Heard, Listening};
use utoipa::ToSchema;
use wasm_core::player::position;

use crate::wire::audio::AudioNote;

/// Where one person is in one recording, as one device said at one moment. The larger counter wins; a position at the
/// very beginning counts only as a restart.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Position {
    /// Larger than every counter that the device had seen for the recording, and not behind its clock.
    #[schema(required = true, example = 1_790_000_000_000_u64)]
    pub counter: u64,
    /// A random name that the device gave itself.
    #[schema(required = true, example = "b7Kq2mXw")]
    pub device: String,
    #[schema(required = true, example = 83_000)]
    pub position_ms: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 754_000)]
    pub duration_ms: Option<u32>,
    /// Whether all of it was heard.
    #[schema(required = true)]
    pub is_finished: bool,
    /// Whether the person went back to the beginning.
    #[schema(required = true)]
    pub is_restart: bool,
}

/// Where somebody stopped in one recording.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AudioPosition {
    #[schema(required = true, example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub audio_id: String,
    #[schema(required = true)]
    pub position: Position,
}

/// Positions that a device tells us.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutPositionsRequest {
    /// At most 50.
    #[schema(required = true)]
    pub items: Vec<AudioPosition>,
}

/// The positions that count now, one for each recording that is known.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionsThatCount {
    pub items: Vec<AudioPosition>,
}

/// What was begun and not finished, the last heard first, at most 12.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyListening {
    pub items: Vec<ListeningItem>,
}

/// A recording to continue with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListeningItem {
    pub audio: AudioNote,
    pub position: Position,
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

impl From<Heard> for AudioPosition {
    fn from(heard: Heard) -> Self {
        AudioPosition { audio_id: heard.audio.to_string(), position: heard.position.into() }
    }
}

impl From<Listening> for ListeningItem {
    fn from(listening: Listening) -> Self {
        ListeningItem { audio: listening.audio.into(), position: listening.position.into() }
    }
}
