//! Wire types of requested courses.

use serde::{Deserialize, Serialize};
use store::requests;
use utoipa::{IntoParams, ToSchema};

use crate::console::requests::wire::CourseRequest;
use crate::http::wire::page::Page;

/// State of a requested course: undecided, planned, available or declined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CourseRequestState {
    #[default]
    Open,
    Planned,
    Added,
    Declined,
}

/// A requested course with the number of requests and the decision of the administrators.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestedCourse {
    #[schema(example = "CS343")]
    pub course_code: String,
    /// Name given by the first requester; empty if the course was never requested.
    #[schema(example = "Concurrent and Parallel Programming")]
    pub course_name: String,
    /// Number of students who requested the course.
    #[schema(example = 12)]
    pub requesters: u32,
    pub state: CourseRequestState,
    /// Answer of the administrators; may be empty.
    #[schema(example = "We are looking for somebody who took it.")]
    pub answer: String,
}

/// Number of requests for a course and its state, as every student may see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseRequestSummary {
    #[serde(flatten)]
    pub requested: RequestedCourse,
    /// Whether the caller requested the course by name.
    pub mine: bool,
    /// Whether the course exists.
    pub available: bool,
}

/// A requested course, as administrators see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedCourseRequest {
    #[serde(flatten)]
    pub requested: RequestedCourse,
    #[schema(example = "2026-11-02T09:00:00Z")]
    pub first_asked_at: String,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub last_asked_at: String,
}

/// A requested course with its requesters and their reasons, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedCourseRequestPage {
    pub course: ManagedCourseRequest,
    pub requests: Page<CourseRequest>,
}

/// One course request of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyCourseRequest {
    #[serde(flatten)]
    pub requested: RequestedCourse,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub request_date: String,
}

/// Decision about a requested course.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseDecisionRequest {
    #[schema(required = true)]
    pub state: CourseRequestState,
    /// Answer shown to all requesters.
    #[serde(default)]
    #[schema(example = "It comes in January.")]
    pub answer: String,
    /// Decision that the device showed: only fields that differ from it are changed. A field that another administrator
    /// has changed since is a conflict. Without it, both fields are changed.
    pub before: Option<DecisionBase>,
}

/// Decision about a requested course as a device showed it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecisionBase {
    pub state: CourseRequestState,
    #[serde(default)]
    #[schema(example = "We are looking for somebody who took it.")]
    pub answer: String,
}

/// Filter of the list of requested courses.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RequestedCoursesQuery {
    /// State of the courses to list.
    #[serde(default)]
    #[param(inline, required = false)]
    pub state: CourseRequestState,
}

impl From<requests::CourseRequestState> for CourseRequestState {
    fn from(state: requests::CourseRequestState) -> Self {
        match state {
            requests::CourseRequestState::Open => CourseRequestState::Open,
            requests::CourseRequestState::Planned => CourseRequestState::Planned,
            requests::CourseRequestState::Added => CourseRequestState::Added,
            requests::CourseRequestState::Declined => CourseRequestState::Declined,
        }
    }
}

impl From<CourseRequestState> for requests::CourseRequestState {
    fn from(state: CourseRequestState) -> Self {
        match state {
            CourseRequestState::Open => requests::CourseRequestState::Open,
            CourseRequestState::Planned => requests::CourseRequestState::Planned,
            CourseRequestState::Added => requests::CourseRequestState::Added,
            CourseRequestState::Declined => requests::CourseRequestState::Declined,
        }
    }
}

impl From<DecisionBase> for requests::Decision {
    fn from(DecisionBase { state, answer }: DecisionBase) -> Self {
        requests::Decision { state: state.into(), answer }
    }
}

impl From<requests::RequestedCourse> for RequestedCourse {
    fn from(requested: requests::RequestedCourse) -> Self {
        RequestedCourse {
            course_code: requested.course_code.to_string(),
            course_name: requested.course_name,
            requesters: requested.requesters,
            state: requested.state.into(),
            answer: requested.answer,
        }
    }
}

impl From<requests::RequestedCourse> for ManagedCourseRequest {
    fn from(requested: requests::RequestedCourse) -> Self {
        let (first, last) = (requested.first_asked_at.to_string(), requested.last_asked_at.to_string());
        ManagedCourseRequest { requested: requested.into(), first_asked_at: first, last_asked_at: last }
    }
}

impl From<requests::RequestedCoursePage> for ManagedCourseRequestPage {
    fn from(page: requests::RequestedCoursePage) -> Self {
        ManagedCourseRequestPage { course: page.requested.into(), requests: page.requests.into() }
    }
}

impl From<requests::MyRequest> for MyCourseRequest {
    fn from(mine: requests::MyRequest) -> Self {
        MyCourseRequest { requested: mine.requested.into(), request_date: mine.asked_at.to_string() }
    }
}
