//! Recent notes of followed courses.

use std::cmp::Reverse;

use aws::client::Store;
use model::error::{Error, Result};
use model::ids::UserId;
use model::timestamp::Timestamp;
use wasm_core::limits::{NEW_NOTES_COURSES_MAX, NEW_NOTES_DAYS, NEW_NOTES_MAX_ITEMS};

use crate::library::notes::{self, Note};
use crate::library::{courses, merges};
use crate::people::course_follows;

/// Returns the notes of the last `NEW_NOTES_DAYS` in followed courses, newest first, at most `NEW_NOTES_MAX_ITEMS`.
/// Reads the `NEW_NOTES_COURSES_MAX` courses with the newest notes. Cost: 1 read, 1 per MB of merges, 1 per followed
/// course, and up to 6 for the notes.
pub async fn list(store: &Store, owner: &UserId, now: Timestamp) -> Result<Vec<Note>> {
    let since = now.minus_secs(u64::from(NEW_NOTES_DAYS) * 86_400);
    let mut followed = course_follows::list(store, owner).await?;
    merges::resolve_all(store, followed.iter_mut().collect()).await?;
    followed.sort_unstable();
    followed.dedup();
    let mut courses = courses::find_many(store, &followed).await?;
    courses.retain(|course| {
        course.is_visible_to_students() && course.note_count > 0 && course.newest_note_at.is_some_and(|at| at >= since)
    });
    courses.sort_by_key(|course| (Reverse(course.newest_note_at), course.code));
    courses.truncate(NEW_NOTES_COURSES_MAX);

    let limit = u32::try_from(NEW_NOTES_MAX_ITEMS).unwrap_or(u32::MAX);
    let mut reads = Vec::with_capacity(courses.len());
    for course in courses {
        let store = store.clone();
        reads.push(tokio::spawn(async move { notes::list(&store, &course.code, None, limit).await }));
    }
    let mut found = Vec::new();
    for read in reads {
        found.extend(read.await.map_err(|error| Error::Broken(error.into()))??.items);
    }
    found.retain(|note| note.uploaded_at >= since);
    found.sort_by_key(|note| Reverse((note.uploaded_at, note.id)));
    found.truncate(NEW_NOTES_MAX_ITEMS);
    Ok(found)
}
