//! Likes: one fact per student and thing, and a count on the thing that moves in the same transaction.

use aws_sdk_dynamodb::types::Update;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::limits;

use crate::client::Store;
use crate::codec::{Entity, decode, encode, number};
use crate::error::{Error, Noun, Result};
use crate::ids::{NoteId, UserId};
use crate::keys::{self, Key};
use crate::table::{self, Consistency, Order, Outcome, Transaction};
use crate::timestamp::Timestamp;
use crate::{courses, notes, trash};

/// What can be liked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LikeTarget {
    /// A course.
    Course(CourseCode),
    /// A note.
    Note(NoteId),
}

/// Whether somebody likes a thing, and how many do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LikeState {
    /// Whether the caller likes it.
    pub liked: bool,
    /// How many students like it.
    pub count: u32,
}

/// Everything somebody likes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Likes {
    /// Liked courses, by code.
    pub courses: Vec<CourseCode>,
    /// Liked notes, oldest first.
    pub notes: Vec<NoteId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Like {
    course: CourseCode,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<NoteId>,
    liked_at: Timestamp,
}

impl Entity for Like {
    const ENTITY: &'static str = "like";
    const SCHEMA: u32 = 1;
}

/// Likes a thing; liking it again changes nothing. Conditions: no like yet, the thing exists.
/// 4 writes, 1 to 2 reads.
///
/// # Errors
/// `NotFound(Course)`, `NotFound(Note)`.
pub async fn like(store: &Store, owner: &UserId, target: &LikeTarget, now: Timestamp) -> Result<LikeState> {
    let place = Place::of(store, target).await?;
    let like = Like { course: place.course, note: place.note, liked_at: now };
    let item = encode(&like, like_key(owner, target), None)?;
    let mut transaction = Transaction::default();
    transaction.put(
        "like",
        table::put(store, item).condition_expression("attribute_not_exists(pk)").build().map_err(table::build_error)?,
    );
    transaction.update(
        "count",
        table::update(store, place.key())
            .update_expression("ADD likes :one")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":one", number(1))
            .build()
            .map_err(table::build_error)?,
    );
    let outcome = transaction.run(store).await?;
    // When both refuse, the thing is gone and its like is a leftover: not found is the whole truth.
    if outcome.refused("count") {
        return Err(Error::NotFound(place.noun()));
    }
    let count = place.count(store).await?;
    Ok(LikeState { liked: true, count })
}

/// Takes a like back; doing it again changes nothing. Conditions: the like is there, the count is above the
/// floor. When the thing has gone to the trash its count moves there; when it is gone only the like goes.
/// 4 writes, 1 to 3 reads.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn unlike(store: &Store, owner: &UserId, target: &LikeTarget) -> Result<LikeState> {
    let key = like_key(owner, target);
    let Some(like) = table::find::<Like>(store, key.clone()).await? else {
        let count = match Place::of(store, target).await {
            Ok(place) => place.count(store).await?,
            Err(Error::NotFound(_)) => limits::LIKE_FLOOR,
            Err(error) => return Err(error),
        };
        return Ok(LikeState { liked: false, count });
    };
    let place = Place { course: like.course, note: like.note };
    let mut counters = vec![Some(one_less(store, place.key(), "likes")?)];
    if let Some(note) = place.note {
        counters.push(Some(one_less(store, keys::trash::primary(note), "note.likes")?));
    }
    // Last resort: the thing is gone, or its count is at the floor already.
    counters.push(None);
    for counter in counters {
        let mut transaction = Transaction::default();
        transaction.delete(
            "like",
            table::delete(store, key.clone())
                .condition_expression("attribute_exists(pk)")
                .build()
                .map_err(table::build_error)?,
        );
        if let Some(counter) = counter {
            transaction.update("count", counter);
        }
        let outcome = transaction.run(store).await?;
        if outcome == Outcome::Done || outcome.refused("like") {
            break;
        }
    }
    let count = place.count(store).await?;
    Ok(LikeState { liked: false, count })
}

/// Everything somebody likes. 1 read for each MB.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn list(store: &Store, owner: &UserId) -> Result<Likes> {
    let items = table::query_all(store, &keys::like::all(owner), Order::Ascending, Consistency::Strong).await?;
    let mut likes = Likes::default();
    for item in items {
        let like: Like = decode(item)?;
        match like.note {
            Some(note) => likes.notes.push(note),
            None => likes.courses.push(like.course),
        }
    }
    Ok(likes)
}

/// Whether somebody likes this. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn is_liked(store: &Store, owner: &UserId, target: &LikeTarget) -> Result<bool> {
    Ok(table::find::<Like>(store, like_key(owner, target)).await?.is_some())
}

fn like_key(owner: &UserId, target: &LikeTarget) -> Key {
    match target {
        LikeTarget::Course(course) => keys::like::course(owner, course),
        LikeTarget::Note(note) => keys::like::note(owner, *note),
    }
}

fn one_less(store: &Store, key: Key, count: &str) -> Result<Update> {
    table::update(store, key)
        .update_expression(format!("SET {count} = {count} - :one"))
        .condition_expression(format!("{count} > :floor"))
        .expression_attribute_values(":one", number(1))
        .expression_attribute_values(":floor", number(limits::LIKE_FLOOR))
        .build()
        .map_err(table::build_error)
}

/// Where the count of a thing is kept.
struct Place {
    course: CourseCode,
    note: Option<NoteId>,
}

impl Place {
    async fn of(store: &Store, target: &LikeTarget) -> Result<Self> {
        Ok(match target {
            LikeTarget::Course(course) => Self { course: *course, note: None },
            LikeTarget::Note(note) => Self { course: notes::get(store, *note).await?.course, note: Some(*note) },
        })
    }

    fn key(&self) -> Key {
        match self.note {
            None => keys::course::primary(&self.course),
            Some(note) => keys::note::primary(&self.course, note),
        }
    }

    fn noun(&self) -> Noun {
        if self.note.is_some() { Noun::Note } else { Noun::Course }
    }

    async fn count(&self, store: &Store) -> Result<u32> {
        let count = match self.note {
            None => courses::find(store, &self.course).await?.map(|course| course.likes),
            Some(note) => match notes::find_in_course(store, &self.course, note).await? {
                Some(note) => Some(note.likes),
                None => trash::find(store, note).await?.map(|trashed| trashed.note.likes),
            },
        };
        Ok(count.unwrap_or(limits::LIKE_FLOOR))
    }
}
