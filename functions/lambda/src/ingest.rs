//! The Lambda function behind object-created events of the files bucket.

use std::process::ExitCode;

use aws_lambda_events::event::s3::S3Event;
use inspect::Inspector;
use lambda_runtime::{Error, LambdaEvent, service_fn, tracing};
use store::{Settings, Store};

fn main() -> ExitCode {
    // Before threads, logs and the environment: this may be a process that reads one stranger's file.
    if let Some(code) = readers::run_if_asked() {
        return code;
    }
    tracing::init_default_subscriber();
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
    let store = Store::connect(&Settings::from_env()?);
    let inspector = Inspector::of_this_program()?;
    lambda_runtime::run(service_fn(|event: LambdaEvent<serde_json::Value>| on_event(&store, &inspector, event.payload)))
        .await
}

async fn on_event(store: &Store, inspector: &Inspector, payload: serde_json::Value) -> Result<(), Error> {
    // The bucket sends one event without records when it is connected, to see whether anybody listens.
    if payload.get("Records").is_none() {
        return Ok(());
    }
    let event: S3Event = serde_json::from_value(payload)?;
    for record in event.records {
        let outcome = ingest::handle(store, inspector, record).await?;
        tracing::info!(?outcome, "handled an object");
    }
    Ok(())
}
