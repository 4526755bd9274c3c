//! Notes: reading, downloading, and changes by administrators.

pub mod wire;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use http::StatusCode;
use store::content::{File, FileMetadata as _, PdfFileMetadata};
use store::content_index::IndexEntry;
use store::keys::object::{self, PreviewSize};
use store::trash::{self, DeletePermission};
use store::{NoteId, ResourceKind, Store, Timestamp, course_or_album_note, objects, positions, saved_note_access};
use wasm_core::forms::NOTE_CONTENT_TYPE;
use wasm_core::limits::ADDRESSES_MAX;

use crate::http::audit::{item_label, record};
use crate::http::auth::principal::Principal;
use crate::http::client::ClientAddress;
use crate::http::extract::{Json as Body, PathId, PathIds};
use crate::http::problem::Problem;
use crate::library::albums::may_delete;
use crate::library::albums::wire::LinkedNote;
use crate::library::courses::REVALIDATE_HEADERS;
use crate::library::files::{redirect_to_file, redirect_to_public};
use crate::library::notes::wire::{Note, ReadableNote, SignedNoteFiles, SignedNoteUrls, SignedNoteUrlsRequest};
use crate::state::ApiState;

/// File name and content type of the text of a PDF.
const TEXT_FILE_NAME: &str = "text.json";
const TEXT_CONTENT_TYPE: &str = "application/json";

/// Returns a course note or an album note.
#[utoipa::path(
    get,
    path = "/api/notes/{id}",
    tag = "notes",
    responses((status = 200, description = "Done", body = LinkedNote)),
)]
pub(crate) async fn get_note(
    State(store): State<Store>,
    caller: Option<Principal>,
    PathId(id): PathId<NoteId>,
) -> Result<impl IntoResponse, Problem> {
    let note = course_or_album_note::get_visible(&store, id).await?;
    Ok((REVALIDATE_HEADERS, Json(LinkedNote::new(note, |note| may_delete(note, caller.as_ref())))))
}

/// Redirects to the signed URL of the PDF. The URL stays the same for an hour, so that caches work.
#[utoipa::path(
    get,
    path = "/api/notes/{id}/file",
    tag = "notes",
    responses((status = 302, description = "Redirect to the file", headers(("location" = String)))),
)]
pub(crate) async fn get_note_file(
    State(state): State<ApiState>,
    client: ClientAddress,
    PathId(id): PathId<NoteId>,
) -> Result<impl IntoResponse, Problem> {
    state.check_rate_limit(&state.rate_limits().file_access, client).await?;
    let note = course_or_album_note::get_visible(state.store(), id).await?;
    let now = Timestamp::now();
    let signed =
        objects::presign_get(state.store(), &note.file().key, &note.file().name, NOTE_CONTENT_TYPE, now).await?;
    Ok(redirect_to_file(signed))
}

/// Returns a note for the reader, with the signed URL of its PDF. Administrators can also read notes of hidden courses.
/// Students can still read deleted notes that are in their My Notes.
#[utoipa::path(
    get,
    path = "/api/notes/{id}/reading",
    tag = "notes",
    responses((status = 200, description = "Done", body = ReadableNote)),
)]
pub(crate) async fn get_readable_note(
    State(state): State<ApiState>,
    client: ClientAddress,
    caller: Principal,
    PathId(id): PathId<NoteId>,
) -> Result<Json<ReadableNote>, Problem> {
    state.check_rate_limit(&state.rate_limits().file_access, client).await?;
    let now = Timestamp::now();
    let readable = saved_note_access::get_readable(state.store(), &caller.uid, caller.is_admin, id, now).await?;
    let signed = sign_files(state.store(), &readable.file, now).await?;
    let position = positions::find_in_note(state.store(), &caller.uid, id).await?;
    Ok(Json(ReadableNote::new(readable, signed, position)))
}

/// Returns the signed URLs of the PDFs of up to 20 notes, for offline copies. A note is included if the caller may read
/// it.
#[utoipa::path(
    post,
    path = "/api/notes/addresses",
    tag = "notes",
    request_body = SignedNoteUrlsRequest,
    responses((status = 200, description = "Done", body = SignedNoteUrls)),
)]
pub(crate) async fn sign_note_urls(
    State(state): State<ApiState>,
    client: ClientAddress,
    caller: Principal,
    Body(SignedNoteUrlsRequest { ids }): Body<SignedNoteUrlsRequest>,
) -> Result<Json<SignedNoteUrls>, Problem> {
    if ids.len() > ADDRESSES_MAX {
        let message = format!("Request at most {ADDRESSES_MAX} notes at a time.");
        return Err(Problem::field("ids", "too_many", message));
    }
    state.check_rate_limit(&state.rate_limits().file_access, client).await?;
    let store = state.store();
    let known: Vec<NoteId> = ids.iter().filter_map(|id| id.parse().ok()).collect();
    let now = Timestamp::now();
    let mut items = Vec::with_capacity(known.len());
    for readable in saved_note_access::get_many_readable(store, &caller.uid, caller.is_admin, &known, now).await? {
        let signed = sign_files(store, &readable.file, now).await?;
        // The resume position is only returned when a single note is opened.
        items.push(ReadableNote::new(readable, signed, None));
    }
    let missing = ids.into_iter().filter(|id| !items.iter().any(|item| item.id.eq_ignore_ascii_case(id))).collect();
    Ok(Json(SignedNoteUrls { items, missing }))
}

/// Signs the URLs of a PDF and of its text. Sends no request.
async fn sign_files(store: &Store, file: &File<PdfFileMetadata>, now: Timestamp) -> Result<SignedNoteFiles, Problem> {
    let pdf = objects::presign_get(store, &file.key, &file.name, NOTE_CONTENT_TYPE, now).await?;
    let text = match file.media.facts.has_text {
        Some(true) => {
            let key = object::pdf_text(&file.key);
            Some(objects::presign_get(store, &key, TEXT_FILE_NAME, TEXT_CONTENT_TYPE, now).await?)
        }
        _ => None,
    };
    Ok(SignedNoteFiles { pdf, text })
}

/// Redirects to the preview of the first page, `small` or `large`. Clients that have only the id of a note need no
/// other request.
#[utoipa::path(
    get,
    path = "/api/notes/{id}/preview/{size}",
    tag = "notes",
    responses((status = 302, description = "Redirect to the picture", headers(("location" = String)))),
)]
pub(crate) async fn get_note_preview(
    State(store): State<Store>,
    PathIds(id, size): PathIds<NoteId, PreviewSize>,
) -> Result<impl IntoResponse, Problem> {
    let note = course_or_album_note::get_visible(&store, id).await?;
    let kept = object::preview(&note.file().key, size);
    let pictures = PdfFileMetadata::public_pictures(note.file());
    let picture = pictures.iter().find(|picture| picture.original == kept);
    Ok(redirect_to_public(picture.ok_or_else(|| Problem::not_found(ResourceKind::File))?))
}

/// Moves a note to the trash for 30 days.
#[utoipa::path(
    delete,
    path = "/api/notes/{id}",
    tag = "notes",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn delete_note(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<NoteId>,
) -> Result<StatusCode, Problem> {
    let trashed =
        trash::trash_item::<store::notes::Note>(&store, id, &caller.uid, DeletePermission::All, Timestamp::now())
            .await?;
    record(&store, &caller, "delete_note", id, item_label(&IndexEntry::of(&trashed.content)), None, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a note from the trash.
#[utoipa::path(
    post,
    path = "/api/notes/{id}/restore",
    tag = "notes",
    responses((status = 200, description = "Done", body = Note), (status = 409)),
)]
pub(crate) async fn restore_note(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<NoteId>,
) -> Result<Json<Note>, Problem> {
    let note = trash::restore::<store::notes::Note>(&store, id).await?;
    record(&store, &caller, "restore_note", id, item_label(&IndexEntry::of(&note)), None, None).await?;
    Ok(Json(note.into()))
}
