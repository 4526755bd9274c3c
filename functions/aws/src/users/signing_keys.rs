//! Public keys of the user pool, which verify its tokens.

use std::time::Duration;

use aws_config::BehaviorVersion;
use aws_config::timeout::TimeoutConfig;
use aws_smithy_runtime::client::orchestrator::operation::Operation;
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse, OrchestratorError};
use http::Uri;

use crate::client::{SdkSleep, Store};
use model::error::{Error, Result};

/// Time limit for reading the keys. Short, because a request waits until its token is verified.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Reads the JSON Web Key Set (RFC 7517) at `address` as text. Uses the HTTP client of the SDK, because on AWS the pool
/// publishes its keys at its own endpoint: one connection serves both.
///
/// # Errors
/// `Unavailable` if no successful response arrives in time, `Broken` if `address` is not a URL.
pub async fn fetch_jwks(store: &Store, address: &str) -> Result<Vec<u8>> {
    let address: Uri = address.parse().map_err(|error| Error::Broken(Box::new(error)))?;
    let host =
        format!("{}://{}", address.scheme_str().unwrap_or("https"), address.authority().map_or("", |a| a.as_str()));
    let path = address.path().to_owned();
    let read = Operation::builder()
        .service_name("users")
        .operation_name("SigningKeys")
        .behavior_version(BehaviorVersion::latest())
        .http_client(store.http().clone())
        .endpoint_url(&host)
        .no_auth()
        // No retry here: the caller that verifies a token retries.
        .no_retry()
        .timeout_config(TimeoutConfig::builder().operation_timeout(TIMEOUT).build())
        .sleep_impl(SdkSleep)
        .serializer(move |()| {
            let mut request = HttpRequest::empty();
            request.set_uri(path.clone())?;
            Ok(request)
        })
        .deserializer(answer)
        .build();
    read.invoke(()).await.map_err(|error| Error::Unavailable(error.into()))
}

fn answer(response: &HttpResponse) -> std::result::Result<Vec<u8>, OrchestratorError<std::io::Error>> {
    let failed = |why: String| OrchestratorError::operation(std::io::Error::other(why));
    if !response.status().is_success() {
        return Err(failed(format!("the keys were answered with {}", response.status())));
    }
    response.body().bytes().map(<[u8]>::to_vec).ok_or_else(|| failed("the keys did not come whole".into()))
}
