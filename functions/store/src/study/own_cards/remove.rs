//! Taking cards away, with the room that their pictures take. Whoever follows the table removes the pictures.

use aws::client::Store;
use aws::expression::{attribute, exists};
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Update};
use model::error::{Error, Result};
use model::ids::{CardId, UserId};
use model::keys;
use wasm_core::course::CourseCode;

use super::moved::resolved_many;
use super::{BATCH, COUNT, OwnCard, edition, next_edition, resolved, without_bytes};

/// Takes a card away; once more changes nothing. Answers the edition that its course has then. 2 reads, 6 writes; 1 to 2
/// reads more for a card that is not there.
///
/// # Errors
/// `Broken` when the sums of the profile lack the card.
pub async fn remove(store: &Store, owner: &UserId, course: &CourseCode, id: CardId) -> Result<u32> {
    let mut retry = Retry::new();
    loop {
        let Some(card) = resolved(store, owner, course, id).await? else {
            return Ok(edition(store, owner, course).await?.unwrap_or(0));
        };
        let read = edition(store, owner, &card.course).await?;
        if take_away(store, owner, &card.course, &[&card], read).await? {
            return Ok(read.unwrap_or(0) + 1);
        }
        retry.wait().await?;
    }
}

/// Takes those of these cards away that are there, and returns how many they were: a call that was interrupted can be
/// repeated. Each 90 go together. 1 read and 2 writes a card, and 1 read and 4 writes for each 90; where some are not there
/// more reads, as [`resolved_many`].
///
/// # Errors
/// `Broken` when the sums of the profile lack the cards.
pub async fn remove_many(store: &Store, owner: &UserId, course: &CourseCode, ids: &[CardId]) -> Result<usize> {
    let mut removed = 0;
    for batch in ids.chunks(BATCH) {
        removed += remove_batch(store, owner, course, batch).await?;
    }
    Ok(removed)
}

async fn remove_batch(store: &Store, owner: &UserId, course: &CourseCode, ids: &[CardId]) -> Result<usize> {
    let (mut removed, mut retry) = (0, Retry::new());
    loop {
        let cards = resolved_many(store, owner, course, ids).await?;
        // Some may have moved with a course that was merged, while others are still to move.
        let Some(place) = cards.first().map(|card| card.course) else { return Ok(removed) };
        let together: Vec<&OwnCard> = cards.iter().filter(|card| card.course == place).take(BATCH).collect();
        let read = edition(store, owner, &place).await?;
        if !take_away(store, owner, &place, &together, read).await? {
            retry.wait().await?;
            continue;
        }
        removed += together.len();
        if together.len() == cards.len() {
            return Ok(removed);
        }
    }
}

/// Takes cards of one course away. `false` when they are not as they were read.
async fn take_away(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    cards: &[&OwnCard],
    read: Option<u32>,
) -> Result<bool> {
    let mut transaction = Transaction::default();
    for card in cards {
        let same = attribute("image.id").is_exactly(card.image.map(|image| image.id));
        let gone = Delete::of(keys::own_card::primary(owner, course, card.id));
        transaction.add("card", gone.when(exists().and(same)));
    }
    let count = i64::try_from(cards.len()).unwrap_or(i64::MAX);
    transaction.add("course", next_edition(owner, course, read).add("cards", -count));
    let profile = Update::of(keys::student::primary(owner)).add(COUNT, -count);
    let bytes = cards.iter().map(|card| card.image_bytes).sum();
    transaction.add("count", without_bytes(profile.when(attribute(COUNT).is_at_least(count)), bytes));
    match transaction.run(store).await? {
        Outcome::Done => Ok(true),
        outcome if outcome.refused("count") && !outcome.refused("card") => {
            Err(Error::broken("there are cards of a student's own but the sums of the profile lack them"))
        }
        Outcome::Refused(_) => Ok(false),
    }
}
