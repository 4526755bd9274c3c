//! What students see of each other.

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use store::{Noun, Store, Timestamp, UsernameKey, UsernamePrefix, courses, saved, students};
use wasm_core::limits::{STUDENT_SEARCH_MAX_ITEMS, STUDENT_SEARCH_MIN_CHARS};

use crate::auth::caller::Caller;
use crate::extract::{Name, Query};
use crate::problem::Problem;
use crate::routes::courses::REVALIDATE;
use crate::state::ApiState;
use crate::wire::students::{PublicProfile, StudentCard, StudentCards, StudentQuery};

/// Finds students by the beginning of their username, at most 20.
#[utoipa::path(
    get,
    path = "/api/students",
    tag = "students",
    params(StudentQuery),
    responses((status = 200, description = "Done", body = StudentCards)),
)]
pub(crate) async fn search_students(
    State(state): State<ApiState>,
    caller: Caller,
    Query(query): Query<StudentQuery>,
) -> Result<Json<StudentCards>, Problem> {
    state.slow_down(&state.throttles().student_search, caller.uid).await?;
    if query.prefix.trim().chars().count() < STUDENT_SEARCH_MIN_CHARS {
        return Err(Problem::field(
            "prefix",
            "too_short",
            format!("Type at least {STUDENT_SEARCH_MIN_CHARS} characters."),
        ));
    }
    // What cannot begin a username begins nobody's.
    let Ok(prefix) = query.prefix.parse::<UsernamePrefix>() else {
        return Ok(Json(StudentCards { items: Vec::new() }));
    };
    let max = u32::try_from(STUDENT_SEARCH_MAX_ITEMS).map_err(Problem::internal)?;
    let found = students::search(state.store(), &prefix, max).await?;
    Ok(Json(StudentCards { items: found.into_iter().filter_map(StudentCard::of).collect() }))
}

/// What everybody may see of a student.
#[utoipa::path(
    get,
    path = "/api/students/{username}",
    tag = "students",
    params(("username" = String, Path, description = "A username in any case", example = "amara")),
    responses((status = 200, description = "Done", body = PublicProfile)),
)]
pub(crate) async fn get_public_profile(
    State(store): State<Store>,
    Name(username): Name<UsernameKey>,
) -> Result<impl IntoResponse, Problem> {
    let student =
        students::find_by_username(&store, &username).await?.ok_or_else(|| Problem::not_found(Noun::Student))?;
    let saved = saved::list_all(&store, &student.uid).await?;
    let codes = PublicProfile::top_codes(&saved, Timestamp::now());
    let courses = courses::find_many(&store, &codes).await?;
    let profile =
        PublicProfile::new(student, &saved, &codes, courses).ok_or_else(|| Problem::not_found(Noun::Student))?;
    Ok((REVALIDATE, Json(profile)))
}
