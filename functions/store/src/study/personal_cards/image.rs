//! Images of personal cards. Only the owner can read the files, and their total size is limited.

use aws::client::Store;
use aws::expression::{attribute, exists};
use aws::objects::{self, Bucket};
use aws::retry::Retry;
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::write::Update;
use bytes::Bytes;
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::{CardId, CardImageId, UploadId, UserId};
use model::keys::{self, object};
use model::timestamp::Timestamp;
use wasm_core::course::CourseCode;
use wasm_core::limits::{OWN_CARD_PICTURES_MAX_BYTES, PROFILE_IMAGE_MAX_BYTES};

use super::{
    PICTURE_BYTES_ATTRIBUTE, PersonalCard, SavedPersonalCard, edition, find, find_following_merges, kept, next_edition,
    totals, without_bytes,
};
use crate::library::expected_picture::{SeenPicture, may_remove, may_replace};
use crate::library::merges;
use crate::study::cards::CardImage;
use crate::uploads::{self, PublishOutcome};

/// A checked image with its file size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewImage {
    /// Image id and dimensions.
    pub image: CardImage,
    /// File size in bytes.
    pub bytes: u64,
}

/// Result of [`set_image`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetImageOutcome {
    /// The card shows the image.
    Done,
    /// The card or its owner does not exist. Nothing refers to the file.
    CardGone,
    /// The images of the owner would exceed the limit. Nothing refers to the file.
    QuotaExceeded,
    /// The upload was withdrawn or failed before; nothing changed.
    UploadCancelled,
    /// The card has another picture than the one that its owner saw. Nothing refers to the new file.
    Superseded,
}

/// Returns true while the owner's images are smaller than `OWN_CARD_PICTURES_MAX_BYTES` in total. Cost: 1 read.
///
/// # Errors
/// `NotFound(Student)`.
pub async fn has_room(store: &Store, owner: &UserId) -> Result<bool> {
    Ok(totals(store, owner).await?.picture_bytes < OWN_CARD_PICTURES_MAX_BYTES)
}

/// Adds image bytes to the total of a profile, on condition that the total stays within the limit.
pub(super) fn add_picture_bytes(profile: Update, more: u64) -> Update {
    if more == 0 {
        return profile;
    }
    let sum = attribute(PICTURE_BYTES_ATTRIBUTE);
    let most = OWN_CARD_PICTURES_MAX_BYTES.saturating_sub(more);
    profile.add(PICTURE_BYTES_ATTRIBUTE, more).when(sum.clone().is_absent().or(sum.is_at_most(most)))
}

pub(super) fn quota_error() -> Error {
    let max = u32::try_from(OWN_CARD_PICTURES_MAX_BYTES).unwrap_or(u32::MAX);
    Error::LimitReached { limit: "OWN_CARD_PICTURES_MAX_BYTES", max }
}

/// Sets the uploaded and checked image of a card and makes the upload ready. Each upload is applied once, so a deleted
/// image never returns and its file can be deleted without checking later changes. The stream handler deletes the file
/// of the previous image. Conditions: the card exists and has the `seen` image, the upload is being checked, and the
/// owner's images stay within `OWN_CARD_PICTURES_MAX_BYTES`. Cost: 2 reads, 8 writes, 1 index write; 1 read more after
/// a refusal; more reads for a card that moved, as [`find_following_merges`].
pub async fn set_image(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    id: CardId,
    new: NewImage,
    (upload, seen): (UploadId, Option<&SeenPicture>),
    now: Timestamp,
) -> Result<SetImageOutcome> {
    let mut retry = Retry::new();
    loop {
        // The course may have been merged during the upload.
        let Some(card) = find_following_merges(store, owner, course, id).await? else {
            return Ok(SetImageOutcome::CardGone);
        };
        if !may_replace(seen, card.image.map(|image| image.id), new.image.id) {
            return Ok(SetImageOutcome::Superseded);
        }
        let read = edition(store, owner, &card.course).await?;
        let mut transaction = Transaction::default();
        let update = of_card(&card).set("image", new.image).set("image_bytes", new.bytes).set("updated_at", now);
        transaction.add("card", update);
        transaction.add("course", next_edition(owner, &card.course, read));
        transaction.add("upload", uploads::ready_update(upload, None, now));
        // Skip the write to the profile if the total stays the same.
        if new.bytes != card.image_bytes {
            let profile = Update::of(keys::student::primary(owner)).when(exists());
            let more = new.bytes.saturating_sub(card.image_bytes);
            let less = card.image_bytes.saturating_sub(new.bytes);
            transaction.add("sum", without_bytes(add_picture_bytes(profile, more), less));
        }
        match transaction.run(store).await? {
            Outcome::Done => return Ok(SetImageOutcome::Done),
            outcome if outcome.refused("upload") => {
                return Ok(match uploads::find_publish_outcome(store, upload).await? {
                    PublishOutcome::Published | PublishOutcome::AlreadyPublished => SetImageOutcome::Done,
                    PublishOutcome::UploadCancelled => SetImageOutcome::UploadCancelled,
                });
            }
            outcome if outcome.refused("sum") && !outcome.refused("card") => {
                return match totals(store, owner).await {
                    Err(Error::NotFound(ResourceKind::Student)) => Ok(SetImageOutcome::CardGone),
                    Err(error) => Err(error),
                    Ok(_) => Ok(SetImageOutcome::QuotaExceeded),
                };
            }
            Outcome::Refused(_) => retry.wait().await?,
        }
    }
}

/// Deletes the image of a card and its alternative text. The stream handler deletes the file. Nothing changes if the
/// card has no image. Condition: the card has the `seen` image. Cost: 3 reads, 6 writes; more reads for a card that
/// moved, as [`find_following_merges`].
///
/// # Errors
/// `NotFound(Card)`; `Conflict(VersionMismatch)` when the card has another image; `Broken` when the total of the
/// profile is smaller than the image.
pub async fn remove_image(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    id: CardId,
    seen: Option<&SeenPicture>,
    now: Timestamp,
) -> Result<SavedPersonalCard> {
    let mut retry = Retry::new();
    loop {
        let card = find_following_merges(store, owner, course, id).await?.ok_or(Error::NotFound(ResourceKind::Card))?;
        let read = edition(store, owner, &card.course).await?;
        if card.image.is_none() {
            return Ok(SavedPersonalCard { card, edition: read.unwrap_or(0) });
        }
        if !may_remove(seen, card.image.map(|image| image.id)) {
            return Err(Error::Conflict(Conflict::VersionMismatch));
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

/// Returns the image file of a card. Cost: 1 read, 1 request; more reads for a card that moved, as
/// [`find_following_merges`].
///
/// # Errors
/// `NotFound(File)`, also when the card shows another image.
pub async fn read_image_file(
    store: &Store,
    owner: &UserId,
    course: &CourseCode,
    id: CardId,
    image: CardImageId,
) -> Result<Bytes> {
    let card = find_following_merges(store, owner, course, id).await?;
    if card.and_then(|card| card.image).map(|shown| shown.id) != Some(image) {
        return Err(Error::NotFound(ResourceKind::File));
    }
    // Re-encoded images are rarely larger than the upload. Exceeding twice its limit is a bug.
    let key = object::personal_card_image(owner, image);
    objects::get(store, Bucket::Files, &key, 2 * PROFILE_IMAGE_MAX_BYTES).await
}

/// Deletes the file of an image that a card showed, unless a card still shows it. A card that moved with its course is
/// missing only under its old key. Cost: 1 read if the card still shows it. Otherwise 2 reads, 1 request, and for each
/// merge of the course 1 read and 1 read per MB of cards.
pub async fn remove_image_file_unless_shown(store: &Store, before: &PersonalCard) -> Result<()> {
    let Some(image) = before.image else { return Ok(()) };
    remove_file_unless_shown(store, (&before.owner, &before.course, before.id), image.id).await
}

/// Removes the file of a picture unless this card shows it. Follows merges as [`remove_image_file_unless_shown`] does.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn remove_file_unless_shown(
    store: &Store,
    (owner, course, id): (&UserId, &CourseCode, CardId),
    image: CardImageId,
) -> Result<()> {
    let shows_it = |card: &PersonalCard| card.image.is_some_and(|shown| shown.id == image);
    if find(store, owner, course, id).await?.is_some_and(|card| shows_it(&card)) {
        return Ok(());
    }
    // Cards move only from a course to the targets of its merges. Reading the courses in this order finds a card even
    // if it moves between two reads.
    let mut course = *course;
    while let Some(merge) = merges::find(store, &course).await? {
        course = merge.into;
        // The card may have another id there.
        let cards: Vec<PersonalCard> =
            table::query_all_entities(store, &keys::personal_card::of_course(owner, &course)).await?;
        if cards.iter().any(shows_it) {
            return Ok(());
        }
    }
    objects::delete(store, Bucket::Files, &object::personal_card_image(owner, image)).await
}

/// Starts an update of a card, on condition that its image is unchanged since the card was read.
fn of_card(card: &PersonalCard) -> Update {
    let same = attribute("image.id").eq_option(card.image.map(|image| image.id));
    Update::of(keys::personal_card::primary(&card.owner, &card.course, card.id)).when(exists().and(same))
}
