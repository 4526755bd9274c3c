//! Adds or deletes many cards at once.

use std::collections::HashSet;

use aws::client::Store;
use aws::expression::{absent, exists};
use aws::retry::Retry;
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put};
use model::error::{Error, Result};
use model::fractional_index::FractionalIndex;
use model::ids::ChapterId;
use model::keys;
use model::timestamp::Timestamp;
use wasm_core::course::CourseCode;
use wasm_core::limits::CARDS_MAX;

use super::{Card, CardDraft, CardId, CardImage, ChapterCards, get_with_chapter, next_edition};
use crate::study::chapters;

/// Number of cards deleted per transaction. DynamoDB allows 100 items, and the chapter is one of them.
const REMOVED_AT_ONCE: usize = 90;

/// One of several cards to add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedCard {
    /// Id from the client.
    pub id: CardId,
    /// Text as returned by `forms::card_draft`.
    pub draft: CardDraft,
    /// Image whose file is already stored.
    pub image: Option<CardImage>,
}

/// Returns those of the given ids that the chapter does not contain yet, and the cards of the chapter. Cost: 2 reads.
///
/// # Errors
/// `NotFound(Chapter)`.
pub async fn find_missing_ids(
    store: &Store,
    course: &CourseCode,
    chapter: ChapterId,
    ids: &[CardId],
) -> Result<(HashSet<CardId>, ChapterCards)> {
    let read = get_with_chapter(store, course, chapter).await?;
    let there: HashSet<CardId> = read.cards.iter().map(|card| card.id).collect();
    Ok((ids.iter().copied().filter(|id| !there.contains(id)).collect(), read))
}

/// Appends cards, all or none, and returns all cards of the chapter. Existing cards do not change, so the call can be
/// repeated. At most `CARD_BATCH_MAX` cards, the size of one transaction. Conditions: the chapter exists and has room
/// for all. Cost: 4 reads, 2 writes per card and 2 more.
///
/// # Errors
/// `NotFound(Chapter)`; `LimitReached`.
pub async fn add_many(
    store: &Store,
    course: &CourseCode,
    chapter: ChapterId,
    cards: &[ImportedCard],
    now: Timestamp,
) -> Result<ChapterCards> {
    let mut retry = Retry::new();
    loop {
        let ids: Vec<CardId> = cards.iter().map(|card| card.id).collect();
        let (mut missing, read) = find_missing_ids(store, course, chapter, &ids).await?;
        // A repeated id is added once.
        let new: Vec<&ImportedCard> = cards.iter().filter(|card| missing.remove(&card.id)).collect();
        if new.is_empty() {
            return Ok(read);
        }
        if read.cards.len() + new.len() > CARDS_MAX {
            let max = u32::try_from(CARDS_MAX).unwrap_or(u32::MAX);
            return Err(Error::LimitReached { limit: "CARDS_MAX", max });
        }
        let last = read.cards.last().map(|card| &card.rank);
        let ranks = FractionalIndex::rebalanced(last, new.iter().map(|card| card.id.ulid()));
        let mut transaction = Transaction::default();
        for (new, rank) in new.iter().zip(ranks) {
            let card = Card {
                id: new.id,
                chapter,
                course: read.chapter.course,
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
            return get_with_chapter(store, course, chapter).await;
        }
        retry.wait().await?;
    }
}

/// Deletes the existing cards among these in batches. After each batch, adds the number of deleted cards to `removed`,
/// so that it is correct even if a later batch fails. The stream handler deletes their images. Condition per batch of
/// 90: the cards of the chapter are unchanged since they were read. Cost: 1 read and 2 writes per card, 1 read and 2
/// writes per batch.
///
/// # Errors
/// `NotFound(Chapter)`, also for a chapter of another course.
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

/// Deletes the existing cards among these, all or none, and returns their number.
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
