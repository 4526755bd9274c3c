//! Moves the notes, recordings and album notes of a merged course.

use aws::client::Store;
use aws::codec::decode;
use aws::expression::attribute;
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Update};
use model::error::Result;
use model::keys;
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;
use wasm_core::limits::COURSE_AUDIO_MAX_ITEMS;

use super::progress::count_moved_item;
use crate::content_index::{self, IndexEntry};
use crate::library::albums::AlbumNote;
use crate::library::audio::{self, AudioNote};
use crate::library::content::{self, Content, has_version};
use crate::library::course_audio;
use crate::library::merges::CourseMerge;
use crate::library::notes::Note;

/// Returns the number of recordings of a course, counted up to one more than a course page shows. Cost: 1 read.
pub(super) async fn count_recordings(store: &Store, course: &CourseCode) -> Result<u32> {
    let max = u32::try_from(COURSE_AUDIO_MAX_ITEMS).unwrap_or(u32::MAX).saturating_add(1);
    let listed = course_audio::list_links(store, course, max).await?;
    Ok(u32::try_from(listed.len()).unwrap_or(u32::MAX))
}

/// Moves notes with their likes, oldest first. Files keep their keys.
pub(super) async fn move_notes(store: &Store, merge: &CourseMerge, left: &mut u32) -> Result<()> {
    if *left == 0 {
        return Ok(());
    }
    let range = keys::note::of_course(&merge.from);
    let slice = table::query(store, &range, Order::Ascending, Consistency::Strong, Some(*left), None).await?;
    for item in slice.items {
        move_note(store, merge, decode(item)?).await?;
        *left -= 1;
    }
    Ok(())
}

async fn move_note(store: &Store, merge: &CourseMerge, mut note: Note) -> Result<()> {
    let key = note.key();
    let mut retry = Retry::new();
    loop {
        let moved = Note { course: merge.into, ..note.clone() };
        let same = has_version(note.version).and(attribute("likes").is(note.likes));
        let mut transaction = Transaction::default();
        transaction.add("note", Delete::of(key.clone()).when(same));
        transaction.add("there", content::put_new(&moved));
        note.count_out(&mut transaction);
        moved.count_in(&mut transaction);
        content_index::change(&mut transaction, &IndexEntry::of(&note), &IndexEntry::of(&moved));
        count_moved_item(&mut transaction, &merge.from, "notes");
        if transaction.run(store).await? == Outcome::Done {
            return Ok(());
        }
        // The note was trashed or changed, or a concurrent run of this merge has moved it.
        let Some(newest) = table::find::<Note>(store, key.clone()).await? else { return Ok(()) };
        note = newest;
        retry.wait().await?;
    }
}

/// Assigns the recordings of the merged course to the target.
pub(super) async fn move_recordings(store: &Store, merge: &CourseMerge, left: &mut u32) -> Result<()> {
    if *left == 0 {
        return Ok(());
    }
    for (shelf, id) in course_audio::list_links(store, &merge.from, *left).await? {
        let mut retry = Retry::new();
        loop {
            let found = audio::find_on_shelf(store, shelf, id).await?;
            let Some(audio) = found.filter(|audio| audio.course == Some(merge.from)) else {
                course_audio::remove_link(store, &merge.from, id).await?;
                break;
            };
            let subject = subject_of(&audio.subject, merge);
            let moved = AudioNote { course: Some(merge.into), subject, ..audio.clone() };
            let mut transaction = Transaction::default();
            course_audio::unlink_from_course(&mut transaction, &audio);
            course_audio::link_to_course(&mut transaction, &moved);
            if change(store, merge, transaction, &audio, &moved).await? {
                break;
            }
            retry.wait().await?;
        }
        *left -= 1;
    }
    Ok(())
}

/// Assigns the album notes of the merged course to the target.
pub(super) async fn move_album_notes(store: &Store, merge: &CourseMerge, left: &mut u32) -> Result<()> {
    for album in AlbumId::ALL {
        if *left == 0 {
            return Ok(());
        }
        let notes = table::query_all_entities::<AlbumNote>(store, &keys::album::with_notes(album)).await?;
        let about = notes.into_iter().filter(|note| note.course == Some(merge.from));
        for mut note in about.take(usize::try_from(*left).unwrap_or(usize::MAX)) {
            let mut retry = Retry::new();
            loop {
                let subject = subject_of(&note.subject, merge);
                let moved = AlbumNote { course: Some(merge.into), subject, ..note.clone() };
                if change(store, merge, Transaction::default(), &note, &moved).await? {
                    break;
                }
                let newest = table::find::<AlbumNote>(store, note.key()).await?;
                let Some(newest) = newest.filter(|note| note.course == Some(merge.from)) else { break };
                note = newest;
                retry.wait().await?;
            }
            *left -= 1;
        }
    }
    Ok(())
}

/// Writes the difference between two versions of an item and its index entry. Returns false after a conflict.
async fn change<T: Content>(
    store: &Store,
    merge: &CourseMerge,
    mut transaction: Transaction,
    before: &T,
    after: &T,
) -> Result<bool> {
    let update = Update::between(before.key(), before, after).when(has_version(before.version()));
    transaction.add("content", update);
    content_index::change(&mut transaction, &IndexEntry::of(before), &IndexEntry::of(after));
    count_moved_item(&mut transaction, &merge.from, "links");
    Ok(transaction.run(store).await? == Outcome::Done)
}

/// Returns the displayed subject: the target's code if it was the code of the merged course, otherwise unchanged.
fn subject_of(subject: &str, merge: &CourseMerge) -> String {
    if subject == merge.from.display() { merge.into.display() } else { subject.to_owned() }
}
