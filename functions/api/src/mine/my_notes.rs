//! My Notes and the list of downloads.

pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::{NoteId, ResourceKind, Store, Timestamp, downloads, new_notes, objects, saved_note_access, saved_notes};
use wasm_core::forms::NOTE_CONTENT_TYPE;

use crate::http::auth::principal::Principal;
use crate::http::client::ClientAddress;
use crate::http::extract::{CursorParam, Json as Body, ParsePathId as _, PathId};
use crate::http::problem::Problem;
use crate::http::wire::page::{PAGE_ITEMS, Page};
use crate::library::notes::wire::{DownloadRequest, NewNotes};
use crate::mine::my_notes::wire::{NoteUpdate, SavedNote, SavedNoteUrl};
use crate::people::me::my_profile;
use crate::state::ApiState;

/// Lists the caller's saved notes, newest first. Each is a copy of the note from the time of saving.
#[utoipa::path(
    get,
    path = "/api/me/notes",
    tag = "my_notes",
    responses((status = 200, description = "Done", body = Page<SavedNote>)),
)]
pub(crate) async fn list_my_notes(
    State(store): State<Store>,
    caller: Principal,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<SavedNote>>, Problem> {
    let page = saved_notes::list(&store, &caller.uid, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(Page::from(page)))
}

/// Saves a note in the caller's My Notes. The status is 201 for a new note and 200 if it was saved before.
#[utoipa::path(
    put,
    path = "/api/me/notes/{noteId}",
    tag = "my_notes",
    responses((status = 201, description = "Created", body = SavedNote), (status = 200, description = "The note was already saved", body = SavedNote)),
)]
pub(crate) async fn save_note(
    State(store): State<Store>,
    caller: Principal,
    PathId(note): PathId<NoteId>,
) -> Result<(StatusCode, Json<SavedNote>), Problem> {
    let me = my_profile(&store, &caller).await?;
    let saved = saved_notes::save(&store, &me.student, note, Timestamp::now()).await?;
    let status = if saved.created { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(saved.note.into())))
}

/// Removes a note from the caller's My Notes.
#[utoipa::path(
    delete,
    path = "/api/me/notes/{noteId}",
    tag = "my_notes",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn remove_saved_note(
    State(store): State<Store>,
    caller: Principal,
    PathId(note): PathId<NoteId>,
) -> Result<StatusCode, Problem> {
    saved_notes::remove(&store, &caller.uid, note).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the caller's saved notes that were changed or deleted after saving, newest first. Each page covers about 100
/// saved notes, so a page may be empty although there is a next one.
#[utoipa::path(
    get,
    path = "/api/me/note-updates",
    tag = "my_notes",
    responses((status = 200, description = "Done", body = Page<NoteUpdate>)),
)]
pub(crate) async fn list_note_updates(
    State(store): State<Store>,
    caller: Principal,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<NoteUpdate>>, Problem> {
    let page =
        saved_note_access::list_updates(&store, &caller.uid, cursor.as_ref(), PAGE_ITEMS, Timestamp::now()).await?;
    Ok(Json(Page::from(page)))
}

/// Returns the signed URL of the PDF of a saved note. The PDF of a deleted note is available for 30 days.
#[utoipa::path(
    get,
    path = "/api/me/notes/{noteId}/file",
    tag = "my_notes",
    responses((status = 200, description = "Done", body = SavedNoteUrl)),
)]
pub(crate) async fn get_saved_file(
    State(state): State<ApiState>,
    client: ClientAddress,
    caller: Principal,
    PathId(note): PathId<NoteId>,
) -> Result<Json<SavedNoteUrl>, Problem> {
    state.check_rate_limit(&state.rate_limits().file_access, client).await?;
    let now = Timestamp::now();
    let file = saved_note_access::get_file(state.store(), &caller.uid, note, now).await?;
    let signed = objects::presign_get(state.store(), &file.key, &file.name, NOTE_CONTENT_TYPE, now).await?;
    Ok(Json(SavedNoteUrl { url: signed.url }))
}

/// Lists recent notes of the courses that the caller follows, newest first.
#[utoipa::path(
    get,
    path = "/api/me/new-notes",
    tag = "my_notes",
    responses((status = 200, description = "Done", body = NewNotes)),
)]
pub(crate) async fn list_new_notes(State(store): State<Store>, caller: Principal) -> Result<Json<NewNotes>, Problem> {
    let notes = new_notes::list(&store, &caller.uid, Timestamp::now()).await?;
    Ok(Json(NewNotes { items: notes.into_iter().map(Into::into).collect() }))
}

/// Records that the caller downloaded a note, at most once a day.
#[utoipa::path(
    post,
    path = "/api/me/downloads",
    tag = "my_notes",
    request_body = DownloadRequest,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn record_download(
    State(store): State<Store>,
    caller: Principal,
    Body(body): Body<DownloadRequest>,
) -> Result<StatusCode, Problem> {
    let note = NoteId::parse_name(&body.note_id).ok_or_else(|| Problem::not_found(ResourceKind::Note))?;
    downloads::record(&store, &caller.uid, note, Timestamp::now()).await?;
    Ok(StatusCode::NO_CONTENT)
}
