//! Deletes chapters and purges their cards.

use aws::batch;
use aws::client::Store;
use aws::expression::attribute;
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::Delete;
use model::error::Result;
use model::ids::ChapterId;
use model::keys;
use wasm_core::course::CourseCode;

use super::{Chapter, find, get};
use crate::library::merges;
use crate::study::cards;

/// Deletes a chapter, releases its number and returns it, also by the code of a merged course from which it came. Notes
/// with the number stay. The stream handler then calls [`purge`] for the cards, repeatedly if needed. Cost: 1 read, 4
/// writes; more reads after a merge.
///
/// # Errors
/// `NotFound(Chapter)`.
pub async fn delete(store: &Store, course: &CourseCode, id: ChapterId) -> Result<Chapter> {
    let mut retry = Retry::new();
    loop {
        let chapter = get(store, course, id).await?;
        let mut transaction = Transaction::default();
        transaction.add(
            "chapter",
            Delete::of(keys::chapter::primary(&chapter.course, id)).when(attribute("number").is(chapter.number)),
        );
        let claim = Delete::of(keys::chapter::number_claim(&chapter.course, chapter.number));
        transaction.add("number", claim);
        if transaction.run(store).await? == Outcome::Done {
            return Ok(chapter);
        }
        retry.wait().await?;
    }
}

/// Deletes the cards of a deleted chapter and their images. Idempotent. Cost: 3 to 4 reads, 1 write per card, 1 request
/// per image.
pub async fn purge(store: &Store, deleted: &Chapter) -> Result<()> {
    // A client can create a chapter with the same id again, and a chapter may have moved with its merged course. Cards
    // of that chapter must stay.
    let course = merges::resolve(store, &deleted.course).await?;
    let moved = if course == deleted.course { None } else { find(store, &course, deleted.id).await? };
    let here = find(store, &deleted.course, deleted.id).await?;
    let born_again = moved.or(here).map(|chapter| chapter.created_at);
    let left: Vec<_> = cards::list_cards(store, deleted.id)
        .await?
        .into_iter()
        .filter(|card| born_again.is_none_or(|at| card.created_at < at))
        .collect();
    for card in &left {
        if let Some(image) = &card.image {
            cards::remove_image_file(store, deleted.id, image.id).await?;
        }
    }
    batch::batch_delete(store, left.iter().map(|card| keys::chapter::card(deleted.id, card.id)).collect()).await
}
