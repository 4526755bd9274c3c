//! How a file gets to us: to one signed address, or in parts that can be sent again one by one.

use std::collections::BTreeMap;

use aws::client::Store;
use aws::expression::attribute;
use aws::objects::multipart::{self, ArrivedPart};
use aws::objects::{self, Bucket, SignedPut};
use aws::write::Update;
use model::error::{Conflict, Error, Result};
use model::ids::{Sha256Hash, UploadId, UserId};
use model::keys::{self, object};
use model::timestamp::Timestamp;
use wasm_core::forms::FieldError;
use wasm_core::limits;

use super::{Upload, UploadStatus, get};

/// Seconds for which parts are kept that were never put together: then a rule of the bucket removes them, and asking
/// for a ticket begins again.
pub(super) const PARTS_KEPT_SECS: u64 = 86_400;

/// Seconds that every address lives.
const ADDRESS_LIFE_SECS: u64 = limits::UPLOAD_URL_LIFE_SECS as u64;

/// Where and how to send a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ticket {
    /// The upload.
    pub id: UploadId,
    /// Until when the file can be sent with it.
    pub expires_at: Timestamp,
    /// In one piece or in parts.
    pub sending: Sending,
}

/// In one piece or in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sending {
    /// In one piece, to this address.
    Whole(SignedPut),
    /// In parts, each to an address of its own from [`sign_parts`].
    InParts {
        /// Size of each part but the last, in bytes.
        part_bytes: u64,
        /// How many parts there are.
        parts: u32,
        /// Those that have arrived in full, in their order.
        uploaded: Vec<UploadedPart>,
    },
}

/// A part that has arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadedPart {
    /// Its place in the file, from 1.
    pub number: u32,
    /// What the object service answered when it arrived.
    pub etag: String,
}

/// A signed address for one part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedPart {
    /// Its place in the file, from 1.
    pub number: u32,
    /// Where exactly this part can be sent.
    pub put: SignedPut,
}

/// Which of the wanted parts are to be sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PartsToSend {
    /// Where to send those that are missing.
    pub signed: Vec<SignedPart>,
    /// Those that have arrived with this very content.
    pub uploaded: Vec<UploadedPart>,
}

/// Says where to send the file of an upload. Asked again for a file in parts, it says which parts are still wanted.
/// A small file: no request. A large one: 1 request to the object service, 2 and 2 writes for the first time.
///
/// # Errors
/// `Conflict(AlreadyUploaded)` when it arrived in between.
pub async fn ticket(store: &Store, upload: &Upload, now: Timestamp) -> Result<Ticket> {
    let draft = &upload.draft;
    let incoming = object::incoming(draft.id);
    if !draft.is_in_parts() {
        let put =
            objects::presign_put(store, &incoming, &draft.content_type, draft.size_bytes, &draft.sha256, now).await?;
        return Ok(Ticket { id: draft.id, expires_at: put.expires_at, sending: Sending::Whole(put) });
    }
    let arrived = match &upload.multipart {
        Some(multipart) => multipart::arrived(store, &incoming, multipart).await?,
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
    Ok(Ticket {
        id: draft.id,
        expires_at: upload.created_at.plus_secs(PARTS_KEPT_SECS).max(now.plus_secs(ADDRESS_LIFE_SECS)),
        sending: Sending::InParts { part_bytes: limits::PART_BYTES, parts: draft.parts(), uploaded },
    })
}

/// Begins a file in parts, for the first time or because the parts of the last time are gone. When somebody else
/// began at the same moment, theirs counts. Condition: waiting, and nobody else has begun in between.
async fn begin(store: &Store, upload: &Upload) -> Result<Vec<ArrivedPart>> {
    let draft = &upload.draft;
    let incoming = object::incoming(draft.id);
    let begun = multipart::begin(store, &incoming, &draft.content_type).await?;
    let nobody_else = attribute("multipart").is_exactly(upload.multipart.as_ref());
    let update = Update::of(keys::upload::primary(draft.id))
        .set("multipart", &begun)
        .when(attribute("status").is(UploadStatus::Waiting).and(nobody_else));
    if update.apply(store).await? {
        return Ok(Vec::new());
    }
    let present = get(store, &upload.uploader, draft.id).await?;
    if present.multipart.as_ref() == Some(&begun) {
        // Ours was written, and the answer to it was lost.
        return Ok(Vec::new());
    }
    multipart::give_up(store, &incoming, &begun).await?;
    match present {
        Upload { status: UploadStatus::Waiting, multipart: Some(theirs), .. } => {
            Ok(multipart::arrived(store, &incoming, &theirs).await?.unwrap_or_default())
        }
        _ => Err(Error::Conflict(Conflict::AlreadyUploaded)),
    }
}

/// Signs addresses for parts of an upload of this person: number, length and hash are part of each signature, so
/// nothing else can be stored there. A part that has arrived with this hash is not signed: it need not be sent. 1 read,
/// 1 request to the object service.
///
/// # Errors
/// `NotFound(Upload)`, also for somebody else's; `Conflict(AlreadyUploaded)` when it does not wait for parts;
/// `Conflict(PartsMissing)` when the parts are not kept any more, so that the file has to be announced again;
/// `Invalid` for a number that the file does not have.
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
    let incoming = object::incoming(id);
    let arrived = multipart::arrived(store, &incoming, multipart).await?;
    let arrived = arrived.ok_or(Error::Conflict(Conflict::PartsMissing))?;
    let mut to_send = PartsToSend::default();
    for (number, sha256) in parts {
        let Some(size_bytes) = upload.draft.part_bytes(*number) else {
            let message = format!("This file has {} parts and no part {number}.", upload.draft.parts());
            return Err(Error::Invalid(FieldError::new("parts", "invalid", message).into()));
        };
        let is_it = |part: &&ArrivedPart| part.number == *number && part.size_bytes == size_bytes && part.has(sha256);
        if let Some(part) = arrived.iter().find(is_it) {
            to_send.uploaded.push(UploadedPart { number: *number, etag: part.etag.clone() });
            continue;
        }
        let put = multipart::presign_part(store, &incoming, multipart, (*number, size_bytes), sha256, now).await?;
        to_send.signed.push(SignedPart { number: *number, put });
    }
    Ok(to_send)
}

/// Puts the parts of an upload of this person together; from then on it is checked. `sent` is what the person's
/// browser believes to have sent. Done again, it changes nothing. 1 to 2 reads, 2 requests to the object service.
///
/// # Errors
/// `NotFound(Upload)`, also for somebody else's; `Conflict(PartsMissing)` when parts are missing or are not those
/// that were sent.
pub async fn complete(store: &Store, uploader: &UserId, id: UploadId, sent: &[UploadedPart]) -> Result<Upload> {
    let upload = get(store, uploader, id).await?;
    let (UploadStatus::Waiting, Some(multipart)) = (upload.status, &upload.multipart) else {
        return if upload.status == UploadStatus::Waiting {
            Err(Error::Conflict(Conflict::PartsMissing))
        } else {
            Ok(upload)
        };
    };
    let incoming = object::incoming(id);
    let Some(arrived) = multipart::arrived(store, &incoming, multipart).await? else {
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
    match multipart::put_together(store, &incoming, multipart, arrived).await {
        Ok(()) => Ok(upload),
        Err(Error::Conflict(_)) => completed_before(store, uploader, id).await,
        Err(error) => Err(error),
    }
}

/// The parts are gone: because they were put together, or because they were given up.
async fn completed_before(store: &Store, uploader: &UserId, id: UploadId) -> Result<Upload> {
    let arrived = objects::head(store, Bucket::Files, &object::incoming(id)).await?.is_some();
    // Read after the object: a file that was checked in between is gone, but then its upload is decided.
    let upload = get(store, uploader, id).await?;
    if arrived || upload.status != UploadStatus::Waiting {
        Ok(upload)
    } else {
        Err(Error::Conflict(Conflict::PartsMissing))
    }
}

/// A tag without the quotation marks that some write and others do not.
fn bare(etag: &str) -> &str {
    etag.trim_matches('"')
}
