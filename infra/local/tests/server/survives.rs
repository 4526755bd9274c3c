//! Kills the program without warning. Everything that it had answered must be there afterwards.

use std::path::Path;
use std::process::Command;

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::program::{NOTES, Server};

#[tokio::test]
async fn an_acknowledged_upload_becomes_a_note_after_a_kill() {
    let dir = tempfile::tempdir().unwrap();
    // Without workers, the program cannot handle the event before it is killed.
    let server = Server::start(dir.path(), &["--no-workers"]);
    let token = server.admin().await;
    let (id, _, put) = server.upload(&token).await;
    server.json(put).await;
    server.kill();

    let server = Server::start(dir.path(), &[]);
    server.until_ready(&server.admin().await, &id).await;
    let notes = server.request(Method::GET, "/api/courses/CS246/notes").bearer_auth(server.admin().await);
    assert_eq!(server.json(notes).await["notes"]["items"][0]["title"], "Killed");
    server.kill();
}

#[tokio::test]
async fn an_account_and_its_session_survive_a_kill() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path(), &[]);
    let (email, password) = ("kim@students.test", "correct horse battery");
    let body = json!({"username": "kim", "email": email, "password": password});
    server.json(server.request(Method::POST, "/api/auth/sign-up").json(&body)).await;
    server.kill();

    // The mail is still captured, and its code is still valid.
    let server = Server::start(dir.path(), &[]);
    let outbox = server.request(Method::GET, "/_local/outbox").header("accept", "application/json");
    let mails = server.json(outbox.query(&[("to", email)])).await;
    let body = json!({"email": email, "code": mails[0]["code"], "password": password});
    server.json(server.request(Method::POST, "/api/auth/confirm").json(&body)).await;
    let token = server.token(email, password).await;
    server.kill();

    // The signing key is the same, so an earlier token is accepted.
    let server = Server::start(dir.path(), &[]);
    let me = server.json(server.request(Method::GET, "/api/me").bearer_auth(token)).await;
    assert_eq!(me["email"], email);
    server.kill();
}

#[tokio::test]
async fn h7_an_upload_body_that_was_not_announced_is_rejected_and_leaves_no_data() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path(), &[]);
    let token = server.admin().await;
    let (id, _, put) = server.upload(&token).await;
    let (request, length) = (put.try_clone().unwrap().build().unwrap(), put.build().unwrap());
    let length = length.body().unwrap().as_bytes().unwrap().len();
    let mut wrong = request;
    *wrong.body_mut() = Some(vec![b'x'; length].into());
    let answer = server.http.execute(wrong).await.unwrap();
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
    let left = dir.path().join("files/noteninja-files/incoming").join(&id);
    assert!(!left.exists(), "a refused body was kept");
    server.kill();
}

#[tokio::test]
async fn uploads_are_allowed_only_from_the_servers_own_origin() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path(), &[]);
    let token = server.admin().await;
    let (_, url, _) = server.upload(&token).await;
    let preflight = |origin: &str, headers: &str| {
        server
            .http
            .request(Method::OPTIONS, &url)
            .header("origin", origin)
            .header("access-control-request-method", "PUT")
            .header("access-control-request-headers", headers)
            .send()
    };
    let allowed = preflight(&server.base, "content-type,x-amz-checksum-sha256").await.unwrap();
    assert_eq!(allowed.status(), StatusCode::OK);
    assert_eq!(allowed.headers()["access-control-allow-origin"], server.base.as_str());
    let other_origin = preflight("https://evil.example", "content-type").await.unwrap();
    assert_eq!(other_origin.status(), StatusCode::FORBIDDEN);
    let other_header = preflight(&server.base, "authorization").await.unwrap();
    assert_eq!(other_header.status(), StatusCode::FORBIDDEN);
    server.kill();
}

#[tokio::test]
async fn a_second_server_on_the_same_data_and_a_foreign_host_header_are_rejected() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path(), &[]);
    let second =
        Command::new(env!("CARGO_BIN_EXE_local")).args(["--port", "0", "--dir"]).arg(dir.path()).output().unwrap();
    assert!(!second.status.success());
    let text = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(text.contains("Another local server is running"), "{text}");

    let rebound = server.request(Method::GET, "/_local/outbox").header("host", "evil.example:4000");
    assert_eq!(rebound.send().await.unwrap().status(), StatusCode::MISDIRECTED_REQUEST);
    server.kill();
}

#[tokio::test]
async fn loading_sample_content_twice_succeeds() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path(), &[]);
    let folder = Path::new(NOTES).parent();
    local::seed(&server.base, folder, |_| {}).await.unwrap();
    let token = server.admin().await;
    let count = async || {
        let notes = server.request(Method::GET, "/api/courses/CS246/notes").bearer_auth(&token);
        server.json(notes).await["notes"]["items"].as_array().unwrap().len()
    };
    let first = count().await;
    assert!(first > 0, "the sample has notes for CS246");
    local::seed(&server.base, folder, |_| {}).await.unwrap();
    assert_eq!(count().await, first);
    server.kill();
}
