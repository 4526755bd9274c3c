//! Replacement for the Runtime API of Lambda: passes events to a function and receives its responses.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Path as Part, State};
use axum::http::{HeaderName, StatusCode};
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio::sync::{Mutex, mpsc};

use crate::server::memory_mb;

/// Timeout of one response.
const PATIENCE: Duration = Duration::from_secs(20);
/// Function name in the environment.
const NAME: &str = "measured";

/// Measurements of one start of a function.
pub(crate) struct Start {
    /// Time from before the process starts to its first response, in ms.
    pub(crate) first_ms: f64,
    /// Time from the second event to its response, in ms.
    pub(crate) second_ms: f64,
    /// Peak memory in MB.
    pub(crate) peak_mb: f64,
}

struct Runtime {
    events: Mutex<mpsc::UnboundedReceiver<Value>>,
    answers: mpsc::UnboundedSender<(Instant, Value)>,
}

/// Starts a function, sends it the same event twice and stops it. Both responses must be successful.
pub(crate) async fn start(function: &Path, environment: &[(&str, String)], event: &Value) -> Start {
    let (events, waiting) = mpsc::unbounded_channel();
    let (answers, mut answered) = mpsc::unbounded_channel();
    let runtime = Arc::new(Runtime { events: Mutex::new(waiting), answers });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let router = Router::new()
        .route("/2018-06-01/runtime/invocation/next", get(next))
        .route("/2018-06-01/runtime/invocation/{id}/{outcome}", post(answer))
        .with_state(runtime);
    let serving = tokio::spawn(async move { axum::serve(listener, router).await });

    events.send(event.clone()).unwrap();
    let mut command = Command::new(function);
    command.env_clear().envs(environment.iter().map(|(name, value)| (*name, value.as_str())));
    command.env("AWS_LAMBDA_RUNTIME_API", address).env("AWS_LAMBDA_FUNCTION_NAME", NAME);
    command.env("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "512").env("AWS_LAMBDA_FUNCTION_VERSION", "1");
    command.env("AWS_LAMBDA_LOG_GROUP_NAME", NAME).env("AWS_LAMBDA_LOG_STREAM_NAME", NAME);
    let began = Instant::now();
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    let mut wait = async || {
        let (at, answer) = tokio::time::timeout(PATIENCE, answered.recv()).await.unwrap().unwrap();
        let status = answer["statusCode"].as_u64().unwrap_or_default();
        assert!((200..300).contains(&status), "{}: {answer}", function.display());
        at
    };
    let first = wait().await;
    let again = Instant::now();
    events.send(event.clone()).unwrap();
    let second = wait().await;
    let peak_mb = memory_mb(child.id(), "VmHWM:");
    child.kill().unwrap();
    child.wait().unwrap();
    serving.abort();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    Start { first_ms: ms(first - began), second_ms: ms(second - again), peak_mb }
}

async fn next(State(runtime): State<Arc<Runtime>>) -> ([(HeaderName, String); 3], String) {
    let event = runtime.events.lock().await.recv().await;
    let Some(event) = event else {
        // After the last event, block until the benchmark stops the function.
        return std::future::pending().await;
    };
    let header = |name| HeaderName::from_static(name);
    let headers = [
        (header("lambda-runtime-aws-request-id"), "8476a536-e9f4-11e8-9739-2dfe598c3fcd".to_owned()),
        (header("lambda-runtime-deadline-ms"), "9999999999999".to_owned()),
        (
            header("lambda-runtime-invoked-function-arn"),
            format!("arn:aws:lambda:us-east-1:123456789012:function:{NAME}"),
        ),
    ];
    (headers, event.to_string())
}

async fn answer(
    State(runtime): State<Arc<Runtime>>,
    Part((_id, outcome)): Part<(String, String)>,
    body: String,
) -> StatusCode {
    let at = Instant::now();
    assert_eq!(outcome, "response", "{body}");
    runtime.answers.send((at, serde_json::from_str(&body).unwrap())).unwrap();
    StatusCode::ACCEPTED
}

/// Builds the event that API Gateway would create for a request.
pub(crate) fn event(method: &str, path: &str, headers: &Value, body: Option<&Value>) -> Value {
    json!({
        "version": "2.0", "routeKey": "$default", "rawPath": path, "rawQueryString": "", "headers": headers,
        "requestContext": {
            "accountId": "123456789012", "apiId": "api", "domainName": "api.example.org", "domainPrefix": "api",
            "http": { "method": method, "path": path, "protocol": "HTTP/1.1", "sourceIp": "192.0.2.1", "userAgent": "" },
            "requestId": "JKJaXmPLvHcESHA=", "routeKey": "$default", "stage": "$default",
            "time": "21/Nov/2026:12:00:00 +0000", "timeEpoch": 1_795_262_400_000_u64,
        },
        "body": body.map(Value::to_string), "isBase64Encoded": false,
    })
}
