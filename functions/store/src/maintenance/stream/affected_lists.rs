//! Lists that a stream record changes.

use std::collections::BTreeSet;

use aws::codec::{Item, decode, has_entity};
use model::error::Result;
use wasm_core::course::CourseCode;

use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::courses::Course;
use crate::library::notes::Note;
use crate::mine::playlists::{Playlist, Visibility};

/// The lists that a change affects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AffectedLists {
    /// Public lists by their names in `wasm_core::catalogue::Moves`: courses, shelves, albums and public playlists.
    Public(BTreeSet<String>),
    /// Notes of these courses, which may be hidden.
    NotesOf(BTreeSet<CourseCode>),
}

/// Returns the lists that a stream record changes. A change of activity is ignored, because it only affects the order
/// of courses.
///
/// # Errors
/// `Broken` when a listed item in the record cannot be decoded.
pub fn affected_lists(before: serde_dynamo::Item, after: serde_dynamo::Item) -> Result<AffectedLists> {
    let (before, after): (Item, Item) = (before.into(), after.into());
    if before == after {
        return Ok(AffectedLists::Public(BTreeSet::new()));
    }
    if has_entity::<Note>(&before) || has_entity::<Note>(&after) {
        let course = |item| -> Result<_> {
            Ok(if has_entity::<Note>(&item) { Some(decode::<Note>(item)?.course) } else { None })
        };
        return Ok(AffectedLists::NotesOf([course(before)?, course(after)?].into_iter().flatten().collect()));
    }
    if has_entity::<Course>(&before) || has_entity::<Course>(&after) {
        let (before, after) = (shown(before)?, shown(after)?);
        let is_same = before == after;
        let code = before.or(after).filter(|_| !is_same).map(|course| course.code.as_str().to_owned());
        return Ok(AffectedLists::Public(code.into_iter().collect()));
    }
    Ok(AffectedLists::Public([list_of(before)?, list_of(after)?].into_iter().flatten().collect()))
}

/// Returns a course as students see it, without its activity; `None` if they cannot see it.
fn shown(item: Item) -> Result<Option<Course>> {
    let course = if has_entity::<Course>(&item) { Some(decode::<Course>(item)?) } else { None };
    let course = course.filter(Course::is_visible_to_students);
    Ok(course.map(|course| Course { activity: 0, activity_era: 0, ..course }))
}

/// Returns the name of the list that a recording, an album note or a public playlist changes: the shelf, the album, or
/// the id of the playlist.
fn list_of(item: Item) -> Result<Option<String>> {
    Ok(if has_entity::<AudioNote>(&item) {
        Some(decode::<AudioNote>(item)?.shelf.as_str().to_owned())
    } else if has_entity::<AlbumNote>(&item) {
        Some(decode::<AlbumNote>(item)?.album.as_str().to_owned())
    } else if has_entity::<Playlist>(&item) {
        let playlist: Playlist = decode(item)?;
        (playlist.visibility == Visibility::Public).then(|| playlist.id.to_string())
    } else {
        None
    })
}

#[cfg(test)]
mod tests {
    use aws::codec::{encode, text};
    use model::keys;
    use model::timestamp::Timestamp;

    use super::*;

    fn course() -> Course {
        let now = Timestamp::from_epoch_secs(1_790_000_000).unwrap();
        Course::new(CourseCode::parse("CS246").unwrap(), "Software", now)
    }

    fn image(course: &Course) -> serde_dynamo::Item {
        encode(course, keys::course::primary(&course.code)).unwrap().into()
    }

    fn nothing() -> serde_dynamo::Item {
        Item::new().into()
    }

    fn public(names: &[&str]) -> AffectedLists {
        AffectedLists::Public(names.iter().map(|name| (*name).to_owned()).collect())
    }

    #[test]
    fn a_like_marks_the_course_lists_as_changed_but_activity_updates_do_not() {
        let before = course();
        let busier = Course { activity: 7, activity_era: 1, ..before.clone() };
        let liked = Course { likes: 1, ..busier.clone() };
        assert_eq!(affected_lists(image(&before), image(&busier)).unwrap(), public(&[]));
        assert_eq!(affected_lists(image(&busier), image(&liked)).unwrap(), public(&["CS246"]));
        assert_eq!(affected_lists(nothing(), image(&before)).unwrap(), public(&["CS246"]));
        assert_eq!(affected_lists(image(&before), nothing()).unwrap(), public(&["CS246"]));
    }

    #[test]
    fn changes_to_unlisted_items_mark_no_list_as_changed() {
        let session: serde_dynamo::Item = Item::from([("entity".to_owned(), text("session"))]).into();
        assert_eq!(affected_lists(nothing(), session.clone()).unwrap(), public(&[]));
        assert_eq!(affected_lists(session, nothing()).unwrap(), public(&[]));
    }

    #[test]
    fn changed_lists_do_not_contain_hidden_courses() {
        let shown = course();
        let hidden = Course { hidden: true, ..shown.clone() };
        let edited = Course { title: "Secret".into(), ..hidden.clone() };
        assert_eq!(affected_lists(image(&shown), image(&hidden)).unwrap(), public(&["CS246"]));
        assert_eq!(affected_lists(image(&hidden), image(&edited)).unwrap(), public(&[]));
        assert_eq!(affected_lists(nothing(), image(&hidden)).unwrap(), public(&[]));
    }
}
