//! That somebody likes something, and what can be liked.

use aws::codec::Entity;
use model::ids::{AudioId, NoteId};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

/// What can be liked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LikeTarget {
    /// A course.
    Course(CourseCode),
    /// A note, of a course or in an album.
    Note(NoteId),
    /// An audio note.
    Audio(AudioId),
}

/// That somebody likes something. What it names says of what kind it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Like {
    /// The course, or the one that the thing is about, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) course: Option<CourseCode>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<NoteId>,
    /// The album that the note is in; none for the note of a course.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) album: Option<AlbumId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) audio: Option<AudioId>,
    /// The shelf that the audio note stands on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) shelf: Option<ShelfId>,
    pub(super) liked_at: Timestamp,
}

impl Entity for Like {
    const ENTITY: &'static str = "like";
    const SCHEMA: u32 = 1;
}
