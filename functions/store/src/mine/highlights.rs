//! What people marked in notes, with their remarks. Private.
//!
//! A highlight names its words as W3C Web Annotation does, by the quote and what stands before and behind it, so that the
//! reader finds it in another file of the note too. Title and course are copies: they say where it was when the note is gone.

mod remark;

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{Condition, absent, attribute, exists};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::{Conflict, Error, Noun, Result};
use model::ids::{HighlightId, NoteId, Sha256Hash, UserId};
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::limits::{HIGHLIGHT_REMARK_MAX_CHARS, HIGHLIGHTS_MAX};

use crate::mine::originals;
use crate::people::students;

/// How a highlight looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Colour {
    Yellow,
    Green,
    Blue,
    Pink,
}

/// What a student says of a highlight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The file in which it was found last.
    pub sha256: Sha256Hash,
    /// The page on which it was found last, from 1.
    pub page: u32,
    /// The words.
    pub quote: String,
    /// What stands before them.
    pub prefix: String,
    /// What stands behind them.
    pub suffix: String,
    /// The colour.
    pub colour: Colour,
    /// What the student wrote beside it; empty for nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remark: String,
}

/// A highlight in a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Highlight {
    /// Its id.
    pub id: HighlightId,
    /// The note.
    pub note: NoteId,
    /// The title of the note when it was marked.
    pub title: String,
    /// The course of the note when it was marked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<CourseCode>,
    /// What the student says of it.
    #[serde(flatten)]
    pub mark: Mark,
    /// When it was made.
    pub made_at: Timestamp,
    /// When it was changed last.
    pub changed_at: Timestamp,
}

impl Entity for Highlight {
    const ENTITY: &'static str = "highlight";
    const SCHEMA: u32 = 1;
}

/// Who marks.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    /// The student.
    pub uid: &'a UserId,
    /// Whether notes of hidden courses are open to them.
    pub is_admin: bool,
}

/// What a device knew of a highlight before it changed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// As in [`Mark`].
    pub sha256: Sha256Hash,
    /// As in [`Mark`].
    pub page: u32,
    /// As in [`Mark`].
    pub colour: Colour,
    /// As in [`Mark`].
    pub remark: String,
}

impl Seen {
    /// Returns what a device knows that has this mark.
    #[must_use]
    pub fn of(mark: &Mark) -> Self {
        let Mark { sha256, page, colour, remark, .. } = mark.clone();
        Self { sha256, page, colour, remark }
    }
}

/// A highlight after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The highlight.
    pub highlight: Highlight,
    /// Whether the remark was changed on two devices and has both texts.
    pub has_both_remarks: bool,
}

/// Maximum length of a remark that has the texts of two devices, in characters. It may still be as long after an edit.
pub const JOINED_REMARK_MAX_CHARS: usize = 2 * HIGHLIGHT_REMARK_MAX_CHARS + 2;

/// Creates a highlight, or changes what differs from what the caller has seen; a remark that another device changed as well has
/// both texts then. Without `seen` the caller believes that it is new. One that was removed is created again if its remark was
/// changed. Conditions of a new one: the reader may open the note and has fewer than `HIGHLIGHTS_MAX`. Cost: 1 read, 1 write; a new
/// one 2 to 5 reads, 4 writes.
///
/// # Errors
/// `NotFound(Note)`, `NotFound(File)`, `NotFound(Student)`, `LimitReached`; `NotFound(Highlight)` if it was removed and its remark
/// was not changed; `Conflict(Changed)` if the merged remark is too long.
pub async fn put(
    store: &Store,
    reader: Reader<'_>,
    note: NoteId,
    id: HighlightId,
    mark: Mark,
    seen: Option<&Seen>,
    now: Timestamp,
) -> Result<Kept> {
    let key = keys::highlight::primary(reader.uid, note, id);
    let mut retry = Retry::new();
    loop {
        let Some(current) = table::find::<Highlight>(store, key.clone()).await? else { break };
        let unmarked = || Seen { remark: String::new(), ..Seen::of(&current.mark) };
        let seen = seen.cloned().unwrap_or_else(unmarked);
        let merged = remark::merge(&seen.remark, &current.mark.remark, &mark.remark);
        let chars = merged.text.chars().count();
        if chars > JOINED_REMARK_MAX_CHARS && chars > current.mark.remark.chars().count() {
            return Err(Error::Conflict(Conflict::Changed));
        }
        let changed =
            Highlight { mark: changed(&current.mark, &seen, &mark, merged.text), changed_at: now, ..current.clone() };
        if Put::of(&changed, key.clone()).when(is_still(&current.mark)).write(store).await? {
            return Ok(Kept { highlight: changed, has_both_remarks: merged.has_both });
        }
        retry.wait().await?;
    }
    if seen.is_some_and(|seen| seen.remark == mark.remark) {
        return Err(Error::NotFound(Noun::Highlight));
    }
    let readable = originals::read(store, reader.uid, reader.is_admin, note, now).await?.note;
    let title = readable.details().title.clone();
    let made = Highlight { id, note, title, course: readable.course(), mark, made_at: now, changed_at: now };
    let mut transaction = Transaction::default();
    transaction.add("highlight", Put::of(&made, key).when(absent()));
    let count = attribute(COUNT);
    let has_room = count.clone().is_absent().or(count.is_below(HIGHLIGHTS_MAX));
    let profile = Update::of(keys::student::primary(reader.uid)).add(COUNT, 1);
    transaction.add("count", profile.when(exists().and(has_room)));
    let kept = Kept { highlight: made, has_both_remarks: false };
    match transaction.run(store).await? {
        Outcome::Done => Ok(kept),
        // The same request, sent twice at once.
        outcome if outcome.refused("highlight") => Ok(kept),
        Outcome::Refused(_) => {
            students::get(store, reader.uid).await?;
            let max = u32::try_from(HIGHLIGHTS_MAX).unwrap_or(u32::MAX);
            Err(Error::LimitReached { limit: "HIGHLIGHTS_MAX", max })
        }
    }
}

/// Returns a mark with the fields that the caller has changed.
fn changed(current: &Mark, seen: &Seen, mark: &Mark, remark: String) -> Mark {
    let is_moved = (&mark.sha256, mark.page) != (&seen.sha256, seen.page);
    let place = if is_moved { mark } else { current };
    Mark {
        sha256: place.sha256.clone(),
        page: place.page,
        colour: if mark.colour == seen.colour { current.colour } else { mark.colour },
        remark,
        ..current.clone()
    }
}

/// Returns the condition that nothing has changed the mark since it was read.
fn is_still(mark: &Mark) -> Condition {
    let remark = Some(&mark.remark).filter(|remark| !remark.is_empty());
    exists()
        .and(attribute("remark").is_exactly(remark))
        .and(attribute("colour").is(mark.colour))
        .and(attribute("page").is(mark.page))
        .and(attribute("sha256").is(&mark.sha256))
}

/// How many highlights somebody has, as an attribute of their profile.
const COUNT: &str = "highlight_count";

/// Removes a highlight; removing it again changes nothing. 4 writes.
pub async fn remove(store: &Store, owner: &UserId, note: NoteId, id: HighlightId) -> Result<()> {
    let mut transaction = Transaction::default();
    transaction.add("highlight", Delete::of(keys::highlight::primary(owner, note, id)).when(exists()));
    let profile = Update::of(keys::student::primary(owner)).add(COUNT, -1);
    transaction.add("count", profile.when(attribute(COUNT).is_above(0)));
    match transaction.run(store).await? {
        outcome if outcome.refused("count") && !outcome.refused("highlight") => {
            Err(Error::broken("there is a highlight but their count is 0"))
        }
        Outcome::Done | Outcome::Refused(_) => Ok(()),
    }
}

/// One page of what somebody marked: in one note in the order in which it was made, or in all, the newest note first. 1 read
/// for each 4 kB, at most 1 MB.
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
    table::page(store, &range, order, Consistency::Strong, cursor, limit).await
}
