//! Wire types of course requests.

use serde::{Deserialize, Serialize};
use store::requests;
use utoipa::ToSchema;

/// Request for a course.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewCourseRequest {
    /// ULID chosen by the client. Repeating it does not create a second request.
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
    /// Whether to omit the caller's name even if a token is sent.
    #[serde(default)]
    pub anonymous: bool,
    /// Honeypot field, hidden in the form. Leave it empty.
    #[serde(default)]
    #[schema(example = "")]
    pub website: String,
}

/// Id of the stored request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseRequestCreated {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
}

/// A course request, as administrators see it.
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
    /// Empty for an anonymous request.
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
