//! The Lambda function behind object-created events of the files bucket.

use std::process::ExitCode;

use inspect::Extractor;
use lambda_runtime::{Error, LambdaEvent, service_fn, tracing};
use serde_json::Value;
use store::Store;

fn main() -> ExitCode {
    // Call this before threads start and the environment is read: this process may be a reader of one hostile file.
    if let Some(code) = readers::run_if_requested() {
        return code;
    }
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "cannot go on");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn serve() -> Result<(), Error> {
    let store = lambda::start()?;
    let inspector = Extractor::self_exec()?;
    lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| on_event(&store, &inspector, event.payload))).await
}

async fn on_event(store: &Store, inspector: &Extractor, payload: Value) -> Result<(), Error> {
    // When the notification is configured, S3 sends one test event without records.
    if payload.get("Records").is_none() {
        return Ok(());
    }
    Ok(ingest::handle(store, inspector, serde_json::from_value(payload)?).await?)
}
