//! Extractor of sign-in attempts, with their rate limit.

use axum::extract::{FromRequest, FromRequestParts as _, Request};
use serde::de::DeserializeOwned;

use crate::http::client::ClientAddress;
use crate::http::extract::Json;
use crate::http::problem::Problem;
use crate::state::ApiState;

/// JSON body of a sign-in attempt. The attempt is counted for the client's IP address before the body is read.
pub(crate) struct RateLimitedJson<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<ApiState> for RateLimitedJson<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &ApiState) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let Ok(client) = ClientAddress::from_request_parts(&mut parts, state).await;
        state.check_rate_limit(&state.rate_limits().auth, client).await?;
        let Json(body) = Json::from_request(Request::from_parts(parts, body), state).await?;
        Ok(RateLimitedJson(body))
    }
}
