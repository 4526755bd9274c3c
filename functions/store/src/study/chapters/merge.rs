//! Moves chapters to the target of a course merge.

use std::collections::BTreeSet;

use aws::batch;
use aws::client::Store;
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::{Error, Result};
use model::ids::ChapterId;
use model::keys;
use wasm_core::course::CourseCode;
use wasm_core::limits::CHAPTER_MAX;

use super::{Chapter, claim, find, list};
use crate::study::cards;

/// Result of a course merge for one chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChapterMergePlan {
    /// The chapter keeps its number.
    Moved,
    /// The target has a chapter with this number. This chapter gets the contained number, because its cards need their
    /// own chapter.
    Renumbered(u32),
    /// The target has a chapter with this number. This chapter has no cards, so only its notes move.
    MergedIntoExisting,
}

/// Returns the result for each chapter in `moving`, in the same order, or `None` if the target has no free number left.
pub(crate) fn plan_chapters(moving: &[Chapter], there: &[Chapter]) -> Option<Vec<ChapterMergePlan>> {
    let mut taken: BTreeSet<u32> = there.iter().map(|chapter| chapter.number).collect();
    moving
        .iter()
        .map(|chapter| {
            let plan = plan(chapter, &taken)?;
            match plan {
                ChapterMergePlan::Moved => taken.insert(chapter.number),
                ChapterMergePlan::Renumbered(number) => taken.insert(number),
                ChapterMergePlan::MergedIntoExisting => false,
            };
            Some(plan)
        })
        .collect()
}

fn plan(chapter: &Chapter, taken: &BTreeSet<u32>) -> Option<ChapterMergePlan> {
    if !taken.contains(&chapter.number) {
        return Some(ChapterMergePlan::Moved);
    }
    if chapter.card_count == 0 {
        return Some(ChapterMergePlan::MergedIntoExisting);
    }
    let last = taken.last().copied().unwrap_or(0);
    let free = (last + 1..=CHAPTER_MAX).next().or_else(|| (1..=CHAPTER_MAX).find(|number| !taken.contains(number)));
    free.map(ChapterMergePlan::Renumbered)
}

/// Moves a chapter with its cards to the target of the merge. Idempotent. `moved` adds further writes to the
/// transaction. Conditions: the chapter is unchanged since it was read; its new number is free. Cost: 3 reads, 1 write
/// per card, 8 to 10 writes.
///
/// # Errors
/// `LimitReached` when no number is free.
pub(crate) async fn move_to(
    store: &Store,
    from: &CourseCode,
    into: &CourseCode,
    id: ChapterId,
    moved: impl Fn(&mut Transaction),
) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        let Some(chapter) = find(store, from, id).await? else { return Ok(()) };
        let there = list(store, into).await?;
        let taken = there.iter().map(|chapter| chapter.number).collect();
        let plan = plan(&chapter, &taken).ok_or(Error::LimitReached { limit: "CHAPTER_MAX", max: CHAPTER_MAX })?;
        let mut transaction = Transaction::default();
        let same = attribute("version").is(chapter.version).and(attribute("edition").is(chapter.edition));
        transaction.add("chapter", Delete::of(keys::chapter::primary(from, id)).when(same));
        transaction.add("old number", Delete::of(keys::chapter::number_claim(from, chapter.number)));
        let number = match plan {
            ChapterMergePlan::Moved => Some(chapter.number),
            ChapterMergePlan::Renumbered(number) => Some(number),
            ChapterMergePlan::MergedIntoExisting => None,
        };
        if let Some(number) = number {
            // Move the cards before the chapter, so that an interrupted move is found by the remaining chapter.
            move_cards(store, id, into).await?;
            let there = Chapter { course: *into, number, ..chapter };
            transaction.add("there", Put::of(&there, keys::chapter::primary(into, id)).when(absent()));
            transaction.add("number", claim(into, number, id));
        }
        moved(&mut transaction);
        if transaction.run(store).await? == Outcome::Done {
            return Ok(());
        }
        retry.wait().await?;
    }
}

/// Updates the course of the cards. Their keys contain only the chapter, which keeps its id.
async fn move_cards(store: &Store, chapter: ChapterId, into: &CourseCode) -> Result<()> {
    let into = *into;
    let cards = cards::list_cards(store, chapter).await?;
    batch::map_concurrent(store, cards, move |store, card| async move {
        let update = Update::of(keys::chapter::card(chapter, card.id)).set("course", into);
        update.when(exists()).apply(&store).await
    })
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use model::timestamp::Timestamp;
    use ulid::Ulid;

    use super::*;

    fn chapter(number: u32, card_count: u32) -> Chapter {
        let at = Timestamp::from_epoch_secs(1_790_000_000).unwrap();
        Chapter {
            id: Ulid::from_parts(1, u128::from(number)).into(),
            course: CourseCode::parse("CS246").unwrap(),
            number,
            title: "Pointers".into(),
            description: String::new(),
            card_count,
            version: 1,
            edition: 0,
            created_at: at,
            updated_at: at,
        }
    }

    #[test]
    fn a_merged_chapter_keeps_a_free_number_joins_the_existing_chapter_if_it_has_no_cards_or_gets_the_next_number() {
        let there = [chapter(1, 0), chapter(2, 9)];
        let moving = [chapter(1, 3), chapter(2, 0), chapter(4, 1), chapter(3, 1)];
        let expected = [
            ChapterMergePlan::Renumbered(3),
            ChapterMergePlan::MergedIntoExisting,
            ChapterMergePlan::Moved,
            ChapterMergePlan::Renumbered(5),
        ];
        assert_eq!(plan_chapters(&moving, &there).unwrap(), expected);
    }

    #[test]
    fn merging_chapters_fails_when_no_chapter_number_is_left() {
        let there: Vec<_> = (1..=CHAPTER_MAX).map(|number| chapter(number, 1)).collect();
        assert_eq!(plan_chapters(&[chapter(1, 1)], &there), None);
        assert_eq!(plan_chapters(&[chapter(1, 1)], &there[1..]).unwrap(), [ChapterMergePlan::Moved]);
        let gap: Vec<_> = there.iter().filter(|chapter| chapter.number != 7).cloned().collect();
        assert_eq!(plan_chapters(&[chapter(1, 1)], &gap).unwrap(), [ChapterMergePlan::Renumbered(7)]);
    }
}
