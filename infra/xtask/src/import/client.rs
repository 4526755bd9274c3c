//! API client with an administrator's session. It signs in once and renews the session by its cookie.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};

use wasm_core::forms::CourseRow;

/// Timeout of one request.
const PATIENCE: Duration = Duration::from_secs(60);
/// Maximum number of attempts per batch if the server is busy or unreachable.
const TRIES: u32 = 6;

/// Server's response to a batch.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Report {
    pub(crate) created: u64,
    pub(crate) updated: u64,
    pub(crate) unchanged: u64,
    #[serde(default)]
    pub(crate) rejected: Vec<Rejected>,
    #[serde(default)]
    pub(crate) different: Vec<Different>,
}

/// An existing course with another text, which was not changed.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Different {
    pub(crate) index: usize,
    pub(crate) course_code: String,
    pub(crate) title: String,
    pub(crate) version: u32,
}

/// A course that the server rejected.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Rejected {
    pub(crate) index: usize,
    pub(crate) course_code: String,
    pub(crate) message: String,
}

/// Client that stays signed in during the import.
pub(crate) struct Client {
    agent: ureq::Agent,
    server: String,
    email: String,
    session: Mutex<Session>,
}

#[derive(Clone, Default)]
struct Session {
    access_token: String,
    /// Refresh cookie, which avoids a second prompt for a code.
    cookie: String,
}

/// A response: status, body and the cookie that it sets.
struct Answer {
    status: u16,
    body: Value,
    cookie: Option<String>,
}

impl Client {
    /// Signs in. Calls `code` only if the account has a second factor.
    pub(crate) fn sign_in(
        server: &str,
        email: &str,
        password: &str,
        code: impl FnOnce() -> Result<String>,
    ) -> Result<Client> {
        let agent = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE)).build();
        let client = Client {
            agent: agent.into(),
            server: server.trim_end_matches('/').to_owned(),
            email: email.to_owned(),
            session: Mutex::default(),
        };
        let session = client.new_session(password, code)?;
        *client.session.lock().unwrap_or_else(PoisonError::into_inner) = session;
        Ok(client)
    }

    fn new_session(&self, password: &str, code: impl FnOnce() -> Result<String>) -> Result<Session> {
        let body = json!({"email": self.email, "password": password});
        let asked = self.post("/api/auth/sign-in", &Session::default(), &body).with_context(|| {
            format!(
                "{} does not answer. Start it with `cargo xtask dev`, or name another one with --server.",
                self.server
            )
        })?;
        let mut answer = self.signed_in(asked)?;
        if answer.body["next"] == "second_factor" {
            let body = json!({"challenge": answer.body["challenge"], "code": code()?});
            answer = self.signed_in(self.post("/api/auth/second-factor", &Session::default(), &body)?)?;
        }
        let session = &answer.body["session"];
        if session["me"]["isAdmin"] == false {
            bail!("{} is not an administrator at {}, so it may not import courses.", self.email, self.server);
        }
        if session["me"]["needsSecondFactor"] == true {
            bail!("{} must set up two-step sign-in on the page first, under 'Sign-in and data'.", self.email);
        }
        let access_token = session["accessToken"].as_str().map(str::to_owned).with_context(|| {
            format!("{} must finish signing in on the page first (next step: {})", self.email, answer.body["next"])
        })?;
        Ok(Session { access_token, cookie: answer.cookie.unwrap_or_default() })
    }

    /// Returns the response to a sign-in step unless it is a rejection.
    fn signed_in(&self, answer: Answer) -> Result<Answer> {
        if answer.status != 200 {
            let why = reason(answer.status, &answer.body);
            bail!("{} could not sign in at {}: {why}", self.email, self.server);
        }
        Ok(answer)
    }

    /// Sends one batch and retries after temporary errors. A repeated batch changes nothing. `seen` has the courses
    /// whose text the batch replaces, by index.
    pub(crate) fn import(&self, batch: &[CourseRow], seen: &[Different]) -> Result<Report> {
        let version = |index| seen.iter().find(|course| course.index == index).map(|course| course.version);
        let row = |(index, row): (usize, &CourseRow)| {
            json!({
                "courseCode": row.course_code, "title": row.title, "description": row.description,
                "version": version(index),
            })
        };
        let body = json!({"courses": batch.iter().enumerate().map(row).collect::<Vec<_>>()});
        let mut attempt = 1;
        loop {
            let session = self.session.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let outcome = self.post("/api/courses/import", &session, &body);
            let may_try = attempt < TRIES;
            match outcome {
                Ok(Answer { status: 200, body, .. }) => {
                    return serde_json::from_value(body).context("The server's answer is not a report");
                }
                Ok(Answer { status: 401, .. }) if may_try => self.renew(&session)?,
                Ok(Answer { status, .. }) if may_try && (status == 429 || status >= 500) => {}
                Ok(Answer { status, body, .. }) => bail!("{}", reason(status, &body)),
                Err(_) if may_try => {}
                Err(e) => return Err(e),
            }
            thread::sleep(Duration::from_millis(200) * 2_u32.pow(attempt));
            attempt += 1;
        }
    }

    /// Refreshes the access token, unless another batch has done so already.
    fn renew(&self, old: &Session) -> Result<()> {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        if session.access_token == old.access_token {
            let renewed = self.signed_in(self.post("/api/auth/refresh", &session, &json!({}))?)?;
            let token = renewed.body["accessToken"].as_str().context("The server's answer is not a session")?;
            token.clone_into(&mut session.access_token);
            // Only a pool that rotates refresh tokens sets a new cookie.
            if let Some(cookie) = renewed.cookie {
                session.cookie = cookie;
            }
        }
        Ok(())
    }

    fn post(&self, path: &str, session: &Session, body: &Value) -> Result<Answer> {
        let mut request = self
            .agent
            .post(format!("{}{path}", self.server))
            .header("x-note-ninja", "1")
            .header("origin", &self.server);
        if !session.access_token.is_empty() {
            request = request.header("authorization", format!("Bearer {}", session.access_token));
        }
        if !session.cookie.is_empty() {
            request = request.header("cookie", &session.cookie);
        }
        let mut answer = request.send_json(body)?;
        let cookie = answer.headers().get("set-cookie").and_then(|set| set.to_str().ok());
        let cookie = cookie.and_then(|set| set.split(';').next()).map(str::to_owned);
        let text = answer.body_mut().read_to_string()?;
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Ok(Answer { status: answer.status().as_u16(), body, cookie })
    }
}

/// Returns the message of a problem document.
fn reason(status: u16, answer: &Value) -> String {
    let told = answer["detail"].as_str().or_else(|| answer["title"].as_str());
    told.map_or_else(|| format!("The server answered {status}."), |text| format!("{text} ({status})"))
}
