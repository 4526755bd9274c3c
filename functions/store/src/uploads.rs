//! Uploads: what an administrator announced, and what became of it.

use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;

use crate::client::Store;
use crate::codec::{Entity, encode, number, text};
use crate::error::{Conflict, Error, Noun, Result};
use crate::ids::{NoteId, Sha256Hash, UploadId, UserId};
use crate::keys;
use crate::page::{Cursor, Page};
use crate::table::{self, Consistency, Order, Outcome, Transaction};
use crate::timestamp::Timestamp;
use crate::{courses, objects};

/// Seconds after which a check that has not answered is dead: longer than the function may run.
const CHECK_LIFE_SECS: i64 = 50;

/// Seconds that the record of an upload is kept.
const KEPT_SECS: u64 = 30 * 86_400;

/// How far an upload is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UploadStatus {
    /// The file has not arrived.
    Waiting,
    /// The file is being checked.
    Checking,
    /// The note is visible.
    Ready,
    /// The file was refused; the reason says why.
    Failed,
}

impl UploadStatus {
    /// The word that is stored and shown.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Checking => "checking",
            Self::Ready => "ready",
            Self::Failed => "failed",
        }
    }
}

/// What an administrator announces, validated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UploadDraft {
    /// Id, from the client or made by the server.
    pub id: UploadId,
    /// Course the note will belong to.
    pub course: CourseCode,
    /// Chapter, from 1.
    pub chapter: u32,
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    #[serde(default)]
    pub description: String,
    /// One of `NOTE_TYPES`.
    pub note_type: String,
    /// Name of the file on the uploader's disk.
    pub file_name: String,
    /// Declared media type.
    pub content_type: String,
    /// Declared size, in bytes.
    pub size_bytes: u64,
    /// Declared SHA-256.
    pub sha256: Sha256Hash,
}

/// An upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upload {
    /// What was announced.
    #[serde(flatten)]
    pub draft: UploadDraft,
    /// Who announced it.
    pub uploader: UserId,
    /// The name that is shown for the uploader.
    pub uploader_name: String,
    /// How far it is.
    pub status: UploadStatus,
    /// Why it failed, as a sentence for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The id its note has or will have; made by the server, so notes sort by our clock.
    pub note: NoteId,
    /// Number of pages, once known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<u32>,
    /// Checks that began and were not given back: a file that kills its checker is found by this.
    #[serde(default)]
    pub checks_begun: u32,
    /// When it was announced.
    pub created_at: Timestamp,
    /// When its status last changed.
    pub updated_at: Timestamp,
    /// Second since 1970 after which the table drops this record.
    pub expires_at: i64,
}

impl Entity for Upload {
    const ENTITY: &'static str = "upload";
    const SCHEMA: u32 = 1;
}

impl Upload {
    /// The id of the note, once it is visible.
    #[must_use]
    pub fn published_note(&self) -> Option<NoteId> {
        (self.status == UploadStatus::Ready).then_some(self.note)
    }
}

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

/// Announces an upload; announcing the same one again returns it. Conditions: the course exists, the id is free.
/// 1 to 2 reads, 4 writes, 1 in the index.
///
/// # Errors
/// `NotFound(Course)`; `Conflict(AlreadyUploaded)` when this very upload has arrived already;
/// `Conflict(IdInUse)` when the id stands for another one.
pub async fn create(
    store: &Store,
    uploader: &UserId,
    uploader_name: &str,
    draft: UploadDraft,
    now: Timestamp,
) -> Result<Upload> {
    let upload = Upload {
        uploader: uploader.clone(),
        uploader_name: uploader_name.to_owned(),
        status: UploadStatus::Waiting,
        reason: None,
        note: NoteId::generate(),
        pages: None,
        checks_begun: 0,
        created_at: now,
        updated_at: now,
        expires_at: now.plus_secs(KEPT_SECS).epoch_secs(),
        draft,
    };
    let id = upload.draft.id;
    let item = encode(&upload, keys::upload::primary(id), Some(keys::upload::listed(uploader, upload.note)))?;
    let mut transaction = Transaction::default();
    transaction.check(
        "course",
        table::check(store, keys::course::primary(&upload.draft.course))
            .condition_expression("attribute_exists(pk)")
            .build()
            .map_err(table::build_error)?,
    );
    transaction.put(
        "upload",
        table::put(store, item).condition_expression("attribute_not_exists(pk)").build().map_err(table::build_error)?,
    );
    match transaction.run(store).await? {
        Outcome::Done => Ok(upload),
        outcome if outcome.refused("upload") => {
            let present = find(store, id).await?.ok_or(Error::Conflict(Conflict::Changed))?;
            if present.uploader != *uploader || present.draft != upload.draft {
                Err(Error::Conflict(Conflict::IdInUse))
            } else if present.status == UploadStatus::Waiting {
                Ok(present)
            } else {
                Err(Error::Conflict(Conflict::AlreadyUploaded))
            }
        }
        Outcome::Refused(_) => {
            courses::get(store, &upload.draft.course).await?;
            Err(Error::Conflict(Conflict::Changed))
        }
    }
}

/// One upload, whoever announced it: for the check of what arrived. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find(store: &Store, id: UploadId) -> Result<Option<Upload>> {
    table::find(store, keys::upload::primary(id)).await
}

/// One upload of this person. 1 read.
///
/// # Errors
/// `NotFound(Upload)`, also for somebody else's.
pub async fn get(store: &Store, uploader: &UserId, id: UploadId) -> Result<Upload> {
    find(store, id).await?.filter(|upload| upload.uploader == *uploader).ok_or(Error::NotFound(Noun::Upload))
}

/// One page of a person's uploads, newest first. 1 read in the index.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, uploader: &UserId, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Upload>> {
    table::page(store, &keys::upload::of_uploader(uploader), Order::Descending, Consistency::Eventual, cursor, limit)
        .await
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

/// Records that a file was refused, with a sentence for people. Condition: waiting or checking.
/// 1 write, 1 in the index. `false` when it had been decided before.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn fail(store: &Store, id: UploadId, reason: &str, now: Timestamp) -> Result<bool> {
    let update = undecided(store, id, "attribute_exists(pk)")
        .update_expression("SET #status = :status, updated_at = :now, expires_at = :expires, reason = :reason")
        .expression_attribute_values(":status", text(UploadStatus::Failed.as_str()))
        .expression_attribute_values(":now", text(now.to_string()))
        .expression_attribute_values(":expires", number(now.plus_secs(KEPT_SECS).epoch_secs()))
        .expression_attribute_values(":reason", text(reason));
    run_alone(store, update).await
}

/// Starts the update of an upload that has not been decided yet and meets one more condition.
fn undecided(store: &Store, id: UploadId, and: &str) -> aws_sdk_dynamodb::types::builders::UpdateBuilder {
    table::update(store, keys::upload::primary(id))
        .condition_expression(format!("#status IN (:waiting, :checking) AND {and}"))
        .expression_attribute_names("#status", "status")
        .expression_attribute_values(":waiting", text(UploadStatus::Waiting.as_str()))
        .expression_attribute_values(":checking", text(UploadStatus::Checking.as_str()))
}

async fn run_alone(store: &Store, update: aws_sdk_dynamodb::types::builders::UpdateBuilder) -> Result<bool> {
    let mut transaction = Transaction::default();
    transaction.update("upload", update.build().map_err(table::build_error)?);
    Ok(transaction.run(store).await? == Outcome::Done)
}

/// Withdraws an upload and removes what arrived of it. A note that is visible already stays.
/// Condition: not being checked. 1 read, 2 writes, 1 in the index.
///
/// # Errors
/// `NotFound(Upload)`, also for somebody else's; `Conflict(BeingChecked)`.
pub async fn delete(store: &Store, uploader: &UserId, id: UploadId) -> Result<()> {
    get(store, uploader, id).await?;
    let mut transaction = Transaction::default();
    transaction.delete(
        "upload",
        table::delete(store, keys::upload::primary(id))
            .condition_expression("attribute_not_exists(pk) OR (uploader = :uploader AND #status <> :checking)")
            .expression_attribute_names("#status", "status")
            .expression_attribute_values(":uploader", text(uploader.as_str()))
            .expression_attribute_values(":checking", text(UploadStatus::Checking.as_str()))
            .build()
            .map_err(table::build_error)?,
    );
    if transaction.run(store).await? != Outcome::Done {
        return Err(Error::Conflict(Conflict::BeingChecked));
    }
    objects::delete(store, objects::Bucket::Files, &keys::object::incoming(id)).await
}
