//! Edits and deletes cards.

use aws::client::Store;
use aws::expression::{attribute, exists};
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Update};
use model::error::{Conflict, Error, Result};
use model::ids::{CardId, ChapterId};
use model::keys;
use model::timestamp::Timestamp;
use wasm_core::course::CourseCode;

use super::{Card, CardDraft, find, get, next_edition};
use crate::study::chapters;

/// An edit of the text of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardEdit {
    /// Both sides as returned by `forms::card_draft`.
    pub draft: CardDraft,
    /// Version that the caller saw.
    pub version: u32,
}

/// Updates the text of a card. Its order and image do not change. Condition: the version is the one that was seen.
/// Cost: 1 write; 1 read after a conflict.
///
/// # Errors
/// `NotFound(Card)`; `Conflict(VersionMismatch)` when the version is not the newest.
pub async fn edit(store: &Store, chapter: ChapterId, id: CardId, edit: &CardEdit, now: Timestamp) -> Result<Card> {
    let CardDraft { title, content, image_alt } = &edit.draft;
    let update = Update::of(keys::chapter::card(chapter, id))
        .set("title", title)
        .set("content", content)
        .set("image_alt", image_alt)
        .set("updated_at", now)
        .add("version", 1)
        .when(attribute("version").is(edit.version));
    if let Some(card) = update.apply_and_read(store).await? {
        return Ok(card);
    }
    get(store, chapter, id).await?;
    Err(Error::Conflict(Conflict::VersionMismatch))
}

/// Deletes a card and returns it, or `None` if it does not exist. The stream handler deletes its image. Condition: the
/// cards of the chapter are unchanged since they were read. Cost: 2 reads, 4 writes.
///
/// # Errors
/// `NotFound(Chapter)`, also for a chapter of another course.
pub async fn remove(store: &Store, course: &CourseCode, chapter: ChapterId, id: CardId) -> Result<Option<Card>> {
    let mut retry = Retry::new();
    loop {
        let read = chapters::get(store, course, chapter).await?;
        let Some(card) = find(store, chapter, id).await? else { return Ok(None) };
        let mut transaction = Transaction::default();
        let delete = Delete::of(keys::chapter::card(chapter, id)).when(exists());
        transaction.add("card", delete);
        transaction.add("chapter", next_edition(&read).add("card_count", -1));
        if transaction.run(store).await? == Outcome::Done {
            return Ok(Some(card));
        }
        retry.wait().await?;
    }
}
