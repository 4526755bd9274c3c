//! The check of a file that arrived: taken up, kept alive, given back, decided.

use aws_sdk_dynamodb::types::builders::UpdateBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, Update};

use super::{KEPT_SECS, Upload, UploadStatus, find};
use crate::aws::client::Store;
use crate::aws::codec::{number, text, value};
use crate::aws::table::{self, Outcome, Transaction};
use crate::base::error::{Conflict, Error, Result};
use crate::base::facts::Suggestions;
use crate::base::ids::UploadId;
use crate::base::timestamp::Timestamp;
use crate::keys;

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
    for _ in 0..4 {
        let Some(mut upload) = find(store, id).await? else { return Ok(Claim::Unknown) };
        match upload.status {
            UploadStatus::Ready | UploadStatus::Failed => return Ok(Claim::Decided(Box::new(upload))),
            UploadStatus::Checking if now.epoch_secs() - upload.updated_at.epoch_secs() < CHECK_LIFE_SECS => {
                return Ok(Claim::Check(Box::new(upload)));
            }
            UploadStatus::Waiting | UploadStatus::Checking => {}
        }
        let expires_at = now.plus_secs(KEPT_SECS).epoch_secs();
        let update = undecided(store, id, "checks_begun = :begun AND updated_at = :read")
            .update_expression("SET #status = :status, updated_at = :now, expires_at = :expires, checks_begun = :more")
            .expression_attribute_values(":begun", number(upload.checks_begun))
            .expression_attribute_values(":more", number(upload.checks_begun + 1))
            .expression_attribute_values(":read", text(upload.updated_at.to_string()))
            .expression_attribute_values(":status", text(UploadStatus::Checking.as_str()))
            .expression_attribute_values(":now", text(now.to_string()))
            .expression_attribute_values(":expires", number(expires_at));
        if run_alone(store, update).await? {
            upload.status = UploadStatus::Checking;
            upload.checks_begun += 1;
            upload.updated_at = now;
            upload.expires_at = expires_at;
            return Ok(Claim::Check(Box::new(upload)));
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}

/// Says that the check of a file goes on, so that nobody takes it for dead. Call it at least every 20 seconds.
/// Condition: being checked. 1 write, 1 in the index. `false` when it has been decided.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn still_checking(store: &Store, id: UploadId, now: Timestamp) -> Result<bool> {
    let update = table::update(store, keys::upload::primary(id))
        .update_expression("SET updated_at = :now")
        .condition_expression("#status = :checking AND updated_at <= :now")
        .expression_attribute_names("#status", "status")
        .expression_attribute_values(":checking", text(UploadStatus::Checking.as_str()))
        .expression_attribute_values(":now", text(now.to_string()));
    run_alone(store, update).await
}

/// Writes down what a file says of itself. Condition: waiting or checking. 1 write, 1 in the index. `false` when it has
/// been decided.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn suggest(store: &Store, id: UploadId, suggestions: &Suggestions) -> Result<bool> {
    let update = undecided(store, id, "attribute_exists(pk)")
        .update_expression("SET suggestions = :suggestions")
        .expression_attribute_values(":suggestions", value(suggestions)?);
    run_alone(store, update).await
}

/// Gives a begun check back that could not be finished through no fault of the file, so that it does not count.
/// Condition: waiting or checking, and one was begun. 1 write.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn release(store: &Store, id: UploadId) -> Result<()> {
    let update = undecided(store, id, "checks_begun > :none")
        .expression_attribute_values(":none", number(0))
        .update_expression("ADD checks_begun :less")
        .expression_attribute_values(":less", number(-1));
    run_alone(store, update).await.map(|_| ())
}

/// Records that a file was refused, with a sentence for people, and whether the file is kept for [`super::retry`].
/// Condition: waiting or checking. 1 write, 1 in the index. `false` when it had been decided before.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn fail(store: &Store, id: UploadId, reason: &str, kept: bool, now: Timestamp) -> Result<bool> {
    let update = undecided(store, id, "attribute_exists(pk)")
        .update_expression(
            "SET #status = :status, updated_at = :now, expires_at = :expires, reason = :reason, kept = :kept",
        )
        .expression_attribute_values(":status", text(UploadStatus::Failed.as_str()))
        .expression_attribute_values(":now", text(now.to_string()))
        .expression_attribute_values(":expires", number(now.plus_secs(KEPT_SECS).epoch_secs()))
        .expression_attribute_values(":reason", text(reason))
        .expression_attribute_values(":kept", AttributeValue::Bool(kept));
    run_alone(store, update).await
}

/// The write that makes an upload ready, for the transaction that makes visible what it became. Only a note has pages.
/// Condition: being checked.
pub(crate) fn ready(store: &Store, id: UploadId, pages: Option<u32>, now: Timestamp) -> Result<Update> {
    let update = table::update(store, keys::upload::primary(id))
        .condition_expression("attribute_exists(pk) AND #status = :checking")
        .expression_attribute_names("#status", "status")
        .expression_attribute_values(":ready", text(UploadStatus::Ready.as_str()))
        .expression_attribute_values(":checking", text(UploadStatus::Checking.as_str()))
        .expression_attribute_values(":now", text(now.to_string()));
    let update = match pages {
        None => update.update_expression("SET #status = :ready, updated_at = :now REMOVE reason"),
        Some(pages) => update
            .update_expression("SET #status = :ready, updated_at = :now, pages = :pages REMOVE reason")
            .expression_attribute_values(":pages", number(pages)),
    };
    update.build().map_err(table::build_error)
}

/// Makes an upload ready whose product is set by a write that can be done twice. Condition: being checked.
/// 1 write, 1 in the index. `false` when it had been decided before.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn finish(store: &Store, id: UploadId, now: Timestamp) -> Result<bool> {
    let mut transaction = Transaction::default();
    transaction.update("upload", ready(store, id, None, now)?);
    Ok(transaction.run(store).await? == Outcome::Done)
}

/// What it means that [`ready`] was refused: published before, or withdrawn. 1 read.
pub(crate) async fn published(store: &Store, id: UploadId) -> Result<Published> {
    match find(store, id).await? {
        Some(upload) if upload.status == UploadStatus::Ready => Ok(Published::Before),
        _ => Ok(Published::Withdrawn),
    }
}

/// Starts the update of an upload that has not been decided yet and meets one more condition.
fn undecided(store: &Store, id: UploadId, and: &str) -> UpdateBuilder {
    table::update(store, keys::upload::primary(id))
        .condition_expression(format!("#status IN (:waiting, :checking) AND {and}"))
        .expression_attribute_names("#status", "status")
        .expression_attribute_values(":waiting", text(UploadStatus::Waiting.as_str()))
        .expression_attribute_values(":checking", text(UploadStatus::Checking.as_str()))
}

pub(super) async fn run_alone(store: &Store, update: UpdateBuilder) -> Result<bool> {
    let mut transaction = Transaction::default();
    transaction.update("upload", update.build().map_err(table::build_error)?);
    Ok(transaction.run(store).await? == Outcome::Done)
}
