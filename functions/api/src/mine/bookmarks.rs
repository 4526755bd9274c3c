//! Bookmarks of the caller in recordings.

pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::bookmarks::{self, BookmarkEdit};
use store::{AudioId, BookmarkId, Store, Timestamp};

use crate::http::auth::principal::Principal;
use crate::http::extract::{CursorParam, Json as Body, PathIds};
use crate::http::problem::Problem;
use crate::http::wire::page::Page;
use crate::mine::bookmarks::wire::{Bookmark, PutBookmark, SavedBookmark};

/// Maximum number of bookmarks per page. With remarks of 500 characters, one query of 1 MB reads them all.
const PAGE_BOOKMARKS: u32 = 250;

/// Lists the caller's bookmarks in all recordings, most recent recording first. A page has at most 250.
#[utoipa::path(
    get,
    path = "/api/me/bookmarks",
    tag = "bookmarks",
    responses((status = 200, description = "Done", body = Page<Bookmark>)),
)]
pub(crate) async fn list_bookmarks(
    State(store): State<Store>,
    caller: Principal,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<Bookmark>>, Problem> {
    let page = bookmarks::list(&store, &caller.uid, cursor.as_ref(), PAGE_BOOKMARKS).await?;
    Ok(Json(page.into()))
}

/// Creates a bookmark or updates its remark. If another device has changed the remark as well, the result contains both
/// texts.
#[utoipa::path(
    put,
    path = "/api/me/bookmarks/{audioId}/{id}",
    tag = "bookmarks",
    params(("id" = String, Path, description = "ULID chosen by the client", example = "01JD8Z5V7R8XQ4N2T6W0YB3C9F")),
    request_body = PutBookmark,
    responses((status = 200, description = "Done", body = SavedBookmark), (status = 409)),
)]
pub(crate) async fn put_bookmark(
    State(store): State<Store>,
    caller: Principal,
    PathIds(audio, id): PathIds<AudioId, BookmarkId>,
    Body(body): Body<PutBookmark>,
) -> Result<Json<SavedBookmark>, Problem> {
    body.validate().map_err(|(field, why)| Problem::field(field, "invalid", why))?;
    let PutBookmark { position_ms, remark, before } = &body;
    let edit = BookmarkEdit { position_ms: *position_ms, remark, seen: before.as_deref() };
    Ok(Json(bookmarks::put(&store, &caller.uid, audio, id, edit, Timestamp::now()).await?.into()))
}

/// Removes a bookmark with its remark.
#[utoipa::path(
    delete,
    path = "/api/me/bookmarks/{audioId}/{id}",
    tag = "bookmarks",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn remove_bookmark(
    State(store): State<Store>,
    caller: Principal,
    PathIds(audio, id): PathIds<AudioId, BookmarkId>,
) -> Result<StatusCode, Problem> {
    bookmarks::remove(&store, &caller.uid, audio, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
