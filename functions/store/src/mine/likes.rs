//! Likes: one record per student and item, and a count on the item that changes in the same transaction.

mod like_record;
mod place;

use aws::client::Store;
use aws::codec::decode;
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::{Error, Result};
use model::ids::{AudioId, NoteId, UserId};
use model::keys::{self, Key};
use model::timestamp::Timestamp;
use wasm_core::course::CourseCode;
use wasm_core::limits;

use self::place::LikedItem;
use crate::library::audio;
use crate::library::courses::{self, Course};
use crate::library::merges;
use crate::mine::activity;

pub(crate) use like_record::Like;
pub use like_record::LikeTarget;

/// The caller's like of an item and the number of likes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LikeState {
    /// True if the caller likes the item.
    pub liked: bool,
    /// Number of likes.
    pub count: u32,
}

/// All likes of a student.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Likes {
    /// Liked courses, by code.
    pub courses: Vec<CourseCode>,
    /// Courses whose like a merge moved to a course of this list.
    pub former_courses: Vec<CourseCode>,
    /// Liked course notes and album notes, oldest first.
    pub notes: Vec<NoteId>,
    /// Liked recordings, oldest first.
    pub audio: Vec<AudioId>,
}

/// Likes an item. Idempotent. For a merged course, likes its target. Conditions: there is no like yet; the item exists;
/// students can see the course. Cost: 4 writes (6 for a course, which is indexed), 1 to 3 reads; 2 writes more if the
/// item has a course.
///
/// # Errors
/// `NotFound(Course)`, `NotFound(Note)`, `NotFound(Audio)`.
pub async fn like(store: &Store, owner: &UserId, target: &LikeTarget, now: Timestamp) -> Result<LikeState> {
    match (like_there(store, owner, target, now).await, target) {
        (Err(Error::NotFound(noun)), LikeTarget::Course(code)) => {
            let into = merges::resolve(store, code).await?;
            if into == *code {
                return Err(Error::NotFound(noun));
            }
            like_there(store, owner, &LikeTarget::Course(into), now).await
        }
        (result, _) => result,
    }
}

async fn like_there(store: &Store, owner: &UserId, target: &LikeTarget, now: Timestamp) -> Result<LikeState> {
    let place = LikedItem::of(store, target).await?;
    if let LikedItem::Note { course, .. } = &place
        && courses::is_hidden(store, course).await?
    {
        return Err(Error::NotFound(place.resource_kind()));
    }
    let outcome = match place {
        LikedItem::Course(course) => like_course(store, owner, &course, now).await?,
        _ => write_like(store, owner, place, one_more(place.key()), now).await?,
    };
    // If both conditions failed, the item is gone and the like is left over: report not found.
    if outcome.refused("count") {
        return Err(Error::NotFound(place.resource_kind()));
    }
    if outcome == Outcome::Done && !matches!(place, LikedItem::Course(_)) {
        activity::record_event(store, place.course().as_ref(), now).await;
    }
    let count = place.read_like_count(store).await?.unwrap_or(limits::LIKE_FLOOR);
    Ok(LikeState { liked: true, count })
}

/// Likes a course. The count and the activity change together, so the write needs the era of the activity.
async fn like_course(store: &Store, owner: &UserId, code: &CourseCode, now: Timestamp) -> Result<Outcome> {
    let (mut era, mut share) = activity::current_share(now);
    let mut retry = Retry::new();
    loop {
        let count = Update::of(keys::course::primary(code))
            .set("activity_era", era)
            .add("likes", 1)
            .add("activity", share)
            .when(activity::is_in_era(era))
            .when(courses::is_shown());
        let outcome = write_like(store, owner, LikedItem::Course(*code), count, now).await?;
        if !outcome.refused("count") {
            return Ok(outcome);
        }
        let shown = courses::find(store, code).await?.filter(Course::is_visible_to_students);
        let Some(course) = shown else { return Ok(outcome) };
        (era, share) = activity::to_current_era(store, &course, now).await?;
        retry.wait().await?;
    }
}

async fn write_like(store: &Store, owner: &UserId, place: LikedItem, count: Update, now: Timestamp) -> Result<Outcome> {
    let mut transaction = Transaction::default();
    transaction.add("like", Put::of(&Like::of(place, now), like_key(owner, &place.target())).when(absent()));
    transaction.add("count", count);
    transaction.run(store).await
}

/// Removes a like. Idempotent. The count of a trashed item is changed in the trash; if the item is gone, only the like
/// is deleted. For a merged course, removes the like of its target. Conditions: the like exists; the count is above
/// `LIKE_FLOOR`. Cost: 4 writes (6 for a course), 2 to 6 reads; 2 writes and 1 read more if the item has a course.
pub async fn unlike(store: &Store, owner: &UserId, target: &LikeTarget) -> Result<LikeState> {
    let mut target = *target;
    if let LikeTarget::Course(code) = target
        && let Some(into) = merges::find_target(store, &code).await?
    {
        move_like(store, owner, &code, &into).await?;
        target = LikeTarget::Course(into);
    }
    let target = &target;
    let key = like_key(owner, target);
    let Some(like) = table::find::<Like>(store, key.clone()).await? else {
        let count = match LikedItem::of(store, target).await {
            Ok(place) => place.read_like_count(store).await?,
            Err(Error::NotFound(_)) => None,
            Err(error) => return Err(error),
        };
        return Ok(LikeState { liked: false, count: count.unwrap_or(limits::LIKE_FLOOR) });
    };
    let place = match like.place()? {
        // A course merge moves notes but does not update their likes.
        LikedItem::Note { .. } => LikedItem::of(store, target).await.or_else(|error| match error {
            Error::NotFound(_) => like.place(),
            error => Err(error),
        })?,
        // Moving a recording to another shelf does not update its likes either.
        LikedItem::Audio { shelf, course, id } => {
            let audio = audio::find_on_shelf(store, shelf, id).await?;
            LikedItem::Audio { shelf: audio.map_or(shelf, |audio| audio.shelf), course, id }
        }
        place => place,
    };
    if let LikedItem::Course(course) = place {
        unlike_course(store, key, &course, like.liked_at).await?;
    } else if unlike_thing(store, key, place).await? {
        activity::revert_event(store, place.course().as_ref(), like.liked_at).await;
    }
    let count = place.read_like_count(store).await?.unwrap_or(limits::LIKE_FLOOR);
    Ok(LikeState { liked: false, count })
}

async fn unlike_course(store: &Store, like: Key, code: &CourseCode, liked_at: Timestamp) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        let course = courses::find(store, code).await?.filter(|course| course.likes > limits::LIKE_FLOOR);
        let count = course.map(|course| one_less_with_share(&course, liked_at));
        let outcome = delete_like(store, like.clone(), count).await?;
        if outcome == Outcome::Done || outcome.refused("like") {
            return Ok(());
        }
        retry.wait().await?;
    }
}

fn one_less_with_share(course: &Course, liked_at: Timestamp) -> Update {
    let share = activity::share_of(course, liked_at);
    if share == 0 {
        return one_less(keys::course::primary(&course.code), "likes");
    }
    activity::subtract_update(course, share).add("likes", -1).when(attribute("likes").is_above(limits::LIKE_FLOOR))
}

/// Returns true if this call removed the like.
async fn unlike_thing(store: &Store, like: Key, place: LikedItem) -> Result<bool> {
    let mut counters = vec![Some(one_less(place.key(), "likes"))];
    if let Some((key, path)) = place.trash_key_and_count() {
        counters.push(Some(one_less(key, path)));
    }
    // Last resort, without a count: the item is gone, or its count is already at `LIKE_FLOOR`.
    counters.push(None);
    for counter in counters {
        let outcome = delete_like(store, like.clone(), counter).await?;
        if outcome == Outcome::Done || outcome.refused("like") {
            return Ok(outcome == Outcome::Done);
        }
    }
    Ok(false)
}

async fn delete_like(store: &Store, like: Key, count: Option<Update>) -> Result<Outcome> {
    let mut transaction = Transaction::default();
    transaction.add("like", Delete::of(like).when(exists()));
    if let Some(count) = count {
        transaction.add("count", count);
    }
    transaction.run(store).await
}

/// Returns all likes of a student after moving likes of merged courses to their targets. The merge added the counts of
/// both courses. If the student liked both, one like is subtracted from the sum. Cost: 1 read per MB, also of merges if
/// a course is liked; 4 to 10 writes and 2 reads per moved like.
pub async fn list_after_merges(store: &Store, owner: &UserId) -> Result<Likes> {
    let likes = list(store, owner).await?;
    if likes.courses.is_empty() {
        return Ok(likes);
    }
    let merged = merges::all_targets(store).await?;
    let mut has_moved = false;
    for (from, into) in likes.courses.iter().filter_map(|code| Some((code, merged.get(code)?))) {
        match move_like(store, owner, from, into).await {
            // The like stays at its old course, where this call lists it. The next call tries again.
            Err(error @ Error::Unavailable(_)) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "the like of a merged course did not move");
            }
            result => {
                result?;
                has_moved = true;
            }
        }
    }
    if has_moved { list(store, owner).await } else { Ok(likes) }
}

/// Moves a like to the target of a merge. If the student likes both, one like remains and the count loses the other
/// one. Idempotent.
async fn move_like(store: &Store, owner: &UserId, from: &CourseCode, into: &CourseCode) -> Result<()> {
    let (key, target) = (keys::like::course(owner, from), keys::like::course(owner, into));
    let mut retry = Retry::new();
    // Read again after each refused attempt: another request of the same student may have moved the like.
    while let Some(like) = table::find::<Like>(store, key.clone()).await? {
        let at_target = table::find::<Like>(store, target.clone()).await?;
        let mut former_courses = at_target.as_ref().map(|like| like.former_courses.clone()).unwrap_or_default();
        former_courses.extend(like.former_courses);
        former_courses.push(*from);
        let plan = |count: Option<Update>| {
            let mut transaction = Transaction::default();
            transaction.add("like", Delete::of(key.clone()).when(exists()));
            match &at_target {
                None => {
                    let former_courses = former_courses.clone();
                    let moved = Like { former_courses, ..Like::of(LikedItem::Course(*into), like.liked_at) };
                    transaction.add("target", Put::of(&moved, target.clone()).when(absent()));
                }
                Some(other) => {
                    let before = Some(&other.former_courses).filter(|courses| !courses.is_empty());
                    let is_unchanged = exists().and(attribute("former_courses").eq_option(before));
                    let noted = Update::of(target.clone()).set("former_courses", &former_courses).when(is_unchanged);
                    transaction.add("target", noted);
                }
            }
            if let Some(count) = count {
                transaction.add("count", count);
            }
            transaction
        };
        let count = at_target.is_some().then(|| one_less(keys::course::primary(into), "likes"));
        let mut outcome = plan(count).run(store).await?;
        if outcome.refused("count") {
            // The count is already at `LIKE_FLOOR`: move the like without changing it.
            outcome = plan(None).run(store).await?;
        }
        if outcome == Outcome::Done {
            return Ok(());
        }
        retry.wait().await?;
    }
    Ok(())
}

/// Returns all likes of a student. Cost: 1 read per MB.
pub async fn list(store: &Store, owner: &UserId) -> Result<Likes> {
    let items = table::query_all(store, &keys::like::all(owner), Order::Ascending, Consistency::Strong).await?;
    let mut likes = Likes::default();
    for item in items {
        let like: Like = decode(item)?;
        match like.place()?.target() {
            LikeTarget::Course(course) => {
                likes.courses.push(course);
                likes.former_courses.extend(like.former_courses);
            }
            LikeTarget::Note(note) => likes.notes.push(note),
            LikeTarget::Audio(audio) => likes.audio.push(audio),
        }
    }
    Ok(likes)
}

fn like_key(owner: &UserId, target: &LikeTarget) -> Key {
    match target {
        LikeTarget::Course(course) => keys::like::course(owner, course),
        LikeTarget::Note(note) => keys::like::note(owner, *note),
        LikeTarget::Audio(audio) => keys::like::audio(owner, *audio),
    }
}

fn one_more(key: Key) -> Update {
    Update::of(key).add("likes", 1).when(exists())
}

fn one_less(key: Key, count: &str) -> Update {
    Update::of(key).add(count, -1).when(attribute(count).is_above(limits::LIKE_FLOOR))
}
