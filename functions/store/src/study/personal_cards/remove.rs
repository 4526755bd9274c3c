//! Deletion of personal cards. The stream handler deletes their image files.

use aws::client::Store;
use aws::expression::{attribute, exists};
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Update};
use model::error::{Conflict, Error, Result};
use model::ids::{CardId, UserId};
use model::keys;
use wasm_core::course::CourseCode;

use super::moved::find_many_following_merges;
use super::{BATCH, COUNT_ATTRIBUTE, PersonalCard, edition, find_following_merges, next_edition, without_bytes};

/// Deletes a card and returns the new edition of its course. If the card does not exist, returns the current edition,
/// or 0 without a record. Condition: the card has the version `seen`, if given. Cost: 2 reads, 6 writes; 3 reads for a
/// missing card. More reads for a merged course, as [`find_following_merges`].
///
/// # Errors
/// `Conflict(VersionMismatch)` when the card has another version; `Broken` when the totals of the profile do not
/// include it.
pub async fn remove(store: &Store, owner: &UserId, course: &CourseCode, id: CardId, seen: Option<u32>) -> Result<u32> {
    let mut retry = Retry::new();
    loop {
        let Some(card) = find_following_merges(store, owner, course, id).await? else {
            return Ok(edition(store, owner, course).await?.unwrap_or(0));
        };
        if seen.is_some_and(|seen| seen != card.version) {
            return Err(Error::Conflict(Conflict::VersionMismatch));
        }
        let read = edition(store, owner, &card.course).await?;
        if take_away(store, owner, &card.course, &[&card], read).await? {
            return Ok(read.unwrap_or(0) + 1);
        }
        retry.wait().await?;
    }
}

/// Deletes the cards with these ids and returns their number. Missing ids are skipped, so an interrupted call can be
/// repeated. Up to 90 cards are deleted in one transaction. Cost: 1 read and 2 writes per card, 1 read and 4 writes per
/// 90 cards; more reads if some are missing, as `find_many_following_merges`.
///
/// # Errors
/// `Broken` when the totals of the profile do not include the cards.
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
        let cards = find_many_following_merges(store, owner, course, ids).await?;
        // After a merge some cards may have moved while others have not. Delete them course by course.
        let Some(place) = cards.first().map(|card| card.course) else { return Ok(removed) };
        let together: Vec<&PersonalCard> = cards.iter().filter(|card| card.course == place).take(BATCH).collect();
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

/// Deletes cards of one course. Returns false if the cards or the edition changed since they were read.
async fn take_away(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    cards: &[&PersonalCard],
    read: Option<u32>,
) -> Result<bool> {
    let mut transaction = Transaction::default();
    for card in cards {
        let same = attribute("image.id").eq_option(card.image.map(|image| image.id));
        let gone = Delete::of(keys::personal_card::primary(owner, course, card.id));
        let same = same.and(attribute("version").is(card.version));
        transaction.add("card", gone.when(exists().and(same)));
    }
    let count = i64::try_from(cards.len()).unwrap_or(i64::MAX);
    transaction.add("course", next_edition(owner, course, read).add("cards", -count));
    let profile = Update::of(keys::student::primary(owner)).add(COUNT_ATTRIBUTE, -count);
    let bytes = cards.iter().map(|card| card.image_bytes).sum();
    transaction.add("count", without_bytes(profile.when(attribute(COUNT_ATTRIBUTE).is_at_least(count)), bytes));
    match transaction.run(store).await? {
        Outcome::Done => Ok(true),
        outcome if outcome.refused("count") && !outcome.refused("card") => {
            Err(Error::broken("there are cards of a student's own but the sums of the profile lack them"))
        }
        Outcome::Refused(_) => Ok(false),
    }
}
