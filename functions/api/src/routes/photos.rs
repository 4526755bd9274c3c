//! The picture of a student.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use store::students::{self, photo};
use store::uploads::{self, Target, UploadDraft};
use store::{Noun, PhotoId, Store, Timestamp, UploadId};
use wasm_core::forms::{self, FieldError, FieldErrors};

use crate::auth::caller::Caller;
use crate::extract::{Json as Body, Name};
use crate::problem::Problem;
use crate::routes::files::to_picture;
use crate::routes::given_or_new;
use crate::routes::me::my_profile;
use crate::routes::uploads::{NOT_A_HASH, keep};
use crate::state::ApiState;
use crate::wire::accounts::Me;
use crate::wire::students::CreatePhotoRequest;
use crate::wire::uploads::UploadTicket;

/// Redirects to the picture, as long as its student shows it. Its id cannot be guessed.
#[utoipa::path(
    get,
    path = "/api/photos/{id}",
    tag = "students",
    params(("id" = String, Path, description = "The id of a picture", example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")),
    responses((status = 302, description = "To the picture", headers(("location" = String)))),
)]
pub(crate) async fn get_photo(State(store): State<Store>, Name(id): Name<PhotoId>) -> Result<Response, Problem> {
    let key = photo::find_file(&store, id).await?.ok_or_else(|| Problem::not_found(Noun::File))?;
    to_picture(&store, &key, id).await
}

/// Declares a picture of the caller and answers where to send it. It is shown once it has been checked.
#[utoipa::path(
    post,
    path = "/api/me/photo",
    tag = "me",
    request_body = CreatePhotoRequest,
    responses((status = 201, description = "Made", body = UploadTicket)),
)]
pub(crate) async fn create_photo(
    State(state): State<ApiState>,
    caller: Caller,
    Body(body): Body<CreatePhotoRequest>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    state.slow_down(&state.throttles().photo, &caller.uid).await?;
    let store = state.store();
    let draft = photo_draft(&body)?;
    let me = my_profile(store, &caller).await?;
    let now = Timestamp::now();
    let upload = uploads::create(store, &caller.uid, me.student.shown_name(), draft, now).await?;
    let ticket = uploads::ticket(store, &upload, now).await?;
    Ok((StatusCode::CREATED, Json(ticket.into())))
}

/// Takes the caller's picture away; once more changes nothing.
#[utoipa::path(
    delete,
    path = "/api/me/photo",
    tag = "me",
    responses((status = 200, description = "Done", body = Me)),
)]
pub(crate) async fn remove_photo(State(store): State<Store>, caller: Caller) -> Result<Json<Me>, Problem> {
    let before = my_profile(&store, &caller).await?;
    let student = photo::remove(&store, &caller.uid, Timestamp::now()).await?;
    Ok(Json(Me::new(students::Me { student, ..before }, caller.is_admin)))
}

/// The same rules as in the browser, all failing fields at once.
fn photo_draft(body: &CreatePhotoRequest) -> Result<UploadDraft, Problem> {
    let id = given_or_new(body.id.as_deref(), UploadId::generate)?;
    let mut errors = FieldErrors::default();
    let file = keep(&mut errors, forms::photo_file(&body.file_name, &body.content_type, body.size_bytes));
    let sha256 = body.sha256.parse().map_err(|_| FieldError::new("sha256", "invalid", NOT_A_HASH));
    let sha256 = keep(&mut errors, sha256);
    let (Some(file), Some(sha256)) = (file, sha256) else { return Err(errors.into()) };
    Ok(UploadDraft {
        id,
        target: Target::ProfilePhoto,
        file_name: file.name,
        content_type: file.content_type,
        size_bytes: file.size_bytes,
        sha256,
    })
}
