//! What a card says, and taking it away.

use aws_sdk_dynamodb::types::ReturnValue;
use wasm_core::course::CourseCode;

use super::{Card, CardDraft, find, get, next_edition};
use crate::aws::batch::wait_or_give_up;
use crate::aws::client::Store;
use crate::aws::codec::{decode, key_attributes, number, text};
use crate::aws::table::{self, Outcome, Transaction};
use crate::base::error::{Conflict, Error, Result};
use crate::base::ids::{CardId, ChapterId};
use crate::base::timestamp::Timestamp;
use crate::keys;
use crate::study::chapters;

/// What a card says from now on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardEdit {
    /// Both sides, as `forms::card_draft` gave them.
    pub draft: CardDraft,
    /// The version that the caller has seen.
    pub version: u32,
}

/// Changes what a card says; its place and its picture stay. Condition: it is as the caller has seen it. 1 write, and
/// 1 read when it is not.
///
/// # Errors
/// `NotFound(Card)`; `Conflict(Changed)` when the version is not the newest.
pub async fn edit(store: &Store, chapter: ChapterId, id: CardId, edit: &CardEdit, now: Timestamp) -> Result<Card> {
    let CardDraft { title, content, image_alt } = &edit.draft;
    let answer = store
        .dynamodb()
        .update_item()
        .table_name(store.table())
        .set_key(Some(key_attributes(keys::chapter::card(chapter, id))))
        .condition_expression("version = :version")
        .update_expression(
            "SET title = :title, content = :content, image_alt = :image_alt, updated_at = :now ADD version :one",
        )
        .expression_attribute_values(":version", number(edit.version))
        .expression_attribute_values(":title", text(title.as_str()))
        .expression_attribute_values(":content", text(content.as_str()))
        .expression_attribute_values(":image_alt", text(image_alt.as_str()))
        .expression_attribute_values(":now", text(now.to_string()))
        .expression_attribute_values(":one", number(1))
        .return_values(ReturnValue::AllNew)
        .send()
        .await;
    if let Some(answer) = table::held(answer)? {
        return decode(answer.attributes.unwrap_or_default());
    }
    get(store, chapter, id).await?;
    Err(Error::Conflict(Conflict::Changed))
}

/// Takes a card away and answers what it was; one that is not there changes nothing. Whoever follows the table removes
/// its picture. Condition: the cards of the chapter are as they were read. 2 reads, 4 writes.
///
/// # Errors
/// `NotFound(Chapter)`, also when it is one of another course.
pub async fn remove(store: &Store, course: &CourseCode, chapter: ChapterId, id: CardId) -> Result<Option<Card>> {
    let mut tries = 0;
    loop {
        let read = chapters::get(store, course, chapter).await?;
        let Some(card) = find(store, chapter, id).await? else { return Ok(None) };
        let mut transaction = Transaction::default();
        let delete =
            table::delete(store, keys::chapter::card(chapter, id)).condition_expression("attribute_exists(pk)");
        transaction.delete("card", delete.build().map_err(table::build_error)?);
        let update = next_edition(store, &read)
            .update_expression("ADD card_count :less, edition :one")
            .expression_attribute_values(":less", number(-1));
        transaction.update("chapter", update.build().map_err(table::build_error)?);
        if transaction.run(store).await? == Outcome::Done {
            return Ok(Some(card));
        }
        tries += 1;
        wait_or_give_up(tries).await?;
    }
}
