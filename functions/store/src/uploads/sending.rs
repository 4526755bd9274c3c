//! Transfer of a file: to one signed URL, or in parts that can be repeated separately.

use std::collections::BTreeMap;

use aws::client::Store;
use aws::expression::attribute;
use aws::objects::multipart::{self, ReceivedPart};
use aws::objects::{self, Bucket, PresignedPut};
use aws::write::Update;
use model::error::{Conflict, Error, Result};
use model::ids::{Sha256Hash, UploadId, UserId};
use model::keys::{self, object};
use model::timestamp::Timestamp;
use wasm_core::forms::FieldError;
use wasm_core::limits;

use super::{Upload, UploadStatus, get};

/// Seconds after which a lifecycle rule of the bucket deletes the parts of an incomplete multipart upload. A new ticket
/// then starts another one.
pub(super) const INCOMPLETE_PARTS_TTL_SECS: u64 = 86_400;

const ADDRESS_LIFE_SECS: u64 = limits::UPLOAD_URL_LIFE_SECS as u64;

/// Instructions for sending a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadTicket {
    /// Id of the upload.
    pub id: UploadId,
    /// Time until which the ticket is valid.
    pub expires_at: Timestamp,
    /// Transfer in one piece or in parts.
    pub sending: UploadMethod,
}

/// Transfer of a file in one piece or in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UploadMethod {
    /// In one piece, to this URL.
    Single(PresignedPut),
    /// In parts, each to its own URL from [`sign_parts`].
    Multipart {
        /// Size in bytes of each part except the last.
        part_bytes: u64,
        /// Number of parts.
        parts: u32,
        /// Completely received parts in order.
        uploaded: Vec<UploadedPart>,
    },
}

/// A received part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadedPart {
    /// Part number from 1.
    pub number: u32,
    /// ETag returned by the object service.
    pub etag: String,
}

/// A signed URL for one part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedPart {
    /// Part number from 1.
    pub number: u32,
    /// Signed request for this part.
    pub put: PresignedPut,
}

/// The requested parts, split into missing and received ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PartsToSend {
    /// Signed URLs of the missing parts.
    pub signed: Vec<SignedPart>,
    /// Parts that were received with this content.
    pub uploaded: Vec<UploadedPart>,
}

/// Returns the instructions for sending the file of an upload. For a multipart upload, they include the received parts.
/// Cost: no request for a small file; 1 request to the object service for a large one, 2 and 2 writes the first time.
///
/// # Errors
/// `Conflict(AlreadyUploaded)` when the file has arrived.
pub async fn create_ticket(store: &Store, upload: &Upload, now: Timestamp) -> Result<UploadTicket> {
    let draft = &upload.draft;
    let incoming = object::incoming_file(draft.id);
    if !draft.is_multipart() {
        let put =
            objects::presign_put(store, &incoming, &draft.content_type, draft.size_bytes, &draft.sha256, now).await?;
        return Ok(UploadTicket { id: draft.id, expires_at: put.expires_at, sending: UploadMethod::Single(put) });
    }
    let arrived = match &upload.multipart {
        Some(multipart) => multipart::list_parts(store, &incoming, multipart).await?,
        None => None,
    };
    let arrived = match arrived {
        Some(arrived) => arrived,
        None if objects::head(store, Bucket::Files, &incoming).await?.is_some() => {
            return Err(Error::Conflict(Conflict::AlreadyUploaded));
        }
        None => begin(store, upload).await?,
    };
    let uploaded = arrived
        .into_iter()
        .filter(|part| draft.is_complete(part))
        .map(|part| UploadedPart { number: part.number, etag: part.etag })
        .collect();
    Ok(UploadTicket {
        id: draft.id,
        expires_at: upload.created_at.plus_secs(INCOMPLETE_PARTS_TTL_SECS).max(now.plus_secs(ADDRESS_LIFE_SECS)),
        sending: UploadMethod::Multipart { part_bytes: limits::PART_BYTES, parts: draft.parts(), uploaded },
    })
}

/// Starts a multipart upload, for the first time or after the parts expired. If another request started one at the same
/// moment, that one is used. Condition: the upload is waiting and has no newer multipart upload.
async fn begin(store: &Store, upload: &Upload) -> Result<Vec<ReceivedPart>> {
    let draft = &upload.draft;
    let incoming = object::incoming_file(draft.id);
    let begun = multipart::create(store, &incoming, &draft.content_type).await?;
    let nobody_else = attribute("multipart").eq_option(upload.multipart.as_ref());
    let update = Update::of(keys::upload::primary(draft.id))
        .set("multipart", &begun)
        .when(attribute("status").is(UploadStatus::Waiting).and(nobody_else));
    if update.apply(store).await? {
        return Ok(Vec::new());
    }
    let present = get(store, &upload.uploader, draft.id).await?;
    if present.multipart.as_ref() == Some(&begun) {
        // The earlier write succeeded, but its response was lost.
        return Ok(Vec::new());
    }
    multipart::abort(store, &incoming, &begun).await?;
    match present {
        Upload { status: UploadStatus::Waiting, multipart: Some(theirs), .. } => {
            Ok(multipart::list_parts(store, &incoming, &theirs).await?.unwrap_or_default())
        }
        _ => Err(Error::Conflict(Conflict::AlreadyUploaded)),
    }
}

/// Signs URLs for parts of an upload. Number, length and hash are part of the signature, so no other content can be
/// stored. Parts received with the same hash are not signed. Cost: 1 read, 1 request to the object service.
///
/// # Errors
/// `NotFound(Upload)`, also for an upload of another user; `Conflict(AlreadyUploaded)` when it is not waiting for
/// parts; `Conflict(PartsMissing)` when the parts have expired and the upload must be created again; `Invalid` for a
/// part number that the file does not have.
pub async fn sign_parts(
    store: &Store,
    uploader: &UserId,
    id: UploadId,
    parts: &[(u32, Sha256Hash)],
    now: Timestamp,
) -> Result<PartsToSend> {
    let upload = get(store, uploader, id).await?;
    let (UploadStatus::Waiting, Some(multipart)) = (upload.status, &upload.multipart) else {
        return Err(Error::Conflict(Conflict::AlreadyUploaded));
    };
    let incoming = object::incoming_file(id);
    let arrived = multipart::list_parts(store, &incoming, multipart).await?;
    let arrived = arrived.ok_or(Error::Conflict(Conflict::PartsMissing))?;
    let mut to_send = PartsToSend::default();
    for (number, sha256) in parts {
        let Some(size_bytes) = upload.draft.part_bytes(*number) else {
            let message = format!("This file has {} parts and no part {number}.", upload.draft.parts());
            return Err(Error::Invalid(FieldError::new("parts", "invalid", message).into()));
        };
        let is_it =
            |part: &&ReceivedPart| part.number == *number && part.size_bytes == size_bytes && part.has_hash(sha256);
        if let Some(part) = arrived.iter().find(is_it) {
            to_send.uploaded.push(UploadedPart { number: *number, etag: part.etag.clone() });
            continue;
        }
        let put = multipart::presign_part(store, &incoming, multipart, (*number, size_bytes), sha256, now).await?;
        to_send.signed.push(SignedPart { number: *number, put });
    }
    Ok(to_send)
}

/// Completes a multipart upload, which starts its check. `sent` lists the parts that the browser has sent. Idempotent.
/// Cost: 1 to 2 reads, 2 requests to the object service.
///
/// # Errors
/// `NotFound(Upload)`, also for an upload of another user; `Conflict(PartsMissing)` when parts are missing or differ
/// from those sent.
pub async fn complete(store: &Store, uploader: &UserId, id: UploadId, sent: &[UploadedPart]) -> Result<Upload> {
    let upload = get(store, uploader, id).await?;
    let (UploadStatus::Waiting, Some(multipart)) = (upload.status, &upload.multipart) else {
        return if upload.status == UploadStatus::Waiting {
            Err(Error::Conflict(Conflict::PartsMissing))
        } else {
            Ok(upload)
        };
    };
    let incoming = object::incoming_file(id);
    let Some(arrived) = multipart::list_parts(store, &incoming, multipart).await? else {
        return completed_before(store, uploader, id).await;
    };
    let sent: BTreeMap<u32, &str> = sent.iter().map(|part| (part.number, bare(&part.etag))).collect();
    let is_whole = (1..=upload.draft.parts()).eq(arrived.iter().map(|part| part.number))
        && arrived
            .iter()
            .all(|part| upload.draft.is_complete(part) && sent.get(&part.number) == Some(&bare(&part.etag)));
    if !is_whole {
        return Err(Error::Conflict(Conflict::PartsMissing));
    }
    match multipart::complete(store, &incoming, multipart, arrived).await {
        Ok(()) => Ok(upload),
        Err(Error::Conflict(_)) => completed_before(store, uploader, id).await,
        Err(error) => Err(error),
    }
}

/// Called if the multipart upload no longer exists. Returns the upload if an earlier call completed it, or an error if
/// it was aborted.
async fn completed_before(store: &Store, uploader: &UserId, id: UploadId) -> Result<Upload> {
    let arrived = objects::head(store, Bucket::Files, &object::incoming_file(id)).await?.is_some();
    // Read the record after the object: if a check in between has removed the file, the upload is already decided.
    let upload = get(store, uploader, id).await?;
    if arrived || upload.status != UploadStatus::Waiting {
        Ok(upload)
    } else {
        Err(Error::Conflict(Conflict::PartsMissing))
    }
}

/// Returns an ETag without quotation marks, which not all clients include.
fn bare(etag: &str) -> &str {
    etag.trim_matches('"')
}
