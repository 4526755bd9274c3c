//! Highlights of the caller in notes.

pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::highlights::{self, Reader};
use store::{HighlightId, NoteId, Store, Timestamp};

use crate::http::auth::principal::Principal;
use crate::http::extract::{CursorParam, Json as Body, PathId, PathIds};
use crate::http::problem::Problem;
use crate::http::wire::page::Page;
use crate::mine::highlights::wire::{Highlight, PutHighlight, SavedHighlight};

/// Maximum number of highlights per page. With the longest quotes and remarks, one query of 1 MB reads them all.
const PAGE_HIGHLIGHTS: u32 = 200;

/// Lists the caller's highlights in all notes, most recent note first. A page has at most 200.
#[utoipa::path(
    get,
    path = "/api/me/highlights",
    tag = "highlights",
    responses((status = 200, description = "Done", body = Page<Highlight>)),
)]
pub(crate) async fn list_highlights(
    State(store): State<Store>,
    caller: Principal,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<Highlight>>, Problem> {
    let page = highlights::list(&store, &caller.uid, None, cursor.as_ref(), PAGE_HIGHLIGHTS).await?;
    Ok(Json(page.into()))
}

/// Lists the caller's highlights in one note, in the order of their creation. A page has at most 200.
#[utoipa::path(
    get,
    path = "/api/me/highlights/{noteId}",
    tag = "highlights",
    responses((status = 200, description = "Done", body = Page<Highlight>)),
)]
pub(crate) async fn list_highlights_of_note(
    State(store): State<Store>,
    caller: Principal,
    PathId(note): PathId<NoteId>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<Highlight>>, Problem> {
    let page = highlights::list(&store, &caller.uid, Some(note), cursor.as_ref(), PAGE_HIGHLIGHTS).await?;
    Ok(Json(page.into()))
}

/// Creates a highlight, or updates the fields that differ from `before`. If another device has changed the remark as
/// well, the result contains both texts.
#[utoipa::path(
    put,
    path = "/api/me/highlights/{noteId}/{id}",
    tag = "highlights",
    params(("id" = String, Path, description = "ULID chosen by the client", example = "01JD8Z5V7R8XQ4N2T6W0YB3C9F")),
    request_body = PutHighlight,
    responses((status = 200, description = "Done", body = SavedHighlight), (status = 409)),
)]
pub(crate) async fn put_highlight(
    State(store): State<Store>,
    caller: Principal,
    PathIds(note, id): PathIds<NoteId, HighlightId>,
    Body(body): Body<PutHighlight>,
) -> Result<Json<SavedHighlight>, Problem> {
    let (mark, seen) = body.into_store().map_err(|(field, why)| Problem::field(field, "invalid", why))?;
    let reader = Reader { uid: &caller.uid, is_admin: caller.is_admin };
    Ok(Json(highlights::put(&store, reader, note, id, mark, seen.as_ref(), Timestamp::now()).await?.into()))
}

/// Deletes a highlight and its remark.
#[utoipa::path(
    delete,
    path = "/api/me/highlights/{noteId}/{id}",
    tag = "highlights",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn remove_highlight(
    State(store): State<Store>,
    caller: Principal,
    PathIds(note, id): PathIds<NoteId, HighlightId>,
) -> Result<StatusCode, Problem> {
    highlights::remove(&store, &caller.uid, note, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
