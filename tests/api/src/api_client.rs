//! A user with the behaviour of a browser: stores cookies, sends the token, and does not follow redirects.

use std::net::IpAddr;
use std::time::Duration;

use reqwest::header::{HeaderMap, IF_NONE_MATCH, USER_AGENT};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::codes::{self, TimeStep};
use crate::document::expect_documented;
use crate::test_env::TestEnv;

/// A user with their own cookies and, once signed in, an access token.
#[derive(Clone)]
pub struct ApiClient {
    env: &'static TestEnv,
    client: reqwest::Client,
    /// Source address of the requests, if it is not the default.
    from: Option<IpAddr>,
    /// Headers that the CDN adds to the requests.
    front: HeaderMap,
    /// Access token from `Session.accessToken`.
    pub token: Option<String>,
    /// `Session.me` of the last sign-in.
    pub me: Value,
}

/// A response of the server.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
    request: String,
}

impl Answer {
    /// Returns the body if the status is the expected one; panics otherwise.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}: {}", self.request, self.body);
        self.body
    }

    /// Returns the first invalid field and its error code.
    #[must_use]
    pub fn first_invalid_field(&self) -> (&str, &str) {
        let field = &self.body["fields"][0];
        (field["field"].as_str().unwrap_or_default(), field["code"].as_str().unwrap_or_default())
    }

    /// Returns the problem code if the status is the expected one; panics otherwise.
    #[track_caller]
    pub fn problem(self, status: u16) -> String {
        let content_type = self.headers.get("content-type").map(|value| value.to_str().unwrap().to_owned());
        let request = self.request.clone();
        let body = self.expect(status);
        assert_eq!(content_type.as_deref(), Some("application/problem+json"), "{request}: {body}");
        assert!(body["traceId"].is_string() && body["detail"].is_string(), "{request}: {body}");
        body["code"].as_str().unwrap().to_owned()
    }

    /// Returns one response header as text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

impl ApiClient {
    pub(crate) fn new(env: &'static TestEnv) -> ApiClient {
        let (client, front) = (client(None, HeaderMap::new()), env.route("").1);
        ApiClient { env, client, from: None, front, token: None, me: Value::Null }
    }

    /// Sets the `User-Agent` of a browser without a session.
    #[must_use]
    pub fn with_user_agent(self, user_agent: &str) -> ApiClient {
        let headers = HeaderMap::from_iter([(USER_AGENT, user_agent.parse().unwrap())]);
        ApiClient { client: client(self.from, headers), ..self }
    }

    /// Returns the same user at another loopback address.
    #[must_use]
    pub fn from_address(self, address: [u8; 4]) -> ApiClient {
        let from = Some(IpAddr::from(address));
        ApiClient { client: client(from, HeaderMap::new()), from, ..self }
    }

    /// Sends a request to `/api{path}` like the page, with origin and custom header. The API document must list the
    /// status of the response.
    pub async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let request = self.request(&method, path);
        let request = if let Some(body) = &body { request.json(body) } else { request };
        Self::answered(&method, path, request).await
    }

    /// Sends a `PUT` request with a raw body.
    pub async fn put_raw(&self, path: &str, content_type: &str, bytes: Vec<u8>) -> Answer {
        let request = self.request(&Method::PUT, path).header("content-type", content_type).body(bytes);
        Self::answered(&Method::PUT, path, request).await
    }

    fn request(&self, method: &Method, path: &str) -> reqwest::RequestBuilder {
        let request = self
            .client
            .request(method.clone(), self.env.route(path).0)
            .headers(self.front.clone())
            .header("origin", &self.env.base)
            .header("x-note-ninja", "1");
        if let Some(token) = &self.token { request.bearer_auth(token) } else { request }
    }

    async fn answered(method: &Method, path: &str, request: reqwest::RequestBuilder) -> Answer {
        let answer = Answer::read(format!("{method} {path}"), request).await;
        expect_documented(method.as_str(), &format!("/api{path}"), answer.status.as_u16(), &answer.body);
        answer
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    /// Sends a conditional request with the ETag of an earlier response.
    pub async fn get_if_changed(&self, path: &str, tag: &str) -> Answer {
        let request = self.request(&Method::GET, path).header(IF_NONE_MATCH, tag);
        Self::answered(&Method::GET, path, request).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PUT, path, Some(body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PATCH, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, None).await
    }

    /// Signs in and keeps the session. Returns the response body.
    pub async fn sign_in(&mut self, email: &str, password: &str) -> Value {
        let body = self.post("/auth/sign-in", json!({ "email": email, "password": password })).await;
        let body = match self.env.factor_of(email) {
            Some(secret) => {
                let code = codes::totp_code(secret, TimeStep::Now);
                let challenge = body.expect(200)["challenge"].clone();
                self.post("/auth/second-factor", json!({ "challenge": challenge, "code": code })).await
            }
            None => body,
        };
        let cookie = body.header("set-cookie").map(str::to_owned);
        let body = body.expect(200);
        assert_eq!(body["next"], "signed_in", "{body}");
        self.store_cookie(cookie.as_deref());
        self.token = Some(body["session"]["accessToken"].as_str().unwrap().to_owned());
        self.me = body["session"]["me"].clone();
        body
    }

    /// Stores the refresh cookie by hand. The client's own jar rejects `Secure` cookies over plain HTTP, which is the
    /// only way to a deployed stack.
    pub fn store_cookie(&mut self, set_cookie: Option<&str>) {
        let Some(pair) = set_cookie.and_then(|cookie| cookie.split(';').next()) else { return };
        let mut headers = HeaderMap::new();
        headers.insert("cookie", pair.parse().unwrap());
        self.client = client(self.from, headers);
    }

    /// Returns the user id.
    #[must_use]
    pub fn uid(&self) -> &str {
        self.me["uid"].as_str().unwrap()
    }

    /// Returns the e-mail address of the signed-in user.
    #[must_use]
    pub fn email(&self) -> &str {
        self.me["email"].as_str().unwrap()
    }

    /// Creates an upload in chapter 1 and returns the response.
    pub async fn create_upload(&self, course: &str, title: &str, file_name: &str, bytes: &[u8]) -> Answer {
        self.announce_in(course, 1, title, file_name, bytes).await
    }

    async fn announce_in(&self, course: &str, chapter: u32, title: &str, file_name: &str, bytes: &[u8]) -> Answer {
        let declaration = json!({
            "courseCode": course, "title": title, "description": "Made by a test", "noteType": "Lecture",
            "chapter": chapter,
            "fileName": file_name, "contentType": "application/pdf", "sizeBytes": bytes.len(), "sha256": sha256(bytes),
        });
        self.post("/uploads", declaration).await
    }

    /// Creates an upload of a recording and returns the response.
    pub async fn create_audio_upload(&self, shelf: &str, title: &str, file_name: &str, bytes: &[u8]) -> Answer {
        let declaration = json!({
            "shelf": shelf, "subject": "Study skills", "title": title, "description": "Made by a test",
            "fileName": file_name, "contentType": "", "sizeBytes": bytes.len(), "sha256": sha256(bytes),
        });
        self.post("/audio-uploads", declaration).await
    }

    /// Uploads a small recording, waits until it is published and returns its id.
    pub async fn publish_audio(&self, shelf: &str, title: &str, file_name: &str, bytes: Vec<u8>) -> String {
        let ticket = self.create_audio_upload(shelf, title, file_name, &bytes).await.expect(201);
        assert_eq!(self.upload_bytes(&ticket, bytes).await, StatusCode::OK);
        let outcome = self.wait_for_upload(ticket["id"].as_str().unwrap()).await;
        assert_eq!(outcome["status"], "ready", "{outcome}");
        outcome["audioId"].as_str().unwrap().to_owned()
    }

    /// Sends bytes to the signed URL of an upload.
    pub async fn upload_bytes(&self, ticket: &Value, bytes: Vec<u8>) -> StatusCode {
        let mut request = reqwest::Client::new().put(ticket["url"].as_str().unwrap());
        for (name, value) in ticket["headers"].as_object().unwrap() {
            if name.eq_ignore_ascii_case("content-length") || name.eq_ignore_ascii_case("host") {
                continue;
            }
            request = request.header(name, value.as_str().unwrap());
        }
        request.body(bytes).send().await.unwrap().status()
    }

    /// Waits until an upload is ready or failed, and returns it. A build without optimisation needs some time to check
    /// a large recording.
    pub async fn wait_for_upload(&self, id: &str) -> Value {
        self.env
            .wait_within(Duration::from_secs(120), "an upload's outcome", async || {
                let upload = self.get(&format!("/uploads/{id}")).await.expect(200);
                ["review", "ready", "failed"].contains(&upload["status"].as_str().unwrap()).then_some(upload)
            })
            .await
    }

    /// Merges a course into another until all steps are finished, and returns the last response.
    pub async fn merge(&self, from: &str, into: &str) -> Value {
        let step = format!("/admin/courses/{from}/merge/{into}");
        loop {
            let merge = self.post(&step, json!({})).await.expect(200);
            if merge["finished"] == true {
                return merge;
            }
        }
    }

    /// Uploads a PDF of `pages` pages, waits until it is published and returns the note's id.
    pub async fn publish(&self, course: &str, title: &str, pages: usize) -> String {
        self.publish_note_in_chapter(course, 1, title, pages).await
    }

    /// Publishes a PDF in a chapter of the course.
    pub async fn publish_note_in_chapter(&self, course: &str, chapter: u32, title: &str, pages: usize) -> String {
        self.publish_file(course, chapter, title, crate::pdf::with_pages(pages, title)).await
    }

    /// Publishes the given PDF.
    pub async fn publish_file(&self, course: &str, chapter: u32, title: &str, bytes: Vec<u8>) -> String {
        let ticket = self.announce_in(course, chapter, title, "lecture.pdf", &bytes).await.expect(201);
        assert_eq!(self.upload_bytes(&ticket, bytes).await, StatusCode::OK);
        let outcome = self.wait_for_upload(ticket["id"].as_str().unwrap()).await;
        assert_eq!(outcome["status"], "ready", "{outcome}");
        outcome["noteId"].as_str().unwrap().to_owned()
    }

    /// Replaces the file of an item and returns the result.
    pub async fn replace_file(
        &self,
        kind: &str,
        id: &str,
        (name, content_type): (&str, &str),
        bytes: Vec<u8>,
    ) -> Value {
        let declaration = json!({
            "fileName": name, "contentType": content_type, "sizeBytes": bytes.len(), "sha256": sha256(&bytes),
        });
        let ticket = self.post(&format!("/admin/content/{kind}/{id}/file"), declaration).await.expect(201);
        assert_eq!(self.upload_bytes(&ticket, bytes).await, StatusCode::OK);
        self.wait_for_upload(ticket["id"].as_str().unwrap()).await
    }
}

impl Answer {
    /// Sends a request and reads the response, as JSON if possible.
    pub async fn read(request: String, builder: reqwest::RequestBuilder) -> Answer {
        let response = builder.send().await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.unwrap();
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Answer { status, headers, body, request }
    }
}

/// Maximum idle time of a reused connection. It must be shorter than the idle timeout of the local server, or a request
/// may be sent while the server closes the connection.
const REUSED_FOR: Duration = Duration::from_secs(10);

fn client(from: Option<IpAddr>, headers: HeaderMap) -> reqwest::Client {
    let builder = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).default_headers(headers);
    builder.local_address(from).pool_idle_timeout(REUSED_FOR).build().unwrap()
}

/// Returns the SHA-256 of `bytes` in hexadecimal, as the browser sends it.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
