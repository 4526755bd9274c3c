//! The program as a process that tests can kill.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// Folder of sample notes, which are real PDFs.
pub(crate) const NOTES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../sample/notes");

/// A running server on a folder. Killed when dropped.
pub(crate) struct Server {
    process: Child,
    /// Base URL, `http://localhost:PORT`.
    pub(crate) base: String,
    pub(crate) http: Client,
}

impl Server {
    /// Starts the program and waits until it is ready.
    pub(crate) fn start(dir: &Path, more: &[&str]) -> Server {
        Server::logging_to(Stdio::inherit(), dir, more)
    }

    /// Starts the program with another target for its log.
    pub(crate) fn logging_to(log: Stdio, dir: &Path, more: &[&str]) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_local"))
            .args(["--port", "0", "--quiet", "--no-throttles", "--dir"])
            .arg(dir)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let base = line.split(' ').nth(1).unwrap_or_else(|| panic!("not ready: {line:?}")).to_owned();
        let _installed = rustls::crypto::ring::default_provider().install_default();
        Server { process, base, http: Client::new() }
    }

    /// Kills the program with SIGKILL.
    pub(crate) fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Builds a request with the headers of the page.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        request.header("x-note-ninja", "1").header("origin", &self.base)
    }

    /// Sends a request that must succeed and returns its JSON.
    pub(crate) async fn json(&self, request: RequestBuilder) -> Value {
        let answer = request.send().await.unwrap();
        let status = answer.status();
        let text = answer.text().await.unwrap();
        assert!(status.is_success(), "{status}: {text}");
        serde_json::from_str(&text).unwrap_or(Value::Null)
    }

    /// Signs in and returns the access token.
    pub(crate) async fn token(&self, email: &str, password: &str) -> String {
        let body = json!({"email": email, "password": password});
        let answer = self.json(self.request(Method::POST, "/api/auth/sign-in").json(&body)).await;
        answer["session"]["accessToken"].as_str().unwrap().to_owned()
    }

    /// Signs in as an administrator.
    pub(crate) async fn admin(&self) -> String {
        self.token("admin@noteninja.test", local::SAMPLE_PASSWORD).await
    }

    /// Creates an upload of a sample note. Returns its id, its URL and the request that sends the file.
    pub(crate) async fn upload(&self, token: &str) -> (String, String, RequestBuilder) {
        let file = std::fs::read_dir(NOTES).unwrap().next().unwrap().unwrap().path();
        let bytes = std::fs::read(file).unwrap();
        let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        self.json(self.request(Method::POST, "/api/setup-guides").bearer_auth(token).json(&json!({}))).await;
        let body = json!({
            "courseCode": "CS246", "title": "Killed", "fileName": "killed.pdf", "contentType": "application/pdf",
            "sizeBytes": bytes.len(), "sha256": hash,
        });
        let upload = self.json(self.request(Method::POST, "/api/uploads").bearer_auth(token).json(&body)).await;
        let url = upload["url"].as_str().unwrap().to_owned();
        let mut put = self.http.put(&url).body(bytes);
        for (name, value) in upload["headers"].as_object().unwrap() {
            put = put.header(name, value.as_str().unwrap());
        }
        (upload["id"].as_str().unwrap().to_owned(), url, put)
    }

    /// Waits until an upload has become a note.
    pub(crate) async fn until_ready(&self, token: &str, id: &str) {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            let request = self.request(Method::GET, &format!("/api/uploads/{id}")).bearer_auth(token);
            let upload = self.json(request).await;
            if upload["status"] == "ready" {
                return;
            }
            assert!(Instant::now() < deadline && upload["status"] != "failed", "{upload}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _dead = self.process.kill();
        let _reaped = self.process.wait();
    }
}
