//! Requested courses: the number of requests and the decision of the administrators.

pub mod wire;

use axum::Json;
use axum::extract::State;
use store::courses::Viewer;
use store::requests::{self, CourseRequest, Decision};
use store::{Error, RequestId, ResourceKind, Store, Timestamp, courses};
use wasm_core::course::CourseCode;
use wasm_core::forms;
use wasm_core::limits::REASON_MAX_CHARS;

use crate::console::requested_courses::wire::{
    CourseDecisionRequest, CourseRequestSummary, ManagedCourseRequest, ManagedCourseRequestPage, MyCourseRequest,
    RequestedCourse, RequestedCoursesQuery,
};
use crate::http::audit::{self, record};
use crate::http::auth::principal::Principal;
use crate::http::extract::{CursorParam, Json as Body, PathId, Query};
use crate::http::problem::Problem;
use crate::http::wire::page::{PAGE_ITEMS, Page};
use crate::people::me::my_profile;
use crate::state::ApiState;

/// Returns how many students request a course, and whether the course exists.
#[utoipa::path(
    get,
    path = "/api/requested-courses/{code}",
    tag = "requests",
    responses((status = 200, description = "Done", body = CourseRequestSummary)),
)]
pub(crate) async fn get_requested_course(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
) -> Result<Json<CourseRequestSummary>, Problem> {
    Ok(Json(summary_of(&store, &caller, &code).await?))
}

/// Adds the caller's request to a course that was requested before. Idempotent.
#[utoipa::path(
    put,
    path = "/api/requested-courses/{code}/vote",
    tag = "requests",
    responses((status = 200, description = "Done", body = CourseRequestSummary)),
)]
pub(crate) async fn vote_for_course(
    State(state): State<ApiState>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
) -> Result<Json<CourseRequestSummary>, Problem> {
    let store = state.store();
    let present = summary_of(store, &caller, &code).await?;
    if present.mine {
        return Ok(Json(present));
    }
    if present.requested.requesters == 0 {
        return Err(Problem::not_found(ResourceKind::Request));
    }
    // Count per student and not per IP address: a whole lecture may share one network.
    state.check_rate_limit(&state.rate_limits().course_request, &caller.uid).await?;
    state.check_rate_limit(&state.rate_limits().all_requests, "everybody").await?;
    let requester_name = my_profile(store, &caller).await?.student.public_name().to_owned();
    let request = CourseRequest {
        id: RequestId::generate(),
        course_code: code,
        course_name: present.requested.course_name,
        reason: String::new(),
        requester: Some(caller.uid.clone()),
        requester_name,
        requested_at: Timestamp::now(),
    };
    requests::create(store, &request).await?;
    Ok(Json(summary_of(store, &caller, &code).await?))
}

/// Withdraws the caller's request for a course. Idempotent.
#[utoipa::path(
    delete,
    path = "/api/requested-courses/{code}/vote",
    tag = "requests",
    responses((status = 200, description = "Done", body = CourseRequestSummary)),
)]
pub(crate) async fn withdraw_vote(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
) -> Result<Json<CourseRequestSummary>, Problem> {
    requests::withdraw(&store, &caller.uid, &code).await?;
    Ok(Json(summary_of(&store, &caller, &code).await?))
}

/// Lists the courses that the caller requested by name, by course code.
#[utoipa::path(
    get,
    path = "/api/me/requests",
    tag = "requests",
    responses((status = 200, description = "Done", body = Page<MyCourseRequest>)),
)]
pub(crate) async fn list_my_requests(
    State(store): State<Store>,
    caller: Principal,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<MyCourseRequest>>, Problem> {
    let page = requests::list_by_student(&store, &caller.uid, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(Page::from(page)))
}

/// Lists the requested courses with a given state, most requested first.
#[utoipa::path(
    get,
    path = "/api/requested-courses",
    tag = "requests",
    responses((status = 200, description = "Done", body = Page<ManagedCourseRequest>)),
)]
pub(crate) async fn list_requested_courses(
    State(store): State<Store>,
    Query(RequestedCoursesQuery { state }): Query<RequestedCoursesQuery>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<ManagedCourseRequest>>, Problem> {
    let page = requests::list_requested_courses(&store, state.into(), cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(Page::from(page)))
}

/// Lists the students who requested a course and their reasons, newest first.
#[utoipa::path(
    get,
    path = "/api/requested-courses/{code}/requests",
    tag = "requests",
    responses((status = 200, description = "Done", body = ManagedCourseRequestPage)),
)]
pub(crate) async fn list_requests_for_course(
    State(store): State<Store>,
    PathId(code): PathId<CourseCode>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<ManagedCourseRequestPage>, Problem> {
    let page = requests::page_for_course(&store, &code, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(page.into()))
}

/// Stores a decision on a requested course. Changes only the fields that differ from `before`.
#[utoipa::path(
    put,
    path = "/api/requested-courses/{code}",
    tag = "requests",
    request_body = CourseDecisionRequest,
    responses((status = 200, description = "Done", body = ManagedCourseRequest), (status = 409)),
)]
pub(crate) async fn decide_requested_course(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
    Body(CourseDecisionRequest { state, answer, before }): Body<CourseDecisionRequest>,
) -> Result<Json<ManagedCourseRequest>, Problem> {
    let answer = forms::validate_lines("answer", &answer, REASON_MAX_CHARS)?;
    let decision = Decision { state: state.into(), answer };
    let seen = before.map(Decision::from);
    let (before, after) = requests::decide(&store, &code, &decision, seen.as_ref()).await?;
    let object = audit::course_label(&code, &after.course_name);
    record(&store, &caller, "decide_demand", &code, object, Some(said(&before)), Some(said(&after))).await?;
    Ok(Json(after.into()))
}

/// Formats a decision for the audit log.
fn said(requested: &requests::RequestedCourse) -> String {
    match requested.answer.as_str() {
        "" => requested.state.as_str().to_owned(),
        answer => format!("{}: {answer}", requested.state.as_str()),
    }
}

async fn summary_of(store: &Store, caller: &Principal, code: &CourseCode) -> Result<CourseRequestSummary, Problem> {
    let (requested, mine, course) = tokio::join!(
        requests::find_requested_course(store, code),
        requests::has_requested(store, &caller.uid, code),
        courses::get_visible(store, code, Viewer::Student),
    );
    let requested = requested?.map(RequestedCourse::from).unwrap_or_default();
    let available = match course {
        Ok(_) => true,
        Err(Error::NotFound(_)) => false,
        Err(error) => return Err(error.into()),
    };
    Ok(CourseRequestSummary {
        requested: RequestedCourse { course_code: code.to_string(), ..requested },
        mine: mine?,
        available,
    })
}
