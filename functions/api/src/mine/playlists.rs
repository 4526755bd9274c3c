//! Playlists of the caller and public playlists of others.

pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::playlists::{self, NewPlaylist, PlaylistEdit, Visibility};
use store::{AudioId, PlaylistId, ResourceKind, Store, Timestamp, UsernameKey, audio, students};
use wasm_core::forms;
use wasm_core::limits::PLAYLIST_ITEMS_MAX;

use crate::http::auth::principal::Principal;
use crate::http::client_chosen_id::parse_or_create_id;
use crate::http::extract::{CursorParam, Json as Body, ParsePathId as _, PathId, PathIds};
use crate::http::problem::Problem;
use crate::http::wire::page::{PAGE_ITEMS, Page, PageQuery};
use crate::mine::playlists::wire::{
    AddedToPlaylist, CreatePlaylistRequest, CreatedPlaylist, EditPlaylistRequest, Playlist, PlaylistItem, PlaylistPage,
    RemovedFromPlaylist, ReorderPlaylistRequest,
};
use crate::people::me::my_profile;
use crate::people::students::find_by_username;

/// Lists the caller's playlists, newest first.
#[utoipa::path(
    get,
    path = "/api/me/playlists",
    tag = "playlists",
    params(PageQuery),
    responses((status = 200, description = "Done", body = Page<Playlist>)),
)]
pub(crate) async fn list_my_playlists(
    State(store): State<Store>,
    caller: Principal,
) -> Result<Json<Page<Playlist>>, Problem> {
    let me = students::find(&store, &caller.uid).await?;
    let mine = playlists::list_owned(&store, &caller.uid).await?;
    let items = mine.into_iter().map(|each| Playlist::new(each, me.as_ref(), Some(&caller.uid))).collect();
    // A user has at most as many playlists as fit on one page.
    Ok(Json(Page { items, next_cursor: None }))
}

/// Creates a playlist, or finds the caller's playlist with this name, and adds recordings to it. The status is 201 for
/// a new playlist and 200 for an existing one.
#[utoipa::path(
    post,
    path = "/api/me/playlists",
    tag = "playlists",
    request_body = CreatePlaylistRequest,
    responses((status = 201, description = "Created", body = CreatedPlaylist), (status = 200, description = "A playlist with this name already existed", body = CreatedPlaylist)),
)]
pub(crate) async fn create_playlist(
    State(store): State<Store>,
    caller: Principal,
    Body(body): Body<CreatePlaylistRequest>,
) -> Result<(StatusCode, Json<CreatedPlaylist>), Problem> {
    let id = parse_or_create_id(body.id.as_deref(), PlaylistId::generate)?;
    let visibility = body.visibility.map_or(Visibility::default(), Visibility::from);
    let new = NewPlaylist { id, name: forms::validate_playlist_name(&body.name)?, visibility };
    let ids = body.audio_ids.unwrap_or_default();
    if ids.len() > PLAYLIST_ITEMS_MAX {
        let message = format!("A playlist can have at most {PLAYLIST_ITEMS_MAX} audio notes.");
        return Err(Problem::field("audioIds", "too_many", message));
    }
    let known: Vec<AudioId> = ids.iter().filter_map(|id| AudioId::parse_name(id)).collect();
    let notes = audio::find_by_ids(&store, &known).await?;
    if notes.is_empty() && !ids.is_empty() {
        return Err(Problem::not_found(ResourceKind::Audio));
    }
    let me = my_profile(&store, &caller).await?.student;
    let made = playlists::create(&store, &caller.uid, &new, &notes, Timestamp::now()).await?;
    let status = if made.created { StatusCode::CREATED } else { StatusCode::OK };
    let playlist = Playlist::new(made.playlist, Some(&me), Some(&caller.uid));
    Ok((status, Json(CreatedPlaylist { playlist, created: made.created, added: made.added })))
}

/// Returns a playlist with its recordings in order.
#[utoipa::path(
    get,
    path = "/api/playlists/{id}",
    tag = "playlists",
    responses((status = 200, description = "Done", body = PlaylistPage)),
)]
pub(crate) async fn get_playlist(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<PlaylistId>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<PlaylistPage>, Problem> {
    let (playlist, items) = playlists::page(&store, &caller.uid, id, cursor.as_ref()).await?;
    let items: Page<PlaylistItem> = items.into();
    Ok(Json(PlaylistPage { playlist: to_wire(&store, &caller, playlist).await?, items }))
}

/// Renames a playlist or changes its visibility.
#[utoipa::path(
    patch,
    path = "/api/playlists/{id}",
    tag = "playlists",
    request_body = EditPlaylistRequest,
    responses((status = 200, description = "Done", body = Playlist)),
)]
pub(crate) async fn edit_playlist(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<PlaylistId>,
    Body(body): Body<EditPlaylistRequest>,
) -> Result<Json<Playlist>, Problem> {
    let name = body.name.as_deref().map(forms::validate_playlist_name).transpose()?;
    let visibility = body.visibility.map(Visibility::from);
    let edit = PlaylistEdit { name, visibility, version: body.version, name_before: body.name_before };
    let playlist = playlists::edit(&store, &caller.uid, id, &edit, Timestamp::now()).await?;
    Ok(Json(to_wire(&store, &caller, playlist).await?))
}

/// Deletes a playlist. Its recordings stay on their shelves.
#[utoipa::path(
    delete,
    path = "/api/playlists/{id}",
    tag = "playlists",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn delete_playlist(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<PlaylistId>,
) -> Result<StatusCode, Problem> {
    playlists::delete(&store, &caller.uid, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Adds a recording to the end of a playlist. A recording that is already in the playlist keeps its position.
#[utoipa::path(
    put,
    path = "/api/playlists/{id}/items/{audioId}",
    tag = "playlists",
    responses((status = 200, description = "Done", body = AddedToPlaylist)),
)]
pub(crate) async fn add_to_playlist(
    State(store): State<Store>,
    caller: Principal,
    PathIds(id, audio): PathIds<PlaylistId, AudioId>,
) -> Result<Json<AddedToPlaylist>, Problem> {
    playlists::get_mine(&store, &caller.uid, id).await?;
    let note = audio::get(&store, audio).await?;
    let added = playlists::add(&store, &caller.uid, id, &[note], Timestamp::now()).await?;
    let playlist = to_wire(&store, &caller, added.playlist).await?;
    Ok(Json(AddedToPlaylist { playlist, added: added.added > 0 }))
}

/// Removes a recording from a playlist. Idempotent.
#[utoipa::path(
    delete,
    path = "/api/playlists/{id}/items/{audioId}",
    tag = "playlists",
    responses((status = 200, description = "Done", body = RemovedFromPlaylist)),
)]
pub(crate) async fn remove_from_playlist(
    State(store): State<Store>,
    caller: Principal,
    PathIds(id, audio): PathIds<PlaylistId, AudioId>,
) -> Result<Json<RemovedFromPlaylist>, Problem> {
    let playlist = playlists::remove(&store, &caller.uid, id, audio).await?;
    Ok(Json(RemovedFromPlaylist { playlist: to_wire(&store, &caller, playlist).await? }))
}

/// Moves a recording in a playlist: directly after another one, or to the beginning.
#[utoipa::path(
    post,
    path = "/api/playlists/{id}/order",
    tag = "playlists",
    request_body = ReorderPlaylistRequest,
    responses((status = 200, description = "Done", body = Playlist)),
)]
pub(crate) async fn reorder_playlist(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<PlaylistId>,
    Body(ReorderPlaylistRequest { audio_id, after, version }): Body<ReorderPlaylistRequest>,
) -> Result<Json<Playlist>, Problem> {
    let named = |id: &str| AudioId::parse_name(id).ok_or_else(|| Problem::not_found(ResourceKind::PlaylistItem));
    playlists::get_mine(&store, &caller.uid, id).await?;
    let (audio, after) = (named(&audio_id)?, after.as_deref().map(named).transpose()?);
    let playlist = playlists::reorder(&store, &caller.uid, id, audio, after, version).await?;
    Ok(Json(to_wire(&store, &caller, playlist).await?))
}

/// Lists the public playlists of a student, newest first.
#[utoipa::path(
    get,
    path = "/api/students/{username}/playlists",
    tag = "playlists",
    responses((status = 200, description = "Done", body = Page<Playlist>)),
)]
pub(crate) async fn list_public_playlists(
    State(store): State<Store>,
    caller: Option<Principal>,
    PathId(username): PathId<UsernameKey>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<Playlist>>, Problem> {
    let owner = find_by_username(&store, &username).await?;
    let page = playlists::list_public(&store, &owner.uid, cursor.as_ref(), PAGE_ITEMS).await?;
    let viewer = caller.map(|caller| caller.uid);
    Ok(Json(page.map(|each| Playlist::new(each, Some(&owner), viewer.as_ref())).into()))
}

/// Returns a playlist as the caller sees it.
pub(crate) async fn to_wire(
    store: &Store,
    caller: &Principal,
    playlist: playlists::Playlist,
) -> Result<Playlist, Problem> {
    let owner = students::find(store, &playlist.owner).await?;
    Ok(Playlist::new(playlist, owner.as_ref(), Some(&caller.uid)))
}
