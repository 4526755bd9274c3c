//! What requests cost: each request of a page with the size of its answer, and what the table consumed for it, as the engine
//! itself reports. Only with `--meter`, because it slows the server down: the API answers one request at a time, so that what
//! the table consumes meanwhile is that request's.

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

/// Where what was counted is taken. It is no page of the app, so it counts itself not.
const ROUTE: &str = "/_local/meter";

/// Who measures asks with this header, beside any page. Such requests are not counted.
const UNCOUNTED: &str = "x-uncounted";

/// Requests to the table that report what they consumed if they are asked to, and whether it is for writing.
const REPORTING: [(&str, bool); 7] = [
    ("GetItem", false),
    ("BatchGetItem", false),
    ("Query", false),
    ("PutItem", true),
    ("UpdateItem", true),
    ("DeleteItem", true),
    ("TransactWriteItems", true),
];

/// Who asks the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asker {
    /// The API, for the request that it answers now.
    Api,
    /// The functions that follow uploads and the table.
    Workers,
}

/// What the table consumed. A request whose condition did not hold reports nothing.
#[derive(Debug, Clone, Copy, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Consumed {
    requests: u32,
    read_units: f64,
    write_units: f64,
}

/// One request of a page.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Counted {
    /// `app` or `files`.
    host: &'static str,
    method: String,
    path: String,
    status: u16,
    /// Of the answer's body, as it is sent.
    body_bytes: usize,
    /// Of the answer's headers, as HTTP/1.1 writes them.
    head_bytes: usize,
    table: Consumed,
}

#[derive(Debug, Default)]
struct Counts {
    requests: Vec<Counted>,
    api: Consumed,
    workers: Consumed,
}

/// Counts for as long as the server lives. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(crate) struct Meter {
    counts: Arc<Mutex<Counts>>,
    /// Held by the request that the API answers.
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl Meter {
    fn counts(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the requests to the app, and lets what was counted be taken: each only once.
    pub(crate) fn around_app(&self, app: Router) -> Router {
        let counting = app.layer(from_fn_with_state(self.clone(), count_app));
        let taking = async |State(meter): State<Meter>| Json(meter.take());
        Router::new().route(ROUTE, post(taking)).with_state(self.clone()).fallback_service(counting)
    }

    /// Counts the requests to files.
    pub(crate) fn around_files(&self, files: Router) -> Router {
        files.layer(from_fn_with_state(self.clone(), count_files))
    }

    fn take(&self) -> Value {
        let mut counts = self.counts();
        json!({"requests": std::mem::take(&mut counts.requests), "workers": std::mem::take(&mut counts.workers)})
    }

    /// Serves the table at `table` once more, so that what this asker has it do is counted. Answers with its address.
    ///
    /// # Errors
    /// When no port is free.
    pub(crate) async fn table_for(&self, asker: Asker, table: &str) -> Result<String, LocalError> {
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

    fn add(&self, asker: Asker, is_write: bool, units: f64) {
        let mut counts = self.counts();
        let consumed = if asker == Asker::Api { &mut counts.api } else { &mut counts.workers };
        consumed.requests += 1;
        *(if is_write { &mut consumed.write_units } else { &mut consumed.read_units }) += units;
    }
}

async fn count_app(State(meter): State<Meter>, request: Request, next: Next) -> Response {
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

/// Functions sign their own requests in a header, pages come with signed addresses.
async fn count_files(State(meter): State<Meter>, request: Request, next: Next) -> Response {
    if request.headers().contains_key(AUTHORIZATION) {
        return next.run(request).await;
    }
    count(&meter, "files", request, next).await
}

async fn count(meter: &Meter, host: &'static str, request: Request, next: Next) -> Response {
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
        counts.requests.push(Counted { host, method, path, status, body_bytes: body.len(), head_bytes, table });
    }
    drop(counts);
    Response::from_parts(parts, Body::from(body))
}

/// A name, a value, and `: ` and a line's end for each; the status has a line too.
fn head_bytes(headers: &HeaderMap) -> usize {
    let lines: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    lines + "HTTP/1.1 200 OK\r\n\r\n".len()
}

#[derive(Clone)]
struct Passing {
    meter: Meter,
    asker: Asker,
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
    /// Has the table report what it consumes, which it does not answer with otherwise.
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

/// What an answer of the table reports, for one table or for each.
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
    fn units_are_added_up_over_what_an_answer_reports() {
        assert!(
            (units(br#"{"ConsumedCapacity": {"TableName": "t", "CapacityUnits": 2.5}}"#) - 2.5).abs() < f64::EPSILON
        );
        let two = br#"{"ConsumedCapacity": [{"CapacityUnits": 4.0}, {"CapacityUnits": 7.0}]}"#;
        assert!((units(two) - 11.0).abs() < f64::EPSILON);
        assert!(units(b"{}").abs() < f64::EPSILON);
    }
}
