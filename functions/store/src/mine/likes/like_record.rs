//! The stored like and its possible targets.

use aws::codec::Entity;
use model::error::Result;
use model::ids::{AudioId, NoteId};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

use crate::personal::{ExportContext, UserData, without_nulls};

/// An item that can be liked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LikeTarget {
    /// A course.
    Course(CourseCode),
    /// A course note or an album note.
    Note(NoteId),
    /// A recording.
    Audio(AudioId),
}

/// One like. The fields that are set determine the kind of the item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Like {
    /// The liked course, or the course of the item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) course: Option<CourseCode>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<NoteId>,
    /// Album of the note; `None` for a course note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) album: Option<AlbumId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) audio: Option<AudioId>,
    /// Shelf of the recording.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) shelf: Option<ShelfId>,
    /// Courses from which merges moved the like. The merge notice names them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) former_courses: Vec<CourseCode>,
    pub(super) liked_at: Timestamp,
}

impl Entity for Like {
    const ENTITY: &'static str = "like";
}

impl UserData for Like {
    async fn export_view(self, _: &ExportContext<'_>) -> Result<Option<Value>> {
        let Self { course, note, audio, liked_at, .. } = self;
        let view = json!({ "course": course, "noteId": note, "audioId": audio, "likedAt": liked_at });
        Ok(Some(without_nulls(view)))
    }
}
