//! The picture of a card.

use aws::client::Store;
use aws::expression::{attribute, exists};
use aws::objects::{self, Bucket};
use aws::write::Update;
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::{CardId, CardImageId, ChapterId};
use model::keys::{self, object};
use model::timestamp::Timestamp;

use super::{Card, CardImage};
use crate::library::expected_picture::{SeenPicture, is_replaceable};

/// Sets the uploaded and checked picture of a card. Idempotent. The stream handler deletes the previous file.
/// Conditions: the card exists; it has the `seen` picture. Cost: 1 write; 1 read after a conflict.
///
/// # Errors
/// `NotFound(Card)`; `Conflict(VersionMismatch)` when the card has another picture. The new file is then unused.
pub async fn set_image(
    store: &Store,
    chapter: ChapterId,
    id: CardId,
    image: CardImage,
    seen: Option<&SeenPicture>,
    now: Timestamp,
) -> Result<Card> {
    let update = Update::of(keys::chapter::card(chapter, id)).set("image", image).set("updated_at", now);
    changed(store, chapter, id, update.when(is_replaceable(seen, "image.id", image.id))).await
}

/// Removes a picture of a card and its alternative text. The stream handler deletes the file as for [`set_image`].
/// Condition: the card has this picture. Cost: 1 write; 1 read after a conflict.
///
/// # Errors
/// `NotFound(Card)`; `Conflict(VersionMismatch)` when the card has another picture.
pub async fn remove_image(
    store: &Store,
    chapter: ChapterId,
    id: CardId,
    image: Option<CardImage>,
    now: Timestamp,
) -> Result<Card> {
    let update = Update::of(keys::chapter::card(chapter, id))
        .set("updated_at", now)
        .remove("image")
        .remove("image_alt")
        .when(exists().and(attribute("image").eq_option(image)));
    changed(store, chapter, id, update).await
}

/// Applies an update that is conditional on the picture of the card.
async fn changed(store: &Store, chapter: ChapterId, id: CardId, update: Update) -> Result<Card> {
    match update.apply_and_read(store).await? {
        Some(card) => Ok(card),
        None => {
            super::find(store, chapter, id).await?.ok_or(Error::NotFound(ResourceKind::Card))?;
            Err(Error::Conflict(Conflict::VersionMismatch))
        }
    }
}

/// Deletes a picture file that its card no longer uses. Cost: 1 request.
pub async fn remove_image_file(store: &Store, chapter: ChapterId, image: CardImageId) -> Result<()> {
    objects::delete(store, Bucket::Files, &object::card_image(chapter, image)).await
}
