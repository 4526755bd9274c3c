//! Mail capture: mails are stored in a journal and shown on `/_local/outbox` and in the terminal.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Query, State};
use axum::response::{Html, IntoResponse as _, Response};
use axum::{Json, Router, routing::get, routing::post};
use http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::LocalError;

/// Maximum number of stored mails. Older ones are dropped.
const KEPT: usize = 500;

/// Purpose of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailKind {
    /// Code that confirms an address.
    Confirm,
    /// Code for a password reset.
    Reset,
    /// Code that confirms a new address of an account.
    Address,
    /// Temporary password of an invited administrator.
    Invitation,
    /// Any mail that the API sends through SES.
    Text,
}

/// One captured mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    /// Recipient address.
    pub to: String,
    pub subject: String,
    /// Code, or the temporary password of an invitation. Empty for a mail of the kind `Text`.
    pub code: String,
    /// URL of the page where the code is entered. For a mail of the kind `Text`, the first link of its text or an empty
    /// string.
    pub link: String,
    /// Text of a mail of the kind `Text`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    pub kind: MailKind,
    /// Time of writing, ISO 8601 in UTC.
    pub at: String,
}

/// All captured mails. Cheap to clone.
#[derive(Clone)]
pub(crate) struct CapturedMail {
    path: PathBuf,
    app_origin: String,
    quiet: bool,
    mails: Arc<Mutex<Vec<Mail>>>,
}

impl CapturedMail {
    pub(crate) fn open(path: PathBuf, app_origin: String, quiet: bool) -> Result<CapturedMail, LocalError> {
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(e) => return Err(LocalError::file("read", &path, &e)),
        };
        // After a crash the last line may be incomplete. The request of that mail was not answered yet.
        let mut mails: Vec<Mail> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        mails.drain(..mails.len().saturating_sub(KEPT));
        let mut whole = String::new();
        for mail in &mails {
            whole.push_str(&serde_json::to_string(mail).map_err(|e| LocalError::Setup(e.to_string()))?);
            whole.push('\n');
        }
        if whole != text {
            crate::state::write_atomically(&path, whole.as_bytes())
                .map_err(|e| LocalError::file("write", &path, &e))?;
        }
        Ok(CapturedMail { path, app_origin, quiet, mails: Arc::new(Mutex::new(mails)) })
    }

    /// Returns the URL of the reset page with address and code filled in.
    fn reset_page(&self, to: &str, code: &str) -> String {
        let page = format!("{}/forgot", self.app_origin);
        reqwest::Url::parse_with_params(&page, [("email", to), ("code", code)]).map_or(page, String::from)
    }

    /// Stores a mail of the user pool. It is on disk when this returns.
    pub(crate) fn send(&self, to: &str, kind: MailKind, code: &str) -> Result<(), LocalError> {
        let (subject, link) = match kind {
            // Signing in with an unconfirmed address leads to the form for the code.
            MailKind::Confirm => ("Your Note Ninja confirmation code", format!("{}/signin", self.app_origin)),
            MailKind::Reset => ("Your Note Ninja password code", self.reset_page(to, code)),
            MailKind::Address => {
                ("Your Note Ninja code for this address", format!("{}/profile/security", self.app_origin))
            }
            MailKind::Invitation => ("You are invited to Note Ninja", format!("{}/signin", self.app_origin)),
            MailKind::Text => return Err(LocalError::Setup("The user pool sends no mails of this kind.".into())),
        };
        let mail = Mail {
            to: to.to_owned(),
            subject: subject.to_owned(),
            code: code.to_owned(),
            link,
            text: String::new(),
            kind,
            at: OffsetDateTime::now_utc().format(&Rfc3339).unwrap_or_default(),
        };
        self.store(mail)
    }

    fn store(&self, mail: Mail) -> Result<(), LocalError> {
        let mut line = serde_json::to_vec(&mail).map_err(|e| LocalError::Setup(e.to_string()))?;
        line.push(b'\n');
        let mut mails = self.mails.lock().unwrap_or_else(PoisonError::into_inner);
        OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.path)
            .and_then(|mut file| file.write_all(&line))
            .map_err(|e| LocalError::file("write", &self.path, &e))?;
        if !self.quiet {
            let what = if mail.code.is_empty() { &mail.link } else { &mail.code };
            crate::print_line(&format!("  mail to {}: {}: {what}", mail.to, mail.subject));
        }
        mails.push(mail);
        Ok(())
    }

    /// Returns the mails to one address or all mails, newest first.
    pub(crate) fn list_mails(&self, to: Option<&str>) -> Vec<Mail> {
        let mails = self.mails.lock().unwrap_or_else(PoisonError::into_inner);
        mails.iter().rev().filter(|m| to.is_none_or(|to| m.to.eq_ignore_ascii_case(to))).cloned().collect()
    }

    /// Returns the operation SendEmail of SES.
    ///
    /// Source: <https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html>.
    pub(crate) fn mail_service(self) -> Router {
        Router::new().route("/v2/email/outbound-emails", post(send_email)).with_state(self)
    }

    /// Returns the routes of `/_local/outbox` (a page, or JSON by `Accept` header) and its style sheet.
    pub(crate) fn routes(self) -> Router {
        Router::new()
            .route("/_local/outbox", get(page))
            .route("/_local/outbox.css", get(async || ([(CONTENT_TYPE, "text/css")], STYLE)))
            .with_state(self)
    }
}

async fn send_email(State(outbox): State<CapturedMail>, Json(request): Json<Value>) -> Response {
    let message = &request["Content"]["Simple"];
    let (to, subject) = (&request["Destination"]["ToAddresses"][0], &message["Subject"]["Data"]);
    let (Some(to), Some(subject), Some(text)) =
        (to.as_str(), subject.as_str(), message["Body"]["Text"]["Data"].as_str())
    else {
        return (StatusCode::BAD_REQUEST, Json(json!({ "message": "Only mails of plain text to one address." })))
            .into_response();
    };
    let link = text.split_whitespace().find(|word| word.starts_with("http")).unwrap_or_default();
    let mail = Mail {
        to: to.to_owned(),
        subject: subject.to_owned(),
        code: String::new(),
        link: link.to_owned(),
        text: text.to_owned(),
        kind: MailKind::Text,
        at: OffsetDateTime::now_utc().format(&Rfc3339).unwrap_or_default(),
    };
    match outbox.store(mail) {
        Ok(()) => Json(json!({ "MessageId": ulid::Ulid::generate().to_string() })).into_response(),
        Err(error) => {
            (StatusCode::INTERNAL_SERVER_ERROR, Json(json!({ "message": error.to_string() }))).into_response()
        }
    }
}

#[derive(Deserialize)]
struct Asked {
    to: Option<String>,
}

async fn page(State(outbox): State<CapturedMail>, Query(asked): Query<Asked>, headers: HeaderMap) -> Response {
    let mails = outbox.list_mails(asked.to.as_deref());
    let wants_json =
        headers.get(ACCEPT).and_then(|v| v.to_str().ok()).is_some_and(|accept| accept.contains("application/json"));
    if wants_json {
        ([(CACHE_CONTROL, "no-store")], Json(mails)).into_response()
    } else {
        ([(CACHE_CONTROL, "no-store")], Html(html(&mails))).into_response()
    }
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
color-scheme:light dark}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem .75rem;\
border-bottom:1px solid #8886}code{font-size:1.25em;user-select:all}td,th{overflow-wrap:anywhere}";

fn html(mails: &[Mail]) -> String {
    let mut rows = String::new();
    for mail in mails {
        rows.push_str(&format!(
            "<tr><td>{}</td><td><a href=\"{}\">{}</a></td><td><code>{}</code></td><td>{}</td></tr>",
            escaped(&mail.to),
            escaped(&mail.link),
            escaped(&mail.subject),
            escaped(&mail.code),
            escaped(&mail.at),
        ));
    }
    let body = if rows.is_empty() {
        "<p>No mail yet. Sign up or reset a password, then look here for the code.</p>".to_owned()
    } else {
        format!(
            "<table><thead><tr><th>To</th><th>Subject</th><th>Code</th><th>When</th></tr></thead><tbody>{rows}</tbody></table>"
        )
    };
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Outbox · Note Ninja (local)</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta http-equiv=\"refresh\" content=\"5\">\
         <link rel=\"stylesheet\" href=\"/_local/outbox.css\"></head><body><h1>Outbox</h1>\
         <p>This local server sends no mail. What it would have sent is here, the newest first.</p>{body}</body></html>"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captured_mails_survive_a_restart_and_an_incomplete_last_line_is_ignored() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("outbox.jsonl");
        let outbox = CapturedMail::open(path.clone(), "http://localhost:4000".into(), true).unwrap();
        outbox.send("amara@noteninja.test", MailKind::Confirm, "123456").unwrap();
        outbox.send("ben@noteninja.test", MailKind::Reset, "654321").unwrap();
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"to\":\"x").unwrap();

        let again = CapturedMail::open(path, "http://localhost:4000".into(), true).unwrap();
        assert_eq!(again.list_mails(None).len(), 2);
        let [mail] = again.list_mails(Some("AMARA@noteninja.test")).try_into().unwrap();
        assert_eq!((mail.code.as_str(), mail.kind), ("123456", MailKind::Confirm));
    }

    #[test]
    fn mail_capture_page_escapes_names() {
        let mail = Mail {
            to: "<script>@x.test".into(),
            subject: "s".into(),
            code: "1".into(),
            link: "/".into(),
            text: String::new(),
            kind: MailKind::Confirm,
            at: String::new(),
        };
        assert!(!html(&[mail]).contains("<script>"));
    }
}
