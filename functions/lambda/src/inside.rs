//! Lambda function for the table's stream that builds full-text indexes, and checks every night that all exist. The
//! template enables partial batch failures.

use lambda_runtime::{Error, LambdaEvent, service_fn, tracing};
use serde_json::Value;
use store::{Settings, Store, Timestamp};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    tracing::init_default_subscriber();
    let store = Store::connect(&Settings::from_env()?);
    lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| on_event(&store, event.payload))).await
}

async fn on_event(store: &Store, payload: Value) -> Result<Value, Error> {
    if let Some(asked) = payload.get("renew") {
        let inside::Asked::All = serde_json::from_value(asked.clone())?;
        return Ok(inside::renew_all(store, Timestamp::now()).await?.into());
    }
    let answer = Box::pin(inside::handle(store, serde_json::from_value(payload)?)).await?;
    Ok(serde_json::to_value(answer)?)
}
