//! The picture on a card.

use aws::client::Store;
use aws::expression::exists;
use aws::objects::{self, Bucket};
use aws::write::Update;
use model::error::{Error, Noun, Result};
use model::ids::{CardId, CardImageId, ChapterId};
use model::keys::{self, object};
use model::timestamp::Timestamp;

use super::{Card, CardImage};

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
    let update = Update::of(keys::chapter::card(chapter, id)).set("image", image).set("updated_at", now).when(exists());
    update.apply_and_read(store).await?.ok_or(Error::NotFound(Noun::Card))
}

/// Takes the picture off a card, and what was said of it; its file goes as with [`set_image`]. Condition: the card is
/// there. 1 write.
///
/// # Errors
/// `NotFound(Card)`.
pub async fn remove_image(store: &Store, chapter: ChapterId, id: CardId, now: Timestamp) -> Result<Card> {
    let update = Update::of(keys::chapter::card(chapter, id))
        .set("updated_at", now)
        .remove("image")
        .remove("image_alt")
        .when(exists());
    update.apply_and_read(store).await?.ok_or(Error::NotFound(Noun::Card))
}

/// Removes the file of a picture that no card shows any more. 1 request.
pub async fn remove_image_file(store: &Store, chapter: ChapterId, image: CardImageId) -> Result<()> {
    objects::delete(store, Bucket::Files, &object::card_image(chapter, image)).await
}
