//! Uploads: announced, sent to S3, checked, then published.

pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::audit::{self, AuditEntry, item_name};
use store::content::{CommonMetadata, Subject};
use store::content_index::files_by_hash;
use store::courses::Viewer;
use store::uploads::{self, ReceivedBytes, UploadDraft, UploadTarget};
use store::{AuditId, Error, ItemKind, ProductId, Sha256Hash, Store, Timestamp, UploadId, courses, link};
use wasm_core::course::CourseCode;
use wasm_core::forms::{self, AudioForm, FieldError, FieldErrors, NOTE_CONTENT_TYPE, NoteForm};
use wasm_core::limits::PARTS_MAX;

use crate::console::uploads::wire::{
    CompleteUploadRequest, CreateAudioUploadRequest, CreateUploadRequest, DuplicateItems, LinkUploadRequest,
    ResumeUploadRequest, SignPartsRequest, SignedParts, Upload, UploadTicket,
};
use crate::http::audit::record;
use crate::http::auth::principal::Principal;
use crate::http::client_chosen_id::parse_or_create_id;
use crate::http::extract::{CursorParam, Json as Body, PathId};
use crate::http::fields::{INVALID_HASH_MESSAGE, ok_or_record};
use crate::http::problem::Problem;
use crate::http::wire::page::{PAGE_ITEMS, Page};
use crate::library::pictures;

/// Creates the upload of a PDF and returns its signed URL.
#[utoipa::path(
    post,
    path = "/api/uploads",
    tag = "uploads",
    request_body = CreateUploadRequest,
    responses((status = 201, description = "Created", body = UploadTicket)),
)]
pub(crate) async fn create_upload(
    State(store): State<Store>,
    caller: Principal,
    Body(body): Body<CreateUploadRequest>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let draft = UploadDraft::try_from(body)?;
    create_ticket(&store, &caller, draft).await
}

/// Creates the upload of a recording, in one piece or in parts, and returns its signed URLs.
#[utoipa::path(
    post,
    path = "/api/audio-uploads",
    tag = "uploads",
    request_body = CreateAudioUploadRequest,
    responses((status = 201, description = "Created", body = UploadTicket)),
)]
pub(crate) async fn create_audio_upload(
    State(store): State<Store>,
    caller: Principal,
    Body(body): Body<CreateAudioUploadRequest>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let mut draft = UploadDraft::try_from(body)?;
    if let UploadTarget::Audio { subject, course, .. } = &mut draft.target {
        Subject { text: *subject, course: *course } = resolve_subject(&store, std::mem::take(subject)).await?;
    }
    create_ticket(&store, &caller, draft).await
}

/// Resolves the subject of a recording or an album note. `cs-246` and `CS 246` are the same subject if the course
/// exists or was merged into another. Other text stays as it is. Cost: 1 to 2 reads if the text looks like a course
/// code.
pub(crate) async fn resolve_subject(store: &Store, typed: String) -> Result<Subject, Problem> {
    let Ok(code) = CourseCode::parse(&typed) else { return Ok(Subject { text: typed, course: None }) };
    match courses::get_visible(store, &code, Viewer::Administrator).await {
        Ok(course) => Ok(Subject { text: course.code.display(), course: Some(course.code) }),
        Err(Error::NotFound(_)) => Ok(Subject { text: typed, course: None }),
        Err(error) => Err(error.into()),
    }
}

pub(crate) async fn create_ticket(
    store: &Store,
    caller: &Principal,
    draft: UploadDraft,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let object = name_of(&draft);
    create_ticket_for(store, caller, draft, object).await
}

/// Like [`create_ticket`], with the name under which the upload is logged.
pub(crate) async fn create_ticket_for(
    store: &Store,
    caller: &Principal,
    draft: UploadDraft,
    object: String,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let id = draft.id;
    let ticket = pictures::create_upload(store, caller, draft).await?;
    record(store, caller, "create_upload", id, object, None, None).await?;
    Ok(ticket)
}

/// Returns the name of an upload in the log: the title of its item, or the file name of a picture or a deck.
fn name_of(draft: &UploadDraft) -> String {
    let title = draft.target.title().unwrap_or(&draft.file_name);
    item_name(title, draft.target.place().unwrap_or_default())
}

/// Lists the caller's uploads, newest first.
#[utoipa::path(
    get,
    path = "/api/uploads",
    tag = "uploads",
    responses((status = 200, description = "Done", body = Page<Upload>)),
)]
pub(crate) async fn list_uploads(
    State(store): State<Store>,
    caller: Principal,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<Upload>>, Problem> {
    let page = uploads::list(&store, &caller.uid, cursor.as_ref(), PAGE_ITEMS).await?;
    let now = Timestamp::now();
    let arrived = uploads::find_received_of_each(&store, &page.items, now).await?;
    let items = page.items.into_iter().zip(arrived).map(|(upload, arrived)| Upload::at(upload, arrived, now)).collect();
    Ok(Json(store::Page { items, next: page.next }.into()))
}

/// Returns the state of an upload.
#[utoipa::path(
    get,
    path = "/api/uploads/{id}",
    tag = "uploads",
    responses((status = 200, description = "Done", body = Upload)),
)]
pub(crate) async fn get_upload(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<UploadId>,
) -> Result<Json<Upload>, Problem> {
    let upload = uploads::get(&store, &caller.uid, id).await?;
    Ok(Json(shown(&store, upload, Timestamp::now()).await?))
}

/// Returns an upload with its received bytes. Cost: 0 to 2 requests to S3; none unless the upload waits for its file.
async fn shown(store: &Store, upload: uploads::Upload, now: Timestamp) -> Result<Upload, Problem> {
    let arrived = uploads::find_received(store, &upload, now).await?;
    Ok(Upload::at(upload, arrived, now))
}

/// Cancels an upload. Deletes the data that has arrived.
#[utoipa::path(
    delete,
    path = "/api/uploads/{id}",
    tag = "uploads",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn cancel_upload(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<UploadId>,
) -> Result<StatusCode, Problem> {
    let upload = uploads::delete(&store, &caller.uid, id).await?;
    // The audit log contains administrators' actions only; students can cancel their own uploads.
    if caller.is_admin {
        record(&store, &caller, "cancel_upload", id, name_of(&upload.draft), None, None).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Reports that the client is still sending the file of an upload. Repeat the request every 20 seconds: after 150
/// seconds without one, the upload counts as interrupted.
#[utoipa::path(
    put,
    path = "/api/uploads/{id}/sender",
    tag = "uploads",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn record_upload_heartbeat(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<UploadId>,
) -> Result<StatusCode, Problem> {
    uploads::record_heartbeat(&store, &caller.uid, id, Timestamp::now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Continues an interrupted upload with the same file, by size and hash. Returns the signed URL or the parts that have
/// arrived.
#[utoipa::path(
    post,
    path = "/api/uploads/{id}/resume",
    tag = "uploads",
    request_body = ResumeUploadRequest,
    responses((status = 200, description = "Done", body = UploadTicket)),
)]
pub(crate) async fn resume_upload(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<UploadId>,
    Body(body): Body<ResumeUploadRequest>,
) -> Result<Json<UploadTicket>, Problem> {
    let sha256 = body.sha256.parse().map_err(|_| Problem::field("sha256", "invalid", INVALID_HASH_MESSAGE))?;
    let ticket = uploads::resume(&store, &caller.uid, id, (&sha256, body.size_bytes), Timestamp::now()).await?;
    Ok(Json(ticket.into()))
}

/// Returns the signed URLs of up to 32 parts of a large file, and the parts that have already arrived.
#[utoipa::path(
    post,
    path = "/api/uploads/{id}/parts",
    tag = "uploads",
    request_body = SignPartsRequest,
    responses((status = 200, description = "Done", body = SignedParts)),
)]
pub(crate) async fn sign_upload_parts(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<UploadId>,
    Body(body): Body<SignPartsRequest>,
) -> Result<Json<SignedParts>, Problem> {
    if body.parts.len() > PARTS_MAX as usize {
        return Err(Problem::field("parts", "too_many", format!("Request at most {PARTS_MAX} parts at a time.")));
    }
    let mut parts: Vec<(u32, Sha256Hash)> = Vec::with_capacity(body.parts.len());
    for part in body.parts {
        parts.push((
            part.number,
            part.sha256.parse().map_err(|_| Problem::field("sha256", "invalid", INVALID_HASH_MESSAGE))?,
        ));
    }
    let signed = uploads::sign_parts(&store, &caller.uid, id, &parts, Timestamp::now()).await?;
    Ok(Json(signed.into()))
}

/// Assembles the parts of a large file and starts its check. Idempotent.
#[utoipa::path(
    post,
    path = "/api/uploads/{id}/complete",
    tag = "uploads",
    request_body = CompleteUploadRequest,
    responses((status = 200, description = "Done", body = Upload)),
)]
pub(crate) async fn complete_upload(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<UploadId>,
    Body(body): Body<CompleteUploadRequest>,
) -> Result<Json<Upload>, Problem> {
    let sent: Vec<_> = body.parts.into_iter().map(Into::into).collect();
    let upload = uploads::complete(&store, &caller.uid, id, &sent).await?;
    Ok(Json(Upload::at(upload, ReceivedBytes::default(), Timestamp::now())))
}

/// Repeats the check of a file that was rejected or whose check has stalled. The file need not be sent again: a
/// rejected file is stored for one day.
#[utoipa::path(
    post,
    path = "/api/uploads/{id}/retry",
    tag = "uploads",
    responses((status = 200, description = "Done", body = Upload)),
)]
pub(crate) async fn retry_upload(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<UploadId>,
) -> Result<Json<Upload>, Problem> {
    let now = Timestamp::now();
    let upload = uploads::retry(&store, &caller.uid, id, now).await?;
    record(&store, &caller, "retry_upload", id, name_of(&upload.draft), None, None).await?;
    Ok(Json(Upload::at(upload, ReceivedBytes::default(), now)))
}

/// Publishes a checked file that was held for review. The file is checked again. A repeated call changes nothing.
#[utoipa::path(
    post,
    path = "/api/uploads/{id}/publish",
    tag = "uploads",
    responses((status = 200, description = "Done", body = Upload)),
)]
pub(crate) async fn publish_upload(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<UploadId>,
) -> Result<Json<Upload>, Problem> {
    let now = Timestamp::now();
    let upload = uploads::approve_held(&store, &caller.uid, id, now).await?;
    record_approval(&store, &caller, &upload).await?;
    uploads::check_approved(&store, &upload).await?;
    Ok(Json(Upload::at(upload, ReceivedBytes::default(), now)))
}

/// Adds the approval of a held file to the audit log. The id of the entry derives from the upload and the time of the
/// approval. A repeated call therefore adds the entry only if an earlier call failed to add it. Cost: 1 write.
async fn record_approval(store: &Store, caller: &Principal, upload: &uploads::Upload) -> Result<(), Problem> {
    // A file without this time was never held.
    let Some(at) = upload.approved_at else { return Ok(()) };
    let id = upload.draft.id;
    let entry = AuditEntry::new(caller.uid.clone(), "approve_upload", id.to_string(), name_of(&upload.draft), at);
    let key = caller.key_name().map(str::to_owned);
    let entry = AuditEntry { id: AuditId::of_decision(id, at), key, ..entry };
    Ok(audit::append(store, &entry).await?)
}

/// Completes a waiting upload with an identical file that is already stored, so that the client need not send it. The
/// file is copied and checked like any other.
#[utoipa::path(
    post,
    path = "/api/uploads/{id}/link",
    tag = "uploads",
    request_body = LinkUploadRequest,
    responses((status = 200, description = "Done", body = Upload)),
)]
pub(crate) async fn publish_duplicate(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<UploadId>,
    Body(body): Body<LinkUploadRequest>,
) -> Result<Json<Upload>, Problem> {
    let mut errors = FieldErrors::default();
    let kind = body.kind.parse::<ItemKind>();
    let kind = kind.map_err(|_| FieldError::new("kind", "invalid", "A kind is note, audio or albumNote."));
    let kind = ok_or_record(&mut errors, kind);
    let of = body.id.parse::<ProductId>();
    let of = of.map_err(|_| FieldError::new("id", "invalid", "An id is a ULID: 26 letters and digits."));
    let of = ok_or_record(&mut errors, of);
    let (Some(kind), Some(of)) = (kind, of) else { return Err(errors.into()) };
    let upload = link::publish_duplicate(&store, &caller.uid, id, kind, of).await?;
    let existing = Some(format!("{kind} {of}"));
    record(&store, &caller, "link_upload", id, name_of(&upload.draft), None, existing).await?;
    Ok(Json(Upload::at(upload, ReceivedBytes::default(), Timestamp::now())))
}

/// Lists the items whose file has this SHA-256. A client then need not send the file again.
#[utoipa::path(
    get,
    path = "/api/admin/files/{sha256}",
    tag = "administration",
    responses((status = 200, description = "Done", body = DuplicateItems)),
)]
pub(crate) async fn find_duplicates(
    State(store): State<Store>,
    PathId(sha256): PathId<Sha256Hash>,
) -> Result<Json<DuplicateItems>, Problem> {
    let items = files_by_hash::list(&store, &sha256).await?;
    Ok(Json(DuplicateItems { items: items.into_iter().map(Into::into).collect() }))
}

/// Validates the request with the rules that the browser uses. Reports all invalid fields.
impl TryFrom<CreateUploadRequest> for UploadDraft {
    type Error = Problem;

    fn try_from(body: CreateUploadRequest) -> Result<Self, Problem> {
        let id = parse_or_create_id(body.id.as_deref(), UploadId::generate)?;
        let mut errors = FieldErrors::default();
        let code = CourseCode::parse(&body.course_code);
        let code = code.map_err(|error| FieldError::new("courseCode", "invalid", error.to_string()));
        let code = ok_or_record(&mut errors, code);
        let form = NoteForm {
            title: body.title,
            description: body.description.unwrap_or_default(),
            note_type: body.note_type.unwrap_or_default(),
            chapter: body.chapter.map(f64::from),
        };
        let note = ok_or_record(&mut errors, forms::validate_note_draft(&form));
        let file =
            ok_or_record(&mut errors, forms::validate_note_file(&body.file_name, &body.content_type, body.size_bytes));
        let sha256 = body.sha256.parse().map_err(|_| FieldError::new("sha256", "invalid", INVALID_HASH_MESSAGE));
        let sha256 = ok_or_record(&mut errors, sha256);
        let (Some(course), Some(note), Some(file), Some(sha256)) = (code, note, file, sha256) else {
            return Err(errors.into());
        };
        Ok(UploadDraft {
            id,
            target: UploadTarget::CourseNote {
                course,
                chapter: note.chapter,
                details: CommonMetadata::new(note.title, note.description),
                note_type: note.note_type,
            },
            file_name: file.name,
            content_type: NOTE_CONTENT_TYPE.to_owned(),
            size_bytes: file.size_bytes,
            sha256,
            seen_picture: None,
            review: body.review,
        })
    }
}

/// Validates the request with the rules that the browser uses. Reports all invalid fields.
impl TryFrom<CreateAudioUploadRequest> for UploadDraft {
    type Error = Problem;

    fn try_from(body: CreateAudioUploadRequest) -> Result<Self, Problem> {
        let id = parse_or_create_id(body.id.as_deref(), UploadId::generate)?;
        let mut errors = FieldErrors::default();
        let form = AudioForm {
            shelf: body.shelf,
            title: body.title,
            subject: body.subject,
            description: body.description.unwrap_or_default(),
        };
        let audio = ok_or_record(&mut errors, forms::validate_audio_draft(&form));
        let order = body.order.filter(|order| !order.is_empty()).map(|order| order.parse::<ProductId>()).transpose();
        let order =
            order.map_err(|_| FieldError::new("order", "invalid", "An order is a ULID: 26 letters and digits."));
        let order = ok_or_record(&mut errors, order);
        let file =
            ok_or_record(&mut errors, forms::validate_audio_file(&body.file_name, &body.content_type, body.size_bytes));
        let sha256 = body.sha256.parse().map_err(|_| FieldError::new("sha256", "invalid", INVALID_HASH_MESSAGE));
        let sha256 = ok_or_record(&mut errors, sha256);
        let (Some(audio), Some(order), Some(file), Some(sha256)) = (audio, order, file, sha256) else {
            return Err(errors.into());
        };
        Ok(UploadDraft {
            id,
            target: UploadTarget::Audio {
                shelf: audio.shelf,
                details: CommonMetadata::new(audio.title, audio.description),
                subject: audio.subject,
                course: audio.course,
                order,
            },
            file_name: file.name,
            content_type: file.content_type,
            size_bytes: file.size_bytes,
            sha256,
            seen_picture: None,
            review: false,
        })
    }
}
