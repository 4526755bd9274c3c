//! Requests for a course that is missing.

use serde::{Deserialize, Serialize};
use store::requests;
use utoipa::ToSchema;

/// Ask for a course.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateCourseRequest {
    /// A ULID of the client's making: sent again, it is the same request.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: Option<String>,
    #[serde(default)]
    #[schema(required = true, example = "CS 343")]
    pub course_code: String,
    #[serde(default)]
    #[schema(required = true, example = "Concurrent and Parallel Programming")]
    pub course_name: String,
    #[schema(example = "I take it next term.")]
    pub reason: Option<String>,
    /// Leave the caller's name out although there is a token.
    #[serde(default)]
    pub anonymous: bool,
    /// People do not see this field; programs that fill in everything do.
    #[serde(default)]
    #[schema(example = "")]
    pub website: String,
}

/// The request was kept.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseRequestCreated {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
}

/// A request, as administrators read it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseRequest {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    #[schema(example = "CS343")]
    pub course_code: String,
    #[schema(example = "Concurrent and Parallel Programming")]
    pub course_name: String,
    #[schema(example = "I take it next term.")]
    pub reason: String,
    /// Empty when it was sent anonymously.
    #[schema(example = "7f1d2c1e-6a43-4d2f-9f0e-0c5b7b0d5a11")]
    pub requester_id: String,
    #[schema(example = "Anonymous")]
    pub requester_name: String,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub request_date: String,
}

impl From<requests::CourseRequest> for CourseRequest {
    fn from(request: requests::CourseRequest) -> Self {
        CourseRequest {
            id: request.id.to_string(),
            course_code: request.course_code.to_string(),
            course_name: request.course_name,
            reason: request.reason,
            requester_id: request.requester.map(|requester| requester.to_string()).unwrap_or_default(),
            requester_name: request.requester_name,
            request_date: request.requested_at.to_string(),
        }
    }
}
