//! Load in a closed loop: each connection sends its next request after the previous response.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use serde::Deserialize;
use tokio::process::Command;
use tokio::task::JoinSet;

/// A request to one of several paths at random.
#[derive(Clone, Default)]
pub(crate) struct RequestTemplate {
    pub(crate) method: &'static str,
    /// Paths, relative to the base URL of a server.
    pub(crate) paths: Vec<String>,
    /// Headers in the form `name: value`.
    pub(crate) headers: Vec<String>,
    pub(crate) body: Option<String>,
}

/// End of a repeated load.
#[derive(Clone, Copy)]
pub(crate) enum LoadLimit {
    Seconds(u64),
    Requests(usize),
}

/// Measurements of a load.
pub(crate) struct LoadResult {
    pub(crate) per_second: f64,
    pub(crate) median_ms: f64,
    pub(crate) p99_ms: f64,
    /// Number of responses by status.
    pub(crate) statuses: BTreeMap<String, u64>,
    /// Number of requests without a response, by reason.
    pub(crate) errors: BTreeMap<String, u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    summary: Summary,
    latency_percentiles: Percentiles,
    status_code_distribution: BTreeMap<String, u64>,
    error_distribution: BTreeMap<String, u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Summary {
    requests_per_sec: f64,
}

#[derive(Deserialize)]
struct Percentiles {
    p50: Option<f64>,
    p99: Option<f64>,
}

/// Sends one request per URL, so that no write is a no-op.
pub(crate) async fn send_each(base: &str, ask: &RequestTemplate, connections: usize) -> LoadResult {
    let client = reqwest::Client::builder().pool_max_idle_per_host(connections).build().unwrap();
    let left = Arc::new(Mutex::new(ask.paths.clone()));
    let began = Instant::now();
    let mut senders = JoinSet::new();
    for _ in 0..connections {
        let (client, left, ask, base) = (client.clone(), Arc::clone(&left), ask.clone(), base.to_owned());
        senders.spawn(async move {
            let mut answers = Vec::new();
            loop {
                let Some(path) = left.lock().unwrap().pop() else { return answers };
                let method = ask.method.parse().unwrap();
                let mut request = client.request(method, format!("{base}{path}"));
                for header in &ask.headers {
                    let (name, value) = header.split_once(": ").unwrap();
                    request = request.header(name, value);
                }
                let began = Instant::now();
                let answer = request.send().await.unwrap();
                let status = answer.status().as_u16().to_string();
                answer.bytes().await.unwrap();
                answers.push((status, began.elapsed().as_secs_f64() * 1000.0));
            }
        });
    }
    let answers = senders.join_all().await.concat();
    let seconds = began.elapsed().as_secs_f64();
    let mut statuses = BTreeMap::new();
    for (status, _) in &answers {
        *statuses.entry(status.clone()).or_default() += 1;
    }
    let mut times: Vec<f64> = answers.iter().map(|(_, ms)| *ms).collect();
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    #[expect(clippy::cast_precision_loss, reason = "some hundreds")]
    let per_second = answers.len() as f64 / seconds;
    LoadResult { per_second, median_ms: at(50), p99_ms: at(99), statuses, errors: BTreeMap::new() }
}

/// Sends requests over this number of connections.
pub(crate) async fn send(
    oha: &Path,
    base: &str,
    ask: &RequestTemplate,
    connections: usize,
    amount: LoadLimit,
) -> LoadResult {
    let folder = tempfile::tempdir().unwrap();
    let urls = folder.path().join("urls");
    fs::write(&urls, ask.paths.iter().map(|path| format!("{base}{path}\n")).collect::<String>()).unwrap();
    let mut command = Command::new(oha);
    command.args(["--no-tui", "--output-format", "json", "--redirect", "0", "-m", ask.method]);
    command.args(["-c", &connections.to_string()]);
    match amount {
        LoadLimit::Seconds(seconds) => {
            command.args(["-z", &format!("{seconds}s"), "--wait-ongoing-requests-after-deadline"])
        }
        LoadLimit::Requests(requests) => command.args(["-n", &requests.to_string()]),
    };
    for header in &ask.headers {
        command.args(["-H", header]);
    }
    if let Some(body) = &ask.body {
        command.args(["-H", "content-type: application/json", "-d", body]);
    }
    command.arg("--urls-from-file").arg(&urls);
    let output = command.stderr(Stdio::inherit()).output().await.unwrap();
    assert!(output.status.success(), "oha failed");
    let Report { summary, latency_percentiles, status_code_distribution, error_distribution } =
        serde_json::from_slice(&output.stdout).unwrap();
    LoadResult {
        per_second: summary.requests_per_sec,
        median_ms: latency_percentiles.p50.unwrap_or(f64::NAN) * 1000.0,
        p99_ms: latency_percentiles.p99.unwrap_or(f64::NAN) * 1000.0,
        statuses: status_code_distribution,
        errors: error_distribution,
    }
}
