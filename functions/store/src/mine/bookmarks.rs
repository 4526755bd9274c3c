//! Private bookmarks in recordings: one second each, with an optional remark.

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{attribute, exists};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::write::Put;
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::{AudioId, BookmarkId, UserId};
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_core::limits::{BOOKMARK_REMARK_MAX_CHARS, BOOKMARKS_MAX};

use crate::library::audio;
use crate::mine::counted::LimitedItems;
use crate::mine::remark;
use crate::personal::{ExportContext, UserData};

/// A bookmark in a recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bookmark {
    /// Bookmark id.
    pub id: BookmarkId,
    /// Id of the recording.
    pub audio: AudioId,
    /// Title of the recording when the bookmark was made, shown after the recording was deleted.
    pub title: String,
    /// Position in milliseconds.
    pub position_ms: u32,
    /// Remark of the student, possibly empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remark: String,
    /// Time of creation.
    pub made_at: Timestamp,
    /// Time of the last change.
    pub changed_at: Timestamp,
}

impl Entity for Bookmark {
    const ENTITY: &'static str = "bookmark";
}

impl UserData for Bookmark {
    async fn export_view(self, _: &ExportContext<'_>) -> Result<Option<Value>> {
        Ok(Some(json!({
            "audioId": self.audio,
            "title": self.title,
            "positionMs": self.position_ms,
            "remark": self.remark,
            "madeAt": self.made_at,
            "changedAt": self.changed_at,
        })))
    }
}

/// A student's edit of a bookmark.
#[derive(Debug, Clone, Copy)]
pub struct BookmarkEdit<'a> {
    /// Position in milliseconds. An existing bookmark keeps its position.
    pub position_ms: u32,
    /// The new remark.
    pub remark: &'a str,
    /// The remark as the student saw it; `None` for a new bookmark.
    pub seen: Option<&'a str>,
}

/// A bookmark after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedBookmark {
    /// The bookmark.
    pub bookmark: Bookmark,
    /// True if two devices changed the remark, which now contains both texts.
    pub has_both_remarks: bool,
}

/// Maximum length in characters of a remark that combines the texts of two devices, also after an edit.
pub const JOINED_REMARK_MAX_CHARS: usize = 2 * BOOKMARK_REMARK_MAX_CHARS + 2;

const COUNTED: LimitedItems = LimitedItems { attribute: "bookmark_count", limit: "BOOKMARKS_MAX", max: BOOKMARKS_MAX };

/// Creates a bookmark or changes its remark. If another device changed the remark too, both texts are combined. A
/// deleted bookmark is created again if its remark was changed. Conditions for a new one: the recording is published
/// and the student has fewer than `BOOKMARKS_MAX`. Cost: 1 read, 1 write; 2 reads and 4 writes for a new one.
///
/// # Errors
/// `NotFound(Audio)`, `NotFound(Student)`, `LimitReached`; `NotFound(Bookmark)` if it was deleted and its remark was
/// not changed; `Conflict(VersionMismatch)` if the merged remark is too long.
pub async fn put(
    store: &Store,
    owner: &UserId,
    audio: AudioId,
    id: BookmarkId,
    edit: BookmarkEdit<'_>,
    now: Timestamp,
) -> Result<SavedBookmark> {
    let key = keys::bookmark::primary(owner, audio, id);
    let mut retry = Retry::new();
    loop {
        let Some(current) = table::find::<Bookmark>(store, key.clone()).await? else { break };
        let merged = remark::merge(edit.seen.unwrap_or_default(), &current.remark, edit.remark);
        let chars = merged.text.chars().count();
        if chars > JOINED_REMARK_MAX_CHARS && chars > current.remark.chars().count() {
            return Err(Error::Conflict(Conflict::VersionMismatch));
        }
        let known = Some(&current.remark).filter(|remark| !remark.is_empty());
        let is_unchanged = exists().and(attribute("remark").eq_option(known));
        let changed = Bookmark { remark: merged.text, changed_at: now, ..current.clone() };
        if Put::of(&changed, key.clone()).when(is_unchanged).apply(store).await? {
            return Ok(SavedBookmark { bookmark: changed, has_both_remarks: merged.has_both });
        }
        retry.wait().await?;
    }
    if edit.seen.is_some_and(|seen| seen == edit.remark) {
        return Err(Error::NotFound(ResourceKind::Bookmark));
    }
    let title = audio::get(store, audio).await?.details.title;
    let BookmarkEdit { position_ms, remark, .. } = edit;
    let made = Bookmark { id, audio, title, position_ms, remark: remark.to_owned(), made_at: now, changed_at: now };
    COUNTED.add(store, owner, Put::of(&made, key)).await?;
    Ok(SavedBookmark { bookmark: made, has_both_remarks: false })
}

/// Deletes a bookmark. Idempotent. Cost: 4 writes.
pub async fn remove(store: &Store, owner: &UserId, audio: AudioId, id: BookmarkId) -> Result<()> {
    COUNTED.remove(store, owner, keys::bookmark::primary(owner, audio, id)).await
}

/// Returns one page of a student's bookmarks, those of the newest recording first. Cost: 1 read per 4 kB, at most 1 MB.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, owner: &UserId, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Bookmark>> {
    table::page(store, &keys::bookmark::all(owner), Order::Descending, Consistency::Strong, cursor, limit).await
}
