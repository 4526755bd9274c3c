//! Requests that no browser sends: incomplete requests, missing bodies, invalid paths and ranges.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use inspect::Extractor;
use local::{LocalOptions, LocalServer, RunningServer};
use reqwest::StatusCode;
use store::keys::object;
use store::objects::{self, Bucket, PutCondition};
use store::{Timestamp, UploadId};

/// Timeout of the server for idle clients. Tests wait for the end of the connection, not for this time.
const PATIENCE: Duration = Duration::from_millis(200);
/// A connection that is still open after this time is a failure.
const TOO_LONG: Duration = Duration::from_secs(10);
const PAGE: &str = "<!doctype html><title>The page</title>";

/// Starts a local server with a web app.
async fn start(dir: &tempfile::TempDir) -> RunningServer {
    let web = dir.path().join("web");
    std::fs::create_dir_all(web.join("assets")).unwrap();
    std::fs::write(web.join("index.html"), PAGE).unwrap();
    let options = LocalOptions {
        web_dist: Some(web),
        request_timeout: PATIENCE,
        runs_workers: false,
        ..LocalOptions::for_tests(dir.path().join("data"), Extractor::with_program("no files are sent".into()))
    };
    LocalServer::start(options).await.unwrap()
}

/// Opens a connection to the app's port and sends the text.
fn said(server: &RunningServer, text: &str) -> TcpStream {
    let address = server.base_url().replace("http://localhost", "127.0.0.1");
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(TOO_LONG)).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    stream
}

/// Reads all responses until the connection is closed.
async fn until_closed(mut stream: TcpStream) -> String {
    let reading = tokio::task::spawn_blocking(move || {
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).map(|_| String::from_utf8(answer).unwrap())
    });
    reading.await.unwrap().unwrap()
}

fn head(server: &RunningServer, first_line: &str) -> String {
    let host = server.base_url().trim_start_matches("http://");
    let origin = server.app_origin();
    format!(
        "{first_line} HTTP/1.1\r\nhost: {host}\r\norigin: {origin}\r\nx-note-ninja: 1\r\ncontent-type: application/json\r\n"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_with_an_incomplete_request_head_is_closed() {
    let dir = tempfile::tempdir().unwrap();
    let server = start(&dir).await;
    for half in ["", "GET /browse HT", "GET /browse HTTP/1.1\r\nhost: loc"] {
        assert_eq!(until_closed(said(&server, half)).await, "", "{half:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_request_body_returns_408_and_closes_the_connection() {
    let dir = tempfile::tempdir().unwrap();
    let server = start(&dir).await;
    let request = head(&server, "POST /api/auth/sign-in") + "content-length: 200\r\n\r\n{\"email\":";
    let answer = until_closed(said(&server, &request)).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_response_sent_before_the_request_body_was_read_announces_connection_close() {
    let dir = tempfile::tempdir().unwrap();
    let server = start(&dir).await;
    let request = head(&server, "POST /api/me/downloads") + "content-length: 60000\r\n\r\n{";
    let answer = until_closed(said(&server, &request)).await;
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
    assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    // If the body was read or is empty, the connection takes the next request.
    let read = head(&server, "POST /api/auth/sign-in") + "content-length: 2\r\n\r\n{}";
    let last = head(&server, "GET /api/health") + "connection: close\r\n\r\n";
    let answers = until_closed(said(&server, &(read + &head(&server, "GET /api/me") + "\r\n" + &last))).await;
    assert_eq!(answers.matches("HTTP/1.1 ").count(), 3, "{answers}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_file_path_gets_the_same_response_as_an_unknown_path() {
    let dir = tempfile::tempdir().unwrap();
    let server = start(&dir).await;
    let long = "a".repeat(300);
    let many = "b/".repeat(3000);
    let screens = [format!("/{long}"), format!("/u/{long}"), format!("/{many}"), "/%00".to_owned()];
    for path in screens {
        let answer = reqwest::get(format!("{}{path}", server.base_url())).await.unwrap();
        assert_eq!((answer.status(), answer.text().await.unwrap().as_str()), (StatusCode::OK, PAGE), "{path}");
    }
    let missing = [
        format!("/assets/{long}.js"),
        format!("/assets/{}.js", "c".repeat(245)),
        format!("/catalogue/{long}"),
        format!("/api/students/{long}"),
        format!("/api/notes/{long}/file"),
    ];
    for path in missing {
        let answer = reqwest::get(format!("{}{path}", server.base_url())).await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_range_returns_the_whole_file() {
    let dir = tempfile::tempdir().unwrap();
    let server = start(&dir).await;
    let key = object::incoming_file(UploadId::generate());
    let (store, bytes) = (server.store(), "0123456789".into());
    objects::put(store, Bucket::Files, &key, bytes, "text/plain", "no-store", PutCondition::Always).await.unwrap();
    let signed = objects::presign_get(store, &key, "a.txt", "text/plain", Timestamp::now()).await.unwrap();
    let client = reqwest::Client::new();
    for (url, whole) in [(signed.url, "0123456789"), (format!("{}/browse", server.base_url()), PAGE)] {
        let ask = async |range: &str| {
            let answer = client.get(&url).header("range", range).send().await.unwrap();
            (answer.status().as_u16(), answer.text().await.unwrap())
        };
        for malformed in ["bytes=5-2", "bytes=", "bytes=x-y", "pages=1-2", "bytes=0-1,4-5", "nonsense"] {
            assert_eq!(ask(malformed).await, (200, whole.to_owned()), "{malformed} of {url}");
        }
        assert_eq!(ask("bytes=2-4").await, (206, whole[2..5].to_owned()), "{url}");
        assert_eq!(ask("bytes=4000-").await.0, 416, "{url}");
    }
}
