//! Keeps the public copies of pictures in line with the visibility of their items. A stream record only says where to
//! look; the current state of the table decides. Records may therefore repeat and arrive in any order.

use aws::batch::map_concurrent;
use aws::client::Store;
use aws::codec::{Item, decode, has_entity};
use aws::table;
use model::error::Result;
use model::ids::ProductId;
use model::keys;
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

use crate::library::albums::AlbumNote;
use crate::library::audio::{self, AudioNote};
use crate::library::content::{self, Content};
use crate::library::courses::{self, Course};
use crate::library::merges;
use crate::library::notes::Note;
use crate::library::public_pictures::{self, PublicPicture};

/// The pictures of a changed item and their owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AffectedPictures {
    of: Owner,
    /// Pictures before and after the change.
    pictures: Vec<PublicPicture>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// A course whose visibility did not change.
    Course(CourseCode),
    /// A course that was shown or hidden; the pictures of its notes change too.
    CourseAndNotes(CourseCode),
    Note(CourseCode, ProductId),
    Audio(ShelfId, ProductId),
    AlbumNote(AlbumId, ProductId),
}

/// Returns the public pictures that a stream record affects, or `None` if they did not change.
///
/// # Errors
/// `Broken` when an item in the record that can have pictures cannot be decoded.
pub fn affected_pictures(before: serde_dynamo::Item, after: serde_dynamo::Item) -> Result<Option<AffectedPictures>> {
    let (before, after) = (owned(before.into())?, owned(after.into())?);
    let is_shown = |side: &Option<Owned>| side.as_ref().is_some_and(|owned| owned.is_shown);
    let pictures_of = |side: &Option<Owned>| side.as_ref().map(|owned| owned.pictures.clone()).unwrap_or_default();
    let (was, is) = (pictures_of(&before), pictures_of(&after));
    let turned = is_shown(&before) != is_shown(&after);
    let Some(of) = after.or(before).map(|owned| owned.of) else { return Ok(None) };
    let of = match of {
        Owner::Course(code) if turned => Owner::CourseAndNotes(code),
        of if was != is => of,
        _ => return Ok(None),
    };
    let new: Vec<_> = is.into_iter().filter(|picture| !was.contains(picture)).collect();
    Ok(Some(AffectedPictures { of, pictures: was.into_iter().chain(new).collect() }))
}

/// The pictures of an item before or after a change.
struct Owned {
    of: Owner,
    pictures: Vec<PublicPicture>,
    is_shown: bool,
}

fn owned(item: Item) -> Result<Option<Owned>> {
    let (of, pictures, is_shown) = if has_entity::<Course>(&item) {
        let course: Course = decode(item)?;
        (Owner::Course(course.code), course.picture_and_copy().into_iter().collect(), course.is_visible_to_students())
    } else if has_entity::<Note>(&item) {
        let note: Note = decode(item)?;
        (Owner::Note(note.course, note.id.into()), note.public_pictures(), true)
    } else if has_entity::<AudioNote>(&item) {
        let audio: AudioNote = decode(item)?;
        (Owner::Audio(audio.shelf, audio.id.into()), audio.public_pictures(), true)
    } else if has_entity::<AlbumNote>(&item) {
        let note: AlbumNote = decode(item)?;
        (Owner::AlbumNote(note.album, note.id.into()), note.public_pictures(), true)
    } else {
        return Ok(None);
    };
    Ok(Some(Owned { of, pictures, is_shown }))
}

/// Creates the public copies of visible pictures and deletes the others. Idempotent. Cost: 1 to 4 reads, the notes of a
/// course that was shown or hidden, 1 request per picture.
pub async fn sync_public_copies(store: &Store, AffectedPictures { of, pictures }: AffectedPictures) -> Result<()> {
    let (all, now) = match of {
        Owner::Course(code) => (pictures, of_course_now(store, &code).await?),
        Owner::CourseAndNotes(code) => {
            let now = of_course_now(store, &code).await?;
            let notes = table::query_all_entities::<Note>(store, &keys::note::of_course(&code)).await?;
            let of_notes: Vec<_> = notes.iter().flat_map(Content::public_pictures).collect();
            let is_shown = courses::find(store, &code).await?.is_some_and(|course| course.is_visible_to_students());
            let shown = if is_shown { of_notes.clone() } else { Vec::new() };
            (pictures.into_iter().chain(of_notes).collect(), now.into_iter().chain(shown).collect())
        }
        Owner::Note(code, id) => (pictures, of_note_now(store, &code, id).await?),
        Owner::Audio(shelf, id) => {
            let audio = audio::find_on_shelf(store, shelf, id.into()).await?;
            (pictures, audio.map(|audio| audio.public_pictures()).unwrap_or_default())
        }
        Owner::AlbumNote(album, id) => (pictures, of_content_now::<AlbumNote>(store, album.as_str(), id).await?),
    };
    let work = all.into_iter().map(|picture| (now.contains(&picture), picture)).collect();
    map_concurrent(store, work, |store, (is_shown, picture)| async move {
        if is_shown {
            public_pictures::publish_picture(&store, &picture).await.map(drop)
        } else {
            public_pictures::unpublish_picture(&store, &picture).await
        }
    })
    .await
    .map(drop)
}

async fn of_course_now(store: &Store, code: &CourseCode) -> Result<Vec<PublicPicture>> {
    let course = courses::find(store, code).await?;
    Ok(course.and_then(|course| course.public_picture()).into_iter().collect())
}

/// Follows merges, because the note may have moved to another course.
async fn of_note_now(store: &Store, course: &CourseCode, id: ProductId) -> Result<Vec<PublicPicture>> {
    let course = merges::resolve(store, course).await?;
    let is_shown = courses::find(store, &course).await?.is_some_and(|course| course.is_visible_to_students());
    if is_shown { of_content_now::<Note>(store, course.as_str(), id).await } else { Ok(Vec::new()) }
}

async fn of_content_now<T: Content>(store: &Store, place: &str, id: ProductId) -> Result<Vec<PublicPicture>> {
    let content: Option<T> = content::find_in(store, place, id).await?;
    Ok(content.map(|content| content.public_pictures()).unwrap_or_default())
}
