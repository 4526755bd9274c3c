//! Lambda function for the table's stream and the nightly reconciliation of files and records. The template enables
//! partial batch failures.

use changes::reconcile::{self, Asked};
use lambda_runtime::{Error, LambdaEvent, service_fn, tracing};
use serde_json::Value;
use store::{Settings, Store};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    tracing::init_default_subscriber();
    let store = Store::connect(&Settings::from_env()?);
    // On the heap: with the runtime around it, it nests deeper than the compiler measures.
    lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| Box::pin(on_event(&store, event.payload)))).await
}

async fn on_event(store: &Store, payload: Value) -> Result<Value, Error> {
    if payload.get("reconcile").is_some() {
        let asked: Asked = serde_json::from_value(payload)?;
        return Ok(serde_json::to_value(reconcile::run(store, asked.reconcile).await?)?);
    }
    let answer = changes::handle(store, serde_json::from_value(payload)?).await?;
    Ok(serde_json::to_value(answer)?)
}
