//! The caller's own profile and followed courses.

pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::courses::Viewer;
use store::students::{self, ChosenUsername, ProfileChange};
use store::{Store, Timestamp, course_follows, courses, merge, users};
use wasm_core::course::CourseCode;
use wasm_core::forms::{self, ProfileEditForm, ProfileForm, Username};

use crate::http::auth::principal::Principal;
use crate::http::extract::{Json as Body, PathId};
use crate::http::problem::Problem;
use crate::people::me::wire::{FollowedCourses, Me, ProfileCompletionRequest, ProfileEditRequest};
use crate::state::ApiState;

/// Name of an administrator who has not chosen one.
const ADMINISTRATOR: &str = "Administrator";

/// Returns the caller's profile. Creates it on the first visit.
#[utoipa::path(get, path = "/api/me", tag = "me", responses((status = 200, description = "Done", body = Me)))]
pub(crate) async fn get_me(State(state): State<ApiState>, caller: Principal) -> Result<Json<Me>, Problem> {
    let me = profile_with_merges(state.store(), &caller).await?;
    Ok(Json(Me::new(me, caller.is_admin, state.second_factor_required())))
}

/// Completes a new profile with name, username, faculty and year.
#[utoipa::path(
    put,
    path = "/api/me/profile",
    tag = "me",
    request_body = ProfileCompletionRequest,
    responses((status = 200, description = "Done", body = Me)),
)]
pub(crate) async fn complete_profile(
    State(state): State<ApiState>,
    caller: Principal,
    Body(body): Body<ProfileCompletionRequest>,
) -> Result<Json<Me>, Problem> {
    let ProfileCompletionRequest { name, username, faculty, year } = body;
    let profile = forms::validate_profile_completion(&ProfileForm { name, username, faculty, year })?;
    let change = ProfileChange {
        name: Some(profile.name),
        username: Some(validate_username(profile.username)?),
        faculty: Some(Some(profile.faculty)),
        year: Some(Some(profile.year)),
        ..ProfileChange::default()
    };
    change_profile(&state, &caller, &change).await
}

/// Updates fields of the profile.
#[utoipa::path(
    patch,
    path = "/api/me/profile",
    tag = "me",
    request_body = ProfileEditRequest,
    responses((status = 200, description = "Done", body = Me), (status = 409)),
)]
pub(crate) async fn edit_profile(
    State(state): State<ApiState>,
    caller: Principal,
    Body(body): Body<ProfileEditRequest>,
) -> Result<Json<Me>, Problem> {
    let ProfileEditRequest { name, username, faculty, year, shows_courses, before } = body;
    let edit = forms::validate_profile_edit(&ProfileEditForm { name, username, faculty, year })?;
    // An empty text clears the field.
    let cleared = |text: String| Some(text).filter(|text| !text.is_empty());
    let change = ProfileChange {
        name: edit.name,
        username: edit.username.map(validate_username).transpose()?,
        faculty: edit.faculty.map(cleared),
        year: edit.year.map(cleared),
        shows_courses,
        seen: before.into(),
    };
    change_profile(&state, &caller, &change).await
}

/// Follows a course. Idempotent.
#[utoipa::path(
    put,
    path = "/api/me/courses/{code}",
    tag = "me",
    responses((status = 200, description = "Done", body = FollowedCourses)),
)]
pub(crate) async fn follow_course(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
) -> Result<Json<FollowedCourses>, Problem> {
    let course = courses::get_visible(&store, &code, Viewer::Student).await?;
    let followed = course_follows::follow(&store, &caller.uid, &course.code, Timestamp::now()).await?;
    Ok(Json(followed.into()))
}

/// Stops following a course. Idempotent.
#[utoipa::path(
    delete,
    path = "/api/me/courses/{code}",
    tag = "me",
    responses((status = 200, description = "Done", body = FollowedCourses)),
)]
pub(crate) async fn unfollow_course(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
) -> Result<Json<FollowedCourses>, Problem> {
    let followed = course_follows::unfollow(&store, &caller.uid, &code).await?;
    Ok(Json(followed.into()))
}

/// Marks the notice about a course merge as read by the caller, on all devices. Idempotent.
#[utoipa::path(
    delete,
    path = "/api/me/merges/{code}",
    tag = "me",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn mark_merge_read(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
) -> Result<StatusCode, Problem> {
    students::mark_merge_read(&store, &caller.uid, &code).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the caller's profile, and creates it on the first visit. E-mail address and name then come from the user
/// pool, never from the request.
pub(crate) async fn my_profile(store: &Store, caller: &Principal) -> Result<students::Me, Problem> {
    if let Some(me) = students::find_me(store, &caller.uid).await? {
        return Ok(me);
    }
    let users::User { email, name, .. } = users::get(store, &caller.uid).await?;
    // Validate the name: the pool accepts names that our forms would reject.
    let named =
        forms::validate_profile_edit(&ProfileEditForm { name, ..Default::default() }).ok().and_then(|edit| edit.name);
    let default = caller.is_admin.then_some(ADMINISTRATOR);
    let name = named.as_deref().filter(|name| !name.is_empty()).or(default);
    Ok(students::get_or_create(store, &caller.uid, &email, name, Timestamp::now()).await?)
}

/// Returns the caller's profile with unread course merges. Merged courses that the caller followed are replaced by
/// their targets.
pub(crate) async fn profile_with_merges(store: &Store, caller: &Principal) -> Result<students::Me, Problem> {
    Ok(merge::apply_finished_merges(store, my_profile(store, caller).await?).await?)
}

async fn change_profile(state: &ApiState, caller: &Principal, change: &ProfileChange) -> Result<Json<Me>, Problem> {
    let store = state.store();
    let before = my_profile(store, caller).await?;
    let student = students::edit(store, &caller.uid, change, Timestamp::now()).await?;
    Ok(Json(Me::new(students::Me { student, ..before }, caller.is_admin, state.second_factor_required())))
}

pub(crate) fn validate_username(username: Username) -> Result<ChosenUsername, Problem> {
    let key = username.lower.parse().map_err(Problem::internal)?;
    Ok(ChosenUsername { key, display: username.display })
}
