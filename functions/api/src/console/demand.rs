//! Requested courses: their demand and the decision of the administrators.

pub mod wire;

use axum::Json;
use axum::extract::State;
use store::courses::Viewer;
use store::requests::{self, CourseRequest, Decision};
use store::{Error, RequestId, ResourceKind, Store, Timestamp, courses};
use wasm_core::course::CourseCode;
use wasm_core::forms;
use wasm_core::limits::REASON_MAX_CHARS;

use crate::console::demand::wire::{
    CourseDemand, DecideDemand, Demand, DemandQuery, MyCourseRequest, WantedCourse, WantedCoursePage,
};
use crate::http::audit::{self, record};
use crate::http::auth::principal::Principal;
use crate::http::extract::{CursorParam, Json as Body, PathId, Query};
use crate::http::problem::Problem;
use crate::http::wire::page::{PAGE_ITEMS, Page};
use crate::people::me::my_profile;
use crate::state::ApiState;

/// Returns the demand for a course and whether the course exists.
#[utoipa::path(
    get,
    path = "/api/demand/{code}",
    tag = "requests",
    responses((status = 200, description = "Done", body = CourseDemand)),
)]
pub(crate) async fn get_demand(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
) -> Result<Json<CourseDemand>, Problem> {
    Ok(Json(demand_of(&store, &caller, &code).await?))
}

/// Adds the caller's request to a course that was requested before. Idempotent.
#[utoipa::path(
    put,
    path = "/api/demand/{code}/me-too",
    tag = "requests",
    responses((status = 200, description = "Done", body = CourseDemand)),
)]
pub(crate) async fn join_demand(
    State(state): State<ApiState>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
) -> Result<Json<CourseDemand>, Problem> {
    let store = state.store();
    let present = demand_of(store, &caller, &code).await?;
    if present.mine {
        return Ok(Json(present));
    }
    if present.demand.requesters == 0 {
        return Err(Problem::not_found(ResourceKind::Request));
    }
    // Count per student and not per IP address: a whole lecture may share one network.
    state.check_rate_limit(&state.throttles().request, &caller.uid).await?;
    state.check_rate_limit(&state.throttles().all_requests, "everybody").await?;
    let requester_name = my_profile(store, &caller).await?.student.shown_name().to_owned();
    let request = CourseRequest {
        id: RequestId::generate(),
        course_code: code,
        course_name: present.demand.course_name,
        reason: String::new(),
        requester: Some(caller.uid.clone()),
        requester_name,
        requested_at: Timestamp::now(),
    };
    requests::create(store, &request).await?;
    Ok(Json(demand_of(store, &caller, &code).await?))
}

/// Withdraws the caller's request for a course. Idempotent.
#[utoipa::path(
    delete,
    path = "/api/demand/{code}/me-too",
    tag = "requests",
    responses((status = 200, description = "Done", body = CourseDemand)),
)]
pub(crate) async fn leave_demand(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
) -> Result<Json<CourseDemand>, Problem> {
    requests::withdraw(&store, &caller.uid, &code).await?;
    Ok(Json(demand_of(&store, &caller, &code).await?))
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
    let page = requests::list_mine(&store, &caller.uid, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(Page::from(page)))
}

/// Lists the requested courses with a given state, highest demand first.
#[utoipa::path(
    get,
    path = "/api/demand",
    tag = "requests",
    responses((status = 200, description = "Done", body = Page<WantedCourse>)),
)]
pub(crate) async fn list_demand(
    State(store): State<Store>,
    Query(DemandQuery { state }): Query<DemandQuery>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<WantedCourse>>, Problem> {
    let page = requests::list_demand(&store, state.into(), cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(Page::from(page)))
}

/// Lists the students who requested a course and their reasons, newest first.
#[utoipa::path(
    get,
    path = "/api/demand/{code}/requests",
    tag = "requests",
    responses((status = 200, description = "Done", body = WantedCoursePage)),
)]
pub(crate) async fn list_requests_for_course(
    State(store): State<Store>,
    PathId(code): PathId<CourseCode>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<WantedCoursePage>, Problem> {
    let page = requests::page_of(&store, &code, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(page.into()))
}

/// Decides on a requested course. Only what differs from the decision that the caller has seen is changed.
#[utoipa::path(
    put,
    path = "/api/demand/{code}",
    tag = "requests",
    request_body = DecideDemand,
    responses((status = 200, description = "Done", body = WantedCourse), (status = 409)),
)]
pub(crate) async fn decide_demand(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
    Body(DecideDemand { state, answer, before }): Body<DecideDemand>,
) -> Result<Json<WantedCourse>, Problem> {
    let answer = forms::lines("answer", &answer, REASON_MAX_CHARS)?;
    let decision = Decision { state: state.into(), answer };
    let seen = before.map(Decision::from);
    let (before, after) = requests::decide(&store, &code, &decision, seen.as_ref()).await?;
    let object = audit::course(&code, &after.course_name);
    record(&store, &caller, "decide_demand", &code, object, Some(said(&before)), Some(said(&after))).await?;
    Ok(Json(after.into()))
}

/// Formats a decision for the audit log.
fn said(demand: &requests::Demand) -> String {
    match demand.answer.as_str() {
        "" => demand.state.as_str().to_owned(),
        answer => format!("{}: {answer}", demand.state.as_str()),
    }
}

async fn demand_of(store: &Store, caller: &Principal, code: &CourseCode) -> Result<CourseDemand, Problem> {
    let (demand, mine, course) = tokio::join!(
        requests::find_demand(store, code),
        requests::has_asked(store, &caller.uid, code),
        courses::open(store, code, Viewer::Student),
    );
    let demand = demand?.map(Demand::from).unwrap_or_default();
    let available = match course {
        Ok(_) => true,
        Err(Error::NotFound(_)) => false,
        Err(error) => return Err(error.into()),
    };
    Ok(CourseDemand { demand: Demand { course_code: code.to_string(), ..demand }, mine: mine?, available })
}
