//! Wire types of batch requests.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Several `GET` requests in one call.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchRequest {
    /// At most 12.
    #[serde(default)]
    pub requests: Vec<BatchedRequest>,
}

/// One `GET` request in a batch.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchedRequest {
    /// The path under `/api/`, with the query.
    #[schema(example = "/api/me/feed")]
    pub path: String,
    /// `ETag` of an earlier response.
    #[schema(example = "\"1.12.9f86d081884c7d65\"")]
    pub if_none_match: Option<String>,
}

/// Responses, in the order of the requests.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchResponse {
    pub responses: Vec<BatchedResponse>,
}

/// One response, equal to that of a separate request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchedResponse {
    #[schema(example = 200)]
    pub status: u16,
    /// `content-type`, `etag` and `retry-after`, if the response has them.
    #[schema(example = json!({ "content-type": "application/json" }))]
    pub headers: BTreeMap<&'static str, String>,
    /// Response body as text. Absent if the batch response is already full; send the request separately.
    #[schema(example = "{\"items\":[]}")]
    pub body: Option<String>,
}
