//! Personal cards of merged courses. The owners of the cards of a course cannot be listed, so the cards of each owner
//! move when the owner next requests them. A card gets a new id if the target course already has a card with its id.

use std::collections::HashSet;

use aws::client::Store;
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put};
use model::error::{Error, Result};
use model::ids::{CardId, UserId};
use model::keys;
use wasm_core::course::CourseCode;

use super::{PersonalCard, PersonalCardCount, edition, find, find_many, next_edition};
use crate::library::merges;

/// Maximum number of cards moved in one transaction of at most 100 items. Each needs two, and the two courses one each.
const MOVED_AT_ONCE: usize = 45;

/// Maximum number of possible ids of a card that are derived by doubling. Each merge doubles the possible ids of a
/// card; beyond this number, each merge adds one.
const CANDIDATES_MAX: usize = 64;

/// Returns the courses in which the owner has cards, by code. Moves the cards of merged courses first. Cost: 1 read,
/// and 1 per course. After a merge: 1 more read, 2 reads and 4 writes per moved card.
pub async fn list_courses(store: &Store, owner: &UserId) -> Result<Vec<PersonalCardCount>> {
    let range = keys::personal_card::course_counts(owner);
    let courses: Vec<PersonalCardCount> = table::query_all_entities(store, &range).await?;
    let codes: Vec<CourseCode> = courses.iter().map(|course| course.course).collect();
    let merged = merges::find_targets(store, &codes).await?;
    if merged.is_empty() {
        return Ok(courses.into_iter().filter(|course| course.cards > 0).collect());
    }
    for from in merged.keys() {
        let into = merges::resolve(store, from).await?;
        match move_all(store, owner, from, &into).await {
            // Cards that could not be moved remain listed under the old course. The next call moves them.
            Err(error @ Error::Unavailable(_)) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "the cards of a merged course did not move");
            }
            result => result?,
        }
    }
    let courses: Vec<PersonalCardCount> = table::query_all_entities(store, &range).await?;
    Ok(courses.into_iter().filter(|course| course.cards > 0).collect())
}

/// Returns a card if it exists. The code may be that of a merged course. Cost: 1 read. If the card is not there: 1
/// more, and 3, 5, 9, … reads for the successive merges of the course; above 65 each merge needs only 1 more than the
/// one before.
pub async fn find_following_merges(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    id: CardId,
) -> Result<Option<PersonalCard>> {
    if let Some(card) = find(store, owner, course, id).await? {
        return Ok(Some(card));
    }
    Ok(moved(store, owner, course, &[id]).await?.into_iter().next())
}

/// Returns the existing cards with these ids, as [`find_following_merges`] does, in no particular order. Missing ids
/// are also looked up under the codes of courses that were merged into this one. Cost: 1 read per card. If cards are
/// missing: 1 read per MB of merges; for this course and each merged one as [`moved`], and for each merged one 1 read
/// per missing card.
pub(super) async fn find_many_following_merges(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    ids: &[CardId],
) -> Result<Vec<PersonalCard>> {
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
        // Several of these codes may lead to the same card.
        cards.extend(more.into_iter().filter(|card| found.insert((card.course, card.id))));
    }
    Ok(cards)
}

/// Returns the cards with these ids that moved from this course with a merge. Cost: 1 read, 1 per merge of the course,
/// and per card 2 reads in the first merge, 4 in the second and so on. After 64 each merge needs 1 more than the one
/// before.
async fn moved(store: &Store, owner: &UserId, course: &CourseCode, ids: &[CardId]) -> Result<Vec<PersonalCard>> {
    let (mut found, mut possible, mut from) = (Vec::new(), ids.to_vec(), *course);
    for into in merges::later_codes(store, course).await? {
        // A card that got another id in one merge may get a third one in the next.
        let room = (ids.len() * CANDIDATES_MAX).saturating_sub(possible.len()).max(ids.len());
        let derived: Vec<CardId> = possible.iter().take(room).map(|id| id.after_merge_from(&from)).collect();
        possible.extend(derived);
        let cards = find_many(store, owner, &[into], &possible).await?;
        // Exclude cards that did not come from this course but happen to have one of the possible ids.
        found.extend(cards.into_iter().filter(|card| card.former_courses.contains(course)));
        from = into;
    }
    Ok(found)
}

/// Returns the courses that may contain the owner's cards of a course: the course, and courses merged into it whose
/// cards have not moved yet. Cost: 1 read, 1 per course with cards, and for each merged one of these 1 read and 1 per
/// merge.
pub async fn candidate_courses(store: &Store, owner: &UserId, course: &CourseCode) -> Result<Vec<CourseCode>> {
    let courses: Vec<PersonalCardCount> =
        table::query_all_entities(store, &keys::personal_card::course_counts(owner)).await?;
    let codes: Vec<CourseCode> = courses.into_iter().map(|of| of.course).collect();
    let mut candidates = vec![*course];
    for from in merges::find_targets(store, &codes).await?.into_keys() {
        if merges::resolve(store, &from).await? == *course {
            candidates.push(from);
        }
    }
    Ok(candidates)
}

/// Returns true if some of the owner's cards moved from one of the courses to `into`. Cost: 1 read per MB of cards.
pub(crate) async fn has_moved(store: &Store, owner: &UserId, from: &[CourseCode], into: &CourseCode) -> Result<bool> {
    let cards: Vec<PersonalCard> =
        table::query_all_entities(store, &keys::personal_card::of_course(owner, into)).await?;
    Ok(cards.iter().any(|card| from.iter().any(|code| card.former_courses.contains(code))))
}

/// Returns those ids that these cards may get in the target course but that are taken there. Cost: 2 reads per card.
pub(super) async fn taken(
    store: &Store,
    owner: &UserId,
    into: &CourseCode,
    from: &CourseCode,
    ids: &[CardId],
) -> Result<HashSet<CardId>> {
    let ids: Vec<CardId> = ids.iter().flat_map(|id| [*id, id.after_merge_from(from)]).collect();
    Ok(find_many(store, owner, &[*into], &ids).await?.into_iter().map(|card| card.id).collect())
}

/// Returns the id of a card in the target course: its own, the one derived from it, or a random one.
pub(super) fn free_id(from: &CourseCode, id: CardId, taken: &HashSet<CardId>) -> CardId {
    let free = [id, id.after_merge_from(from)].into_iter().find(|id| !taken.contains(id));
    free.unwrap_or_else(CardId::generate)
}

/// Moves all cards of a course to another one. A repeated call continues an interrupted one.
async fn move_all(store: &Store, owner: &UserId, from: &CourseCode, into: &CourseCode) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        // Read the edition before the cards, so that the record is not deleted if a card is created between the two
        // reads.
        let left = edition(store, owner, from).await?;
        let cards: Vec<PersonalCard> =
            table::query_all_entities(store, &keys::personal_card::of_course(owner, from)).await?;
        if cards.is_empty() {
            let Some(left) = left else { return Ok(()) };
            let gone = Delete::of(keys::personal_card::course_count(owner, from)).when(attribute("edition").is(left));
            if gone.apply(store).await? {
                return Ok(());
            }
            retry.wait().await?;
            continue;
        }
        let leaving: HashSet<CardId> = cards.iter().map(|card| card.id).collect();
        for batch in cards.chunks(MOVED_AT_ONCE) {
            if !move_batch(store, owner, from, into, batch, &leaving).await? {
                // A card changed since it was read.
                retry.wait().await?;
                break;
            }
        }
    }
}

/// Moves some of the cards of a course; `leaving` has the ids of all cards that move. Returns false if the cards or the
/// editions changed since they were read.
async fn move_batch(
    store: &Store,
    owner: &UserId,
    from: &CourseCode,
    into: &CourseCode,
    batch: &[PersonalCard],
    leaving: &HashSet<CardId>,
) -> Result<bool> {
    let ids: Vec<CardId> = batch.iter().map(|card| card.id).collect();
    let taken = taken(store, owner, into, from, &ids).await?;
    // A client may have given one card the id that is derived for another.
    let taken_by_others: HashSet<CardId> = taken.union(leaving).copied().collect();
    let (left, there) = (edition(store, owner, from).await?, edition(store, owner, into).await?);
    let count = i64::try_from(batch.len()).unwrap_or(i64::MAX);
    let mut transaction = Transaction::default();
    for card in batch {
        let same = attribute("version").is(card.version).and(attribute("updated_at").is(card.updated_at));
        let same = same.and(attribute("image.id").eq_option(card.image.map(|image| image.id)));
        let is_free = !taken.contains(&card.id);
        let id = if is_free { card.id } else { free_id(from, card.id, &taken_by_others) };
        transaction.add("old", Delete::of(keys::personal_card::primary(owner, from, card.id)).when(exists().and(same)));
        let mut moved = PersonalCard { id, course: *into, ..card.clone() };
        moved.former_courses.push(*from);
        transaction.add("new", Put::of(&moved, keys::personal_card::primary(owner, into, moved.id)).when(absent()));
    }
    transaction.add("from", next_edition(owner, from, left).add("cards", -count));
    transaction.add("into", next_edition(owner, into, there).add("cards", count));
    Ok(transaction.run(store).await? == Outcome::Done)
}
