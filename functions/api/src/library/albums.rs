//! Albums and their notes: reading, and changes by administrators and uploaders.

pub mod wire;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use http::StatusCode;
use store::content::{CommonMetadata, Subject};
use store::content_index::IndexEntry;
use store::trash::{self, DeletePermission};
use store::uploads::{UploadDraft, UploadTarget};
use store::{AlbumId, NoteId, ResourceKind, Store, Timestamp, UploadId, albums};
use wasm_core::forms::{self, FieldError, FieldErrors, NOTE_CONTENT_TYPE};

use crate::console::uploads::wire::UploadTicket;
use crate::console::uploads::{create_ticket, create_ticket_for, resolve_subject};
use crate::http::audit::{item_label, record};
use crate::http::auth::guard;
use crate::http::auth::principal::Principal;
use crate::http::client_chosen_id::parse_or_create_id;
use crate::http::extract::{CursorParam, Json as Body, PathId, PathIds};
use crate::http::fields::{INVALID_HASH_MESSAGE, ok_or_record};
use crate::http::problem::Problem;
use crate::http::wire::page::PAGE_ITEMS;
use crate::library::albums::wire::{AlbumNote, AlbumPage, CreateAlbumUploadRequest, image_url};
use crate::library::courses::REVALIDATE_HEADERS;
use crate::library::files::redirect_to_public;
use crate::library::pictures::{self, wire::PictureDeclaration};
use crate::state::ApiState;

/// Returns an album with its notes, newest first.
#[utoipa::path(
    get,
    path = "/api/albums/{album}",
    tag = "albums",
    responses((status = 200, description = "Done", body = AlbumPage)),
)]
pub(crate) async fn get_album(
    State(store): State<Store>,
    caller: Option<Principal>,
    PathId(album): PathId<AlbumId>,
    CursorParam(cursor): CursorParam,
) -> Result<impl IntoResponse, Problem> {
    let page = albums::page(&store, album, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok((REVALIDATE_HEADERS, Json(AlbumPage::new(page, |note| may_delete(note, caller.as_ref())))))
}

/// Redirects to the picture of an album note.
#[utoipa::path(
    get,
    path = "/api/albums/{album}/notes/{noteId}/picture",
    tag = "albums",
    responses((status = 302, description = "Redirect to the picture", headers(("location" = String)))),
)]
pub(crate) async fn get_album_picture(
    State(store): State<Store>,
    PathIds(album, id): PathIds<AlbumId, NoteId>,
) -> Result<impl IntoResponse, Problem> {
    let note = albums::find_in_album(&store, album, id).await?;
    let picture = note.and_then(|note| note.added_picture()).ok_or_else(|| Problem::not_found(ResourceKind::File))?;
    Ok(redirect_to_public(&picture))
}

/// Creates the upload of a PDF for an album and returns its signed URL.
#[utoipa::path(
    post,
    path = "/api/albums/{album}/uploads",
    tag = "albums",
    request_body = CreateAlbumUploadRequest,
    responses((status = 201, description = "Created", body = UploadTicket)),
)]
pub(crate) async fn create_album_upload(
    State(store): State<Store>,
    caller: Principal,
    PathId(album): PathId<AlbumId>,
    Body(body): Body<CreateAlbumUploadRequest>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let mut draft = note_draft(album, body)?;
    if let UploadTarget::AlbumNote { subject, course, .. } = &mut draft.target {
        Subject { text: *subject, course: *course } = resolve_subject(&store, std::mem::take(subject)).await?;
    }
    create_ticket(&store, &caller, draft).await
}

/// Creates the upload of a picture for an album note and returns its signed URL. It replaces the previous picture.
#[utoipa::path(
    post,
    path = "/api/albums/{album}/notes/{noteId}/picture",
    tag = "albums",
    request_body = PictureDeclaration,
    responses((status = 201, description = "Created", body = UploadTicket)),
)]
pub(crate) async fn create_album_picture_upload(
    State(store): State<Store>,
    caller: Principal,
    PathIds(album, note): PathIds<AlbumId, NoteId>,
    Body(body): Body<PictureDeclaration>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let found =
        albums::find_in_album(&store, album, note).await?.ok_or_else(|| Problem::not_found(ResourceKind::Note))?;
    let draft = pictures::picture_upload_draft(&body, UploadTarget::AlbumPicture { album, note }, found.picture)?;
    let is_seen = pictures::is_current(body.replaces.as_deref(), image_url(&found).as_deref());
    pictures::reject_outdated_upload(&store, draft.id, is_seen).await?;
    create_ticket_for(&store, &caller, draft, item_label(&IndexEntry::of(&found))).await
}

/// Moves an album note to the trash for 30 days. Allowed for its uploader and for administrators.
#[utoipa::path(
    delete,
    path = "/api/album-notes/{id}",
    tag = "albums",
    responses((status = 204, description = "Done"), (status = 403)),
)]
pub(crate) async fn delete_album_note(
    State(state): State<ApiState>,
    caller: Principal,
    PathId(id): PathId<NoteId>,
) -> Result<StatusCode, Problem> {
    let store = state.store();
    let may = if caller.is_admin {
        guard::authorize_admin(&state, &caller).await?;
        DeletePermission::All
    } else {
        DeletePermission::Own
    };
    let trashed = trash::trash_item::<albums::AlbumNote>(store, id, &caller.uid, may, Timestamp::now()).await?;
    record(store, &caller, "delete_album_note", id, item_label(&IndexEntry::of(&trashed.content)), None, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores an album note from the trash.
#[utoipa::path(
    post,
    path = "/api/album-notes/{id}/restore",
    tag = "albums",
    responses((status = 200, description = "Done", body = AlbumNote), (status = 409)),
)]
pub(crate) async fn restore_album_note(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<NoteId>,
) -> Result<Json<AlbumNote>, Problem> {
    let note = trash::restore::<albums::AlbumNote>(&store, id).await?;
    record(&store, &caller, "restore_album_note", id, item_label(&IndexEntry::of(&note)), None, None).await?;
    Ok(Json(AlbumNote::new(may_delete(&note, Some(&caller)), note)))
}

/// Returns true if [`delete_album_note`] would accept this caller.
pub(crate) fn may_delete(note: &albums::AlbumNote, caller: Option<&Principal>) -> bool {
    caller.is_some_and(|caller| caller.is_admin || caller.uid == note.uploader)
}

/// Validates the request with the rules that the browser uses. Reports all invalid fields.
fn note_draft(album: AlbumId, body: CreateAlbumUploadRequest) -> Result<UploadDraft, Problem> {
    let id = parse_or_create_id(body.id.as_deref(), UploadId::generate)?;
    let mut errors = FieldErrors::default();
    let description = body.description.unwrap_or_default();
    let note = forms::validate_album_note_draft(album.as_str(), &body.subject, &body.title, &description);
    let note = ok_or_record(&mut errors, note);
    let file = ok_or_record(
        &mut errors,
        forms::validate_album_note_file(&body.file_name, &body.content_type, body.size_bytes),
    );
    let sha256 = body.sha256.parse().map_err(|_| FieldError::new("sha256", "invalid", INVALID_HASH_MESSAGE));
    let sha256 = ok_or_record(&mut errors, sha256);
    let (Some(note), Some(file), Some(sha256)) = (note, file, sha256) else { return Err(errors.into()) };
    Ok(UploadDraft {
        id,
        target: UploadTarget::AlbumNote {
            album: note.album,
            subject: note.subject,
            course: note.course,
            details: CommonMetadata::new(note.title, note.description),
        },
        file_name: file.name,
        content_type: NOTE_CONTENT_TYPE.to_owned(),
        size_bytes: file.size_bytes,
        sha256,
        seen_picture: None,
        review: body.review,
    })
}
