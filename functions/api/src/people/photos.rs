//! Profile photos.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use store::expected_picture::SeenPicture;
use store::students::{self, photo};
use store::uploads::UploadTarget;
use store::{PhotoId, ResourceKind, Store, Timestamp};

use crate::console::uploads::wire::UploadTicket;
use crate::http::auth::principal::Principal;
use crate::http::extract::{Json as Body, PathId, Query};
use crate::http::problem::Problem;
use crate::library::files::redirect_to_picture;
use crate::library::pictures::{
    self,
    wire::{PictureDeclaration, RemovePictureQuery},
};
use crate::people::me::my_profile;
use crate::people::me::wire::Me;
use crate::people::students::wire::photo_url;
use crate::state::ApiState;

/// Redirects to the picture while it is the student's current photo. The photo id cannot be guessed.
#[utoipa::path(
    get,
    path = "/api/photos/{id}",
    tag = "students",
    responses((status = 302, description = "Redirect to the picture", headers(("location" = String)))),
)]
pub(crate) async fn get_photo(State(store): State<Store>, PathId(id): PathId<PhotoId>) -> Result<Response, Problem> {
    let key = photo::find_file(&store, id).await?.ok_or_else(|| Problem::not_found(ResourceKind::File))?;
    redirect_to_picture(&store, &key, id).await
}

/// Creates the upload of the caller's photo and returns its signed URL. The photo is shown after its check.
#[utoipa::path(
    post,
    path = "/api/me/photo",
    tag = "me",
    request_body = PictureDeclaration,
    responses((status = 201, description = "Created", body = UploadTicket), (status = 409)),
)]
pub(crate) async fn create_photo_upload(
    State(state): State<ApiState>,
    caller: Principal,
    Body(body): Body<PictureDeclaration>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    state.check_rate_limit(&state.rate_limits().photo, &caller.uid).await?;
    let photo = my_profile(state.store(), &caller).await?.student.photo;
    let draft = pictures::picture_upload_draft(&body, UploadTarget::ProfilePhoto, photo)?;
    let is_seen = pictures::is_current(body.replaces.as_deref(), photo.map(photo_url).as_deref());
    pictures::reject_outdated_upload(state.store(), draft.id, is_seen).await?;
    pictures::create_upload(state.store(), &caller, draft).await
}

/// Deletes the caller's photo. Idempotent.
#[utoipa::path(
    delete,
    path = "/api/me/photo",
    tag = "me",
    responses((status = 200, description = "Done", body = Me), (status = 409)),
)]
pub(crate) async fn remove_photo(
    State(state): State<ApiState>,
    caller: Principal,
    Query(RemovePictureQuery { replaces }): Query<RemovePictureQuery>,
) -> Result<Json<Me>, Problem> {
    let before = my_profile(state.store(), &caller).await?;
    let photo = before.student.photo;
    pictures::reject_outdated_removal(replaces.as_deref(), photo.map(photo_url).as_deref())?;
    let seen = replaces.is_some().then(|| SeenPicture::new(photo));
    let student = photo::remove(state.store(), &caller.uid, seen.as_ref(), Timestamp::now()).await?;
    Ok(Json(Me::new(students::Me { student, ..before }, caller.is_admin, state.second_factor_required())))
}
