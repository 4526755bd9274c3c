//! What a card says.

use aws::client::Store;
use aws::expression::attribute;
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::Update;
use model::error::{Conflict, Error, Noun, Result};
use model::ids::{CardId, ChapterId, UserId};
use model::keys;
use model::timestamp::Timestamp;
use wasm_core::course::CourseCode;

use super::moved::{free_id, taken};
use super::{Kept, NewOwnCard, OwnCard, create, edition, get, kept, next_edition, resolved};
use crate::library::courses::{self, Viewer};
use crate::study::cards::CardDraft;

/// What a card says from now on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnCardEdit {
    /// Both sides, as `forms::card_draft` gave them.
    pub draft: CardDraft,
    /// Its chapter.
    pub chapter: Option<ChapterId>,
    /// The version that the caller has seen; without one the last word counts.
    pub version: Option<u32>,
}

impl OwnCardEdit {
    fn is_said_by(&self, card: &OwnCard) -> bool {
        let CardDraft { title, content, image_alt } = &self.draft;
        (title, content, image_alt, self.chapter) == (&card.title, &card.content, &card.image_alt, card.chapter)
    }
}

/// Says something else on a card; its picture stays. Condition: it is as the caller has seen it, or says this already. 2
/// reads, 4 writes.
///
/// # Errors
/// `NotFound(Card)`; `Conflict(Changed)` when the version is not the newest.
pub async fn edit(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    id: CardId,
    edit: &OwnCardEdit,
    now: Timestamp,
) -> Result<Kept> {
    let CardDraft { title, content, image_alt } = &edit.draft;
    let mut retry = Retry::new();
    loop {
        let card = get(store, owner, course, id).await?;
        if edit.version.is_some_and(|seen| seen != card.version) {
            // The same edit comes again if its answer was lost.
            if edit.is_said_by(&card) {
                let edition = edition(store, owner, course).await?.unwrap_or(0);
                return Ok(Kept { card, edition });
            }
            return Err(Error::Conflict(Conflict::Changed));
        }
        let read = edition(store, owner, course).await?;
        let mut transaction = Transaction::default();
        let update = Update::of(keys::own_card::primary(owner, course, id))
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

/// Says this on a card, which is made where it is not there: what was written without a network is not lost because
/// another device has removed the card. A card that is known by the code of a course that was merged is found. Condition
/// of a new one: this viewer sees the course. As [`edit`], or as [`create`] and 1 to 4 reads more.
///
/// # Errors
/// As [`edit`], whose `NotFound(Card)` only says that a version was named; as [`create`]; `NotFound(Course)`.
pub async fn put(
    store: &Store,
    owner: &UserId,
    viewer: Viewer,
    course: &CourseCode,
    id: CardId,
    said: OwnCardEdit,
    now: Timestamp,
) -> Result<Kept> {
    let mut retry = Retry::new();
    loop {
        if let Some(card) = resolved(store, owner, course, id).await? {
            match edit(store, owner, &card.course, card.id, &said, now).await {
                // It moved with its course in between, or was removed.
                Err(Error::NotFound(Noun::Card)) => retry.wait().await?,
                result => return result,
            }
            continue;
        }
        if said.version.is_some() {
            return Err(Error::NotFound(Noun::Card));
        }
        let into = courses::open(store, course, viewer).await?.code;
        let OwnCardEdit { draft, chapter, .. } = said.clone();
        let new = NewOwnCard { id, course: into, former_course: None, chapter, draft, image: None };
        if into == *course {
            return create(store, owner, new, now).await;
        }
        let id = free_id(course, id, &taken(store, owner, &into, course, &[id]).await?);
        let made = create(store, owner, NewOwnCard { id, former_course: Some(*course), ..new }, now).await?;
        // Another card may have taken the id in between.
        if made.card.former_courses.contains(course) {
            return Ok(made);
        }
        retry.wait().await?;
    }
}
