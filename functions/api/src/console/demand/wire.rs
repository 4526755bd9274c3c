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

/// Demand for a course, as every student may see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseDemand {
    #[schema(example = "CS343")]
    pub course_code: String,
    /// As the first requester wrote it; empty when nobody asked.
    #[schema(example = "Concurrent and Parallel Programming")]
    pub course_name: String,
    /// Number of students who requested the course.
    #[schema(example = 12)]
    pub requesters: u32,
    pub state: DemandState,
    /// Answer of the administrators; may be empty.
    #[schema(example = "We are looking for somebody who took it.")]
    pub answer: String,
    /// Whether the caller asked for it by name.
    pub mine: bool,
    /// Whether the course is there.
    pub available: bool,
}

/// A wanted course, as administrators read it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WantedCourse {
    #[schema(example = "CS343")]
    pub course_code: String,
    #[schema(example = "Concurrent and Parallel Programming")]
    pub course_name: String,
    #[schema(example = 12)]
    pub requesters: u32,
    pub state: DemandState,
    /// Possibly empty.
    #[schema(example = "")]
    pub answer: String,
    #[schema(example = "2026-11-02T09:00:00Z")]
    pub first_asked_at: String,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub last_asked_at: String,
}

/// A wanted course with who asked for it and why, newest first.
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
    #[schema(example = "CS343")]
    pub course_code: String,
    #[schema(example = "Concurrent and Parallel Programming")]
    pub course_name: String,
    /// Number of students who requested the course, including the caller.
    #[schema(example = 12)]
    pub requesters: u32,
    pub state: DemandState,
    /// Answer of the administrators; may be empty.
    #[schema(example = "")]
    pub answer: String,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub request_date: String,
}

/// Decide what becomes of a wanted course.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecideDemand {
    #[schema(required = true)]
    pub state: DemandState,
    /// Said to everybody who asked.
    #[serde(default)]
    #[schema(example = "It comes in January.")]
    pub answer: String,
}

/// Which wanted courses, and where to go on reading.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DemandQuery {
    /// The state they are in.
    #[serde(default)]
    #[param(inline, required = false)]
    pub state: DemandState,
    /// The `nextCursor` of the page before; leave it out for the first page.
    pub cursor: Option<String>,
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

impl From<requests::Demand> for WantedCourse {
    fn from(demand: requests::Demand) -> Self {
        WantedCourse {
            course_code: demand.course_code.to_string(),
            course_name: demand.course_name,
            requesters: demand.requesters,
            state: demand.state.into(),
            answer: demand.answer,
            first_asked_at: demand.first_asked_at.to_string(),
            last_asked_at: demand.last_asked_at.to_string(),
        }
    }
}

impl From<requests::DemandPage> for WantedCoursePage {
    fn from(page: requests::DemandPage) -> Self {
        WantedCoursePage { course: page.demand.into(), requests: page.requests.into() }
    }
}

impl From<requests::MyRequest> for MyCourseRequest {
    fn from(mine: requests::MyRequest) -> Self {
        MyCourseRequest {
            course_code: mine.demand.course_code.to_string(),
            course_name: mine.demand.course_name,
            requesters: mine.demand.requesters,
            state: mine.demand.state.into(),
            answer: mine.demand.answer,
            request_date: mine.asked_at.to_string(),
        }
    }
}
