//! Meter: counts each request of a page with its response size and its consumed capacity as the engine reports it.
//! Active only with `--meter`, because the API then handles one request at a time, so that the consumed capacity
//! belongs to that request.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use axum::{Json, Router};
use http::header::{AUTHORIZATION, CONTENT_LENGTH, HOST, TRANSFER_ENCODING};
use http::{HeaderMap, StatusCode};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::LocalError;

/// Route that returns the counts. Requests to it are not counted.
const ROUTE: &str = "/_local/meter";

/// Header of requests that the measuring program sends itself. They are not counted.
const UNCOUNTED: &str = "x-uncounted";

/// Table operations that report consumed capacity on request, and whether each one writes.
const REPORTING: [(&str, bool); 7] = [
    ("GetItem", false),
    ("BatchGetItem", false),
    ("Query", false),
    ("PutItem", true),
    ("UpdateItem", true),
    ("DeleteItem", true),
    ("TransactWriteItems", true),
];

/// Origin of a table request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UsageSource {
    /// The API, for the request that it currently handles.
    Api,
    /// The functions that process uploads and table changes.
    Workers,
}

/// Consumed capacity. A request whose condition failed reports nothing.
#[derive(Debug, Clone, Copy, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Consumed {
    requests: u32,
    read_units: f64,
    write_units: f64,
}

/// One counted request of a page.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RequestUsage {
    /// Host: `app` or `files`.
    host: &'static str,
    method: String,
    path: String,
    status: u16,
    /// Size of the response body as sent.
    body_bytes: usize,
    /// Size of the response headers in HTTP/1.1.
    head_bytes: usize,
    table: Consumed,
}

#[derive(Debug, Default)]
struct Counts {
    requests: Vec<RequestUsage>,
    api: Consumed,
    workers: Consumed,
}

/// Counts requests until the server stops. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(crate) struct UsageRecorder {
    counts: Arc<Mutex<Counts>>,
    /// Lock that is held by the request that the API currently handles.
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl UsageRecorder {
    fn counts(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the requests to the app and adds the route that returns and resets the counts.
    pub(crate) fn count_app_requests(&self, app: Router) -> Router {
        let counting = app.layer(from_fn_with_state(self.clone(), count_app));
        let taking = async |State(meter): State<UsageRecorder>| Json(meter.take());
        Router::new().route(ROUTE, post(taking)).with_state(self.clone()).fallback_service(counting)
    }

    /// Counts the requests for files.
    pub(crate) fn count_file_requests(&self, files: Router) -> Router {
        files.layer(from_fn_with_state(self.clone(), count_files))
    }

    fn take(&self) -> Value {
        let mut counts = self.counts();
        json!({"requests": std::mem::take(&mut counts.requests), "workers": std::mem::take(&mut counts.workers)})
    }

    /// Serves a proxy of the table at `table` that counts the requests as those of `asker`. Returns the URL of the
    /// proxy.
    ///
    /// # Errors
    /// If no port is free.
    pub(crate) async fn proxy_table(&self, asker: UsageSource, table: &str) -> Result<String, LocalError> {
        let failed = |e: std::io::Error| LocalError::Setup(format!("The meter could not open a port: {e}."));
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await.map_err(failed)?;
        let address = format!("http://{}", listener.local_addr().map_err(failed)?);
        let passing = Passing { meter: self.clone(), asker, table: table.to_owned(), http: reqwest::Client::new() };
        let router = Router::new().fallback(pass).with_state(passing);
        tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::error!(%error, "the meter stopped");
            }
        });
        Ok(address)
    }

    fn add(&self, asker: UsageSource, is_write: bool, units: f64) {
        let mut counts = self.counts();
        let consumed = if asker == UsageSource::Api { &mut counts.api } else { &mut counts.workers };
        consumed.requests += 1;
        *(if is_write { &mut consumed.write_units } else { &mut consumed.read_units }) += units;
    }
}

async fn count_app(State(meter): State<UsageRecorder>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if path.starts_with("/_local/") {
        return next.run(request).await;
    }
    let _turn = if path.starts_with("/api/") {
        let turn = meter.turn.clone().lock_owned().await;
        meter.counts().api = Consumed::default();
        Some(turn)
    } else {
        None
    };
    count(&meter, "app", request, next).await
}

/// Counts only requests with presigned URLs, which come from pages. Functions sign their requests in a header.
async fn count_files(State(meter): State<UsageRecorder>, request: Request, next: Next) -> Response {
    if request.headers().contains_key(AUTHORIZATION) {
        return next.run(request).await;
    }
    count(&meter, "files", request, next).await
}

async fn count(meter: &UsageRecorder, host: &'static str, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().to_string(), request.uri().path().to_owned());
    let is_api = host == "app" && path.starts_with("/api/");
    let is_counted = !request.headers().contains_key(UNCOUNTED);
    let (parts, body) = next.run(request).await.into_parts();
    let body = match to_bytes(body, usize::MAX).await {
        Ok(body) => body,
        Err(error) => return (StatusCode::BAD_GATEWAY, error.to_string()).into_response(),
    };
    let mut counts = meter.counts();
    let table = if is_api { std::mem::take(&mut counts.api) } else { Consumed::default() };
    if is_counted {
        let (status, head_bytes) = (parts.status.as_u16(), head_bytes(&parts.headers));
        counts.requests.push(RequestUsage { host, method, path, status, body_bytes: body.len(), head_bytes, table });
    }
    drop(counts);
    Response::from_parts(parts, Body::from(body))
}

/// Returns the size of the status line and of all headers, each with `: ` and a line break.
fn head_bytes(headers: &HeaderMap) -> usize {
    let lines: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    lines + "HTTP/1.1 200 OK\r\n\r\n".len()
}

#[derive(Clone)]
struct Passing {
    meter: UsageRecorder,
    asker: UsageSource,
    table: String,
    http: reqwest::Client,
}

async fn pass(State(passing): State<Passing>, request: Request) -> Response {
    passing.pass(request).await.unwrap_or_else(|reason| {
        tracing::error!("a request to the table did not pass the meter: {reason}");
        StatusCode::BAD_GATEWAY.into_response()
    })
}

impl Passing {
    /// Forwards a request and asks the table to report its consumed capacity.
    async fn pass(&self, request: Request) -> Result<Response, String> {
        let (mut parts, body) = request.into_parts();
        let mut body = to_bytes(body, usize::MAX).await.map_err(|e| e.to_string())?;
        let target = parts.headers.get("x-amz-target").and_then(|value| value.to_str().ok()).unwrap_or_default();
        let operation = target.rsplit('.').next().unwrap_or_default();
        let reporting = REPORTING.into_iter().find(|(name, _)| *name == operation);
        if reporting.is_some() {
            let mut asked: Value = serde_json::from_slice(&body).map_err(|e| e.to_string())?;
            asked["ReturnConsumedCapacity"] = json!("TOTAL");
            body = Bytes::from(asked.to_string());
        }
        for header in [HOST, CONTENT_LENGTH] {
            parts.headers.remove(header);
        }
        let asked = self.http.request(parts.method, &self.table).headers(parts.headers).body(body);
        let mut answer = asked.send().await.map_err(|e| e.to_string())?;
        let (status, mut headers) = (answer.status(), std::mem::take(answer.headers_mut()));
        let body = answer.bytes().await.map_err(|e| e.to_string())?;
        if let Some((_, is_write)) = reporting.filter(|_| status.is_success()) {
            self.meter.add(self.asker, is_write, units(&body));
        }
        headers.remove(TRANSFER_ENCODING);
        Ok((status, headers, body).into_response())
    }
}

/// Returns the consumed capacity in a response, for one table or the sum of several.
fn units(answer: &[u8]) -> f64 {
    let answer: Value = serde_json::from_slice(answer).unwrap_or_default();
    let of = |one: &Value| one["CapacityUnits"].as_f64().unwrap_or_default();
    match &answer["ConsumedCapacity"] {
        Value::Array(tables) => tables.iter().map(of).sum(),
        one => of(one),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capacity_units_are_summed_over_all_entries_of_a_response() {
        assert!(
            (units(br#"{"ConsumedCapacity": {"TableName": "t", "CapacityUnits": 2.5}}"#) - 2.5).abs() < f64::EPSILON
        );
        let two = br#"{"ConsumedCapacity": [{"CapacityUnits": 4.0}, {"CapacityUnits": 7.0}]}"#;
        assert!((units(two) - 11.0).abs() < f64::EPSILON);
        assert!(units(b"{}").abs() < f64::EPSILON);
    }
}
