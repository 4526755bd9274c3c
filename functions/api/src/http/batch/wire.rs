//! Several questions in one call, and their answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Several `GET` requests in one call.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchRequest {
    /// At most 12.
    #[serde(default)]
    pub questions: Vec<Question>,
}

/// One question: what a `GET` of this API would ask.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// The path under `/api/`, with the query.
    #[schema(example = "/api/me/feed")]
    pub path: String,
    /// The `ETag` of an answer before.
    #[schema(example = "\"1.12.9f86d081884c7d65\"")]
    pub if_none_match: Option<String>,
}

/// The answers, in the order of the questions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchAnswers {
    pub answers: Vec<BatchAnswer>,
}

/// One answer, as the question alone would have been answered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchAnswer {
    #[schema(example = 200)]
    pub status: u16,
    /// `content-type`, `etag` and `retry-after`, where the answer has them.
    #[schema(example = json!({ "content-type": "application/json" }))]
    pub headers: BTreeMap<&'static str, String>,
    /// Response body as text. Absent if the batch response is already full; send the request separately.
    #[schema(example = "{\"items\":[]}")]
    pub body: Option<String>,
}
