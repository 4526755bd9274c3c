//! The check of a file that arrived: taken up, kept alive, given back, decided.

use aws::client::Store;
use aws::expression::{attribute, exists};
use aws::retry::Retry;
use aws::transaction::Transaction;
use aws::write::Update;
use model::error::Result;
use model::facts::Suggestions;
use model::ids::UploadId;
use model::keys;
use model::timestamp::Timestamp;

use super::{KEPT_SECS, Upload, UploadStatus, find};

/// What publishing did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Published {
    /// The note is now visible.
    Now,
    /// It had been published before; nothing changed.
    Before,
    /// The upload was withdrawn or failed in between; nothing changed.
    Withdrawn,
}

/// Seconds of silence after which a check is dead. A long recording takes minutes to check, up to the 900 s that
/// Lambda allows, so a check says from time to time that it lives ([`still_checking`]), rather than everybody waiting
/// for the longest one there could be. It must be shorter than the minute after which Lambda delivers a failed event
/// again: only a check that is known to be dead is counted when it is taken up again, and the third delivery decides.
pub(super) const CHECK_LIFE_SECS: i64 = 50;

/// Whether a file that arrived should be checked now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// Check it. Two checks at once do no harm: publishing happens once.
    Check(Box<Upload>),
    /// It has been decided before.
    Decided(Box<Upload>),
    /// Nobody announced it, or it was withdrawn.
    Unknown,
}

/// Takes up the check of a file that arrived: waiting becomes checking, and the begun check is counted. A check
/// that is still within its time is joined without counting: several at once do no harm. One whose time is over
/// died, and is taken up again. Condition: nobody else moved it in between. 1 read, 1 write, 1 in the index.
///
/// # Errors
/// `Conflict(Changed)` when it kept changing under us; safe to retry.
pub async fn claim(store: &Store, id: UploadId, now: Timestamp) -> Result<Claim> {
    let mut retry = Retry::new();
    loop {
        let Some(mut upload) = find(store, id).await? else { return Ok(Claim::Unknown) };
        match upload.status {
            UploadStatus::Ready | UploadStatus::Failed => return Ok(Claim::Decided(Box::new(upload))),
            UploadStatus::Checking if now.epoch_secs() - upload.updated_at.epoch_secs() < CHECK_LIFE_SECS => {
                return Ok(Claim::Check(Box::new(upload)));
            }
            UploadStatus::Waiting | UploadStatus::Checking => {}
        }
        let expires_at = now.plus_secs(KEPT_SECS).epoch_secs();
        let same = attribute("checks_begun").is(upload.checks_begun).and(attribute("updated_at").is(upload.updated_at));
        let update = undecided(id)
            .set("status", UploadStatus::Checking)
            .set("updated_at", now)
            .set("expires_at", expires_at)
            .set("checks_begun", upload.checks_begun + 1)
            .when(same);
        if update.apply(store).await? {
            upload.status = UploadStatus::Checking;
            upload.checks_begun += 1;
            upload.updated_at = now;
            upload.expires_at = expires_at;
            return Ok(Claim::Check(Box::new(upload)));
        }
        retry.wait().await?;
    }
}

/// Says that the check of a file goes on, so that nobody takes it for dead. Call it at least every 20 seconds.
/// Condition: being checked. 1 write, 1 in the index. `false` when it has been decided.
pub async fn still_checking(store: &Store, id: UploadId, now: Timestamp) -> Result<bool> {
    let update = Update::of(keys::upload::primary(id))
        .set("updated_at", now)
        .when(attribute("status").is(UploadStatus::Checking).and(attribute("updated_at").is_at_most(now)));
    update.apply(store).await
}

/// Writes down what a file says of itself. Condition: waiting or checking. 1 write, 1 in the index. `false` when it has
/// been decided.
pub async fn suggest(store: &Store, id: UploadId, suggestions: &Suggestions) -> Result<bool> {
    undecided(id).set("suggestions", suggestions).apply(store).await
}

/// Gives a begun check back that could not be finished through no fault of the file, so that it does not count.
/// Condition: waiting or checking, and one was begun. 2 writes.
pub async fn release(store: &Store, id: UploadId) -> Result<()> {
    // A transaction, which counts once however often the client has to send it.
    let mut transaction = Transaction::default();
    let update = undecided(id).add("checks_begun", -1).when(attribute("checks_begun").is_above(0));
    transaction.add("upload", update);
    transaction.run(store).await.map(drop)
}

/// Records that a file was refused, with a sentence for people, and whether the file is kept for [`super::retry`].
/// Condition: waiting or checking. 1 write, 1 in the index. `false` when it had been decided before.
pub async fn fail(store: &Store, id: UploadId, reason: &str, kept: bool, now: Timestamp) -> Result<bool> {
    let update = undecided(id)
        .set("status", UploadStatus::Failed)
        .set("updated_at", now)
        .set("expires_at", now.plus_secs(KEPT_SECS).epoch_secs())
        .set("reason", reason)
        .set("kept", kept);
    update.apply(store).await
}

/// The write that makes an upload ready, for the transaction that makes visible what it became. Only a note has pages.
/// Condition: being checked.
pub(crate) fn ready(id: UploadId, pages: Option<u32>, now: Timestamp) -> Update {
    let update = Update::of(keys::upload::primary(id))
        .set("status", UploadStatus::Ready)
        .set("updated_at", now)
        .remove("reason")
        .when(exists().and(attribute("status").is(UploadStatus::Checking)));
    match pages {
        None => update,
        Some(pages) => update.set("pages", pages),
    }
}

/// Makes an upload ready whose product is set by a write that can be done twice. Condition: being checked.
/// 1 write, 1 in the index. `false` when it had been decided before.
pub async fn finish(store: &Store, id: UploadId, now: Timestamp) -> Result<bool> {
    ready(id, None, now).apply(store).await
}

/// What it means that [`ready`] was refused: published before, or withdrawn. 1 read.
pub(crate) async fn published(store: &Store, id: UploadId) -> Result<Published> {
    match find(store, id).await? {
        Some(upload) if upload.status == UploadStatus::Ready => Ok(Published::Before),
        _ => Ok(Published::Withdrawn),
    }
}

/// Starts the update of an upload that has not been decided yet.
fn undecided(id: UploadId) -> Update {
    let is_undecided = attribute("status").is_one_of([UploadStatus::Waiting, UploadStatus::Checking]);
    Update::of(keys::upload::primary(id)).when(is_undecided)
}
