//! The order of cards: one gets another rank, the others keep theirs.

use aws::client::Store;
use aws::expression::exists;
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::Update;
use model::error::{Conflict, Error, Noun, Result};
use model::ids::{CardId, ChapterId};
use model::keys;
use model::rank::Rank;
use wasm_core::course::CourseCode;

use super::{Card, Deck, deck, next_edition};

/// Cards whose ranks are written anew in one transaction; the service takes 100 items.
const BATCH: usize = 50;

/// Puts one card behind another, or first, and answers the cards as they are then. Moves at the same time lose nothing:
/// the second one is refused and the caller looks again; what is added or removed meanwhile stays so. Condition: the
/// chapter is as the caller has seen it. 4 reads, 4 writes; after some eighty moves into one gap all ranks are written
/// anew.
///
/// # Errors
/// `NotFound(Chapter)`; `NotFound(Card)`; `Conflict(Changed)` when the version is not the newest or `after` has been
/// removed.
pub async fn reorder(
    store: &Store,
    course: &CourseCode,
    chapter: ChapterId,
    card: CardId,
    after: Option<CardId>,
    version: u32,
) -> Result<Deck> {
    let mut retry = Retry::new();
    loop {
        let mut read = deck(store, course, chapter).await?;
        if read.chapter.version != version {
            return Err(Error::Conflict(Conflict::Changed));
        }
        let from = read.position(card).ok_or(Error::NotFound(Noun::Card))?;
        if after == Some(card) {
            return Ok(read);
        }
        let moved = read.cards.remove(from);
        let to = match after {
            None => 0,
            Some(after) => read.position(after).ok_or(Error::Conflict(Conflict::Changed))? + 1,
        };
        let rank = Rank::at(&read.ranks(), to, card.ulid()).filter(|rank| !rank.is_long());
        read.cards.insert(from, moved);
        if to == from {
            return Ok(read);
        }
        match rank {
            // No room, or a rank that has become too long.
            None => renew(store, &read).await?,
            Some(rank) => {
                if set_rank(store, &read, card, &rank).await? {
                    return deck(store, course, chapter).await;
                }
            }
        }
        retry.wait().await?;
    }
}

/// Writes the new rank of one card. `false` when something came before it.
async fn set_rank(store: &Store, read: &Deck, card: CardId, rank: &Rank) -> Result<bool> {
    let mut transaction = Transaction::default();
    let card = keys::chapter::card(read.chapter.id, card);
    transaction.add("card", Update::of(card).set("rank", rank).when(exists()));
    transaction.add("chapter", next_edition(&read.chapter).add("version", 1));
    Ok(transaction.run(store).await? == Outcome::Done)
}

/// Writes short ranks for all cards, behind the last one, beginning with the last: so the order is right after each
/// step, however far it comes. Nothing is done when the cards have changed since they were read.
pub(super) async fn renew(store: &Store, read: &Deck) -> Result<()> {
    let last = read.cards.last().map(|card| &card.rank);
    let ranks = Rank::renewed(last, read.cards.iter().map(|card| card.id.ulid()));
    let ranks: Vec<(&Card, Rank)> = read.cards.iter().zip(ranks).collect();
    let mut chapter = read.chapter.clone();
    for batch in ranks.rchunks(BATCH) {
        let mut transaction = Transaction::default();
        for (card, rank) in batch {
            let card = keys::chapter::card(chapter.id, card.id);
            transaction.add("card", Update::of(card).set("rank", rank).when(exists()));
        }
        transaction.add("chapter", next_edition(&chapter));
        if transaction.run(store).await? != Outcome::Done {
            break;
        }
        chapter.edition += 1;
    }
    Ok(())
}
