//! Publishes items: the item, the counts of its collection, its upload and its index entry change together.

use aws::client::Store;
use aws::transaction::{Outcome, Transaction};
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::UploadId;
use model::kind::ItemKind;
use model::timestamp::Timestamp;

use crate::content_index::{self, IndexEntry};
use crate::library::content::{self, Content, FileMetadata};
use crate::library::withheld;
use crate::uploads::{self, PublishOutcome};

/// Publishes an item together with the counts of its collection and the status of its upload. A recording's waveform is
/// written before, so that it exists when the recording becomes visible. An item for a merged course is published in
/// the target. Conditions: no published item has the id; the collection exists; the upload is being checked; the
/// file is not withheld. Cost: 14 writes, 3 index writes; 3 writes more for a recording with a course.
///
/// # Errors
/// `NotFound(Course)` when the course of a note is gone; `Conflict(IdInUse)` when another item has the id;
/// `Conflict(FileWithheld)`.
pub async fn publish<T: Content>(
    store: &Store,
    content: &T,
    upload: UploadId,
    now: Timestamp,
) -> Result<PublishOutcome> {
    let outcome = write(store, content, upload, now).await?;
    if !outcome.refused("place") || outcome.refused("upload") || T::KIND != ItemKind::Note {
        return answer(store, outcome, upload).await;
    }
    let mut content = content.clone();
    if !content.follow_merge(store).await? {
        return Err(Error::NotFound(ResourceKind::Course));
    }
    let outcome = write(store, &content, upload, now).await?;
    if outcome.refused("place") {
        Err(Error::NotFound(ResourceKind::Course))
    } else {
        answer(store, outcome, upload).await
    }
}

async fn write<T: Content>(store: &Store, content: &T, upload: UploadId, now: Timestamp) -> Result<Outcome> {
    let mut transaction = Transaction::default();
    transaction.add("content", content::put_new(content));
    content.publish(&mut transaction);
    transaction.add("upload", uploads::ready_update(upload, content.file().media.pages(), now));
    content_index::add(&mut transaction, &IndexEntry::of(content));
    withheld::require_allowed(&mut transaction, &content.file().hashes());
    transaction.run(store).await
}

async fn answer(store: &Store, outcome: Outcome, upload: UploadId) -> Result<PublishOutcome> {
    match outcome {
        Outcome::Done => Ok(PublishOutcome::Published),
        outcome if outcome.refused("upload") => uploads::find_publish_outcome(store, upload).await,
        outcome if outcome.refused("withheld") => Err(Error::Conflict(Conflict::FileWithheld)),
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::IdInUse)),
    }
}
