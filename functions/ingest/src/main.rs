//! The Lambda function behind object-created events of the files bucket.

use aws_lambda_events::event::s3::S3Event;
use lambda_runtime::{Error, LambdaEvent, service_fn, tracing};
use store::{Settings, Store};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    tracing::init_default_subscriber();
    let store = Store::connect(&Settings::from_env()?);
    lambda_runtime::run(service_fn(|event: LambdaEvent<serde_json::Value>| on_event(&store, event.payload))).await
}

async fn on_event(store: &Store, payload: serde_json::Value) -> Result<(), Error> {
    // The bucket sends one event without records when it is connected, to see whether anybody listens.
    if payload.get("Records").is_none() {
        return Ok(());
    }
    let event: S3Event = serde_json::from_value(payload)?;
    for record in event.records {
        let outcome = ingest::handle(store, record).await?;
        tracing::info!(?outcome, "handled an object");
    }
    Ok(())
}
