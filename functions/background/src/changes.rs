//! Handles records of the table's stream. Updates the published catalogue and the public images, and deletes
//! unreferenced files, leftovers of deleted playlists and accounts, and unconfirmed accounts.
//!
//! Repeated records are harmless: a course is written as the record contains it, and deleting a deleted file does
//! nothing.

pub mod catalogue;
pub mod reconcile;

use std::collections::BTreeSet;
use std::mem;

use aws_lambda_events::event::dynamodb::EventRecord;
use store::content::Content;
use store::keys::object;
use store::objects::{self, Bucket};
use store::reconcile::Report;
use store::stream::{self, AffectedLists, ListChange, StreamChange};
use store::trash::Trashed;
use store::{
    Result, Store, Timestamp, cards, chapters, courses, personal_cards, pictures, playlists, purge, requests, students,
    trash, unconfirmed,
};
use wasm_core::catalogue::SearchCollection;

use self::catalogue::CatalogueDelta;
use self::reconcile::Asked;
use crate::stream::StreamFunction;

/// The function `changes` with the catalogue edits of one batch.
#[derive(Default)]
pub struct ChangesFunction {
    edits: CatalogueDelta,
}

impl StreamFunction for ChangesFunction {
    const NAME: &'static str = "changes";
    const NOT_UPDATED: &'static str = "the catalogue could not be published";
    type UpdateUnit = &'static str;
    type ScheduledEvent = Asked;
    type BoxFuture = Report;

    async fn on_record(&mut self, store: &Store, record: EventRecord) -> Result<Vec<&'static str>> {
        let (before, after) = (&record.change.old_image, &record.change.new_image);
        // First, so that images of hidden content stop being public even if the following work fails.
        if let Some(moved) = pictures::affected_pictures(before.clone(), after.clone())? {
            pictures::sync_public_copies(store, moved).await?;
        }
        let listing = match stream::list_change(before.clone(), after.clone())? {
            Some(listing) => Some(unless_hidden(store, listing).await?),
            None => None,
        };
        if let Some((code, picture)) = stream::unused_course_picture(before.clone(), after.clone())? {
            courses::remove_picture_file(store, &code, picture).await?;
        }
        let moved = public_names(store, stream::affected_lists(before.clone(), after.clone())?).await?;
        let is_seen = listing.is_some() || !moved.is_empty();
        let is_of_course = carry_out(store, record, &mut self.edits).await?;
        if let Some(listing) = listing {
            self.edits.record_list_change(listing);
        }
        self.edits.add_changed_lists(moved);
        Ok((is_seen || is_of_course).then_some("catalogue").into_iter().collect())
    }

    async fn update(&mut self, store: &Store, _catalogue: &'static str) -> Result<()> {
        catalogue::publish(store, mem::take(&mut self.edits), Timestamp::now()).await
    }

    async fn handle_event(store: &Store, asked: Asked) -> Result<Report> {
        reconcile::run(store, asked.reconcile).await
    }

    async fn migrate(store: &Store) -> Result<bool> {
        catalogue::rebuild_if_unreadable(store, Timestamp::now()).await
    }
}

/// Converts a change of a note into a removal if its course is missing or hidden. Cost: 1 read for a note of a course.
async fn unless_hidden(store: &Store, listing: ListChange) -> Result<ListChange> {
    let ListChange::Set(record) = &listing else { return Ok(listing) };
    let SearchCollection::Course(code) = record.place else { return Ok(listing) };
    let is_shown = courses::find(store, &code).await?.is_some_and(|course| course.is_visible_to_students());
    Ok(if is_shown { listing } else { ListChange::Removed { place: record.place, id: record.id.clone() } })
}

/// Returns the names of the changed lists that are public. Cost: 1 read per course with changed notes.
async fn public_names(store: &Store, moved: AffectedLists) -> Result<BTreeSet<String>> {
    let courses = match moved {
        AffectedLists::Public(names) => return Ok(names),
        AffectedLists::NotesOf(courses) => courses,
    };
    let mut names = BTreeSet::new();
    for code in courses {
        if courses::find(store, &code).await?.is_some_and(|course| course.is_visible_to_students()) {
            names.insert(code.as_str().to_owned());
        }
    }
    Ok(names)
}

/// Deletes the files of an item that left the trash by expiry. After a restore, the files are in use and stay.
async fn left_trash<T: Content>(store: &Store, trashed: &Trashed<T>) -> Result<()> {
    let removed = trash::remove_trashed_files_unless_used(store, trashed).await?;
    tracing::info!(kind = %T::KIND, id = %trashed.content.id(), removed, "something left the trash");
    Ok(())
}

/// Applies one record to the courses in `edits` and to everything outside the catalogue. Returns true if `edits`
/// changed.
async fn carry_out(store: &Store, record: EventRecord, edits: &mut CatalogueDelta) -> Result<bool> {
    match stream::decode_change(record.change.old_image, record.change.new_image)? {
        StreamChange::CourseCreated(course) => {
            requests::mark_added(store, &course.code).await?;
            edits.set(&course);
            // The notes of a recreated course did not change, so the stream has no records of them.
            if course.note_count > 0 {
                let notes = stream::list_notes_of(store, &course.code).await?;
                notes.into_iter().for_each(|note| edits.record_list_change(ListChange::Set(note)));
            }
            return Ok(true);
        }
        StreamChange::CourseWritten(course) => {
            edits.set(&course);
            return Ok(true);
        }
        StreamChange::CourseRemoved(code) => {
            edits.remove(code);
            return Ok(true);
        }
        StreamChange::TrashedNoteRemoved(trashed) => left_trash(store, &trashed).await?,
        StreamChange::TrashedAudioRemoved(trashed) => left_trash(store, &trashed).await?,
        StreamChange::TrashedFileRemoved(trashed) => {
            let removed = trash::remove_file_unless_used(store, &trashed).await?;
            tracing::info!(file = %trashed.id, removed, "a replaced file left the trash");
        }
        StreamChange::TrashedAlbumNoteRemoved(trashed) => left_trash(store, &trashed).await?,
        StreamChange::AlbumPictureReplaced(picture) => {
            objects::delete(store, Bucket::Files, &object::album_picture(picture)).await?;
        }
        StreamChange::AudioPictureReplaced(picture) => objects::delete(store, Bucket::Files, &picture).await?,
        StreamChange::AudioTranscriptReplaced(transcript) => {
            objects::delete(store, Bucket::Files, &object::transcript(transcript)).await?;
        }
        StreamChange::PlaylistRemoved(playlist) => {
            playlists::purge(store, &playlist).await?;
            tracing::info!(playlist = %playlist.id, "cleared away what a deleted playlist left behind");
        }
        StreamChange::CoverReplaced(playlist, cover) => playlists::remove_cover_file(store, playlist, cover).await?,
        StreamChange::PhotoRemoved(photo) => students::photo::remove_file_unless_shown(store, &photo).await?,
        StreamChange::ChapterRemoved(chapter) => {
            chapters::purge(store, &chapter).await?;
            tracing::info!(chapter = %chapter.id, "cleared away the study cards of a removed chapter");
        }
        StreamChange::CardImageReplaced(chapter, image) => cards::remove_image_file(store, chapter, image).await?,
        StreamChange::PersonalCardImageReplaced(card) => {
            personal_cards::remove_image_file_unless_shown(store, &card).await?;
        }
        StreamChange::AccountDeleted(left) => {
            // On the heap: the nested future is too deep for the compiler to lay out in one piece.
            Box::pin(purge::purge(store, &left)).await?;
            tracing::info!("cleared away what a deleted account left behind");
        }
        StreamChange::UnconfirmedAccountExpired(account) => {
            let purged = unconfirmed::purge(store, &account).await?;
            tracing::info!(purged, "the days of an unconfirmed account are over");
        }
        StreamChange::Other => {}
    }
    Ok(false)
}
