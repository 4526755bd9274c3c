//! The Lambda function that the user pool asks before it makes tokens: its trigger of the version 2.

use lambda_runtime::{Error, LambdaEvent, service_fn, tracing};
use serde_json::Value;

/// The client of the user pool whose tokens pages hold.
const VARIABLE: &str = "USER_POOL_CLIENT_ID";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    tracing::init_default_subscriber();
    let client = std::env::var(VARIABLE).map_err(|_| format!("{VARIABLE} is not set."))?;
    lambda_runtime::run(service_fn(|event| std::future::ready(answer(event, &client)))).await
}

/// An unreadable event is an error. No token is issued, and the alarm `tokens-fails` is raised.
fn answer(event: LambdaEvent<Value>, client: &str) -> Result<Value, Error> {
    Ok(tokens::answer(event.payload, client)?)
}
