//! The picture on a card: its owner has room for so many bytes, and only they are given the file.

use aws::client::Store;
use aws::expression::{attribute, exists};
use aws::objects::{self, Bucket};
use aws::retry::Retry;
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::write::Update;
use bytes::Bytes;
use model::error::{Error, Noun, Result};
use model::ids::{CardId, CardImageId, UploadId, UserId};
use model::keys::{self, object};
use model::timestamp::Timestamp;
use wasm_core::course::CourseCode;
use wasm_core::limits::{OWN_CARD_PICTURES_MAX_BYTES, PROFILE_IMAGE_MAX_BYTES};

use super::{Kept, OwnCard, PICTURE_BYTES, edition, find, kept, next_edition, resolved, totals, without_bytes};
use crate::library::merges;
use crate::study::cards::CardImage;
use crate::uploads::{self, Published};

/// A picture that was checked, and the size of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewImage {
    /// The picture.
    pub image: CardImage,
    /// Its size.
    pub bytes: u64,
}

/// What became of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetImage {
    /// The card shows it.
    Done,
    /// The card is gone; nobody refers to the file.
    CardGone,
    /// Its owner has no room for it; nobody refers to the file.
    NoRoom,
    /// The upload was withdrawn or refused before; nothing changed.
    Withdrawn,
}

/// Whether there is room for any more bytes of pictures. 1 read.
///
/// # Errors
/// `NotFound(Student)`.
pub async fn has_room(store: &Store, owner: &UserId) -> Result<bool> {
    Ok(totals(store, owner).await?.picture_bytes < OWN_CARD_PICTURES_MAX_BYTES)
}

/// The update of a profile that has so many bytes of pictures more, where there is room for them.
pub(super) fn with_bytes(profile: Update, more: u64) -> Update {
    if more == 0 {
        return profile;
    }
    let sum = attribute(PICTURE_BYTES);
    let most = OWN_CARD_PICTURES_MAX_BYTES.saturating_sub(more);
    profile.add(PICTURE_BYTES, more).when(sum.clone().is_absent().or(sum.is_at_most(most)))
}

pub(super) fn too_large() -> Error {
    let max = u32::try_from(OWN_CARD_PICTURES_MAX_BYTES).unwrap_or(u32::MAX);
    Error::LimitReached { limit: "OWN_CARD_PICTURES_MAX_BYTES", max }
}

/// Gives a card the picture that was uploaded and checked, and makes its upload ready. An upload does this once: a picture that
/// its owner has removed never comes back, so its file can be removed without a look at later changes. The file of the
/// picture before is removed by whoever follows the table. Conditions: the card is there, with this picture all together are
/// at most `OWN_CARD_PICTURES_MAX_BYTES`, and the upload is being checked. 2 to 4 reads, 8 writes.
pub async fn set_image(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    id: CardId,
    new: NewImage,
    upload: UploadId,
    now: Timestamp,
) -> Result<SetImage> {
    let mut retry = Retry::new();
    loop {
        // The course may have been merged while the picture was on its way.
        let Some(card) = resolved(store, owner, course, id).await? else { return Ok(SetImage::CardGone) };
        if card.image == Some(new.image) {
            // An earlier version made the upload ready in a second step, which may be missing.
            uploads::finish(store, upload, now).await?;
            return Ok(SetImage::Done);
        }
        let read = edition(store, owner, &card.course).await?;
        let mut transaction = Transaction::default();
        let update = of_card(&card).set("image", new.image).set("image_bytes", new.bytes).set("updated_at", now);
        transaction.add("card", update);
        transaction.add("course", next_edition(owner, &card.course, read));
        transaction.add("upload", uploads::ready(upload, None, now));
        // A picture of the same size changes no sum.
        if new.bytes != card.image_bytes {
            let profile = Update::of(keys::student::primary(owner)).when(exists());
            let more = new.bytes.saturating_sub(card.image_bytes);
            let less = card.image_bytes.saturating_sub(new.bytes);
            transaction.add("sum", without_bytes(with_bytes(profile, more), less));
        }
        match transaction.run(store).await? {
            Outcome::Done => return Ok(SetImage::Done),
            outcome if outcome.refused("upload") => {
                return Ok(match uploads::published(store, upload).await? {
                    Published::Now | Published::Before => SetImage::Done,
                    Published::Withdrawn => SetImage::Withdrawn,
                });
            }
            outcome if outcome.refused("sum") && !outcome.refused("card") => {
                return match totals(store, owner).await {
                    Err(Error::NotFound(Noun::Student)) => Ok(SetImage::CardGone),
                    Err(error) => Err(error),
                    Ok(_) => Ok(SetImage::NoRoom),
                };
            }
            Outcome::Refused(_) => retry.wait().await?,
        }
    }
}

/// Takes the picture off a card, and what was said of it; its file goes as with [`set_image`]. Without a picture nothing
/// changes. 2 reads, 6 writes.
///
/// # Errors
/// `NotFound(Card)`.
pub async fn remove_image(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    id: CardId,
    now: Timestamp,
) -> Result<Kept> {
    let mut retry = Retry::new();
    loop {
        let card = resolved(store, owner, course, id).await?.ok_or(Error::NotFound(Noun::Card))?;
        let read = edition(store, owner, &card.course).await?;
        if card.image.is_none() {
            return Ok(Kept { card, edition: read.unwrap_or(0) });
        }
        let mut transaction = Transaction::default();
        let update = of_card(&card).remove("image").set("image_bytes", 0).set("image_alt", "").set("updated_at", now);
        transaction.add("card", update);
        transaction.add("course", next_edition(owner, &card.course, read));
        if card.image_bytes > 0 {
            let profile = Update::of(keys::student::primary(owner)).when(exists());
            transaction.add("sum", without_bytes(profile, card.image_bytes));
        }
        match transaction.run(store).await? {
            Outcome::Done => return kept(store, owner, &card.course, card.id, read).await,
            outcome if outcome.refused("sum") && !outcome.refused("card") => {
                return Err(Error::broken("there is a picture but the sum of the profile lacks its bytes"));
            }
            Outcome::Refused(_) => retry.wait().await?,
        }
    }
}

/// The file of the picture that a card shows. 1 read, 1 request.
///
/// # Errors
/// `NotFound(File)`, also when the card shows another picture.
pub async fn image_file(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    id: CardId,
    image: CardImageId,
) -> Result<Bytes> {
    let card = resolved(store, owner, course, id).await?;
    if card.and_then(|card| card.image).map(|shown| shown.id) != Some(image) {
        return Err(Error::NotFound(Noun::File));
    }
    // What we make of a picture is hardly ever larger than what was sent; twice that is a fault of ours.
    let key = object::own_card_image(owner, image);
    objects::get(store, Bucket::Files, &key, 2 * PROFILE_IMAGE_MAX_BYTES).await
}

/// Removes the file of the picture that a card showed, unless one shows it still: a card that moved with its course is gone
/// under its old key only. 1 read, and for a merged course 1 for each merge and 1 for each MB of cards; 1 request.
pub async fn remove_image_file_unless_shown(store: &Store, before: &OwnCard) -> Result<()> {
    let Some(image) = before.image else { return Ok(()) };
    remove_file_unless_shown(store, (&before.owner, &before.course, before.id), image.id).await
}

/// Removes the file of a picture unless this card shows it, as [`remove_image_file_unless_shown`] does.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn remove_file_unless_shown(
    store: &Store,
    (owner, course, id): (&UserId, &CourseCode, CardId),
    image: CardImageId,
) -> Result<()> {
    let shows_it = |card: &OwnCard| card.image.is_some_and(|shown| shown.id == image);
    if find(store, owner, course, id).await?.is_some_and(|card| shows_it(&card)) {
        return Ok(());
    }
    // A card moves only with its course, so a card that moves between these reads is found at its next place.
    let mut course = *course;
    while let Some(merge) = merges::find(store, &course).await? {
        course = merge.into;
        // The card may have another id there.
        let cards: Vec<OwnCard> = table::all_of(store, &keys::own_card::of_course(owner, &course)).await?;
        if cards.iter().any(shows_it) {
            return Ok(());
        }
    }
    objects::delete(store, Bucket::Files, &object::own_card_image(owner, image)).await
}

/// Starts an update of a card that shows the picture with which it was read.
fn of_card(card: &OwnCard) -> Update {
    let same = attribute("image.id").is_exactly(card.image.map(|image| image.id));
    Update::of(keys::own_card::primary(&card.owner, &card.course, card.id)).when(exists().and(same))
}
