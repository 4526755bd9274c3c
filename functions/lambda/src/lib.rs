//! Code shared by the programs of the background functions: logs, the store, and answers to events of the stream.

use background::StreamFunction;
use lambda_runtime::{Error, LambdaEvent, service_fn, tracing};
use serde_json::Value;
use store::{Settings, Store};

/// Starts the log and connects the store that the environment names.
///
/// # Errors
/// If a variable is missing or invalid.
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

/// Events without records come from the schedule. The work is on the heap, because it nests deeper than the compiler
/// measures.
async fn on_event<F: StreamFunction>(store: &Store, payload: Value) -> Result<Value, Error> {
    if payload.get("Records").is_some() {
        let answer = Box::pin(background::follow::<F>(store, serde_json::from_value(payload)?)).await?;
        return Ok(serde_json::to_value(answer)?);
    }
    let answer = Box::pin(F::ask(store, serde_json::from_value(payload)?)).await?;
    Ok(serde_json::to_value(answer)?)
}
