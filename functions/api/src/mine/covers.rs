//! Cover images of playlists.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use store::expected_picture::SeenPicture;
use store::keys::object;
use store::uploads::UploadTarget;
use store::{CoverId, PlaylistId, ResourceKind, Store, Timestamp, playlists};

use crate::console::uploads::wire::UploadTicket;
use crate::http::auth::principal::Principal;
use crate::http::extract::{Json as Body, PathId, PathIds, Query};
use crate::http::problem::Problem;
use crate::library::files::redirect_to_picture;
use crate::library::pictures::{
    self,
    wire::{PictureDeclaration, RemovePictureQuery},
};
use crate::mine::playlists::to_wire;
use crate::mine::playlists::wire::{Playlist, cover_url};
use crate::state::ApiState;

/// Redirects to the cover picture. The cover id cannot be guessed, so only users who can see the playlist know this
/// URL.
#[utoipa::path(
    get,
    path = "/api/covers/{playlistId}/{coverId}",
    tag = "playlists",
    responses((status = 302, description = "Redirect to the picture", headers(("location" = String)))),
)]
pub(crate) async fn get_cover(
    State(store): State<Store>,
    PathIds(id, cover): PathIds<PlaylistId, CoverId>,
) -> Result<Response, Problem> {
    let found = playlists::find(&store, id).await?;
    if found.and_then(|playlist| playlist.cover) != Some(cover) {
        return Err(Problem::not_found(ResourceKind::File));
    }
    redirect_to_picture(&store, &object::playlist_cover(id, cover), cover).await
}

/// Creates the upload of a cover picture and returns its signed URL.
#[utoipa::path(
    post,
    path = "/api/playlists/{id}/cover",
    tag = "playlists",
    request_body = PictureDeclaration,
    responses((status = 201, description = "Created", body = UploadTicket), (status = 409)),
)]
pub(crate) async fn create_cover_upload(
    State(state): State<ApiState>,
    caller: Principal,
    PathId(playlist): PathId<PlaylistId>,
    Body(body): Body<PictureDeclaration>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    state.check_rate_limit(&state.rate_limits().photo, &caller.uid).await?;
    let cover = playlists::get_mine(state.store(), &caller.uid, playlist).await?.cover;
    let draft = pictures::picture_upload_draft(&body, UploadTarget::PlaylistCover { playlist }, cover)?;
    let shown = cover.map(|cover| cover_url(playlist, cover));
    let is_seen = pictures::is_current(body.replaces.as_deref(), shown.as_deref());
    pictures::reject_outdated_upload(state.store(), draft.id, is_seen).await?;
    pictures::create_upload(state.store(), &caller, draft).await
}

/// Removes the picture of a playlist, whose cover is then generated from its recordings again.
#[utoipa::path(
    delete,
    path = "/api/playlists/{id}/cover",
    tag = "playlists",
    responses((status = 200, description = "Done", body = Playlist), (status = 409)),
)]
pub(crate) async fn remove_cover(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<PlaylistId>,
    Query(RemovePictureQuery { replaces }): Query<RemovePictureQuery>,
) -> Result<Json<Playlist>, Problem> {
    let before = playlists::get_mine(&store, &caller.uid, id).await?;
    let url = before.cover.map(|cover| cover_url(id, cover));
    pictures::reject_outdated_removal(replaces.as_deref(), url.as_deref())?;
    let seen = replaces.is_some().then(|| SeenPicture::new(before.cover));
    let playlist = playlists::remove_cover(&store, &caller.uid, id, seen.as_ref(), Timestamp::now()).await?;
    Ok(Json(to_wire(&store, &caller, playlist).await?))
}
