//! Requests for courses that are missing.

pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::requests::{self, ANONYMOUS};
use store::{RequestId, Store, Timestamp};
use wasm_core::forms::{self, RequestForm};

use crate::console::requests::wire::{CourseRequest, CourseRequestCreated, NewCourseRequest};
use crate::http::auth::principal::{Principal, SIGN_IN_FIRST_MESSAGE};
use crate::http::client::ClientAddress;
use crate::http::client_chosen_id::parse_or_create_id;
use crate::http::extract::{CursorParam, Json as Body};
use crate::http::problem::Problem;
use crate::http::wire::page::{PAGE_ITEMS, Page};
use crate::people::me::my_profile;
use crate::state::ApiState;

/// Requests a missing course, with the caller's name or anonymously.
#[utoipa::path(
    post,
    path = "/api/requests",
    tag = "requests",
    request_body = NewCourseRequest,
    responses((status = 201, description = "Created", body = CourseRequestCreated), (status = 409)),
)]
pub(crate) async fn create_course_request(
    State(state): State<ApiState>,
    client: ClientAddress,
    caller: Option<Principal>,
    Body(body): Body<NewCourseRequest>,
) -> Result<(StatusCode, Json<CourseRequestCreated>), Problem> {
    if caller.is_none() && !state.anonymous_requests() {
        return Err(Problem::unauthenticated(SIGN_IN_FIRST_MESSAGE));
    }
    state.check_rate_limit(&state.rate_limits().course_request, client).await?;
    let id = parse_or_create_id(body.id.as_deref(), RequestId::generate)?;
    let form = RequestForm {
        course_code: body.course_code,
        course_name: body.course_name,
        reason: body.reason.unwrap_or_default(),
    };
    let draft = forms::validate_course_request(&form)?;
    // Honeypot: a program that fills in the hidden field gets a normal response, and nothing is stored.
    if !body.website.is_empty() {
        return Ok((StatusCode::CREATED, Json(CourseRequestCreated { id: id.to_string() })));
    }
    state.check_rate_limit(&state.rate_limits().all_requests, "everybody").await?;
    let requester = caller.filter(|_| !body.anonymous);
    // A second request of the same student updates the first one and returns its id.
    let request = requests::create(state.store(), &filed(&state, id, draft, requester).await?).await?;
    Ok((StatusCode::CREATED, Json(CourseRequestCreated { id: request.id.to_string() })))
}

/// Lists all course requests, newest first.
#[utoipa::path(
    get,
    path = "/api/requests",
    tag = "requests",
    responses((status = 200, description = "Done", body = Page<CourseRequest>)),
)]
pub(crate) async fn list_course_requests(
    State(store): State<Store>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<CourseRequest>>, Problem> {
    let page = requests::list(&store, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(Page::from(page)))
}

async fn filed(
    state: &ApiState,
    id: RequestId,
    draft: forms::RequestDraft,
    requester: Option<Principal>,
) -> Result<requests::CourseRequest, Problem> {
    let name = match &requester {
        Some(caller) => my_profile(state.store(), caller).await?.student.public_name().to_owned(),
        None => ANONYMOUS.to_owned(),
    };
    Ok(requests::CourseRequest {
        id,
        course_code: draft.code,
        course_name: draft.course_name,
        reason: draft.reason,
        requester: requester.map(|caller| caller.uid),
        requester_name: name,
        requested_at: Timestamp::now(),
    })
}
