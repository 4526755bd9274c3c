//! Uploads: what somebody announced, and what became of it.

mod again;
mod checks;
mod interrupted;
mod sending;
mod target;

use aws::expression::{absent, attribute, exists};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Check, Delete, Put};
use serde::{Deserialize, Serialize};
use wasm_core::limits;

pub use again::retry;
pub use checks::{Claim, Published, claim, fail, finish, release, still_checking, suggest};
pub(crate) use checks::{published, ready};
pub use interrupted::{Arrived, arrived, arrived_of_each, resume, still_sending};
pub use sending::{PartsToSend, Sending, SignedPart, Ticket, UploadedPart, complete, sign_parts, ticket};
pub use target::Target;

use crate::library::content::File;
use crate::library::courses;
use aws::client::Store;
use aws::codec::{Entity, Item, text};
use aws::objects;
use aws::objects::multipart::{self, ArrivedPart};
use aws::table::{self, Consistency, Order};
use model::error::{Conflict, Error, Noun, Result};
use model::facts::Suggestions;
use model::ids::{AudioId, NoteId, ProductId, Sha256Hash, UploadId, UserId};
use model::keys;
use model::keys::object::ObjectKey;
use model::kind::Kind;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;

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
    /// What it was to become is visible.
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

/// What somebody announces, validated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UploadDraft {
    /// Id, from the client or made by the server.
    pub id: UploadId,
    /// What the file is to become.
    #[serde(flatten)]
    pub target: Target,
    /// Name of the file on the uploader's disk.
    pub file_name: String,
    /// Declared media type.
    pub content_type: String,
    /// Declared size, in bytes.
    pub size_bytes: u64,
    /// Declared SHA-256.
    pub sha256: Sha256Hash,
}

impl UploadDraft {
    /// Whether the file is sent in parts: a large recording, so that a broken connection costs one part only.
    #[must_use]
    pub fn is_in_parts(&self) -> bool {
        let is_audio = matches!(self.target, Target::Audio { .. } | Target::Replacement { content: Kind::Audio, .. });
        is_audio && self.size_bytes > limits::MULTIPART_FROM_BYTES
    }

    /// The file as it is declared, where it lies, with what was found in it.
    #[must_use]
    pub fn file<I>(&self, key: ObjectKey, inside: I) -> File<I> {
        File {
            key,
            name: self.file_name.clone(),
            size_bytes: self.size_bytes,
            sha256: self.sha256.clone(),
            uploaded_sha256: None,
            inside,
        }
    }

    /// How many parts the file has.
    #[must_use]
    pub fn parts(&self) -> u32 {
        u32::try_from(self.size_bytes.div_ceil(limits::PART_BYTES)).unwrap_or(u32::MAX)
    }

    /// The size of one part, in bytes; `None` when the file has no such part. Parts are counted from 1.
    #[must_use]
    pub fn part_bytes(&self, number: u32) -> Option<u64> {
        let start = u64::from(number.checked_sub(1)?) * limits::PART_BYTES;
        let rest = self.size_bytes.checked_sub(start).filter(|rest| *rest > 0)?;
        Some(rest.min(limits::PART_BYTES))
    }

    /// Whether a part has its full size.
    fn is_complete(&self, part: &ArrivedPart) -> bool {
        self.part_bytes(part.number) == Some(part.size_bytes)
    }
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
    /// Whether a refused file is kept for a day, so that it can be checked once more.
    #[serde(default)]
    pub kept: bool,
    /// What it becomes; made by the server, so notes sort by our clock.
    pub product: ProductId,
    /// Name of the file in parts at the object service, while it arrives like that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub multipart: Option<String>,
    /// SHA-256 of what may arrive instead of the announced file: that file as something else has it, repaired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repaired_sha256: Option<Sha256Hash>,
    /// Number of pages, once known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<u32>,
    /// What the file says of itself, once it was read.
    #[serde(default, skip_serializing_if = "Suggestions::is_empty")]
    pub suggestions: Suggestions,
    /// Checks that began and were not given back: a file that kills its checker is found by this.
    #[serde(default)]
    pub checks_begun: u32,
    /// When its sender last said that the file is being sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sender_seen: Option<Timestamp>,
    /// When it was announced.
    pub created_at: Timestamp,
    /// When its status last changed, or the check last gave a sign of life.
    pub updated_at: Timestamp,
    /// Second since 1970 after which the table drops this record.
    pub expires_at: i64,
}

impl Entity for Upload {
    const ENTITY: &'static str = "upload";
    const SCHEMA: u32 = 2;

    /// In the first schema every upload became a note.
    fn upgrade(item: &mut Item, schema: u32) {
        if schema == 1 {
            item.insert("kind".into(), text("course_note"));
            if let Some(note) = item.remove("note") {
                item.insert("product".into(), note);
            }
        }
    }
}

impl Upload {
    /// The id of the course or album note, once it is visible.
    #[must_use]
    pub fn published_note(&self) -> Option<NoteId> {
        let id = match self.draft.target {
            Target::CourseNote { .. } | Target::AlbumNote { .. } => self.product,
            Target::Replacement { content: Kind::Note | Kind::AlbumNote, replaces, .. } => replaces,
            _ => return None,
        };
        (self.status == UploadStatus::Ready).then_some(id.into())
    }

    /// The id of the audio note, once it is visible.
    #[must_use]
    pub fn published_audio(&self) -> Option<AudioId> {
        let id = match self.draft.target {
            Target::Audio { .. } => self.product,
            Target::Replacement { content: Kind::Audio, replaces, .. } => replaces,
            _ => return None,
        };
        (self.status == UploadStatus::Ready).then_some(id.into())
    }
}

/// Announces an upload; announcing the same one again returns it. Conditions: the course of a course note exists, the
/// id is free. 1 to 2 reads, 3 to 4 writes, 1 in the index.
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
        kept: false,
        product: ProductId::generate(),
        multipart: None,
        repaired_sha256: None,
        pages: None,
        suggestions: Suggestions::default(),
        checks_begun: 0,
        sender_seen: Some(now),
        created_at: now,
        updated_at: now,
        expires_at: now.plus_secs(KEPT_SECS).epoch_secs(),
        draft,
    };
    let id = upload.draft.id;
    let mut transaction = Transaction::default();
    if let Target::CourseNote { course, .. } = &upload.draft.target {
        transaction.add("course", Check::of(keys::course::primary(course), exists().and(courses::is_not_merging())));
    }
    transaction.add(
        "upload",
        Put::of(&upload, keys::upload::primary(id))
            .listed(keys::upload::listed(uploader, upload.product))
            .when(absent()),
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
            if let Target::CourseNote { course, .. } = &upload.draft.target {
                courses::get(store, course).await?;
            }
            Err(Error::Conflict(Conflict::Changed))
        }
    }
}

/// One upload, whoever announced it: for the check of what arrived. 1 read.
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

/// Withdraws an upload and removes what arrived of it. What is visible already stays; a check that goes on finds nobody
/// to tell, and publishes nothing. 1 read, 2 writes, 1 in the index.
///
/// # Errors
/// `NotFound(Upload)`, also for somebody else's.
pub async fn delete(store: &Store, uploader: &UserId, id: UploadId) -> Result<()> {
    let upload = get(store, uploader, id).await?;
    let mut transaction = Transaction::default();
    transaction
        .add("upload", Delete::of(keys::upload::primary(id)).when(absent().or(attribute("uploader").is(uploader))));
    if transaction.run(store).await? != Outcome::Done {
        return Err(Error::NotFound(Noun::Upload));
    }
    let incoming = keys::object::incoming(id);
    if let Some(multipart) = &upload.multipart {
        multipart::give_up(store, &incoming, multipart).await?;
    }
    objects::delete(store, objects::Bucket::Files, &incoming).await
}
