//! My Notes: copies of notes that stay readable after the original is deleted.

use aws::client::Store;
use aws::codec::{Entity, decode};
use aws::expression::{absent, attribute, exists};
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::{Error, ResourceKind, Result};
use model::ids::{NoteId, UserId, UsernameKey};
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_core::course::CourseCode;
use wasm_core::limits;

use crate::library::course_or_album_note::{self, CourseOrAlbumNote};
use crate::library::merges;
use crate::library::notes::UNTITLED;
use crate::mine::activity;
use crate::people::students::Student;
use crate::personal::{ExportContext, UserData};

/// Value of the type field of every saved note.
pub const SAVED_NOTE_TYPE: &str = "Saved Note";

/// A note in a student's My Notes. Private: the e-mail address is never sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedNote {
    /// The note as it was when it was saved. [`crate::saved_note_access::list_updates`] returns the current version.
    pub note: CourseOrAlbumNote,
    /// Code of its course; `None` for an album note without a course.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course_code: Option<CourseCode>,
    /// Id of the original note.
    pub original_note_id: NoteId,
    /// Always [`SAVED_NOTE_TYPE`].
    #[serde(rename = "type")]
    pub kind: String,
    /// Time of saving.
    pub added_at: Timestamp,
    /// Same value as `added_at`, under the name that lists of saved notes use.
    pub saved_at: Timestamp,
    /// User who saved the note.
    pub uid: UserId,
    /// Display name of that user.
    pub saved_by: String,
    /// E-mail address of that user.
    pub saved_by_email: String,
    /// Username of that user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<UsernameKey>,
}

impl SavedNote {
    /// Returns the saved note with its copied note replaced by `note`.
    #[must_use]
    pub(crate) fn with_note(self, note: CourseOrAlbumNote) -> Self {
        let note = titled(note);
        Self { course_code: note.course(), note, ..self }
    }
}

/// Sets the default title of a note without a title.
fn titled(mut note: CourseOrAlbumNote) -> CourseOrAlbumNote {
    if note.details().title.trim().is_empty() {
        UNTITLED.clone_into(&mut note.details_mut().title);
    }
    note
}

impl Entity for SavedNote {
    const ENTITY: &'static str = "saved_note";
}

impl UserData for SavedNote {
    async fn export_view(self, _: &ExportContext<'_>) -> Result<Option<Value>> {
        Ok(Some(json!({
            "noteId": self.original_note_id,
            "title": self.note.details().title,
            "course": self.course_code,
            "savedAt": self.saved_at,
        })))
    }
}

/// The result of saving a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaveOutcome {
    /// The saved note.
    pub note: SavedNote,
    /// False if it was already saved.
    pub created: bool,
}

/// Saves a note in My Notes. Idempotent. Conditions: the note is not saved yet; the owner has fewer than
/// `SAVED_NOTES_MAX`. Cost: 2 to 4 reads, 4 writes; then 1 write and 1 index write for the activity of the course.
///
/// # Errors
/// `NotFound(Note)`, `NotFound(Student)`, `LimitReached`; `NotFound(SavedNote)` if another request saved and removed
/// the note during the call.
pub async fn save(store: &Store, owner: &Student, id: NoteId, now: Timestamp) -> Result<SaveOutcome> {
    if let Some(note) = find(store, &owner.uid, id).await? {
        return Ok(SaveOutcome { note, created: false });
    }
    let note = titled(course_or_album_note::get_visible(store, id).await?);
    let saved = SavedNote {
        course_code: note.course(),
        original_note_id: note.id(),
        kind: SAVED_NOTE_TYPE.to_owned(),
        added_at: now,
        saved_at: now,
        uid: owner.uid.clone(),
        saved_by: owner.public_name().to_owned(),
        saved_by_email: owner.email.clone(),
        username: owner.username.clone(),
        note,
    };
    let mut transaction = Transaction::default();
    transaction.add("saved", Put::of(&saved, keys::saved::primary(&owner.uid, id)).when(absent()));
    let mut profile = Update::of(keys::student::primary(&owner.uid)).add("saved_count", 1).add("saved_edition", 1);
    // If two courses are started at the same moment, one may be lost. Followers then miss a feed entry; the student
    // loses nothing.
    if let Some(started) = saved.course_code.and_then(|course| owner.with_started_course(course, now)) {
        profile = profile.set("started", started);
    }
    let has_room = attribute("saved_count").is_below(limits::SAVED_NOTES_MAX);
    transaction.add("count", profile.when(exists().and(has_room)));
    match transaction.run(store).await? {
        Outcome::Done => {
            activity::record_event(store, saved.course_code.as_ref(), now).await;
            Ok(SaveOutcome { note: saved, created: true })
        }
        outcome if outcome.refused("saved") => {
            let note = find(store, &owner.uid, id).await?.ok_or(Error::NotFound(ResourceKind::SavedNote))?;
            Ok(SaveOutcome { note, created: false })
        }
        Outcome::Refused(_) => {
            crate::people::students::get(store, &owner.uid).await?;
            let max = u32::try_from(limits::SAVED_NOTES_MAX).unwrap_or(u32::MAX);
            Err(Error::LimitReached { limit: "SAVED_NOTES_MAX", max })
        }
    }
}

/// Returns a saved note. Cost: 1 read.
pub async fn find(store: &Store, owner: &UserId, id: NoteId) -> Result<Option<SavedNote>> {
    table::find(store, keys::saved::primary(owner, id)).await
}

/// Returns one page of My Notes, newest note first. Cost: 1 read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, owner: &UserId, cursor: Option<&Cursor>, limit: u32) -> Result<Page<SavedNote>> {
    table::page(store, &keys::saved::all(owner), Order::Descending, Consistency::Strong, cursor, limit).await
}

/// Returns all of My Notes, newest note first, at most `SAVED_NOTES_MAX`. If a course was merged, `course_code` is the
/// code of its target. Cost: 1 read per MB, and 1 read per MB of merges.
pub async fn list_all(store: &Store, owner: &UserId) -> Result<Vec<SavedNote>> {
    let items = table::query_all(store, &keys::saved::all(owner), Order::Descending, Consistency::Eventual).await?;
    let mut notes: Vec<SavedNote> = items.into_iter().map(decode).collect::<Result<_>>()?;
    merges::resolve_all(store, notes.iter_mut().filter_map(|note| note.course_code.as_mut()).collect()).await?;
    Ok(notes)
}

/// Removes a note from My Notes. Idempotent. Cost: 1 read, 4 writes; then 1 read, 1 write and 1 index write for the
/// activity of the course.
pub async fn remove(store: &Store, owner: &UserId, id: NoteId) -> Result<()> {
    let Some(saved) = find(store, owner, id).await? else { return Ok(()) };
    let mut transaction = Transaction::default();
    transaction.add("saved", Delete::of(keys::saved::primary(owner, id)).when(exists()));
    transaction.add(
        "count",
        Update::of(keys::student::primary(owner))
            .add("saved_count", -1)
            .add("saved_edition", 1)
            .when(attribute("saved_count").is_above(0)),
    );
    match transaction.run(store).await? {
        outcome if outcome.refused("count") && !outcome.refused("saved") => {
            Err(Error::broken("My Notes holds a note but its count is 0"))
        }
        Outcome::Done => {
            activity::revert_event(store, saved.course_code.as_ref(), saved.saved_at).await;
            Ok(())
        }
        Outcome::Refused(_) => Ok(()),
    }
}
