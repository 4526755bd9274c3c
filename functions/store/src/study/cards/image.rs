//! The picture on a card.

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::ReturnValue;

use super::{Card, CardImage};
use crate::aws::client::Store;
use crate::aws::codec::{decode, key_attributes, text};
use crate::aws::objects::{self, Bucket};
use crate::aws::table;
use crate::base::error::{Error, Noun, Result};
use crate::base::ids::{CardId, CardImageId, ChapterId};
use crate::base::timestamp::Timestamp;
use crate::keys::{self, object};

/// Gives a card the picture that was uploaded and checked; done again it changes nothing. The file of the picture before
/// is removed by whoever follows the table. Condition: the card is there. 1 write.
///
/// # Errors
/// `NotFound(Card)`: then nobody refers to the new file.
pub async fn set_image(
    store: &Store,
    chapter: ChapterId,
    id: CardId,
    image: CardImage,
    now: Timestamp,
) -> Result<Card> {
    let image = serde_dynamo::aws_sdk_dynamodb_1::to_attribute_value(image);
    let update = image_update(store, chapter, id, now)
        .update_expression("SET image = :image, updated_at = :now")
        .expression_attribute_values(":image", image.map_err(|error| Error::Broken(error.into()))?);
    run(update).await
}

/// Takes the picture off a card, and what was said of it; its file goes as with [`set_image`]. Condition: the card is
/// there. 1 write.
///
/// # Errors
/// `NotFound(Card)`.
pub async fn remove_image(store: &Store, chapter: ChapterId, id: CardId, now: Timestamp) -> Result<Card> {
    let update =
        image_update(store, chapter, id, now).update_expression("SET updated_at = :now REMOVE image, image_alt");
    run(update).await
}

fn image_update(store: &Store, chapter: ChapterId, id: CardId, now: Timestamp) -> UpdateItemFluentBuilder {
    store
        .dynamodb()
        .update_item()
        .table_name(store.table())
        .set_key(Some(key_attributes(keys::chapter::card(chapter, id))))
        .condition_expression("attribute_exists(pk)")
        .expression_attribute_values(":now", text(now.to_string()))
        .return_values(ReturnValue::AllNew)
}

async fn run(update: UpdateItemFluentBuilder) -> Result<Card> {
    let answer = table::held(update.send().await)?.ok_or(Error::NotFound(Noun::Card))?;
    decode(answer.attributes.unwrap_or_default())
}

/// Removes the file of a picture that no card shows any more. 1 request.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn remove_image_file(store: &Store, chapter: ChapterId, image: CardImageId) -> Result<()> {
    objects::delete(store, Bucket::Files, &object::card_image(chapter, image)).await
}
