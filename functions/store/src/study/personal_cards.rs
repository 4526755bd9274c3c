//! Personal cards: study cards that students write for themselves. Only their owner can read them.
//!
//! Cards are stored in the owner's partition, sorted by course. One query reads a course, and export and purge find all
//! cards. A card keeps its chapter id when the chapter is deleted, because personal cards cannot be queried by chapter.
//! One [`PersonalCardCount`] record per course has the number of cards and an edition, so that a device refetches changed
//! courses only.

mod edit;
mod image;
mod moved;
mod passage;
mod remove;

use std::collections::{BTreeMap, HashSet};

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Put, Update};
use model::error::{Error, ResourceKind, Result};
use model::ids::{CardId, ChapterId, UserId};
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_core::course::CourseCode;
use wasm_core::limits::{OWN_CARD_PICTURES_MAX_BYTES, OWN_CARDS_MAX};

use crate::personal::{ExportContext, UserData, without_nulls};
use crate::study::cards::{CardDraft, CardImage};

pub use edit::{PersonalCardEdit, edit, put};
pub use image::{
    NewImage, SetImageOutcome, has_room, read_image_file, remove_file_unless_shown, remove_image,
    remove_image_file_unless_shown, set_image,
};
pub(crate) use moved::has_moved;
pub use moved::{candidate_courses, find_following_merges, list_courses};
pub use passage::Passage;
pub use remove::{remove, remove_many};

/// Maximum number of cards in one transaction, below DynamoDB's limit of 100 items. The course and the profile need two
/// more.
const BATCH: usize = 90;

/// A personal card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonalCard {
    /// Card id.
    pub id: CardId,
    /// User who wrote the card.
    pub owner: UserId,
    /// Course code.
    pub course: CourseCode,
    /// Codes of the merged courses that contained the card before. Clients may still use them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former_courses: Vec<CourseCode>,
    /// Chapter id; the chapter may be deleted. `None` if the card belongs to the whole course.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chapter: Option<ChapterId>,
    /// Front as Markdown with formulas.
    pub title: String,
    /// Back as Markdown with formulas.
    pub content: String,
    /// Image on the front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<CardImage>,
    /// File size of the image in bytes; 0 without an image.
    pub image_bytes: u64,
    /// Alternative text of the image, possibly empty.
    pub image_alt: String,
    /// Passage from which the card was made, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Passage>,
    /// Version, from 1. Edits of the text or chapter increment it; changes of the image do not.
    pub version: u32,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last change.
    pub updated_at: Timestamp,
}

impl Entity for PersonalCard {
    const ENTITY: &'static str = "own_card";
}

impl UserData for PersonalCard {
    async fn export_view(self, _: &ExportContext<'_>) -> Result<Option<Value>> {
        let picture = self.image.map(|image| format!("/api/me/cards/{}/{}/images/{}", self.course, self.id, image.id));
        Ok(Some(without_nulls(json!({
            "cardId": self.id,
            "course": self.course,
            "chapterId": self.chapter,
            "front": self.title,
            "back": self.content,
            "picture": picture,
            "pictureShows": Some(&self.image_alt).filter(|alt| !alt.is_empty()),
            "source": self.source.map(|Passage { note, page, quote, .. }| json!({ "noteId": note, "page": page, "quote": quote })),
            "createdAt": self.created_at,
            "updatedAt": self.updated_at,
        }))))
    }
}

/// The number of personal cards of a student in one course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonalCardCount {
    /// Course code.
    pub course: CourseCode,
    /// Number of cards; 0 after the last one was deleted.
    pub cards: u32,
    /// Counter that each change of these cards increments.
    pub edition: u32,
}

impl Entity for PersonalCardCount {
    const ENTITY: &'static str = "own_cards_of_course";
}

/// Totals of a student's personal cards. They are stored in the profile item but read as an entity of their own,
/// because this folder may not import the profile of `people`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct PersonalCardTotals {
    /// Number of cards in all courses.
    #[serde(rename = "own_card_count")]
    pub cards: u32,
    /// Total file size of the images in bytes.
    #[serde(rename = "own_card_picture_bytes")]
    pub picture_bytes: u64,
}

impl Entity for PersonalCardTotals {
    const ENTITY: &'static str = "student";
}

/// Profile attributes of [`PersonalCardTotals`].
pub(crate) const COUNT_ATTRIBUTE: &str = "own_card_count";
pub(crate) const PICTURE_BYTES_ATTRIBUTE: &str = "own_card_picture_bytes";

/// A personal card to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPersonalCard {
    /// Id from the client. Repeated requests with the same id create one card.
    pub id: CardId,
    /// Course code.
    pub course: CourseCode,
    /// Code of the merged course under which the client knows the card, if any.
    pub former_course: Option<CourseCode>,
    /// Chapter id, if any. The chapter may be deleted.
    pub chapter: Option<ChapterId>,
    /// Text as returned by `forms::card_draft`.
    pub draft: CardDraft,
    /// Passage from which the card was made, if any.
    pub source: Option<Passage>,
    /// Image. Its file may be written after the card was created and the bytes were reserved.
    pub image: Option<NewImage>,
}

/// A card after a change, with the edition of its course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedPersonalCard {
    /// The card.
    pub card: PersonalCard,
    /// Edition of the course, as in [`PersonalCardCount`].
    pub edition: u32,
}

/// Creates a card. If the id exists in the course, returns the existing card unchanged. The caller checks that the
/// course exists. Condition: the owner has fewer than `OWN_CARDS_MAX` cards and room for the image. Cost: 4 reads, 6
/// writes.
///
/// # Errors
/// `NotFound(Student)`; `LimitReached`; `NotFound(Card)` if another request deletes the card during the call.
pub async fn create(store: &Store, owner: &UserId, new: NewPersonalCard, now: Timestamp) -> Result<SavedPersonalCard> {
    let (course, id) = (new.course, new.id);
    create_batch(store, owner, &course, &[course], &[&new], now).await?;
    let card = get(store, owner, &course, id).await?;
    let edition = edition(store, owner, &course).await?.unwrap_or(0);
    Ok(SavedPersonalCard { card, edition })
}

/// Creates several cards and returns the number of new ones. Ids that exist are skipped, so an interrupted call can be
/// repeated, even after a merge of the course. Condition: the owner has room for all the cards and for the images. Both
/// are checked before the first transaction. If a later transaction fails, for example because another device took the
/// room, the cards of the earlier ones remain. Cost: 1 read; per course as [`candidate_courses`], and 1 read and 4
/// writes per 90 cards; per card 2 reads in each candidate course, and 2 writes. If all exist: as
/// [`candidate_courses`], and 1 read per card and candidate.
///
/// # Errors
/// `NotFound(Student)`; `LimitReached`.
pub async fn create_many(store: &Store, owner: &UserId, new: &[NewPersonalCard], now: Timestamp) -> Result<usize> {
    // Group by course and drop repeated ids.
    let mut courses: BTreeMap<CourseCode, BTreeMap<CardId, &NewPersonalCard>> = BTreeMap::new();
    for card in new {
        courses.entry(card.course).or_default().entry(card.id).or_insert(card);
    }
    let (mut by_course, mut count, mut bytes) = (Vec::new(), 0, 0);
    for (course, cards) in courses {
        let candidates = candidate_courses(store, owner, &course).await?;
        let cards: Vec<&NewPersonalCard> = cards.into_values().collect();
        let new = missing(store, owner, &candidates, &cards).await?;
        count += new.len();
        bytes += image_bytes(&new);
        by_course.push((course, candidates, cards));
    }
    if count == 0 {
        return Ok(0);
    }
    let there = totals(store, owner).await?;
    if usize::try_from(there.cards).unwrap_or(usize::MAX).saturating_add(count) > OWN_CARDS_MAX {
        return Err(too_many());
    }
    if bytes > 0 && there.picture_bytes.saturating_add(bytes) > OWN_CARD_PICTURES_MAX_BYTES {
        return Err(image::quota_error());
    }
    let mut made = 0;
    for (course, candidates, cards) in by_course {
        for batch in cards.chunks(BATCH) {
            made += create_batch(store, owner, &course, &candidates, batch, now).await?;
        }
    }
    Ok(made)
}

/// Creates the cards of one course that exist in none of the `candidates`, in one transaction. Returns their number.
async fn create_batch(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    candidates: &[CourseCode],
    batch: &[&NewPersonalCard],
    now: Timestamp,
) -> Result<usize> {
    let mut retry = Retry::new();
    loop {
        let new = missing(store, owner, candidates, batch).await?;
        if new.is_empty() {
            return Ok(0);
        }
        let mut transaction = Transaction::default();
        for card in &new {
            let made = card_of(owner, card, now);
            transaction
                .add("card", Put::of(&made, keys::personal_card::primary(owner, course, made.id)).when(absent()));
        }
        let read = edition(store, owner, course).await?;
        transaction.add("course", next_edition(owner, course, read).add("cards", new.len()));
        let room = OWN_CARDS_MAX.saturating_sub(new.len());
        let has_room = attribute(COUNT_ATTRIBUTE).is_absent().or(attribute(COUNT_ATTRIBUTE).is_at_most(room));
        let profile = Update::of(keys::student::primary(owner)).add(COUNT_ATTRIBUTE, new.len());
        transaction.add("count", image::add_picture_bytes(profile.when(exists().and(has_room)), image_bytes(&new)));
        match transaction.run(store).await? {
            Outcome::Done => return Ok(new.len()),
            outcome if outcome.refused("count") && !outcome.refused("card") => {
                let there = usize::try_from(totals(store, owner).await?.cards).unwrap_or(usize::MAX);
                return Err(if there > room { too_many() } else { image::quota_error() });
            }
            Outcome::Refused(_) => retry.wait().await?,
        }
    }
}

/// Returns the cards with these ids in any of these courses, in no particular order. Cost: 1 read per id and course.
pub async fn find_many(
    store: &Store,
    owner: &UserId,
    courses: &[CourseCode],
    ids: &[CardId],
) -> Result<Vec<PersonalCard>> {
    let of = |course| ids.iter().map(move |id| keys::personal_card::primary(owner, course, *id));
    let wanted = courses.iter().flat_map(of).collect();
    table::find_many(store, wanted).await
}

fn card_of(owner: &UserId, new: &NewPersonalCard, now: Timestamp) -> PersonalCard {
    let CardDraft { title, content, image_alt } = new.draft.clone();
    PersonalCard {
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
        source: new.source.clone(),
        version: 1,
        created_at: now,
        updated_at: now,
    }
}

/// Returns the cards whose ids exist in none of the `candidates`. Cost: 1 read per card and candidate.
async fn missing<'a>(
    store: &Store,
    owner: &UserId,
    candidates: &[CourseCode],
    cards: &[&'a NewPersonalCard],
) -> Result<Vec<&'a NewPersonalCard>> {
    let ids: Vec<CardId> = cards.iter().map(|card| card.id).collect();
    let there = find_many(store, owner, candidates, &ids).await?;
    let there: HashSet<CardId> = there.into_iter().map(|card| card.id).collect();
    Ok(cards.iter().copied().filter(|card| !there.contains(&card.id)).collect())
}

fn image_bytes(cards: &[&NewPersonalCard]) -> u64 {
    cards.iter().filter_map(|card| card.image).map(|image| image.bytes).sum()
}

fn too_many() -> Error {
    Error::LimitReached { limit: "OWN_CARDS_MAX", max: u32::try_from(OWN_CARDS_MAX).unwrap_or(u32::MAX) }
}

/// Returns a card if it exists. Cost: 1 read.
pub async fn find(store: &Store, owner: &UserId, course: &CourseCode, id: CardId) -> Result<Option<PersonalCard>> {
    table::find(store, keys::personal_card::primary(owner, course, id)).await
}

/// Returns a card. Cost: 1 read.
///
/// # Errors
/// `NotFound(Card)`.
pub async fn get(store: &Store, owner: &UserId, course: &CourseCode, id: CardId) -> Result<PersonalCard> {
    find(store, owner, course, id).await?.ok_or(Error::NotFound(ResourceKind::Card))
}

/// Returns one page of the owner's cards of a course, in ascending order of their ids. Cost: 1 read per 4 kB, at most 1
/// MB.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list_for_course(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<Page<PersonalCard>> {
    let range = keys::personal_card::of_course(owner, course);
    table::page(store, &range, Order::Ascending, Consistency::Strong, cursor, limit).await
}

/// Returns all cards of the owner by course, at most `OWN_CARDS_MAX`. Cost: 1 read per MB.
pub async fn list(store: &Store, owner: &UserId) -> Result<Vec<PersonalCard>> {
    table::query_all_entities(store, &keys::personal_card::all(owner)).await
}

/// Returns the number of the owner's cards and the total size of their images. Cost: 1 read.
///
/// # Errors
/// `NotFound(Student)`.
pub async fn totals(store: &Store, owner: &UserId) -> Result<PersonalCardTotals> {
    table::find(store, keys::student::primary(owner)).await?.ok_or(Error::NotFound(ResourceKind::Student))
}

/// Returns the edition of the owner's cards of a course, or `None` without a record. Cost: 1 read.
async fn edition(store: &Store, owner: &UserId, course: &CourseCode) -> Result<Option<u32>> {
    let found: Option<PersonalCardCount> = table::find(store, keys::personal_card::course_count(owner, course)).await?;
    Ok(found.map(|course| course.edition))
}

/// Starts an update that increments the edition of a course, on condition that the edition is the one that was read.
fn next_edition(owner: &UserId, course: &CourseCode, read: Option<u32>) -> Update {
    Update::of(keys::personal_card::course_count(owner, course))
        .set_entity::<PersonalCardCount>()
        .set("course", course)
        .add("edition", 1)
        .when(attribute("edition").eq_option(read))
}

/// Subtracts image bytes from the total of a profile, on condition that the total is large enough.
fn without_bytes(profile: Update, bytes: u64) -> Update {
    if bytes == 0 {
        return profile;
    }
    let less = i64::try_from(bytes).unwrap_or(i64::MAX).saturating_neg();
    profile.add(PICTURE_BYTES_ATTRIBUTE, less).when(attribute(PICTURE_BYTES_ATTRIBUTE).is_at_least(bytes))
}

/// Reads a card after a change; `read` is the edition before the change. Cost: 1 read.
async fn kept(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    id: CardId,
    read: Option<u32>,
) -> Result<SavedPersonalCard> {
    Ok(SavedPersonalCard { card: get(store, owner, course, id).await?, edition: read.unwrap_or(0) + 1 })
}
