//! Study cards that students write for themselves. Nobody else sees them.
//!
//! They stand in their owner's partition, course by course, so that those of one course are one query, and export and purge
//! find them. A card keeps the id of its chapter when that is removed: it then stands without a chapter, and nothing has to be
//! found that only its owner can find. How many there are of a course, and an edition that each change moves, are a small
//! item beside them: a device asks for it and reads only the courses whose edition it does not have.

mod edit;
mod image;
mod moved;
mod remove;

use std::collections::{BTreeMap, HashSet};

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Put, Update};
use model::error::{Error, Noun, Result};
use model::ids::{CardId, ChapterId, UserId};
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_core::course::CourseCode;
use wasm_core::limits::OWN_CARDS_MAX;

use crate::personal::{Personal, Source, without_nulls};
use crate::study::cards::{CardDraft, CardImage};

pub use edit::{OwnCardEdit, edit, put};
pub use image::{
    NewImage, SetImage, has_room, image_file, remove_file_unless_shown, remove_image, remove_image_file_unless_shown,
    set_image,
};
pub use moved::{overview, places, resolved};
pub use remove::{remove, remove_many};

/// Cards that are made or removed in one transaction, which takes 100 items: with them go a course and a profile.
const BATCH: usize = 90;

/// A card that a student wrote for themselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnCard {
    /// Id.
    pub id: CardId,
    /// Whose it is.
    pub owner: UserId,
    /// The course that it is about.
    pub course: CourseCode,
    /// Merged courses that it came from: clients may still know it by their codes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former_courses: Vec<CourseCode>,
    /// Its chapter, which may be gone; none when it belongs to the whole course.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chapter: Option<ChapterId>,
    /// What is on the front, as Markdown with formulas.
    pub title: String,
    /// What is on the back, as Markdown with formulas.
    pub content: String,
    /// The picture on the front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<CardImage>,
    /// The size of its file.
    #[serde(default)]
    pub image_bytes: u64,
    /// What the picture shows, for those who cannot see it; possibly empty.
    #[serde(default)]
    pub image_alt: String,
    /// Grows when text or chapter change.
    pub version: u32,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

impl Entity for OwnCard {
    const ENTITY: &'static str = "own_card";
    const SCHEMA: u32 = 1;
}

impl Personal for OwnCard {
    async fn view(self, _: &Source<'_>) -> Result<Option<Value>> {
        // The path of the image for its owner.
        let picture = self.image.map(|image| format!("/api/me/cards/{}/{}/images/{}", self.course, self.id, image.id));
        Ok(Some(without_nulls(json!({
            "cardId": self.id,
            "course": self.course,
            "chapterId": self.chapter,
            "front": self.title,
            "back": self.content,
            "picture": picture,
            "pictureShows": Some(&self.image_alt).filter(|alt| !alt.is_empty()),
            "createdAt": self.created_at,
            "updatedAt": self.updated_at,
        }))))
    }
}

/// How many cards a student has of a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnCourse {
    /// The course.
    pub course: CourseCode,
    /// How many there are.
    pub cards: u32,
    /// Grows with each change of one of them.
    pub edition: u32,
}

impl Entity for OwnCourse {
    const ENTITY: &'static str = "own_cards_of_course";
    const SCHEMA: u32 = 1;
}

/// What the profile item says of its owner's cards. The profile itself is on a lower floor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct OwnTotals {
    /// How many cards there are.
    #[serde(rename = "own_card_count")]
    pub cards: u32,
    /// The size of all their pictures.
    #[serde(rename = "own_card_picture_bytes")]
    pub picture_bytes: u64,
}

impl Entity for OwnTotals {
    const ENTITY: &'static str = "student";
    const SCHEMA: u32 = 1;
}

/// The attributes of the profile that [`OwnTotals`] reads.
pub(crate) const COUNT: &str = "own_card_count";
pub(crate) const PICTURE_BYTES: &str = "own_card_picture_bytes";

/// A card that is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewOwnCard {
    /// Id, from the client: the same one is made once.
    pub id: CardId,
    /// The course that it is about.
    pub course: CourseCode,
    /// The merged course by whose code the client knows it, if any.
    pub former_course: Option<CourseCode>,
    /// Its chapter, if any. It need not be there any more: then the card stands without one.
    pub chapter: Option<ChapterId>,
    /// What it says, as `forms::card_draft` gave it.
    pub draft: CardDraft,
    /// Its picture. The file may follow once the card and the room for it are taken.
    pub image: Option<NewImage>,
}

/// A card as it is after a change, and the edition that its course has then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The card.
    pub card: OwnCard,
    /// As in [`OwnCourse`].
    pub edition: u32,
}

/// Makes a card; the same one again changes nothing, whatever it says. Whether there is such a course, the caller has
/// found out. Condition: its owner has fewer than `OWN_CARDS_MAX`. 2 reads, 6 writes.
///
/// # Errors
/// `NotFound(Student)`, `LimitReached`.
pub async fn create(store: &Store, owner: &UserId, new: NewOwnCard, now: Timestamp) -> Result<Kept> {
    let (course, id) = (new.course, new.id);
    create_batch(store, owner, &course, &[course], &[&new], now).await?;
    let card = get(store, owner, &course, id).await?;
    let edition = edition(store, owner, &course).await?.unwrap_or(0);
    Ok(Kept { card, edition })
}

/// Makes many cards and answers how many are new: each id is made once, so a call that was interrupted can be repeated, also
/// after the course was merged. All of them or none, unless another device fills the room at this very moment. Condition:
/// their owner has room for them and for their pictures. For each course as [`places`], and for each of these 2 reads a card;
/// 2 writes a card and 4 for each 90 of a course.
///
/// # Errors
/// `NotFound(Student)`, `LimitReached`.
pub async fn create_many(store: &Store, owner: &UserId, new: &[NewOwnCard], now: Timestamp) -> Result<usize> {
    // In order of their courses, and each once.
    let mut courses: BTreeMap<CourseCode, BTreeMap<CardId, &NewOwnCard>> = BTreeMap::new();
    for card in new {
        courses.entry(card.course).or_default().entry(card.id).or_insert(card);
    }
    let (mut by_course, mut count) = (Vec::new(), 0);
    for (course, cards) in courses {
        let places = places(store, owner, &course).await?;
        let cards: Vec<&NewOwnCard> = cards.into_values().collect();
        count += missing(store, owner, &places, &cards).await?.len();
        by_course.push((course, places, cards));
    }
    if count == 0 {
        return Ok(0);
    }
    let there = usize::try_from(totals(store, owner).await?.cards).unwrap_or(usize::MAX);
    if there.saturating_add(count) > OWN_CARDS_MAX {
        return Err(too_many());
    }
    let mut made = 0;
    for (course, places, cards) in by_course {
        for batch in cards.chunks(BATCH) {
            made += create_batch(store, owner, &course, &places, batch, now).await?;
        }
    }
    Ok(made)
}

/// Makes those of these cards of one course that are in none of these places, and answers how many they were.
async fn create_batch(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    places: &[CourseCode],
    batch: &[&NewOwnCard],
    now: Timestamp,
) -> Result<usize> {
    let mut retry = Retry::new();
    loop {
        let new = missing(store, owner, places, batch).await?;
        if new.is_empty() {
            return Ok(0);
        }
        let mut transaction = Transaction::default();
        for card in &new {
            let made = card_of(owner, card, now);
            transaction.add("card", Put::of(&made, keys::own_card::primary(owner, course, made.id)).when(absent()));
        }
        let read = edition(store, owner, course).await?;
        transaction.add("course", next_edition(owner, course, read).add("cards", new.len()));
        let room = OWN_CARDS_MAX.saturating_sub(new.len());
        let has_room = attribute(COUNT).is_absent().or(attribute(COUNT).is_at_most(room));
        let profile = Update::of(keys::student::primary(owner)).add(COUNT, new.len());
        let bytes = new.iter().filter_map(|card| card.image).map(|image| image.bytes).sum();
        transaction.add("count", image::with_bytes(profile.when(exists().and(has_room)), bytes));
        match transaction.run(store).await? {
            Outcome::Done => return Ok(new.len()),
            outcome if outcome.refused("count") && !outcome.refused("card") => {
                let there = usize::try_from(totals(store, owner).await?.cards).unwrap_or(usize::MAX);
                return Err(if there > room { too_many() } else { image::too_large() });
            }
            Outcome::Refused(_) => retry.wait().await?,
        }
    }
}

/// Returns those of these cards that some courses have, in no order. Cost: 1 read a card for each course.
pub async fn find_many(store: &Store, owner: &UserId, courses: &[CourseCode], ids: &[CardId]) -> Result<Vec<OwnCard>> {
    let of = |course| ids.iter().map(move |id| keys::own_card::primary(owner, course, *id));
    let wanted = courses.iter().flat_map(of).collect();
    table::find_many(store, wanted).await
}

fn card_of(owner: &UserId, new: &NewOwnCard, now: Timestamp) -> OwnCard {
    let CardDraft { title, content, image_alt } = new.draft.clone();
    OwnCard {
        id: new.id,
        owner: owner.clone(),
        course: new.course,
        former_courses: new.former_course.into_iter().collect(),
        chapter: new.chapter,
        title,
        content,
        image: new.image.map(|new| new.image),
        image_bytes: new.image.map_or(0, |new| new.bytes),
        image_alt,
        version: 1,
        created_at: now,
        updated_at: now,
    }
}

/// Those that are in none of these places yet.
async fn missing<'a>(
    store: &Store,
    owner: &UserId,
    places: &[CourseCode],
    cards: &[&'a NewOwnCard],
) -> Result<Vec<&'a NewOwnCard>> {
    let ids: Vec<CardId> = cards.iter().map(|card| card.id).collect();
    let there = find_many(store, owner, places, &ids).await?;
    let there: HashSet<CardId> = there.into_iter().map(|card| card.id).collect();
    Ok(cards.iter().copied().filter(|card| !there.contains(&card.id)).collect())
}

fn too_many() -> Error {
    Error::LimitReached { limit: "OWN_CARDS_MAX", max: u32::try_from(OWN_CARDS_MAX).unwrap_or(u32::MAX) }
}

/// One card, if there is one. 1 read.
pub async fn find(store: &Store, owner: &UserId, course: &CourseCode, id: CardId) -> Result<Option<OwnCard>> {
    table::find(store, keys::own_card::primary(owner, course, id)).await
}

/// One card. 1 read.
///
/// # Errors
/// `NotFound(Card)`.
pub async fn get(store: &Store, owner: &UserId, course: &CourseCode, id: CardId) -> Result<OwnCard> {
    find(store, owner, course, id).await?.ok_or(Error::NotFound(Noun::Card))
}

/// One page of somebody's cards of a course, in the order in which their ids were made. 1 read for each 4 kB, at most 1 MB.
///
/// # Errors
/// `InvalidCursor`.
pub async fn of_course(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<Page<OwnCard>> {
    let range = keys::own_card::of_course(owner, course);
    table::page(store, &range, Order::Ascending, Consistency::Strong, cursor, limit).await
}

/// All of somebody's cards, course by course: at most `OWN_CARDS_MAX`. 1 read for each MB.
pub async fn list(store: &Store, owner: &UserId) -> Result<Vec<OwnCard>> {
    table::all_of(store, &keys::own_card::all(owner)).await
}

/// How many cards somebody has, and how large their pictures are. 1 read.
///
/// # Errors
/// `NotFound(Student)`.
pub async fn totals(store: &Store, owner: &UserId) -> Result<OwnTotals> {
    table::find(store, keys::student::primary(owner)).await?.ok_or(Error::NotFound(Noun::Student))
}

/// The edition of a course of somebody; none when they never had a card of it. 1 read.
async fn edition(store: &Store, owner: &UserId, course: &CourseCode) -> Result<Option<u32>> {
    let found: Option<OwnCourse> = table::find(store, keys::own_card::course(owner, course)).await?;
    Ok(found.map(|course| course.edition))
}

/// Starts an update of a course whose cards are as they were read; it counts as one more change of them.
fn next_edition(owner: &UserId, course: &CourseCode, read: Option<u32>) -> Update {
    Update::of(keys::own_card::course(owner, course))
        .set_entity::<OwnCourse>()
        .set("course", course)
        .add("edition", 1)
        .when(attribute("edition").is_exactly(read))
}

/// The update of a profile that loses so many bytes of pictures as well.
fn without_bytes(profile: Update, bytes: u64) -> Update {
    if bytes == 0 {
        return profile;
    }
    let less = i64::try_from(bytes).unwrap_or(i64::MAX).saturating_neg();
    profile.add(PICTURE_BYTES, less).when(attribute(PICTURE_BYTES).is_at_least(bytes))
}

/// A card after a change that found this edition. 1 read.
async fn kept(store: &Store, owner: &UserId, course: &CourseCode, id: CardId, read: Option<u32>) -> Result<Kept> {
    Ok(Kept { card: get(store, owner, course, id).await?, edition: read.unwrap_or(0) + 1 })
}
