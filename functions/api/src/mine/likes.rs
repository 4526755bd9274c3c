//! Likes of courses, notes and audio notes.

pub mod wire;

use axum::Json;
use axum::extract::State;
use store::{Store, Timestamp, likes};

use crate::http::auth::principal::Principal;
use crate::http::extract::LikeTargetParam;
use crate::http::problem::Problem;
use crate::mine::likes::wire::{LikeState, MyLikes};

/// Returns the ids of all items that the caller likes.
#[utoipa::path(
    get,
    path = "/api/me/likes",
    tag = "likes",
    responses((status = 200, description = "Done", body = MyLikes)),
)]
pub(crate) async fn list_my_likes(State(store): State<Store>, caller: Principal) -> Result<Json<MyLikes>, Problem> {
    let likes = likes::list_after_merges(&store, &caller.uid).await?;
    Ok(Json(likes.into()))
}

/// Likes a course, a note or an audio note. Idempotent.
#[utoipa::path(
    put,
    path = "/api/likes/{kind}/{id}",
    tag = "likes",
    responses((status = 200, description = "Done", body = LikeState)),
)]
pub(crate) async fn like(
    State(store): State<Store>,
    caller: Principal,
    LikeTargetParam(target): LikeTargetParam,
) -> Result<Json<LikeState>, Problem> {
    let state = likes::like(&store, &caller.uid, &target, Timestamp::now()).await?;
    Ok(Json(state.into()))
}

/// Removes a like. Idempotent.
#[utoipa::path(
    delete,
    path = "/api/likes/{kind}/{id}",
    tag = "likes",
    responses((status = 200, description = "Done", body = LikeState)),
)]
pub(crate) async fn unlike(
    State(store): State<Store>,
    caller: Principal,
    LikeTargetParam(target): LikeTargetParam,
) -> Result<Json<LikeState>, Problem> {
    let state = likes::unlike(&store, &caller.uid, &target).await?;
    Ok(Json(state.into()))
}
