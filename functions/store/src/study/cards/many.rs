//! Many cards at once: put behind those that are there, or removed.

use std::collections::HashSet;

use aws::client::Store;
use aws::expression::{absent, exists};
use aws::retry::Retry;
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put};
use model::error::{Error, Result};
use model::ids::ChapterId;
use model::keys;
use model::rank::Rank;
use model::timestamp::Timestamp;
use wasm_core::course::CourseCode;
use wasm_core::limits::CARDS_MAX;

use super::{Card, CardDraft, CardId, CardImage, Deck, deck, next_edition};
use crate::study::chapters;

/// Cards that are removed in one transaction, which takes 100 items: with them goes a chapter.
const REMOVED_AT_ONCE: usize = 90;

/// A card that is to be made with others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManyCard {
    /// Id, from the client.
    pub id: CardId,
    /// What it says, as `forms::card_draft` gave it.
    pub draft: CardDraft,
    /// Its picture, whose file is there.
    pub image: Option<CardImage>,
}

/// Those of these cards that are not in the chapter yet, and what is in it. 2 reads.
///
/// # Errors
/// `NotFound(Chapter)`.
pub async fn missing(
    store: &Store,
    course: &CourseCode,
    chapter: ChapterId,
    ids: &[CardId],
) -> Result<(HashSet<CardId>, Deck)> {
    let read = deck(store, course, chapter).await?;
    let there: HashSet<CardId> = read.cards.iter().map(|card| card.id).collect();
    Ok((ids.iter().copied().filter(|id| !there.contains(id)).collect(), read))
}

/// Puts these cards behind the others, all or none, and answers the cards as they are then. Those that are there already
/// stay as they are, so the same ones can be sent again. At most `CARD_BATCH_MAX` at once, which is what one transaction
/// takes. Conditions: the chapter is there and has room for all. 4 reads, 2 writes a card and 2 more.
///
/// # Errors
/// `NotFound(Chapter)`; `LimitReached`.
pub async fn add_many(
    store: &Store,
    course: &CourseCode,
    chapter: ChapterId,
    cards: &[ManyCard],
    now: Timestamp,
) -> Result<Deck> {
    let mut retry = Retry::new();
    loop {
        let ids: Vec<CardId> = cards.iter().map(|card| card.id).collect();
        let (mut missing, read) = missing(store, course, chapter, &ids).await?;
        // One that is named twice is made once.
        let new: Vec<&ManyCard> = cards.iter().filter(|card| missing.remove(&card.id)).collect();
        if new.is_empty() {
            return Ok(read);
        }
        if read.cards.len() + new.len() > CARDS_MAX {
            let max = u32::try_from(CARDS_MAX).unwrap_or(u32::MAX);
            return Err(Error::LimitReached { limit: "CARDS_MAX", max });
        }
        let last = read.cards.last().map(|card| &card.rank);
        let ranks = Rank::renewed(last, new.iter().map(|card| card.id.ulid()));
        let mut transaction = Transaction::default();
        for (new, rank) in new.iter().zip(ranks) {
            let card = Card {
                id: new.id,
                chapter,
                course: *course,
                title: new.draft.title.clone(),
                content: new.draft.content.clone(),
                image: new.image,
                image_alt: new.draft.image_alt.clone(),
                version: 1,
                rank,
                created_at: now,
                updated_at: now,
            };
            transaction.add("card", Put::of(&card, keys::chapter::card(chapter, card.id)).when(absent()));
        }
        let count = i64::try_from(new.len()).unwrap_or(i64::MAX);
        transaction.add("chapter", next_edition(&read.chapter).add("card_count", count));
        if transaction.run(store).await? == Outcome::Done {
            return deck(store, course, chapter).await;
        }
        retry.wait().await?;
    }
}

/// Removes those of these cards that are there, and adds to `removed` how many they were, also when an error keeps others from
/// being removed: so many are gone. Whoever follows the table removes their pictures. Condition of each 90: the cards of the
/// chapter are as they were read. 1 read and 2 writes a card, and 1 read and 2 writes for each 90.
///
/// # Errors
/// `NotFound(Chapter)`, also when it is one of another course.
pub async fn remove_many(
    store: &Store,
    course: &CourseCode,
    chapter: ChapterId,
    ids: &[CardId],
    removed: &mut usize,
) -> Result<()> {
    for batch in ids.chunks(REMOVED_AT_ONCE) {
        *removed += remove_batch(store, course, chapter, batch).await?;
    }
    Ok(())
}

/// Removes those of these cards that are there, all or none, and returns how many they were.
async fn remove_batch(store: &Store, course: &CourseCode, chapter: ChapterId, ids: &[CardId]) -> Result<usize> {
    let mut retry = Retry::new();
    loop {
        let read = chapters::get(store, course, chapter).await?;
        let wanted = ids.iter().map(|id| keys::chapter::card(chapter, *id)).collect();
        let there: Vec<Card> = table::find_many(store, wanted).await?;
        if there.is_empty() {
            return Ok(0);
        }
        let mut transaction = Transaction::default();
        for card in &there {
            transaction.add("card", Delete::of(keys::chapter::card(chapter, card.id)).when(exists()));
        }
        let count = i64::try_from(there.len()).unwrap_or(i64::MAX);
        transaction.add("chapter", next_edition(&read).add("card_count", -count));
        if transaction.run(store).await? == Outcome::Done {
            return Ok(there.len());
        }
        retry.wait().await?;
    }
}
