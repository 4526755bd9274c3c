//! RFC 9457 problems. Every error response is built here, and only this module logs server errors.

mod messages;

use std::error::Error as StdError;
use std::fmt::Write as _;
use std::sync::Arc;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, StatusCode};
use store::error::BoxError;
use store::users::UsersError;
use store::{Error, ResourceKind};
use wasm_core::forms::{FieldError, FieldErrors};
use wasm_core::limits::{DECKS_A_DAY, JSON_BODY_MAX_BYTES};

pub use crate::http::wire::problem::{ProblemBody, ProblemCode, ProblemField};

use messages::{conflict_problem, forbidden, limit_reached, not_found};

/// Message of a rate limit.
pub(crate) const RATE_LIMITED_MESSAGE: &str = "Too many attempts. Please wait a minute.";

/// Reason why a request failed, as it is sent to the client.
#[derive(Clone, Debug)]
pub struct Problem {
    code: ProblemCode,
    detail: String,
    fields: Vec<ProblemField>,
    retry_after_secs: Option<u32>,
    cause: Option<Arc<BoxError>>,
}

impl Problem {
    /// Creates a problem with a message for users.
    pub(crate) fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        Problem { code, detail: detail.into(), fields: Vec::new(), retry_after_secs: None, cause: None }
    }

    /// Creates a problem for one invalid field.
    pub(crate) fn field(field: &str, code: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        let field = ProblemField { field: field.into(), code: code.into(), message: message.clone() };
        Problem { fields: vec![field], ..Problem::new(ProblemCode::Validation, message) }
    }

    /// Adds the form field that the problem belongs to.
    pub(crate) fn at_field(mut self, field: &str, code: &str) -> Self {
        self.fields.push(ProblemField { field: field.into(), code: code.into(), message: self.detail.clone() });
        self
    }

    /// Renames a field, for a form that uses another name.
    pub(crate) fn rename_field(mut self, from: &str, to: &str) -> Self {
        for field in self.fields.iter_mut().filter(|field| field.field == from) {
            to.clone_into(&mut field.field);
        }
        self
    }

    pub(crate) fn unauthenticated(detail: &str) -> Self {
        Problem::new(ProblemCode::Unauthenticated, detail)
    }

    pub(crate) fn not_found(noun: ResourceKind) -> Self {
        Problem::new(ProblemCode::NotFound, not_found(noun))
    }

    pub(crate) fn rate_limited(retry_after_secs: u32) -> Self {
        Problem {
            retry_after_secs: Some(retry_after_secs),
            ..Problem::new(ProblemCode::TooManyRequests, RATE_LIMITED_MESSAGE)
        }
    }

    /// Creates the problem for too many wrong passwords from one client, for any account.
    pub(crate) fn too_many_wrong_passwords(retry_after_secs: u32) -> Self {
        let wait = match retry_after_secs.div_ceil(60) {
            1 => "a minute".to_owned(),
            minutes => format!("{minutes} minutes"),
        };
        let detail = format!("Too many wrong passwords. Wait {wait}, or reset your password by email.");
        Problem { retry_after_secs: Some(retry_after_secs), ..Problem::new(ProblemCode::TooManyRequests, detail) }
    }

    /// Creates the problem for a user who has reached the daily limit of decks.
    pub(crate) fn deck_limit_reached(retry_after_secs: u32) -> Self {
        let wait = match retry_after_secs.div_ceil(3600) {
            1 => "an hour".to_owned(),
            hours => format!("{hours} hours"),
        };
        let detail =
            format!("You can import {DECKS_A_DAY} decks a day. Try again in {wait}, or import the cards as text.");
        Problem { retry_after_secs: Some(retry_after_secs), ..Problem::new(ProblemCode::TooManyRequests, detail) }
    }

    /// Creates the problem for a wrong mailed code, or for a code that was never requested. Both have the same message,
    /// so that visitors learn nothing about accounts.
    pub(crate) fn wrong_code() -> Self {
        let detail = "This code is wrong or has expired. Check the latest email, or request a new code.";
        Problem::new(ProblemCode::CodeMismatch, detail).at_field("code", "mismatch")
    }

    /// Creates a problem for a service that does not respond.
    pub(crate) fn unavailable(cause: impl Into<BoxError>) -> Self {
        let detail = "Note Ninja is not available right now. Please try again in a moment.";
        Problem { retry_after_secs: Some(5), ..Problem::new(ProblemCode::Unavailable, detail) }.because(cause)
    }

    /// Creates a problem for an internal error.
    pub(crate) fn internal(cause: impl Into<BoxError>) -> Self {
        Problem::new(ProblemCode::Internal, "Something went wrong on our side. Please try again later.").because(cause)
    }

    /// Creates a problem for a request body above the limit of the route.
    pub(crate) fn too_large(max_bytes: u64) -> Self {
        let max = match max_bytes / 1024 {
            kib if kib >= 1024 => format!("{} MB", kib / 1024),
            kib => format!("{kib} kB"),
        };
        Problem::new(ProblemCode::PayloadTooLarge, format!("The request is too large. The limit is {max}."))
    }

    /// Creates a problem for a request body of another media type.
    pub(crate) fn unsupported(wanted: &str) -> Self {
        let detail = format!("Send the body with `content-type: {wanted}`.");
        Problem::new(ProblemCode::UnsupportedMediaType, detail)
    }

    /// Returns the problem for an error status that the router returned without a problem.
    pub(crate) fn from_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Problem::new(ProblemCode::NotFound, "There is nothing at this address."),
            StatusCode::METHOD_NOT_ALLOWED => {
                Problem::new(ProblemCode::MethodNotAllowed, "This address does not support this method.")
            }
            StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large(JSON_BODY_MAX_BYTES),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Problem::unsupported("application/json"),
            status if status.is_client_error() => {
                Problem::new(ProblemCode::Validation, "The request could not be understood.")
            }
            status => Problem::internal(format!("a bare {status}")),
        }
    }

    fn because(mut self, cause: impl Into<BoxError>) -> Self {
        self.cause = Some(Arc::new(cause.into()));
        self
    }

    /// Returns the machine-readable code.
    #[must_use]
    pub fn code(&self) -> ProblemCode {
        self.code
    }

    /// Returns the response body.
    #[must_use]
    pub fn body(&self, trace_id: &str) -> ProblemBody {
        let (status, name, title) = describe(self.code);
        ProblemBody {
            kind: format!("urn:note-ninja:problem:{name}"),
            title: title.into(),
            status: status.as_u16(),
            code: self.code,
            detail: self.detail.clone(),
            fields: self.fields.clone(),
            trace_id: trace_id.into(),
        }
    }

    /// Logs an internal error with all its causes. Errors of the caller are not logged.
    pub(crate) fn log(&self, method: &str, route: &str, trace_id: &str) {
        let Some(cause) = &self.cause else { return };
        let causes = chain(cause.as_ref().as_ref());
        let (status, code, _) = describe(self.code);
        tracing::error!(
            method,
            route,
            trace_id,
            status = status.as_u16(),
            code,
            causes,
            "the request failed on our side"
        );
    }

    /// Writes the problem as JSON into a response created by [`IntoResponse`].
    pub(crate) fn write_json(&self, response: &mut Response, trace_id: &str) {
        // Serializing text and numbers cannot fail. Even an empty body would have the right status.
        let body = serde_json::to_vec(&self.body(trace_id)).unwrap_or_default();
        self.write(response, "application/problem+json", Body::from(body));
    }

    /// Writes the problem into the response as an HTML page.
    pub(crate) fn write_page(&self, response: &mut Response, page: String) {
        self.write(response, "text/html; charset=utf-8", Body::from(page));
    }

    fn write(&self, response: &mut Response, content_type: &'static str, body: Body) {
        *response.status_mut() = describe(self.code).0;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        headers.remove(CONTENT_LENGTH);
        if let Some(secs) = self.retry_after_secs {
            headers.insert(RETRY_AFTER, HeaderValue::from(secs));
        }
        *response.body_mut() = body;
    }
}

/// Creates a response with the status and attaches the problem. [`crate::http::request_log::log_request`] knows the
/// trace id and writes the body.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = describe(self.code).0.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Returns status, stable name and title of each kind of problem.
fn describe(code: ProblemCode) -> (StatusCode, &'static str, &'static str) {
    match code {
        ProblemCode::Validation => {
            (StatusCode::UNPROCESSABLE_ENTITY, "validation", "Some of the input needs attention")
        }
        ProblemCode::Unauthenticated => (StatusCode::UNAUTHORIZED, "unauthenticated", "Not signed in"),
        ProblemCode::Forbidden => (StatusCode::FORBIDDEN, "forbidden", "Not allowed"),
        ProblemCode::SecondFactorRequired => {
            (StatusCode::FORBIDDEN, "second_factor_required", "Two-step sign-in needed")
        }
        ProblemCode::NotFound => (StatusCode::NOT_FOUND, "not_found", "Not found"),
        ProblemCode::Conflict => (StatusCode::CONFLICT, "conflict", "Conflicts with what is stored"),
        ProblemCode::LimitReached => (StatusCode::CONFLICT, "limit_reached", "Limit reached"),
        ProblemCode::TooManyRequests => (StatusCode::TOO_MANY_REQUESTS, "too_many_requests", "Too many attempts"),
        ProblemCode::PayloadTooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "payload_too_large", "Too big"),
        ProblemCode::UnsupportedMediaType => {
            (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", "Wrong type")
        }
        ProblemCode::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "Method not allowed"),
        ProblemCode::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "unavailable", "Not available right now"),
        ProblemCode::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "internal", "Internal error"),
        ProblemCode::WrongCredentials => (StatusCode::UNAUTHORIZED, "wrong_credentials", "Not signed in"),
        ProblemCode::CodeMismatch => (StatusCode::UNPROCESSABLE_ENTITY, "code_mismatch", "Wrong code"),
        ProblemCode::CodeExpired => (StatusCode::UNPROCESSABLE_ENTITY, "code_expired", "Code expired"),
        ProblemCode::WeakPassword => (StatusCode::UNPROCESSABLE_ENTITY, "weak_password", "Weak password"),
        ProblemCode::UsernameTaken => (StatusCode::CONFLICT, "username_taken", "Username taken"),
        ProblemCode::AlreadyUploaded => (StatusCode::CONFLICT, "already_uploaded", "Already uploaded"),
    }
}

/// The match has no wildcard arm, so the compiler requires a decision for each new error of the store.
impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Invalid(fields) => fields.into(),
            Error::InvalidCursor => {
                Problem::field("cursor", "invalid", "This cursor does not belong to this list. Start again without it.")
            }
            Error::NotFound(noun) => Problem::not_found(noun),
            Error::Forbidden(rule) => Problem::new(ProblemCode::Forbidden, forbidden(rule)),
            Error::Conflict(conflict) => conflict_problem(conflict),
            Error::LimitReached { limit, max } => Problem::new(ProblemCode::LimitReached, limit_reached(limit, max)),
            Error::RateLimited { retry_after_secs } => Problem::rate_limited(retry_after_secs),
            Error::Unavailable(cause) => Problem::unavailable(cause),
            Error::Broken(cause) => Problem::internal(cause),
        }
    }
}

/// Converts user pool errors. The messages do not reveal which addresses have an account.
impl From<UsersError> for Problem {
    fn from(error: UsersError) -> Self {
        match error {
            UsersError::WrongCredentials
            | UsersError::NotConfirmed
            | UsersError::ResetRequired
            | UsersError::AddressTaken => Problem::new(ProblemCode::WrongCredentials, "Incorrect email or password."),
            UsersError::CodeMismatch => {
                Problem::new(ProblemCode::CodeMismatch, "This code is wrong. Check the latest email.")
                    .at_field("code", "mismatch")
            }
            UsersError::CodeExpired => {
                Problem::new(ProblemCode::CodeExpired, "This code has expired. Request a new one.")
                    .at_field("code", "expired")
            }
            UsersError::WeakPassword => {
                let detail = "This password is too easy to guess. Try a few unrelated words.";
                Problem::new(ProblemCode::WeakPassword, detail).at_field("password", "weak")
            }
            UsersError::WrongPassword => Problem::field("password", "wrong", "This is not your password."),
            UsersError::AppCodeMismatch => {
                let detail = "This code is wrong. Enter the code your app shows now.";
                Problem::new(ProblemCode::CodeMismatch, detail).at_field("code", "mismatch")
            }
            UsersError::ReauthCodeRequired => {
                Problem::field("appCode", "required", "Enter the code your app shows now.")
            }
            UsersError::ReauthCodeMismatch => {
                let detail = "This code is wrong or was already used. Enter the next code your app shows.";
                Problem::new(ProblemCode::CodeMismatch, detail).at_field("appCode", "mismatch")
            }
            UsersError::ChallengeExpired => Problem::unauthenticated("This took too long. Sign in again."),
            UsersError::RateLimited => Problem::rate_limited(60),
            UsersError::Unavailable(cause) => Problem::unavailable(cause),
            UsersError::Broken(cause) => Problem::internal(cause),
        }
    }
}

impl From<FieldErrors> for Problem {
    fn from(errors: FieldErrors) -> Self {
        let detail = errors.to_string();
        let field = |FieldError { field, code, message }| ProblemField { field, code, message };
        let fields = errors.0.into_iter().map(field).collect();
        Problem { fields, ..Problem::new(ProblemCode::Validation, detail) }
    }
}

impl From<FieldError> for Problem {
    fn from(error: FieldError) -> Self {
        FieldErrors(vec![error]).into()
    }
}

fn chain(error: &(dyn StdError + 'static)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        // Writing to a string cannot fail.
        let _ = write!(text, ": {cause}");
        next = cause.source();
    }
    text
}
