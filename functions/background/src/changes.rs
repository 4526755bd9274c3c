//! Follows the table's stream: keeps the published catalogue up to date and removes files nobody refers to, what
//! deleted playlists leave behind, and accounts nobody confirmed, and lets everybody read pictures of what is shown.
//!
//! A repeated record does no harm: a course is written as the record shows it, and a file that is gone is gone.

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
use store::{
    Result, Store, Timestamp, cards, chapters, courses, own_cards, pictures, playlists, purge, requests, students,
    trash, unconfirmed,
};
use wasm_core::catalogue::Place;

use self::catalogue::CatalogueDelta;
use self::reconcile::Asked;
use crate::stream::StreamFunction;

/// The function, with what one batch changes in the catalogue.
#[derive(Default)]
pub struct Changes {
    edits: CatalogueDelta,
}

impl StreamFunction for Changes {
    const NAME: &'static str = "changes";
    const NOT_UPDATED: &'static str = "the catalogue could not be published";
    type Place = &'static str;
    type Asked = Asked;
    type Answer = Report;

    async fn record(&mut self, store: &Store, record: EventRecord) -> Result<Option<&'static str>> {
        let (before, after) = (&record.change.old_image, &record.change.new_image);
        // First: what was hidden should be seen no longer than it must.
        if let Some(moved) = pictures::affected(before.clone(), after.clone())? {
            pictures::settle(store, moved).await?;
        }
        let listing = match stream::listing(before.clone(), after.clone())? {
            Some(listing) => Some(unless_hidden(store, listing).await?),
            None => None,
        };
        if let Some((code, picture)) = stream::lost_picture(before.clone(), after.clone())? {
            courses::remove_picture_file(store, &code, picture).await?;
        }
        let moved = public_names(store, stream::affected_lists(before.clone(), after.clone())?).await?;
        let is_seen = listing.is_some() || !moved.is_empty();
        let is_of_course = carry_out(store, record, &mut self.edits).await?;
        if let Some(listing) = listing {
            self.edits.list(listing);
        }
        self.edits.moved(moved);
        Ok((is_seen || is_of_course).then_some("catalogue"))
    }

    async fn update(&mut self, store: &Store, _catalogue: &'static str) -> Result<()> {
        catalogue::publish(store, mem::take(&mut self.edits), Timestamp::now()).await
    }

    async fn ask(store: &Store, asked: Asked) -> Result<Report> {
        reconcile::run(store, asked.reconcile).await
    }

    async fn catch_up(store: &Store) -> Result<bool> {
        catalogue::renew(store, Timestamp::now()).await
    }
}

/// A note of a course that students do not see can be found no more than the course. 1 read for a note of a course.
async fn unless_hidden(store: &Store, listing: ListChange) -> Result<ListChange> {
    let ListChange::Set(record) = &listing else { return Ok(listing) };
    let Place::Course(code) = record.place else { return Ok(listing) };
    let is_shown = courses::find(store, &code).await?.is_some_and(|course| course.is_shown());
    Ok(if is_shown { listing } else { ListChange::Removed { place: record.place, id: record.id.clone() } })
}

/// The names of the lists that everybody may know of. 1 read for a note of a course.
async fn public_names(store: &Store, moved: AffectedLists) -> Result<BTreeSet<String>> {
    let courses = match moved {
        AffectedLists::Public(names) => return Ok(names),
        AffectedLists::NotesOf(courses) => courses,
    };
    let mut names = BTreeSet::new();
    for code in courses {
        if courses::find(store, &code).await?.is_some_and(|course| course.is_shown()) {
            names.insert(code.as_str().to_owned());
        }
    }
    Ok(names)
}

/// Something was restored, or its 30 days in the trash are over: then its files go.
async fn left_trash<T: Content>(store: &Store, content: &T) -> Result<()> {
    let removed = trash::remove_files_unless_used(store, content).await?;
    tracing::info!(kind = %T::KIND, id = %content.id(), removed, "something left the trash");
    Ok(())
}

/// Does what one record asks for beside the lists. `true` when it changed the edits.
async fn carry_out(store: &Store, record: EventRecord, edits: &mut CatalogueDelta) -> Result<bool> {
    match stream::read(record.change.old_image, record.change.new_image)? {
        StreamChange::CourseCreated(course) => {
            requests::course_added(store, &course.code).await?;
            edits.set(&course);
            // One that comes back brings its notes, none of which has changed.
            if course.note_count > 0 {
                let notes = stream::list_notes_of(store, &course.code).await?;
                notes.into_iter().for_each(|note| edits.list(ListChange::Set(note)));
            }
            return Ok(true);
        }
        StreamChange::CourseSet(course) => {
            edits.set(&course);
            return Ok(true);
        }
        StreamChange::CourseRemoved(code) => {
            edits.remove(code);
            return Ok(true);
        }
        StreamChange::TrashedNoteRemoved(trashed) => left_trash(store, &trashed.content).await?,
        StreamChange::TrashedAudioRemoved(trashed) => left_trash(store, &trashed.content).await?,
        StreamChange::TrashedFileRemoved(trashed) => {
            let removed = trash::remove_file_unless_used(store, &trashed).await?;
            tracing::info!(file = %trashed.id, removed, "a replaced file left the trash");
        }
        StreamChange::TrashedAlbumNoteRemoved(trashed) => left_trash(store, &trashed.content).await?,
        StreamChange::AlbumPictureReplaced(picture) => {
            objects::delete(store, Bucket::Files, &object::album_picture(picture)).await?;
        }
        StreamChange::AudioPictureReplaced(picture) => objects::delete(store, Bucket::Files, &picture).await?,
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
        StreamChange::OwnCardImageReplaced(card) => own_cards::remove_image_file_unless_shown(store, &card).await?,
        StreamChange::AccountLeft(left) => {
            // On the heap: what it calls makes a future too deep for the compiler to lay out in one piece.
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
