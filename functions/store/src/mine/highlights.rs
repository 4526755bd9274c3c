//! Private highlights in notes, with remarks.
//!
//! A highlight stores its quote with the text before and after it, as in W3C Web Annotation, so that the reader can
//! find it in another file of the note. Title and course are copies that are shown after the note was deleted.

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{Condition, attribute, exists};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::write::Put;
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::{HighlightId, NoteId, Sha256Hash, UserId};
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_core::course::CourseCode;
use wasm_core::limits::{HIGHLIGHT_REMARK_MAX_CHARS, HIGHLIGHTS_MAX};

use crate::library::merges;
use crate::mine::counted::LimitedItems;
use crate::mine::{remark, saved_note_access};
use crate::personal::{ExportContext, UserData};

/// Colour of a highlight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Colour {
    Yellow,
    Green,
    Blue,
    Pink,
}

/// The marked passage, its colour and the student's remark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HighlightContent {
    /// SHA-256 of the file in which the passage was last found.
    pub sha256: Sha256Hash,
    /// Page on which the passage was last found, from 1.
    pub page: u32,
    /// The marked text.
    pub quote: String,
    /// Text before the quote.
    pub prefix: String,
    /// Text after the quote.
    pub suffix: String,
    /// The colour.
    pub colour: Colour,
    /// Remark of the student, possibly empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remark: String,
}

/// A highlight in a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Highlight {
    /// Highlight id.
    pub id: HighlightId,
    /// Id of the note.
    pub note: NoteId,
    /// Title of the note at the time of marking.
    pub title: String,
    /// Course of the note at the time of marking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<CourseCode>,
    /// The marked passage with its remark.
    #[serde(flatten)]
    pub mark: HighlightContent,
    /// Time of creation.
    pub made_at: Timestamp,
    /// Time of the last change.
    pub changed_at: Timestamp,
}

impl Entity for Highlight {
    const ENTITY: &'static str = "highlight";
}

impl UserData for Highlight {
    async fn export_view(self, _: &ExportContext<'_>) -> Result<Option<Value>> {
        Ok(Some(json!({
            "noteId": self.note,
            "title": self.title,
            "course": self.course,
            "page": self.mark.page,
            "quote": self.mark.quote,
            "colour": self.mark.colour,
            "remark": self.mark.remark,
            "madeAt": self.made_at,
            "changedAt": self.changed_at,
        })))
    }
}

/// The student who reads a note and marks passages in it.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    /// User id of the student.
    pub uid: &'a UserId,
    /// True if notes of hidden courses are readable.
    pub is_admin: bool,
}

/// The fields of a highlight as a device showed them before a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HighlightBase {
    /// File, as in [`HighlightContent`].
    pub sha256: Sha256Hash,
    /// Page, as in [`HighlightContent`].
    pub page: u32,
    /// Colour, as in [`HighlightContent`].
    pub colour: Colour,
    /// Remark, as in [`HighlightContent`].
    pub remark: String,
}

impl HighlightBase {
    /// Returns the fields of this mark that a change can be based on.
    #[must_use]
    pub fn of(mark: &HighlightContent) -> Self {
        let HighlightContent { sha256, page, colour, remark, .. } = mark.clone();
        Self { sha256, page, colour, remark }
    }
}

/// A highlight after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedHighlight {
    /// The highlight.
    pub highlight: Highlight,
    /// True if two devices changed the remark, which now contains both texts.
    pub has_both_remarks: bool,
}

/// Maximum length in characters of a remark that combines the texts of two devices, also after an edit.
pub const JOINED_REMARK_MAX_CHARS: usize = 2 * HIGHLIGHT_REMARK_MAX_CHARS + 2;

/// Creates a highlight, or changes the fields that differ from `seen`. If another device changed the remark too, both
/// texts are combined. Without `seen`, the caller expects a new highlight. A deleted highlight is created again if its
/// remark was changed. Conditions for a new one: the note is readable and the student has fewer than `HIGHLIGHTS_MAX`.
/// Cost: 1 read, 1 write; 2 to 5 reads and 4 writes for a new one.
///
/// # Errors
/// `NotFound(Note)`, `NotFound(File)`, `NotFound(Student)`, `LimitReached`; `NotFound(Highlight)` if it was deleted and
/// its remark was not changed; `Conflict(VersionMismatch)` if the merged remark is too long.
pub async fn put(
    store: &Store,
    reader: Reader<'_>,
    note: NoteId,
    id: HighlightId,
    mark: HighlightContent,
    seen: Option<&HighlightBase>,
    now: Timestamp,
) -> Result<SavedHighlight> {
    let key = keys::highlight::primary(reader.uid, note, id);
    let mut retry = Retry::new();
    loop {
        let Some(current) = table::find::<Highlight>(store, key.clone()).await? else { break };
        let unmarked = || HighlightBase { remark: String::new(), ..HighlightBase::of(&current.mark) };
        let seen = seen.cloned().unwrap_or_else(unmarked);
        let merged = remark::merge(&seen.remark, &current.mark.remark, &mark.remark);
        let chars = merged.text.chars().count();
        if chars > JOINED_REMARK_MAX_CHARS && chars > current.mark.remark.chars().count() {
            return Err(Error::Conflict(Conflict::VersionMismatch));
        }
        let changed =
            Highlight { mark: changed(&current.mark, &seen, &mark, merged.text), changed_at: now, ..current.clone() };
        if Put::of(&changed, key.clone()).when(is_still(&current.mark)).apply(store).await? {
            return Ok(SavedHighlight { highlight: changed, has_both_remarks: merged.has_both });
        }
        retry.wait().await?;
    }
    if seen.is_some_and(|seen| seen.remark == mark.remark) {
        return Err(Error::NotFound(ResourceKind::Highlight));
    }
    let readable = saved_note_access::get_readable(store, reader.uid, reader.is_admin, note, now).await?.note;
    let title = readable.details().title.clone();
    let made = Highlight { id, note, title, course: readable.course(), mark, made_at: now, changed_at: now };
    COUNTED.add(store, reader.uid, Put::of(&made, key)).await?;
    Ok(SavedHighlight { highlight: made, has_both_remarks: false })
}

/// Returns the mark with the fields that the caller changed.
fn changed(
    current: &HighlightContent,
    seen: &HighlightBase,
    mark: &HighlightContent,
    remark: String,
) -> HighlightContent {
    let is_moved = (&mark.sha256, mark.page) != (&seen.sha256, seen.page);
    let place = if is_moved { mark } else { current };
    HighlightContent {
        sha256: place.sha256.clone(),
        page: place.page,
        colour: if mark.colour == seen.colour { current.colour } else { mark.colour },
        remark,
        ..current.clone()
    }
}

/// Returns the condition that the mark is unchanged since it was read.
fn is_still(mark: &HighlightContent) -> Condition {
    let remark = Some(&mark.remark).filter(|remark| !remark.is_empty());
    exists()
        .and(attribute("remark").eq_option(remark))
        .and(attribute("colour").is(mark.colour))
        .and(attribute("page").is(mark.page))
        .and(attribute("sha256").is(&mark.sha256))
}

const COUNTED: LimitedItems =
    LimitedItems { attribute: "highlight_count", limit: "HIGHLIGHTS_MAX", max: HIGHLIGHTS_MAX };

/// Deletes a highlight. Idempotent. Cost: 4 writes.
pub async fn remove(store: &Store, owner: &UserId, note: NoteId, id: HighlightId) -> Result<()> {
    COUNTED.remove(store, owner, keys::highlight::primary(owner, note, id)).await
}

/// Returns one page of highlights: those of one note in order of creation, or all, newest note first. A merged course
/// is replaced with its target. Cost: 1 read per 4 kB, at most 1 MB, and 1 read per MB of merges.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(
    store: &Store,
    owner: &UserId,
    note: Option<NoteId>,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<Page<Highlight>> {
    let (range, order) = match note {
        Some(note) => (keys::highlight::of_note(owner, note), Order::Ascending),
        None => (keys::highlight::all(owner), Order::Descending),
    };
    let mut page: Page<Highlight> = table::page(store, &range, order, Consistency::Strong, cursor, limit).await?;
    let courses = page.items.iter_mut().filter_map(|highlight| highlight.course.as_mut()).collect();
    merges::resolve_all(store, courses).await?;
    Ok(page)
}
