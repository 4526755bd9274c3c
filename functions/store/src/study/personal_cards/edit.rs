//! Edits of the text and chapter of personal cards.

use aws::client::Store;
use aws::expression::attribute;
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::Update;
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::{CardId, ChapterId, UserId};
use model::keys;
use model::timestamp::Timestamp;
use wasm_core::course::CourseCode;

use super::moved::{free_id, taken};
use super::{
    NewPersonalCard, Passage, PersonalCard, SavedPersonalCard, create, edition, find_following_merges, get, kept,
    next_edition,
};
use crate::library::courses::{self, Viewer};
use crate::study::cards::CardDraft;

/// An edit of a personal card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonalCardEdit {
    /// Text as returned by `forms::card_draft`.
    pub draft: CardDraft,
    /// Chapter id; `None` assigns the card to the whole course.
    pub chapter: Option<ChapterId>,
    /// Passage from which a new card was made, if any. An existing card keeps its own.
    pub source: Option<Passage>,
    /// Version that the caller saw. Without one the edit overwrites any version.
    pub version: Option<u32>,
}

impl PersonalCardEdit {
    fn is_said_by(&self, card: &PersonalCard) -> bool {
        let CardDraft { title, content, image_alt } = &self.draft;
        (title, content, image_alt, self.chapter) == (&card.title, &card.content, &card.image_alt, card.chapter)
    }
}

/// Updates the text and chapter of a card. Its image does not change. Condition: the version is the one that was seen,
/// or the card already has this text and chapter. Cost: 3 reads, 4 writes.
///
/// # Errors
/// `NotFound(Card)`; `Conflict(VersionMismatch)` when the version is not the newest.
pub async fn edit(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    id: CardId,
    edit: &PersonalCardEdit,
    now: Timestamp,
) -> Result<SavedPersonalCard> {
    let CardDraft { title, content, image_alt } = &edit.draft;
    let mut retry = Retry::new();
    loop {
        let card = get(store, owner, course, id).await?;
        if edit.version.is_some_and(|seen| seen != card.version) {
            // The client repeats an edit if it lost the response.
            if edit.is_said_by(&card) {
                let edition = edition(store, owner, course).await?.unwrap_or(0);
                return Ok(SavedPersonalCard { card, edition });
            }
            return Err(Error::Conflict(Conflict::VersionMismatch));
        }
        let read = edition(store, owner, course).await?;
        let mut transaction = Transaction::default();
        let update = Update::of(keys::personal_card::primary(owner, course, id))
            .set("title", title)
            .set("content", content)
            .set("image_alt", image_alt)
            .set_or_remove("chapter", edit.chapter)
            .set("updated_at", now)
            .add("version", 1)
            .when(attribute("version").is(card.version));
        transaction.add("card", update);
        transaction.add("course", next_edition(owner, course, read));
        if transaction.run(store).await? == Outcome::Done {
            return kept(store, owner, course, id, read).await;
        }
        retry.wait().await?;
    }
}

/// Edits a card, or creates it if it does not exist and the edit names no version. An offline edit therefore survives
/// even if another device has deleted the card. The code may be that of a merged course. Condition for a new card: the
/// viewer can see the course. Cost: as [`find_following_merges`], then as [`edit`], or as [`create`] and
/// [`courses::get_visible`]; 2 more reads for a merged course.
///
/// # Errors
/// As [`edit`], but `NotFound(Card)` only if the edit names a version; as [`create`]; `NotFound(Course)`.
pub async fn put(
    store: &Store,
    owner: &UserId,
    viewer: Viewer,
    course: &CourseCode,
    id: CardId,
    said: PersonalCardEdit,
    now: Timestamp,
) -> Result<SavedPersonalCard> {
    let mut retry = Retry::new();
    loop {
        if let Some(card) = find_following_merges(store, owner, course, id).await? {
            match edit(store, owner, &card.course, card.id, &said, now).await {
                // The card moved with its course or was deleted since it was read.
                Err(Error::NotFound(ResourceKind::Card)) => retry.wait().await?,
                result => return result,
            }
            continue;
        }
        if said.version.is_some() {
            return Err(Error::NotFound(ResourceKind::Card));
        }
        let into = courses::get_visible(store, course, viewer).await?.code;
        let PersonalCardEdit { draft, chapter, source, .. } = said.clone();
        let new = NewPersonalCard { id, course: into, former_course: None, chapter, draft, source, image: None };
        if into == *course {
            return create(store, owner, new, now).await;
        }
        let id = free_id(course, id, &taken(store, owner, &into, course, &[id]).await?);
        let made = create(store, owner, NewPersonalCard { id, former_course: Some(*course), ..new }, now).await?;
        // Another device may have created a card with this id since it was checked.
        if made.card.former_courses.contains(course) {
            return Ok(made);
        }
        retry.wait().await?;
    }
}
