//! Public profiles, followers and the feed.

pub mod wire;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use store::students::{self, Student};
use store::{ResourceKind, Store, Timestamp, UsernameKey, UsernamePrefix, courses, feed, saved_notes, student_follows};
use wasm_core::limits::{PAGE_MAX_ITEMS, STUDENT_SEARCH_MAX_ITEMS, STUDENT_SEARCH_MIN_CHARS};

use crate::http::auth::principal::Principal;
use crate::http::extract::{CursorParam, PathId, Query};
use crate::http::problem::Problem;
use crate::http::wire::page::{PAGE_ITEMS, Page};
use crate::library::courses::REVALIDATE_HEADERS;
use crate::people::students::wire::{
    Feed, FeedItem, FollowedStudent, PublicCourses, PublicProfile, StudentQuery, StudentSummaries, StudentSummary,
};
use crate::state::ApiState;

/// Finds students by the beginning of their username, at most 20.
#[utoipa::path(
    get,
    path = "/api/students",
    tag = "students",
    responses((status = 200, description = "Done", body = StudentSummaries)),
)]
pub(crate) async fn search_students(
    State(state): State<ApiState>,
    caller: Principal,
    Query(query): Query<StudentQuery>,
) -> Result<Json<StudentSummaries>, Problem> {
    state.check_rate_limit(&state.rate_limits().student_search, caller.uid).await?;
    if query.prefix.trim().chars().count() < STUDENT_SEARCH_MIN_CHARS {
        return Err(Problem::field(
            "prefix",
            "too_short",
            format!("Type at least {STUDENT_SEARCH_MIN_CHARS} characters."),
        ));
    }
    // No username starts with an invalid prefix.
    let Ok(prefix) = query.prefix.parse::<UsernamePrefix>() else {
        return Ok(Json(StudentSummaries { items: Vec::new() }));
    };
    let max = u32::try_from(STUDENT_SEARCH_MAX_ITEMS).map_err(Problem::internal)?;
    let found = students::search(state.store(), &prefix, max).await?;
    Ok(Json(StudentSummaries { items: found.into_iter().filter_map(StudentSummary::from_student).collect() }))
}

/// Returns the public profile of a student. A recently changed username still works.
#[utoipa::path(
    get,
    path = "/api/students/{username}",
    tag = "students",
    responses((status = 200, description = "Done", body = PublicProfile)),
)]
pub(crate) async fn get_public_profile(
    State(store): State<Store>,
    caller: Option<Principal>,
    PathId(username): PathId<UsernameKey>,
) -> Result<impl IntoResponse, Problem> {
    let student = find_by_username(&store, &username).await?;
    let is_followed = match caller {
        Some(caller) if caller.uid != student.uid => {
            student_follows::is_following(&store, &caller.uid, &student.uid).await?
        }
        _ => false,
    };
    let profile = PublicProfile::new(student, is_followed).ok_or_else(|| Problem::not_found(ResourceKind::Student))?;
    Ok((REVALIDATE_HEADERS, Json(profile)))
}

/// Lists the courses of a student's saved notes. The list is empty if the student does not share them.
#[utoipa::path(
    get,
    path = "/api/students/{username}/courses",
    tag = "students",
    responses((status = 200, description = "Done", body = PublicCourses)),
)]
pub(crate) async fn list_public_courses(
    State(store): State<Store>,
    caller: Option<Principal>,
    PathId(username): PathId<UsernameKey>,
) -> Result<impl IntoResponse, Problem> {
    let student = find_by_username(&store, &username).await?;
    if !student.shows_courses && caller.is_none_or(|caller| caller.uid != student.uid) {
        return Ok((REVALIDATE_HEADERS, Json(PublicCourses::default())));
    }
    let saved = saved_notes::list_all(&store, &student.uid).await?;
    let codes = PublicCourses::top_codes(&saved);
    let mut courses = courses::find_many(&store, &codes).await?;
    courses.retain(courses::Course::is_visible_to_students);
    Ok((REVALIDATE_HEADERS, Json(PublicCourses::new(&saved, &codes, courses))))
}

/// Lists the followers of a student, newest first.
#[utoipa::path(
    get,
    path = "/api/students/{username}/followers",
    tag = "students",
    responses((status = 200, description = "Done", body = Page<StudentSummary>)),
)]
pub(crate) async fn list_followers(
    State(store): State<Store>,
    PathId(username): PathId<UsernameKey>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<StudentSummary>>, Problem> {
    let student = find_by_username(&store, &username).await?;
    let page = student_follows::list_followers(&store, &student.uid, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(cards(page)))
}

/// Lists the students whom a student follows, newest first.
#[utoipa::path(
    get,
    path = "/api/students/{username}/following",
    tag = "students",
    responses((status = 200, description = "Done", body = Page<StudentSummary>)),
)]
pub(crate) async fn list_following(
    State(store): State<Store>,
    PathId(username): PathId<UsernameKey>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<StudentSummary>>, Problem> {
    let student = find_by_username(&store, &username).await?;
    let page = student_follows::list_followed(&store, &student.uid, cursor.as_ref(), PAGE_MAX_ITEMS).await?;
    Ok(Json(cards(page)))
}

/// Follows a student. Idempotent.
#[utoipa::path(
    put,
    path = "/api/me/students/{username}",
    tag = "me",
    responses((status = 200, description = "Done", body = FollowedStudent)),
)]
pub(crate) async fn follow_student(
    State(state): State<ApiState>,
    caller: Principal,
    PathId(username): PathId<UsernameKey>,
) -> Result<Json<FollowedStudent>, Problem> {
    state.check_rate_limit(&state.rate_limits().follow, &caller.uid).await?;
    let student = find_by_username(state.store(), &username).await?;
    student_follows::follow(state.store(), &caller.uid, &student.uid, Timestamp::now()).await?;
    followed(state.store(), &caller, &student).await
}

/// Stops following a student. Idempotent.
#[utoipa::path(
    delete,
    path = "/api/me/students/{username}",
    tag = "me",
    responses((status = 200, description = "Done", body = FollowedStudent)),
)]
pub(crate) async fn unfollow_student(
    State(state): State<ApiState>,
    caller: Principal,
    PathId(username): PathId<UsernameKey>,
) -> Result<Json<FollowedStudent>, Problem> {
    state.check_rate_limit(&state.rate_limits().follow, &caller.uid).await?;
    let student = find_by_username(state.store(), &username).await?;
    student_follows::unfollow(state.store(), &caller.uid, &student.uid).await?;
    followed(state.store(), &caller, &student).await
}

/// Lists recent activity of the students whom the caller follows: started courses, if they show them, and public
/// playlists.
#[utoipa::path(
    get,
    path = "/api/me/feed",
    tag = "me",
    responses((status = 200, description = "Done", body = Feed)),
)]
pub(crate) async fn get_feed(State(store): State<Store>, caller: Principal) -> Result<Json<Feed>, Problem> {
    let lines = feed::list(&store, &caller.uid, Timestamp::now()).await?;
    Ok(Json(Feed { items: lines.into_iter().filter_map(FeedItem::of).collect() }))
}

/// Returns the student with this username, or with this recent former username.
pub(crate) async fn find_by_username(store: &Store, username: &UsernameKey) -> Result<Student, Problem> {
    let found = students::find_by_any_username(store, username, Timestamp::now()).await?;
    found.ok_or_else(|| Problem::not_found(ResourceKind::Student))
}

async fn followed(store: &Store, caller: &Principal, student: &Student) -> Result<Json<FollowedStudent>, Problem> {
    let is_followed = student_follows::is_following(store, &caller.uid, &student.uid).await?;
    let followers = students::get(store, &student.uid).await?.followers;
    Ok(Json(FollowedStudent { is_followed, followers }))
}

fn cards(page: store::Page<Student>) -> Page<StudentSummary> {
    store::Page { items: page.items.into_iter().filter_map(StudentSummary::from_student).collect(), next: page.next }
        .into()
}
