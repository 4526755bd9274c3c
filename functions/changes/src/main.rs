//! The Lambda function behind the table's stream. The template asks for partial batch failures.

use aws_lambda_events::event::dynamodb::Event;
use lambda_runtime::{Error, LambdaEvent, service_fn, tracing};
use store::{Settings, Store};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    tracing::init_default_subscriber();
    let store = Store::connect(&Settings::from_env()?);
    lambda_runtime::run(service_fn(|event: LambdaEvent<Event>| async {
        // On the heap: with the runtime around it, it nests deeper than the compiler measures.
        Box::pin(changes::handle(&store, event.payload)).await.map_err(Error::from)
    }))
    .await
}
