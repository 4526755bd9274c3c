//! Making things visible: the thing, the counts of where it belongs, its upload and the register change together.

use aws::client::Store;
use aws::transaction::{Outcome, Transaction};
use model::error::{Conflict, Error, Noun, Result};
use model::ids::UploadId;
use model::kind::Kind;
use model::timestamp::Timestamp;

use crate::library::content::{self, Content, Inside};
use crate::register::{self, Entry};
use crate::uploads::{self, Published};

/// Makes something visible: it, the counts of the place it is in and the upload's status change together. A recording's
/// waveform is written before, so whoever sees it finds that. What was sent for a course that was merged is published in the
/// other one. Conditions: nothing visible has the id, the place is there,
/// the upload is being checked. 12 writes and 3 in the index; 3 writes more for a recording about a course.
///
/// # Errors
/// `NotFound(Course)` when the course of a note is gone; `Conflict(IdInUse)` when another one has the id.
pub async fn publish<T: Content>(store: &Store, content: &T, upload: UploadId, now: Timestamp) -> Result<Published> {
    let outcome = write(store, content, upload, now).await?;
    if !outcome.refused("place") || outcome.refused("upload") || T::KIND != Kind::Note {
        return answer(store, outcome, upload).await;
    }
    let mut content = content.clone();
    if !content.follow_place(store).await? {
        return Err(Error::NotFound(Noun::Course));
    }
    let outcome = write(store, &content, upload, now).await?;
    if outcome.refused("place") { Err(Error::NotFound(Noun::Course)) } else { answer(store, outcome, upload).await }
}

async fn write<T: Content>(store: &Store, content: &T, upload: UploadId, now: Timestamp) -> Result<Outcome> {
    let mut transaction = Transaction::default();
    transaction.add("content", content::put(content));
    content.publish(&mut transaction);
    transaction.add("upload", uploads::ready(upload, content.file().inside.pages(), now));
    register::add(&mut transaction, &Entry::of(content));
    transaction.run(store).await
}

async fn answer(store: &Store, outcome: Outcome, upload: UploadId) -> Result<Published> {
    match outcome {
        Outcome::Done => Ok(Published::Now),
        outcome if outcome.refused("upload") => uploads::published(store, upload).await,
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::IdInUse)),
    }
}
