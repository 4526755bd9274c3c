//! Wire types of requested courses.

use serde::{Deserialize, Serialize};
use store::requests;
use utoipa::{IntoParams, ToSchema};

use crate::console::requests::wire::CourseRequest;
use crate::http::wire::page::Page;

/// State of a requested course: undecided, planned, available or declined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DemandState {
    #[default]
    Open,
    Planned,
    Added,
    Declined,
}

/// A requested course with its demand and the decision of the administrators.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Demand {
    #[schema(example = "CS343")]
    pub course_code: String,
    /// Name given by the first requester; empty if nobody requested the course.
    #[schema(example = "Concurrent and Parallel Programming")]
    pub course_name: String,
    /// Number of students who requested the course.
    #[schema(example = 12)]
    pub requesters: u32,
    pub state: DemandState,
    /// Answer of the administrators; may be empty.
    #[schema(example = "We are looking for somebody who took it.")]
    pub answer: String,
}

/// Demand for a course, as every student may see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseDemand {
    #[serde(flatten)]
    pub demand: Demand,
    /// Whether the caller requested the course by name.
    pub mine: bool,
    /// Whether the course exists.
    pub available: bool,
}

/// A requested course, as administrators see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WantedCourse {
    #[serde(flatten)]
    pub demand: Demand,
    #[schema(example = "2026-11-02T09:00:00Z")]
    pub first_asked_at: String,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub last_asked_at: String,
}

/// A requested course with its requesters and their reasons, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WantedCoursePage {
    pub course: WantedCourse,
    pub requests: Page<CourseRequest>,
}

/// One course request of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyCourseRequest {
    #[serde(flatten)]
    pub demand: Demand,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub request_date: String,
}

/// Decision about a requested course.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecideDemand {
    #[schema(required = true)]
    pub state: DemandState,
    /// Answer shown to all requesters.
    #[serde(default)]
    #[schema(example = "It comes in January.")]
    pub answer: String,
    /// Decision that the device showed: only fields that differ from it are changed. A field that another administrator
    /// has changed since is a conflict. Without it, both fields are changed.
    pub before: Option<SeenDecision>,
}

/// Decision about a requested course as a device showed it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeenDecision {
    pub state: DemandState,
    #[serde(default)]
    #[schema(example = "We are looking for somebody who took it.")]
    pub answer: String,
}

/// Filter of the list of requested courses.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DemandQuery {
    /// State of the courses to list.
    #[serde(default)]
    #[param(inline, required = false)]
    pub state: DemandState,
}

impl From<requests::DemandState> for DemandState {
    fn from(state: requests::DemandState) -> Self {
        match state {
            requests::DemandState::Open => DemandState::Open,
            requests::DemandState::Planned => DemandState::Planned,
            requests::DemandState::Added => DemandState::Added,
            requests::DemandState::Declined => DemandState::Declined,
        }
    }
}

impl From<DemandState> for requests::DemandState {
    fn from(state: DemandState) -> Self {
        match state {
            DemandState::Open => requests::DemandState::Open,
            DemandState::Planned => requests::DemandState::Planned,
            DemandState::Added => requests::DemandState::Added,
            DemandState::Declined => requests::DemandState::Declined,
        }
    }
}

impl From<SeenDecision> for requests::Decision {
    fn from(SeenDecision { state, answer }: SeenDecision) -> Self {
        requests::Decision { state: state.into(), answer }
    }
}

impl From<requests::Demand> for Demand {
    fn from(demand: requests::Demand) -> Self {
        Demand {
            course_code: demand.course_code.to_string(),
            course_name: demand.course_name,
            requesters: demand.requesters,
            state: demand.state.into(),
            answer: demand.answer,
        }
    }
}

impl From<requests::Demand> for WantedCourse {
    fn from(demand: requests::Demand) -> Self {
        let (first, last) = (demand.first_asked_at.to_string(), demand.last_asked_at.to_string());
        WantedCourse { demand: demand.into(), first_asked_at: first, last_asked_at: last }
    }
}

impl From<requests::DemandPage> for WantedCoursePage {
    fn from(page: requests::DemandPage) -> Self {
        WantedCoursePage { course: page.demand.into(), requests: page.requests.into() }
    }
}

impl From<requests::MyRequest> for MyCourseRequest {
    fn from(mine: requests::MyRequest) -> Self {
        MyCourseRequest { demand: mine.demand.into(), request_date: mine.asked_at.to_string() }
    }
}
