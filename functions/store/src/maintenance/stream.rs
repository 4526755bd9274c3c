//! Interprets the records of the table's stream for its handlers.

mod affected_lists;
mod listing;

use aws::codec::{Item, decode, has_entity};
use model::error::Result;
use model::ids::{CardImageId, ChapterId, CoverId, PictureId, PlaylistId, TranscriptId};
use model::keys::object::ObjectKey;
use wasm_core::catalogue::SearchItem;
use wasm_core::course::CourseCode;

use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::courses::Course;
use crate::library::notes::Note;
use crate::mine::playlists::{Playlist, Visibility};
use crate::people::account::AccountTombstone;
use crate::people::students::photo::Photo;
use crate::people::unconfirmed::UnconfirmedAccount;
use crate::publishing::trash::{Trashed, TrashedFile};
use crate::study::cards::Card;
use crate::study::chapters::Chapter;
use crate::study::personal_cards::PersonalCard;

pub use affected_lists::{AffectedLists, affected_lists};
pub use listing::{
    ListChange, best_member_notes as list_best_notes, best_public_items as list_best, keep_best,
    notes_of as list_notes_of,
};

/// A change that a stream handler acts on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StreamChange {
    /// A course was created or shown to students.
    CourseCreated(Box<Course>),
    /// A course was changed.
    CourseWritten(Box<Course>),
    /// A course was deleted or hidden from students.
    CourseRemoved(CourseCode),
    /// A note left the trash: restored, expired or purged.
    TrashedNoteRemoved(Box<Trashed<Note>>),
    /// A recording left the trash: restored, expired or purged.
    TrashedAudioRemoved(Box<Trashed<AudioNote>>),
    /// An album note left the trash: restored, expired or purged.
    TrashedAlbumNoteRemoved(Box<Trashed<AlbumNote>>),
    /// A replaced file left the trash: restored, expired or purged.
    TrashedFileRemoved(Box<TrashedFile>),
    /// The picture of an album note was replaced; this is the old one.
    AlbumPictureReplaced(PictureId),
    /// The picture of a recording was replaced and its file was not; this is the old picture.
    AudioPictureReplaced(ObjectKey),
    /// The transcript of a recording was replaced or removed and its file was not; this is the old transcript.
    AudioTranscriptReplaced(TranscriptId),
    /// A playlist was deleted.
    PlaylistRemoved(Box<Playlist>),
    /// The cover of a playlist was replaced or removed; this is the old one.
    CoverReplaced(PlaylistId, CoverId),
    /// The photo of a student was replaced or removed; this is the old one.
    PhotoRemoved(Box<Photo>),
    /// A chapter was deleted.
    ChapterRemoved(Box<Chapter>),
    /// The image of a card was replaced or removed; this is the old one with its chapter.
    CardImageReplaced(ChapterId, CardImageId),
    /// The image of a personal card was replaced or removed; this is the card before the change. The image is still in
    /// use if the card has moved with its course.
    PersonalCardImageReplaced(Box<PersonalCard>),
    /// An account was deleted, or its tombstone expired: its data must be purged.
    AccountDeleted(Box<AccountTombstone>),
    /// An account was not confirmed in time.
    UnconfirmedAccountExpired(Box<UnconfirmedAccount>),
    /// A change without a handler.
    Other,
}

/// Interprets the images of a stream record before and after a change; an image is empty if the item did not exist.
///
/// # Errors
/// `Broken` when an item of a handled entity in the record cannot be decoded.
pub fn decode_change(before: serde_dynamo::Item, after: serde_dynamo::Item) -> Result<StreamChange> {
    let (before, after): (Item, Item) = (before.into(), after.into());
    if has_entity::<Course>(&after) {
        return course_changed(before, decode(after)?);
    }
    if has_entity::<AccountTombstone>(&after) || (has_entity::<AccountTombstone>(&before) && after.is_empty()) {
        let left = if after.is_empty() { before } else { after };
        return decode(left).map(|left| StreamChange::AccountDeleted(Box::new(left)));
    }
    if has_entity::<Playlist>(&before) {
        return playlist_changed(decode(before)?, after);
    }
    if has_entity::<AlbumNote>(&before) {
        return album_note_changed(&decode(before)?, after);
    }
    if has_entity::<AudioNote>(&before) {
        return audio_changed(decode(before)?, after);
    }
    if has_entity::<Card>(&before) {
        return card_changed(&decode(before)?, after);
    }
    if has_entity::<PersonalCard>(&before) {
        return personal_card_changed(decode(before)?, after);
    }
    if !after.is_empty() {
        return Ok(StreamChange::Other);
    }
    if has_entity::<Chapter>(&before) {
        return decode(before).map(|chapter| StreamChange::ChapterRemoved(Box::new(chapter)));
    }
    if has_entity::<Course>(&before) {
        return decode::<Course>(before).map(|course| StreamChange::CourseRemoved(course.code));
    }
    if has_entity::<Trashed<Note>>(&before) {
        return decode(before).map(|trashed| StreamChange::TrashedNoteRemoved(Box::new(trashed)));
    }
    if has_entity::<Trashed<AudioNote>>(&before) {
        return decode(before).map(|trashed| StreamChange::TrashedAudioRemoved(Box::new(trashed)));
    }
    if has_entity::<TrashedFile>(&before) {
        return decode(before).map(|trashed| StreamChange::TrashedFileRemoved(Box::new(trashed)));
    }
    if has_entity::<Trashed<AlbumNote>>(&before) {
        return decode(before).map(|trashed| StreamChange::TrashedAlbumNoteRemoved(Box::new(trashed)));
    }
    if has_entity::<Photo>(&before) {
        return decode(before).map(|photo| StreamChange::PhotoRemoved(Box::new(photo)));
    }
    if has_entity::<UnconfirmedAccount>(&before) {
        return decode(before).map(|account| StreamChange::UnconfirmedAccountExpired(Box::new(account)));
    }
    Ok(StreamChange::Other)
}

/// Returns the picture that a course no longer uses because it was replaced, removed or deleted with the course.
///
/// # Errors
/// `Broken` when a course in the record cannot be decoded.
pub fn unused_course_picture(
    before: serde_dynamo::Item,
    after: serde_dynamo::Item,
) -> Result<Option<(CourseCode, PictureId)>> {
    let (before, after): (Item, Item) = (before.into(), after.into());
    if !has_entity::<Course>(&before) {
        return Ok(None);
    }
    let course: Course = decode(before)?;
    let now = if has_entity::<Course>(&after) { decode::<Course>(after)?.picture } else { None };
    Ok(course.picture.filter(|picture| now != Some(*picture)).map(|picture| (course.code, picture)))
}

/// Returns the change as students see it: a hidden or merging course counts as deleted, and a course that is shown
/// again counts as created.
fn course_changed(before: Item, after: Course) -> Result<StreamChange> {
    if !after.is_visible_to_students() {
        return Ok(StreamChange::CourseRemoved(after.code));
    }
    let is_new = !has_entity::<Course>(&before) || !decode::<Course>(before)?.is_visible_to_students();
    let after = Box::new(after);
    Ok(if is_new { StreamChange::CourseCreated(after) } else { StreamChange::CourseWritten(after) })
}

/// Returns the change of the published lists that a stream record causes, or `None`.
///
/// # Errors
/// `Broken` when a listed item in the record cannot be decoded.
pub fn list_change(before: serde_dynamo::Item, after: serde_dynamo::Item) -> Result<Option<ListChange>> {
    Ok(match (listed(before.into())?, listed(after.into())?) {
        (before, Some(after)) if before.as_ref() != Some(&after) => Some(ListChange::Set(after)),
        (Some(before), None) => Some(ListChange::Removed { place: before.place, id: before.id }),
        _ => None,
    })
}

/// Returns the entry of an item in the published lists. Course notes are listed for members, other items for all
/// visitors. Private playlists and trashed items have no entry.
fn listed(item: Item) -> Result<Option<SearchItem>> {
    if has_entity::<AudioNote>(&item) {
        return Ok(Some((&decode::<AudioNote>(item)?).into()));
    }
    if has_entity::<AlbumNote>(&item) {
        return Ok(Some((&decode::<AlbumNote>(item)?).into()));
    }
    if has_entity::<Note>(&item) {
        return Ok(Some((&decode::<Note>(item)?).into()));
    }
    if has_entity::<Playlist>(&item) {
        let playlist: Playlist = decode(item)?;
        return Ok((playlist.visibility == Visibility::Public).then(|| (&playlist).into()));
    }
    Ok(None)
}

fn playlist_changed(before: Playlist, after: Item) -> Result<StreamChange> {
    if !has_entity::<Playlist>(&after) {
        return Ok(StreamChange::PlaylistRemoved(Box::new(before)));
    }
    let after: Playlist = decode(after)?;
    Ok(match before.cover {
        Some(cover) if after.cover != Some(cover) => StreamChange::CoverReplaced(before.id, cover),
        _ => StreamChange::Other,
    })
}

fn card_changed(before: &Card, after: Item) -> Result<StreamChange> {
    let after = if has_entity::<Card>(&after) { decode::<Card>(after)?.image } else { None };
    Ok(match before.image {
        Some(image) if after.map(|after| after.id) != Some(image.id) => {
            StreamChange::CardImageReplaced(before.chapter, image.id)
        }
        _ => StreamChange::Other,
    })
}

fn personal_card_changed(before: PersonalCard, after: Item) -> Result<StreamChange> {
    let after = if has_entity::<PersonalCard>(&after) { decode::<PersonalCard>(after)?.image } else { None };
    Ok(match before.image {
        Some(image) if after.map(|after| after.id) != Some(image.id) => {
            StreamChange::PersonalCardImageReplaced(Box::new(before))
        }
        _ => StreamChange::Other,
    })
}

/// A deleted note keeps its picture in the trash.
fn album_note_changed(before: &AlbumNote, after: Item) -> Result<StreamChange> {
    if !has_entity::<AlbumNote>(&after) {
        return Ok(StreamChange::Other);
    }
    let after: AlbumNote = decode(after)?;
    Ok(match before.picture {
        Some(picture) if after.picture != Some(picture) => StreamChange::AlbumPictureReplaced(picture),
        _ => StreamChange::Other,
    })
}

/// A replaced file keeps its picture and its transcript in the trash, and so does a deleted recording.
fn audio_changed(before: AudioNote, after: Item) -> Result<StreamChange> {
    if !has_entity::<AudioNote>(&after) {
        return Ok(StreamChange::Other);
    }
    let after: AudioNote = decode(after)?;
    if after.file.key != before.file.key {
        return Ok(StreamChange::Other);
    }
    let (before, after) = (before.file.media, after.file.media);
    if let Some(old) = before.transcript.filter(|old| after.transcript != Some(*old)) {
        return Ok(StreamChange::AudioTranscriptReplaced(old));
    }
    Ok(match before.artwork_key {
        Some(old) if after.artwork_key.as_ref() != Some(&old) => StreamChange::AudioPictureReplaced(old),
        _ => StreamChange::Other,
    })
}

#[cfg(test)]
mod tests {
    use ulid::Ulid;

    use super::{decode_change as change, *};
    use crate::study::cards::CardImage;
    use aws::codec::{encode, number};
    use model::error::Error;
    use model::fractional_index::FractionalIndex;
    use model::ids::CardId;
    use model::keys;
    use model::timestamp::Timestamp;

    fn image(course: &Course) -> serde_dynamo::Item {
        stream_image(encode(course, keys::course::primary(&course.code)).unwrap())
    }

    fn stream_image(item: Item) -> serde_dynamo::Item {
        item.into()
    }

    fn course() -> Course {
        let now = Timestamp::from_epoch_secs(1_790_000_000).unwrap();
        let code = CourseCode::parse("CS246").unwrap();
        Course { likes: 3, note_count: 2, ..Course::new(code, "Software", now) }
    }

    fn nothing() -> serde_dynamo::Item {
        stream_image(Item::new())
    }

    #[test]
    fn stream_distinguishes_updated_and_removed_courses() {
        let course = course();
        assert_eq!(change(nothing(), image(&course)).unwrap(), StreamChange::CourseCreated(Box::new(course.clone())));
        assert_eq!(
            change(image(&course), image(&course)).unwrap(),
            StreamChange::CourseWritten(Box::new(course.clone()))
        );
        assert_eq!(change(image(&course), nothing()).unwrap(), StreamChange::CourseRemoved(course.code));
        assert_eq!(change(nothing(), nothing()).unwrap(), StreamChange::Other);
    }

    #[test]
    fn a_hidden_or_merging_course_counts_as_removed_and_a_course_that_is_shown_again_as_created() {
        let course = course();
        let hidden = Course { hidden: true, ..course.clone() };
        let merging = Course { merging_into: Some(CourseCode::parse("CS247").unwrap()), ..course.clone() };
        for after in [&hidden, &merging] {
            assert_eq!(change(image(&course), image(after)).unwrap(), StreamChange::CourseRemoved(course.code));
        }
        assert_eq!(change(image(&hidden), image(&course)).unwrap(), StreamChange::CourseCreated(Box::new(course)));
    }

    #[test]
    fn the_old_image_of_a_course_is_reported_when_it_is_replaced_or_removed_or_the_course_is_deleted() {
        let picture = |number| PictureId::from(Ulid::from_parts(2, number));
        let with = |picture| image(&Course { picture, ..course() });
        let lost = Some((course().code, picture(1)));
        for after in [with(Some(picture(2))), with(None), nothing()] {
            assert_eq!(unused_course_picture(with(Some(picture(1))), after).unwrap(), lost);
        }
        for before in [with(Some(picture(1))), with(None), nothing()] {
            assert_eq!(unused_course_picture(before, with(Some(picture(1)))).unwrap(), None);
        }
    }

    #[test]
    fn reading_a_course_with_a_newer_schema_returns_the_error_broken() {
        let course = course();
        let mut item = encode(&course, keys::course::primary(&course.code)).unwrap();
        item.insert("schema".into(), number(99));
        assert!(matches!(change(nothing(), stream_image(item)), Err(Error::Broken(_))));
    }

    fn card(image: Option<CardImage>) -> (Card, serde_dynamo::Item) {
        let now = Timestamp::from_epoch_secs(1_790_000_000).unwrap();
        let (id, chapter) = (CardId::from(Ulid::from_parts(1, 1)), ChapterId::from(Ulid::from_parts(1, 2)));
        let card = Card {
            id,
            chapter,
            course: course().code,
            title: "Front".into(),
            content: "Back".into(),
            image,
            image_alt: String::new(),
            version: 1,
            rank: FractionalIndex::after(None, id.ulid()),
            created_at: now,
            updated_at: now,
        };
        let item = encode(&card, keys::chapter::card(chapter, id)).unwrap();
        (card, stream_image(item))
    }

    #[test]
    fn s3_card_1_replacing_or_removing_a_card_picture_reports_the_old_one() {
        let picture = |number| CardImage { id: Ulid::from_parts(2, number).into(), width_px: 4, height_px: 3 };
        let (first, second) = (picture(1), picture(2));
        let with = |image| card(image).1;
        let replaced = StreamChange::CardImageReplaced(card(None).0.chapter, first.id);
        for after in [with(Some(second)), with(None), nothing()] {
            assert_eq!(change(with(Some(first)), after).unwrap(), replaced);
        }
        for (before, after) in
            [(nothing(), with(Some(first))), (with(None), with(Some(first))), (with(Some(first)), with(Some(first)))]
        {
            assert_eq!(change(before, after).unwrap(), StreamChange::Other);
        }
    }

    #[test]
    fn s3_own_3_an_own_card_that_loses_its_image_is_reported_with_its_old_contents() {
        let (card, _) = card(None);
        let own = |image| PersonalCard {
            id: card.id,
            owner: "0b1c".parse().unwrap(),
            course: card.course,
            former_courses: Vec::new(),
            chapter: None,
            title: "Front".into(),
            content: "Back".into(),
            image,
            image_bytes: 7,
            image_alt: String::new(),
            source: None,
            version: 1,
            created_at: card.created_at,
            updated_at: card.updated_at,
        };
        let picture = |number| CardImage { id: Ulid::from_parts(2, number).into(), width_px: 4, height_px: 3 };
        let with = |image| {
            let own = own(image);
            stream_image(encode(&own, keys::personal_card::primary(&own.owner, &own.course, own.id)).unwrap())
        };
        let lost = StreamChange::PersonalCardImageReplaced(Box::new(own(Some(picture(1)))));
        for after in [with(Some(picture(2))), with(None), nothing()] {
            assert_eq!(change(with(Some(picture(1))), after).unwrap(), lost);
        }
        for (before, after) in [(nothing(), with(Some(picture(1)))), (with(Some(picture(1))), with(Some(picture(1))))] {
            assert_eq!(change(before, after).unwrap(), StreamChange::Other);
        }
    }

    #[test]
    fn s3_chap_1_a_removed_chapter_is_reported_with_its_old_contents() {
        let now = Timestamp::from_epoch_secs(1_790_000_000).unwrap();
        let chapter = Chapter {
            id: Ulid::from_parts(1, 2).into(),
            course: course().code,
            number: 4,
            title: "Inheritance".into(),
            description: String::new(),
            card_count: 2,
            version: 1,
            edition: 2,
            created_at: now,
            updated_at: now,
        };
        let item = || stream_image(encode(&chapter, keys::chapter::primary(&chapter.course, chapter.id)).unwrap());
        assert_eq!(change(item(), nothing()).unwrap(), StreamChange::ChapterRemoved(Box::new(chapter.clone())));
        assert_eq!(change(item(), item()).unwrap(), StreamChange::Other);
    }
}
