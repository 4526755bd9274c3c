//! Cognito pre-token-generation trigger (`V2_0`).

use lambda_runtime::{Error, LambdaEvent, service_fn, tracing};
use serde_json::Value;

/// Id of the user pool client of the web client.
const VARIABLE: &str = "USER_POOL_CLIENT_ID";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    tracing::init_default_subscriber();
    let client = std::env::var(VARIABLE).map_err(|_| format!("{VARIABLE} is not set."))?;
    lambda_runtime::run(service_fn(|event| std::future::ready(answer(event, &client)))).await
}

/// Handles one event of the trigger. Fails if the event is unreadable: then no token is issued, and the alarm
/// `tokens-fails` is raised.
fn answer(event: LambdaEvent<Value>, client: &str) -> Result<Value, Error> {
    Ok(tokens::suppress_scope(event.payload, client)?)
}
