//! Students in the console: finding one student, and account changes that require the caller's password. Accounts of
//! administrators cannot be changed here.

pub mod wire;

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts as _, Request, State};
use http::StatusCode;
use store::students::{self, Student};
use store::{ResourceKind, Store, Timestamp, UserId, UsernameKey};
use store::{account, course_follows, personal_cards, playlists, review_log, sessions, users};
use utoipa::openapi::path::Parameter;
use wasm_core::forms;

use crate::console::students::wire::{ManagedStudent, StudentSearch};
use crate::http::arguments::Argument;
use crate::http::audit::record;
use crate::http::auth::principal::Principal;
use crate::http::auth::token::ADMIN_GROUP;
use crate::http::client::ClientAddress;
use crate::http::extract::{Json as Body, PathId};
use crate::http::problem::{Problem, ProblemCode};
use crate::people::account::reauthenticate;
use crate::people::account::wire::PasswordRequest;
use crate::state::ApiState;

/// Finds one student by the whole username or e-mail address. A recently changed username still works. The search is in
/// the body, so that no log of URLs contains an address.
#[utoipa::path(
    post,
    path = "/api/admin/students/find",
    tag = "administration",
    request_body = StudentSearch,
    responses((status = 200, description = "Done", body = ManagedStudent), (status = 404)),
)]
pub(crate) async fn find_student(
    State(store): State<Store>,
    Body(StudentSearch { text }): Body<StudentSearch>,
) -> Result<Json<ManagedStudent>, Problem> {
    let student = searched(&store, &text).await?.ok_or_else(|| Problem::not_found(ResourceKind::Student))?;
    managed(&store, student).await
}

/// Ends all sessions of a student. Open pages keep working until their access token expires, within 15 minutes.
#[utoipa::path(
    post,
    path = "/api/admin/students/{id}/end-sessions",
    tag = "administration",
    request_body = PasswordRequest,
    responses((status = 200, description = "Done", body = ManagedStudent)),
)]
pub(crate) async fn end_student_sessions(request: AuthorizedStudentAction) -> Result<Json<ManagedStudent>, Problem> {
    let AuthorizedStudentAction { store, student, .. } = &request;
    users::end_all_sessions(store, &student.uid).await?;
    sessions::end_others(store, &student.uid, None).await?;
    request.record("end_student_sessions").await?;
    managed(&request.store, request.student).await
}

/// Blocks a student: all sessions end, and sign-ins, refreshes and writes are refused. Nothing is deleted. Idempotent.
#[utoipa::path(
    post,
    path = "/api/admin/students/{id}/block",
    tag = "administration",
    request_body = PasswordRequest,
    responses((status = 200, description = "Done", body = ManagedStudent)),
)]
pub(crate) async fn block_student(request: AuthorizedStudentAction) -> Result<Json<ManagedStudent>, Problem> {
    let AuthorizedStudentAction { store, student, .. } = &request;
    account::block(store, &student.uid, Timestamp::now()).await?;
    request.record("block_student").await?;
    managed(&request.store, request.student).await
}

/// Unblocks a student, who can then sign in again. Idempotent.
#[utoipa::path(
    post,
    path = "/api/admin/students/{id}/unblock",
    tag = "administration",
    request_body = PasswordRequest,
    responses((status = 200, description = "Done", body = ManagedStudent)),
)]
pub(crate) async fn unblock_student(request: AuthorizedStudentAction) -> Result<Json<ManagedStudent>, Problem> {
    let AuthorizedStudentAction { store, student, .. } = &request;
    account::unblock(store, &student.uid).await?;
    request.record("unblock_student").await?;
    managed(&request.store, request.student).await
}

/// Deletes the account of a student permanently, as if the student had deleted it.
#[utoipa::path(
    post,
    path = "/api/admin/students/{id}/delete",
    tag = "administration",
    request_body = PasswordRequest,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn delete_student(request: AuthorizedStudentAction) -> Result<StatusCode, Problem> {
    let AuthorizedStudentAction { store, student, .. } = &request;
    // Log before deleting: an interrupted deletion is completed in the background, where no entry is written.
    request.record("delete_student").await?;
    account::begin_deletion(store, &student.uid, &email_of(store, student).await?, Timestamp::now()).await?;
    if let Err(error) = users::delete(store, &student.uid).await {
        tracing::warn!(%error, "the stream handler deletes the user");
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the student with this username or e-mail address.
async fn searched(store: &Store, text: &str) -> Result<Option<Student>, Problem> {
    let text = text.trim();
    let text = text.strip_prefix('@').unwrap_or(text);
    if text.is_empty() {
        return Err(Problem::field("text", "required", "Enter a username or an email address."));
    }
    if text.contains('@') {
        let email = forms::validate_email(text).map_err(|error| Problem::from(error).rename_field("email", "text"))?;
        let Some(user) = users::find_by_email(store, &email).await? else { return Ok(None) };
        return Ok(students::find(store, &user.uid).await?);
    }
    find_by_username(store, text).await
}

/// Returns the student with this username, or `None` for text that is no valid username.
pub(super) async fn find_by_username(store: &Store, text: &str) -> Result<Option<Student>, Problem> {
    let Ok(username) = text.trim().parse::<UsernameKey>() else { return Ok(None) };
    Ok(students::find_by_any_username(store, &username, Timestamp::now()).await?)
}

/// The student whose account a request changes. The caller's password has been checked, and the student is not an
/// administrator.
pub(crate) struct AuthorizedStudentAction {
    store: Store,
    caller: Principal,
    student: Student,
}

impl FromRequest<ApiState> for AuthorizedStudentAction {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &ApiState) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let caller = Principal::from_request_parts(&mut parts, state).await?;
        let Ok(client) = ClientAddress::from_request_parts(&mut parts, state).await;
        let PathId(id) = PathId::<UserId>::from_request_parts(&mut parts, state).await?;
        let Body(proof) = Body::<PasswordRequest>::from_request(Request::from_parts(parts, body), state).await?;
        reauthenticate(state, &caller, client, &proof.password).await?;
        let store = state.store().clone();
        let student = students::get(&store, &id).await?;
        if users::is_in_group(&store, &id, ADMIN_GROUP).await? {
            return Err(Problem::new(ProblemCode::Conflict, "Accounts of administrators cannot be changed here."));
        }
        Ok(AuthorizedStudentAction { store, caller, student })
    }
}

impl Argument for AuthorizedStudentAction {
    fn statuses() -> Vec<StatusCode> {
        let body = Body::<PasswordRequest>::statuses();
        [State::<Store>::statuses(), Principal::statuses(), PathId::<UserId>::statuses(), body].concat()
    }

    fn parameters() -> Vec<Parameter> {
        PathId::<UserId>::parameters()
    }
}

impl AuthorizedStudentAction {
    async fn record(&self, action: &str) -> Result<(), Problem> {
        record(&self.store, &self.caller, action, &self.student.uid, "", None, None).await
    }
}

/// Returns a student with the state of the account and the number of its cards, notes, playlists and other items.
async fn managed(store: &Store, student: Student) -> Result<Json<ManagedStudent>, Problem> {
    let uid = &student.uid;
    let open = sessions::list(store, uid, Timestamp::now()).await?;
    let blocked = account::find_block(store, uid).await?;
    Ok(Json(ManagedStudent {
        id: uid.to_string(),
        email: email_of(store, &student).await?,
        joined_at: student.created_at.to_string(),
        last_used_at: open.first().map(|session| session.used_at.to_string()),
        sessions: open.len(),
        is_admin: users::is_in_group(store, uid, ADMIN_GROUP).await?,
        blocked_at: blocked.map(|blocked| blocked.blocked_at.to_string()),
        own_cards: personal_cards::totals(store, uid).await?.cards,
        saved_notes: student.saved_count,
        playlists: playlists::list_owned(store, uid).await?.len(),
        followed_courses: course_follows::list(store, uid).await?.len(),
        following: student.following,
        followers: student.followers,
        reviews: review_log::count_reviews(store, uid).await?,
        username: student.display_username,
        name: student.name,
    }))
}

/// Returns the e-mail address from the user pool, which may be newer than the one in the profile.
async fn email_of(store: &Store, student: &Student) -> Result<String, Problem> {
    let user = users::find_by_id(store, &student.uid).await?;
    Ok(user.map_or_else(|| student.email.clone(), |user| user.email))
}
