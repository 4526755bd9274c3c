//! Code shared by the programs of the background functions: logs, the store, and responses to stream events.

use background::StreamFunction;
use lambda_runtime::{Error, LambdaEvent, service_fn, tracing};
use serde_json::Value;
use store::{Settings, Store};

/// Starts logging and connects the store from the settings in the environment.
///
/// # Errors
/// If an environment variable is missing or invalid.
pub fn start() -> Result<Store, Error> {
    tracing::init_default_subscriber();
    Ok(Store::connect(&Settings::from_env()?))
}

/// Runs a function that follows the table's stream. The template enables partial batch failures.
///
/// # Errors
/// As [`start`], and if Lambda's runtime ends.
#[tokio::main(flavor = "current_thread")]
pub async fn run<F: StreamFunction>() -> Result<(), Error> {
    let store = start()?;
    lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| on_event::<F>(&store, event.payload))).await
}

/// Handles an event. Events without records come from the schedule. The future is boxed, because the compiler cannot
/// compute the size of one that nests this deep.
async fn on_event<F: StreamFunction>(store: &Store, payload: Value) -> Result<Value, Error> {
    if payload.get("Records").is_some() {
        let answer = Box::pin(background::handle_batch::<F>(store, serde_json::from_value(payload)?)).await?;
        return Ok(serde_json::to_value(answer)?);
    }
    let answer = Box::pin(F::handle_event(store, serde_json::from_value(payload)?)).await?;
    Ok(serde_json::to_value(answer)?)
}
