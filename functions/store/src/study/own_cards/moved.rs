//! Cards of courses that were merged. Nobody can list who wrote cards for a course, so they move when their owner is there.
//! A card whose id another card has at its new place gets another id, so both stay.

use std::collections::HashSet;

use aws::client::Store;
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put};
use model::error::{Conflict, Error, Result};
use model::ids::{CardId, UserId};
use model::keys;
use wasm_core::course::CourseCode;

use super::{OwnCard, OwnCourse, edition, find, find_many, next_edition};
use crate::library::merges;

/// Cards that move in one transaction: each is written and deleted.
const MOVED_AT_ONCE: usize = 45;

/// Ids under which one card is looked for after many merges in a row; each of them may have given it another one.
const CANDIDATES_MAX: usize = 64;

/// The courses of which somebody has cards, by code, after those of merged courses have moved. 1 read, and 1 for each
/// course; 4 writes a card that moves.
pub async fn overview(store: &Store, owner: &UserId) -> Result<Vec<OwnCourse>> {
    let range = keys::own_card::courses(owner);
    let courses: Vec<OwnCourse> = table::all_of(store, &range).await?;
    let codes: Vec<CourseCode> = courses.iter().map(|course| course.course).collect();
    let merged = merges::of(store, &codes).await?;
    if merged.is_empty() {
        return Ok(courses.into_iter().filter(|course| course.cards > 0).collect());
    }
    for from in merged.keys() {
        let into = merges::resolve(store, from).await?;
        match move_all(store, owner, from, &into).await {
            // Cards that could not move stay where they are, and are listed there. The next call moves them.
            Err(Error::Conflict(Conflict::Changed)) => {}
            result => result?,
        }
    }
    let courses: Vec<OwnCourse> = table::all_of(store, &range).await?;
    Ok(courses.into_iter().filter(|course| course.cards > 0).collect())
}

/// A card, also by the code of a merged course that it came from. 1 read; 2 when it is not there, and for the merges of the
/// course 3, 5, 9 more and so on, at most 65 each.
pub async fn resolved(store: &Store, owner: &UserId, course: &CourseCode, id: CardId) -> Result<Option<OwnCard>> {
    if let Some(card) = find(store, owner, course, id).await? {
        return Ok(Some(card));
    }
    Ok(moved(store, owner, course, &[id]).await?.into_iter().next())
}

/// Cards as [`resolved`] finds them, in no order. Cards that are still missing are then looked for under the codes of courses
/// that were merged into this one, because an import counts cards that it finds there as its own. 1 read a
/// card; where some are not there 1 more for each MB of merges, and for each of them and each of these codes 1, and 2, 4, 8
/// more and so on for each merge of that course.
pub(super) async fn resolved_many(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    ids: &[CardId],
) -> Result<Vec<OwnCard>> {
    let mut cards = find_many(store, owner, &[*course], ids).await?;
    let mut found: HashSet<(CourseCode, CardId)> = cards.iter().map(|card| (card.course, card.id)).collect();
    if cards.len() == ids.len() {
        return Ok(cards);
    }
    for code in merges::with_earlier_codes(store, course).await? {
        let missing: Vec<CardId> = ids.iter().copied().filter(|id| cards.iter().all(|card| card.id != *id)).collect();
        if missing.is_empty() {
            break;
        }
        let mut more = if code == *course { Vec::new() } else { find_many(store, owner, &[code], &missing).await? };
        more.extend(moved(store, owner, &code, &missing).await?);
        // A card may have come here by several of these codes.
        cards.extend(more.into_iter().filter(|card| found.insert((card.course, card.id))));
    }
    Ok(cards)
}

/// Returns those of these cards of a course that have moved with it. Cost: 1 read for each merge of the course, and a card
/// 2 reads in the first, 4 in the second and so on, at most 64 or 1 more than in the merge before.
async fn moved(store: &Store, owner: &UserId, course: &CourseCode, ids: &[CardId]) -> Result<Vec<OwnCard>> {
    let (mut found, mut possible, mut from) = (Vec::new(), ids.to_vec(), *course);
    for into in merges::later_codes(store, course).await? {
        // A card that got another id in one merge may get another one again in the next.
        let room = (ids.len() * CANDIDATES_MAX).saturating_sub(possible.len()).max(ids.len());
        let derived: Vec<CardId> = possible.iter().take(room).map(|id| id.moved_from(&from)).collect();
        possible.extend(derived);
        let cards = find_many(store, owner, &[into], &possible).await?;
        // Another card may have had the same id in the other course.
        found.extend(cards.into_iter().filter(|card| card.former_courses.contains(course)));
        from = into;
    }
    Ok(found)
}

/// Returns where somebody may have cards of a course: in it, and in courses that were merged into it and whose cards have not
/// moved yet. Cost: 1 read, and 1 for each course that they have cards of and each merge on the way.
pub async fn places(store: &Store, owner: &UserId, course: &CourseCode) -> Result<Vec<CourseCode>> {
    let courses: Vec<OwnCourse> = table::all_of(store, &keys::own_card::courses(owner)).await?;
    let codes: Vec<CourseCode> = courses.into_iter().map(|of| of.course).collect();
    let mut places = vec![*course];
    for from in merges::of(store, &codes).await?.into_keys() {
        if merges::resolve(store, &from).await? == *course {
            places.push(from);
        }
    }
    Ok(places)
}

/// Returns which ids are taken in a course, of those that these cards of another course may get there. Cost: 2 reads a card.
pub(super) async fn taken(
    store: &Store,
    owner: &UserId,
    into: &CourseCode,
    from: &CourseCode,
    ids: &[CardId],
) -> Result<HashSet<CardId>> {
    let ids: Vec<CardId> = ids.iter().flat_map(|id| [*id, id.moved_from(from)]).collect();
    Ok(find_many(store, owner, &[*into], &ids).await?.into_iter().map(|card| card.id).collect())
}

/// Returns the id that a card of one course gets in another, where some are taken.
pub(super) fn free_id(from: &CourseCode, id: CardId, taken: &HashSet<CardId>) -> CardId {
    let free = [id, id.moved_from(from)].into_iter().find(|id| !taken.contains(id));
    free.unwrap_or_else(CardId::generate)
}

/// Moves all cards of a course to another one. Done again it goes on where it was interrupted.
async fn move_all(store: &Store, owner: &UserId, from: &CourseCode, into: &CourseCode) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        // Before the cards: the count must not be deleted after a card was made in between.
        let left = edition(store, owner, from).await?;
        let cards: Vec<OwnCard> = table::all_of(store, &keys::own_card::of_course(owner, from)).await?;
        if cards.is_empty() {
            let Some(left) = left else { return Ok(()) };
            let gone = Delete::of(keys::own_card::course(owner, from)).when(attribute("edition").is(left));
            if gone.apply(store).await? {
                return Ok(());
            }
            retry.wait().await?;
            continue;
        }
        let leaving: HashSet<CardId> = cards.iter().map(|card| card.id).collect();
        for batch in cards.chunks(MOVED_AT_ONCE) {
            if !move_batch(store, owner, from, into, batch, &leaving).await? {
                // One of them was changed in between.
                retry.wait().await?;
                break;
            }
        }
    }
}

/// Moves some of the cards that leave a course. `leaving` has the ids of all of them. Returns `false` when the cards are not
/// as they were read.
async fn move_batch(
    store: &Store,
    owner: &UserId,
    from: &CourseCode,
    into: &CourseCode,
    batch: &[OwnCard],
    leaving: &HashSet<CardId>,
) -> Result<bool> {
    let ids: Vec<CardId> = batch.iter().map(|card| card.id).collect();
    let taken = taken(store, owner, into, from, &ids).await?;
    // A client may have given a card the id that another one would get.
    let taken_by_others: HashSet<CardId> = taken.union(leaving).copied().collect();
    let (left, there) = (edition(store, owner, from).await?, edition(store, owner, into).await?);
    let count = i64::try_from(batch.len()).unwrap_or(i64::MAX);
    let mut transaction = Transaction::default();
    for card in batch {
        let same = attribute("version").is(card.version).and(attribute("updated_at").is(card.updated_at));
        let same = same.and(attribute("image.id").is_exactly(card.image.map(|image| image.id)));
        let is_free = !taken.contains(&card.id);
        let id = if is_free { card.id } else { free_id(from, card.id, &taken_by_others) };
        transaction.add("old", Delete::of(keys::own_card::primary(owner, from, card.id)).when(exists().and(same)));
        let mut moved = OwnCard { id, course: *into, ..card.clone() };
        moved.former_courses.push(*from);
        transaction.add("new", Put::of(&moved, keys::own_card::primary(owner, into, moved.id)).when(absent()));
    }
    transaction.add("from", next_edition(owner, from, left).add("cards", -count));
    transaction.add("into", next_edition(owner, into, there).add("cards", count));
    Ok(transaction.run(store).await? == Outcome::Done)
}
