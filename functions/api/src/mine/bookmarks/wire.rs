//! Wire types of bookmarks.

use serde::{Deserialize, Serialize};
use store::bookmarks::{self, JOINED_REMARK_MAX_CHARS};
use utoipa::ToSchema;
use wasm_core::limits::BOOKMARK_REMARK_MAX_CHARS;

use crate::http::wire::{InvalidField, check_max_chars};

/// A new bookmark, or a new remark of an existing one.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutBookmark {
    /// Position in milliseconds. An existing bookmark keeps its position.
    #[schema(example = 751_000)]
    pub position_ms: u32,
    /// The student's remark, at most 500 characters; empty without one.
    #[schema(example = "Proof by contradiction starts here.")]
    pub remark: String,
    /// Remark that the change is based on. Absent for a new bookmark.
    #[schema(example = "")]
    pub before: Option<String>,
}
const _: () = assert!(BOOKMARK_REMARK_MAX_CHARS == 500);

/// A bookmark after a change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedBookmark {
    pub bookmark: Bookmark,
    /// Whether the remark was changed on another device as well, and has both texts.
    pub has_both_remarks: bool,
}

/// A bookmark in a recording.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bookmark {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9F")]
    pub id: String,
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub audio_id: String,
    /// Title of the recording when the bookmark was made.
    #[schema(example = "Midterm review, part 2")]
    pub title: String,
    /// Position in milliseconds.
    #[schema(example = 751_000)]
    pub position_ms: u32,
    /// The student's remark; empty without one.
    #[schema(example = "Proof by contradiction starts here.")]
    pub remark: String,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub made_at: String,
}

impl PutBookmark {
    /// Checks the lengths of both remarks.
    ///
    /// # Errors
    /// The field that is invalid, and why.
    pub(crate) fn validate(&self) -> Result<(), InvalidField> {
        let before = self.before.as_deref();
        check_max_chars("before", before.unwrap_or_default(), JOINED_REMARK_MAX_CHARS)?;
        // An edited remark may be a joined one, which has a longer limit. So may that of a removed bookmark, which is
        // restored without `before`.
        let may_be_joined = before.is_none_or(|before| before.chars().count() > BOOKMARK_REMARK_MAX_CHARS);
        check_max_chars(
            "remark",
            &self.remark,
            if may_be_joined { JOINED_REMARK_MAX_CHARS } else { BOOKMARK_REMARK_MAX_CHARS },
        )
    }
}

impl From<bookmarks::Bookmark> for Bookmark {
    fn from(bookmark: bookmarks::Bookmark) -> Self {
        let bookmarks::Bookmark { id, audio, title, position_ms, remark, made_at, .. } = bookmark;
        Bookmark {
            id: id.to_string(),
            audio_id: audio.to_string(),
            title,
            position_ms,
            remark,
            made_at: made_at.to_string(),
        }
    }
}

impl From<bookmarks::SavedBookmark> for SavedBookmark {
    fn from(bookmarks::SavedBookmark { bookmark, has_both_remarks }: bookmarks::SavedBookmark) -> Self {
        SavedBookmark { bookmark: bookmark.into(), has_both_remarks }
    }
}
