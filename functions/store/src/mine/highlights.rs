//! What people marked in notes, with their remarks. Private.
//!
//! A highlight names its words as W3C Web Annotation does, by the quote and what stands before and behind it, so that the
//! reader finds it in another file of the note too. Title and course are copies: they say where it was when the note is gone.

use cloud::aws::client::Store;
use cloud::aws::codec::Entity;
use cloud::aws::expression::{absent, attribute, exists};
use cloud::aws::table::{self, Consistency, Order};
use cloud::aws::transaction::{Outcome, Transaction};
use cloud::aws::write::{Delete, Put, Update};
use cloud::base::error::{Error, Result};
use cloud::base::ids::{HighlightId, NoteId, Sha256Hash, UserId};
use cloud::base::page::{Cursor, Page};
use cloud::base::timestamp::Timestamp;
use cloud::keys;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::limits::HIGHLIGHTS_MAX;

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

/// Makes a highlight, or replaces what was said of it: the last to arrive counts. Conditions of a new one: the reader may
/// open the note and has fewer than `HIGHLIGHTS_MAX`. 1 read and 1 write; a new one 2 to 5 reads and 4 writes.
///
/// # Errors
/// `NotFound(Note)`, `NotFound(File)`, `NotFound(Student)`, `LimitReached`.
pub async fn put(
    store: &Store,
    reader: Reader<'_>,
    note: NoteId,
    id: HighlightId,
    mark: Mark,
    now: Timestamp,
) -> Result<()> {
    let key = keys::highlight::primary(reader.uid, note, id);
    let before: Option<Highlight> = table::find(store, key.clone()).await?;
    if let Some(before) = before {
        let changed = Highlight { mark, changed_at: now, ..before };
        // One that was removed meanwhile stays removed.
        Put::of(&changed, key).when(exists()).write(store).await?;
        return Ok(());
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
    match transaction.run(store).await? {
        Outcome::Done => Ok(()),
        // The same request, sent twice at once.
        outcome if outcome.refused("highlight") => Ok(()),
        Outcome::Refused(_) => {
            students::get(store, reader.uid).await?;
            let max = u32::try_from(HIGHLIGHTS_MAX).unwrap_or(u32::MAX);
            Err(Error::LimitReached { limit: "HIGHLIGHTS_MAX", max })
        }
    }
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
