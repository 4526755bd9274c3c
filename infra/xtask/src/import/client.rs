//! Speaks to the API as an administrator.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};

use wasm_core::forms::CourseRow;

/// Longest wait for one answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// Tries of one batch when the server is busy or cannot be reached.
const TRIES: u32 = 6;

/// What the server did with a batch.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Report {
    pub(crate) created: u64,
    pub(crate) updated: u64,
    pub(crate) unchanged: u64,
    #[serde(default)]
    pub(crate) rejected: Vec<Rejected>,
}

/// A course that the server refused.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Rejected {
    pub(crate) index: usize,
    pub(crate) course_code: String,
    pub(crate) message: String,
}

/// Signed in, and again when the token has run out.
pub(crate) struct Client {
    agent: ureq::Agent,
    server: String,
    email: String,
    password: String,
    token: Mutex<String>,
}

impl Client {
    pub(crate) fn sign_in(server: &str, email: &str, password: &str) -> Result<Client> {
        let agent = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE)).build();
        let client = Client {
            agent: agent.into(),
            server: server.trim_end_matches('/').to_owned(),
            email: email.to_owned(),
            password: password.to_owned(),
            token: Mutex::new(String::new()),
        };
        let token = client.new_token()?;
        *client.token.lock().unwrap_or_else(PoisonError::into_inner) = token;
        Ok(client)
    }

    fn new_token(&self) -> Result<String> {
        let body = json!({"email": self.email, "password": self.password});
        let (status, answer) = self.post("/api/auth/sign-in", None, &body).with_context(|| {
            format!(
                "{} does not answer. Start it with `cargo xtask dev`, or name another one with --server.",
                self.server
            )
        })?;
        if status != 200 {
            bail!("{} could not sign in at {}: {}", self.email, self.server, reason(status, &answer));
        }
        if answer["session"]["me"]["isAdmin"] == false {
            bail!("{} is not an administrator at {}, so it may not import courses.", self.email, self.server);
        }
        answer["session"]["accessToken"].as_str().map(str::to_owned).with_context(|| {
            format!("{} must finish signing in on the page first (next step: {})", self.email, answer["next"])
        })
    }

    /// Sends one batch; tries again what may succeed later. Sending twice changes nothing.
    pub(crate) fn import(&self, batch: &[CourseRow]) -> Result<Report> {
        let row = |row: &CourseRow| json!({"courseCode": row.course_code, "title": row.title, "description": row.description});
        let body = json!({"courses": batch.iter().map(row).collect::<Vec<_>>()});
        let mut attempt = 1;
        loop {
            let token = self.token.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let outcome = self.post("/api/courses/import", Some(&token), &body);
            let may_try = attempt < TRIES;
            match outcome {
                Ok((200, answer)) => {
                    return serde_json::from_value(answer).context("The server's answer is not a report");
                }
                Ok((401, _)) if may_try => self.renew(&token)?,
                Ok((status, _)) if may_try && (status == 429 || status >= 500) => {}
                Ok((status, answer)) => bail!("{}", reason(status, &answer)),
                Err(_) if may_try => {}
                Err(e) => return Err(e),
            }
            thread::sleep(Duration::from_millis(200) * 2_u32.pow(attempt));
            attempt += 1;
        }
    }

    /// Signs in again, unless another batch has done so since.
    fn renew(&self, old: &str) -> Result<()> {
        let mut token = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        if *token == old {
            *token = self.new_token()?;
        }
        Ok(())
    }

    fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<(u16, Value)> {
        let mut request = self
            .agent
            .post(format!("{}{path}", self.server))
            .header("x-note-ninja", "1")
            .header("origin", &self.server);
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let mut answer = request.send_json(body)?;
        let text = answer.body_mut().read_to_string()?;
        Ok((answer.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text))))
    }
}

/// What a problem document says.
fn reason(status: u16, answer: &Value) -> String {
    let told = answer["detail"].as_str().or_else(|| answer["title"].as_str());
    told.map_or_else(|| format!("The server answered {status}."), |text| format!("{text} ({status})"))
}
