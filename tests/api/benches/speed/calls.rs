//! Records the calls that a server makes to the table, with a proxy in front of the engine.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode};

/// Header with the operation of a request.
const TARGET: &str = "x-amz-target";

#[derive(Clone)]
pub(crate) struct RecordingProxy {
    table: String,
    seen: Arc<Mutex<Vec<String>>>,
    client: reqwest::Client,
}

impl RecordingProxy {
    /// Starts a proxy in front of the table service. Returns it with its URL.
    pub(crate) async fn of(table: &str) -> (Self, String) {
        let witness = Self { table: table.to_owned(), seen: Arc::default(), client: reqwest::Client::new() };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(pass).with_state(witness.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        (witness, address)
    }

    /// Returns the calls since this function was called last. They are sorted, because some of them are concurrent.
    pub(crate) fn take(&self) -> Vec<String> {
        let mut seen = std::mem::take(&mut *self.seen.lock().unwrap());
        seen.sort();
        seen
    }
}

async fn pass(
    State(witness): State<RecordingProxy>,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, [(HeaderName, String); 1], Bytes) {
    let call = headers[TARGET].to_str().unwrap().rsplit('.').next().unwrap().to_owned();
    witness.seen.lock().unwrap().push(call);
    let mut headers = headers;
    headers.remove("host");
    let answer = witness.client.request(method, &witness.table).headers(headers).body(body).send().await.unwrap();
    let status = answer.status();
    let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
    (status, [(axum::http::header::CONTENT_TYPE, kind)], answer.bytes().await.unwrap())
}
