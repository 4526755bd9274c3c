//! Pictures of courses.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use store::keys::object;
use store::uploads::UploadTarget;
use store::{Conflict, Error, PictureId, ResourceKind, Store, Timestamp, courses};
use wasm_core::course::CourseCode;

use crate::console::managed_courses::wire::ManagedCourse;
use crate::console::uploads::wire::UploadTicket;
use crate::http::audit::{self, record};
use crate::http::auth::principal::Principal;
use crate::http::extract::{Json as Body, PathId, PathIds, Query};
use crate::http::problem::Problem;
use crate::library::courses::wire::{picture_url, redirect_url};
use crate::library::files::{redirect_to_picture, redirect_to_public};
use crate::library::pictures::{
    self,
    wire::{PictureDeclaration, RemovePictureQuery},
};
use crate::library::wire::metadata::public_url;

/// Redirects to the picture while it is the current picture of the course. The picture id cannot be guessed.
#[utoipa::path(
    get,
    path = "/api/courses/{code}/pictures/{pictureId}",
    tag = "courses",
    responses((status = 302, description = "Redirect to the picture", headers(("location" = String)))),
)]
pub(crate) async fn get_course_picture(
    State(store): State<Store>,
    PathIds(code, picture): PathIds<CourseCode, PictureId>,
) -> Result<Response, Problem> {
    let course = courses::find(&store, &code).await?.filter(|course| course.picture == Some(picture));
    let course = course.ok_or_else(|| Problem::not_found(ResourceKind::File))?;
    if let Some(open) = course.public_picture() {
        return Ok(redirect_to_public(&open));
    }
    redirect_to_picture(&store, &object::course_picture(&code, picture), picture).await
}

/// Creates the upload of a course picture and returns its signed URL. It replaces the previous one after its check.
#[utoipa::path(
    post,
    path = "/api/admin/courses/{code}/picture",
    tag = "administration",
    request_body = PictureDeclaration,
    responses((status = 201, description = "Created", body = UploadTicket)),
)]
pub(crate) async fn create_course_picture_upload(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
    Body(body): Body<PictureDeclaration>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let course = courses::get(&store, &code).await?;
    let object = audit::course_label(&code, &course.title);
    let draft = pictures::picture_upload_draft(&body, UploadTarget::CoursePicture { course: code }, course.picture)?;
    pictures::reject_outdated_upload(&store, draft.id, is_seen(&course, body.replaces.as_deref())).await?;
    let file_name = draft.file_name.clone();
    let ticket = pictures::create_upload(&store, &caller, draft).await?;
    record(&store, &caller, "create_course_picture", code, object, None, Some(file_name)).await?;
    Ok(ticket)
}

/// Returns true if `seen` is a URL of the course's current picture: the public one or the redirect. Pages show the
/// other URL after the course is hidden or shown, so both are accepted.
fn is_seen(course: &courses::Course, seen: Option<&str>) -> bool {
    let public = course.picture_and_copy().map(|picture| public_url(&picture.public_copy));
    let redirect = course.picture.map(|picture| redirect_url(course, picture));
    pictures::is_current(seen, picture_url(course).as_deref())
        || [public, redirect].iter().flatten().any(|url| seen == Some(url))
}

/// Removes the picture of a course, which then shows a drawn cover. Idempotent.
#[utoipa::path(
    delete,
    path = "/api/admin/courses/{code}/picture",
    tag = "administration",
    responses((status = 200, description = "Done", body = ManagedCourse)),
)]
pub(crate) async fn remove_course_picture(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
    Query(RemovePictureQuery { replaces }): Query<RemovePictureQuery>,
) -> Result<Json<ManagedCourse>, Problem> {
    let course = courses::get(&store, &code).await?;
    if course.picture.is_some() && !is_seen(&course, replaces.as_deref()) {
        return Err(Error::Conflict(Conflict::VersionMismatch).into());
    }
    let course = courses::remove_picture(&store, &code, course.picture, Timestamp::now()).await?;
    let object = audit::course_label(&code, &course.title);
    record(&store, &caller, "remove_course_picture", code, object, None, None).await?;
    Ok(Json(course.into()))
}
