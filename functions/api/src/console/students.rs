//! Students in the console: one student by username or e-mail address, and the changes of an account that require the
//! password again. Accounts of administrators cannot be changed here.

pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::students::{self, Student};
use store::{Noun, Store, Timestamp, UserId, UsernameKey};
use store::{account, follows, own_cards, playlists, sessions, study_log, users};
use wasm_core::forms;

use crate::console::students::wire::{ManagedStudent, StudentSearch};
use crate::http::audit::record;
use crate::http::auth::caller::Caller;
use crate::http::auth::token::ADMIN_GROUP;
use crate::http::client::ClientAddress;
use crate::http::extract::{Json as Body, Name};
use crate::http::problem::{Problem, ProblemCode};
use crate::people::account::prove;
use crate::people::account::wire::PasswordProof;
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
    let student = searched(&store, &text).await?.ok_or_else(|| Problem::not_found(Noun::Student))?;
    managed(&store, student).await
}

/// Ends all sessions of a student. Open pages keep working until their access token expires, within 15 minutes.
#[utoipa::path(
    post,
    path = "/api/admin/students/{id}/end-sessions",
    tag = "administration",
    request_body = PasswordProof,
    responses((status = 200, description = "Done", body = ManagedStudent)),
)]
pub(crate) async fn end_student_sessions(
    State(state): State<ApiState>,
    caller: Caller,
    client: ClientAddress,
    Name(id): Name<UserId>,
    Body(proof): Body<PasswordProof>,
) -> Result<Json<ManagedStudent>, Problem> {
    let (store, student) = (state.store(), changeable(&state, &caller, client, &id, &proof).await?);
    users::end_all_sessions(store, &id).await?;
    sessions::end_others(store, &id, None).await?;
    record(store, &caller, "end_student_sessions", &id, "", None, None).await?;
    managed(store, student).await
}

/// Blocks a student: all sessions end, and sign-ins, refreshes and writes are refused. Nothing is deleted. Idempotent.
#[utoipa::path(
    post,
    path = "/api/admin/students/{id}/block",
    tag = "administration",
    request_body = PasswordProof,
    responses((status = 200, description = "Done", body = ManagedStudent)),
)]
pub(crate) async fn block_student(
    State(state): State<ApiState>,
    caller: Caller,
    client: ClientAddress,
    Name(id): Name<UserId>,
    Body(proof): Body<PasswordProof>,
) -> Result<Json<ManagedStudent>, Problem> {
    let (store, student) = (state.store(), changeable(&state, &caller, client, &id, &proof).await?);
    account::block(store, &id, Timestamp::now()).await?;
    record(store, &caller, "block_student", &id, "", None, None).await?;
    managed(store, student).await
}

/// Unblocks a student, who can then sign in again. Idempotent.
#[utoipa::path(
    post,
    path = "/api/admin/students/{id}/unblock",
    tag = "administration",
    request_body = PasswordProof,
    responses((status = 200, description = "Done", body = ManagedStudent)),
)]
pub(crate) async fn unblock_student(
    State(state): State<ApiState>,
    caller: Caller,
    client: ClientAddress,
    Name(id): Name<UserId>,
    Body(proof): Body<PasswordProof>,
) -> Result<Json<ManagedStudent>, Problem> {
    let (store, student) = (state.store(), changeable(&state, &caller, client, &id, &proof).await?);
    account::unblock(store, &id).await?;
    record(store, &caller, "unblock_student", &id, "", None, None).await?;
    managed(store, student).await
}

/// Deletes the account of a student permanently, like the student's own deletion.
#[utoipa::path(
    post,
    path = "/api/admin/students/{id}/delete",
    tag = "administration",
    request_body = PasswordProof,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn delete_student(
    State(state): State<ApiState>,
    caller: Caller,
    client: ClientAddress,
    Name(id): Name<UserId>,
    Body(proof): Body<PasswordProof>,
) -> Result<StatusCode, Problem> {
    let (store, student) = (state.store(), changeable(&state, &caller, client, &id, &proof).await?);
    // Record it first: a deletion that is interrupted continues by itself, and must be in the log.
    record(store, &caller, "delete_student", &id, "", None, None).await?;
    account::leave(store, &id, &email_of(store, &student).await?, Timestamp::now()).await?;
    if let Err(error) = users::delete(store, &id).await {
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
        let email = forms::email(text).map_err(|error| Problem::from(error).rename_field("email", "text"))?;
        let Some(user) = users::find(store, &email).await? else { return Ok(None) };
        return Ok(students::find(store, &user.uid).await?);
    }
    with_username(store, text).await
}

/// Returns the student with this username. No student has an invalid one.
pub(super) async fn with_username(store: &Store, text: &str) -> Result<Option<Student>, Problem> {
    let Ok(username) = text.trim().parse::<UsernameKey>() else { return Ok(None) };
    Ok(students::find_by_any_username(store, &username, Timestamp::now()).await?)
}

/// Returns the student to change, after the caller's password was right.
///
/// # Errors
/// `NotFound(Student)`; `conflict` for an administrator.
async fn changeable(
    state: &ApiState,
    caller: &Caller,
    client: ClientAddress,
    id: &UserId,
    proof: &PasswordProof,
) -> Result<Student, Problem> {
    prove(state, caller, client, &proof.password).await?;
    let student = students::get(state.store(), id).await?;
    if users::is_in_group(state.store(), id, ADMIN_GROUP).await? {
        return Err(Problem::new(ProblemCode::Conflict, "Accounts of administrators cannot be changed here."));
    }
    Ok(student)
}

/// Returns a student with the state of the account and counts of what it contains.
async fn managed(store: &Store, student: Student) -> Result<Json<ManagedStudent>, Problem> {
    let uid = &student.uid;
    let open = sessions::list(store, uid, Timestamp::now()).await?;
    let blocked = account::find_blocked(store, uid).await?;
    Ok(Json(ManagedStudent {
        id: uid.to_string(),
        email: email_of(store, &student).await?,
        joined_at: student.created_at.to_string(),
        last_used_at: open.first().map(|session| session.used_at.to_string()),
        sessions: open.len(),
        is_admin: users::is_in_group(store, uid, ADMIN_GROUP).await?,
        blocked_at: blocked.map(|blocked| blocked.blocked_at.to_string()),
        own_cards: own_cards::totals(store, uid).await?.cards,
        saved_notes: student.saved_count,
        playlists: playlists::list_mine(store, uid).await?.len(),
        followed_courses: follows::list(store, uid).await?.len(),
        following: student.following,
        followers: student.followers,
        reviews: study_log::count_reviews(store, uid).await?,
        username: student.display_username,
        name: student.name,
    }))
}

/// Returns the address of the user pool, which may be newer than that of the profile.
async fn email_of(store: &Store, student: &Student) -> Result<String, Problem> {
    let user = users::find_by_id(store, &student.uid).await?;
    Ok(user.map_or_else(|| student.email.clone(), |user| user.email))
}
