//! The body of every answer that is not a success.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// RFC 9457 problem document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProblemBody {
    /// A stable name for this kind of problem.
    #[serde(rename = "type")]
    #[schema(example = "urn:note-ninja:problem:validation")]
    pub kind: String,
    /// Short description of the problem type, the same for every occurrence.
    #[schema(example = "Some fields need attention")]
    pub title: String,
    /// The HTTP status.
    #[schema(example = 422)]
    pub status: u16,
    /// Machine-readable code of the problem.
    pub code: ProblemCode,
    /// A sentence for people.
    #[schema(example = "Title is required.")]
    pub detail: String,
    /// Every failing field, in the order of the form; empty when the problem is not about fields.
    pub fields: Vec<ProblemField>,
    /// Quote this when you report the problem: it finds the request in our logs.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub trace_id: String,
}

/// One failing field of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProblemField {
    /// The name of the field as it was sent.
    #[schema(example = "title")]
    pub field: String,
    /// Which rule it broke.
    #[schema(example = "required")]
    pub code: String,
    /// A sentence for people.
    #[schema(example = "Title is required.")]
    pub message: String,
}

/// Every kind of problem there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// 422: a field or the whole body is not as it must be.
    Validation,
    /// 401: no token, or one that is not valid (any more).
    Unauthenticated,
    /// 403: signed in, but not allowed.
    Forbidden,
    /// 403: an administrator must set up a second factor first.
    SecondFactorRequired,
    /// 404: not there, or not yours to see.
    NotFound,
    /// 409: it was changed elsewhere, or the same id was used for something else.
    Conflict,
    /// 409: as many as there may be.
    LimitReached,
    /// 429: slow down; `retry-after` says for how long.
    TooManyRequests,
    /// 413: the body is too big.
    PayloadTooLarge,
    /// 415: the body is not JSON.
    UnsupportedMediaType,
    /// 405: the address exists, the method does not.
    MethodNotAllowed,
    /// 503: something we need is down; try again.
    Unavailable,
    /// 500: our fault.
    Internal,
    /// 401: no account with this address and password.
    WrongCredentials,
    /// 422: the code that was mailed is another one.
    CodeMismatch,
    /// 422: the code that was mailed is too old.
    CodeExpired,
    /// 422: the password does not follow the rules.
    WeakPassword,
    /// 409: the username is taken.
    UsernameTaken,
    /// 409: the file of this upload has already arrived.
    AlreadyUploaded,
}
