//! Body of every error response.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// RFC 9457 problem document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProblemBody {
    /// URI that identifies the type of problem.
    #[serde(rename = "type")]
    #[schema(example = "urn:note-ninja:problem:validation")]
    pub kind: String,
    /// Short description of the problem type, the same for every occurrence.
    #[schema(example = "Some fields need attention")]
    pub title: String,
    /// HTTP status.
    #[schema(example = 422)]
    pub status: u16,
    /// Machine-readable code of the problem.
    pub code: ProblemCode,
    /// Message for the user.
    #[schema(example = "Title is required.")]
    pub detail: String,
    /// All invalid fields, in the order of the form; empty if the problem is not about fields.
    pub fields: Vec<ProblemField>,
    /// Request id. Quote it when you report the problem.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub trace_id: String,
}

/// One invalid field of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProblemField {
    /// Name of the field in the request.
    #[schema(example = "title")]
    pub field: String,
    /// Code of the violated rule.
    #[schema(example = "required")]
    pub code: String,
    /// Message for the user.
    #[schema(example = "Title is required.")]
    pub message: String,
}

/// Code of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// 422: a field or the whole body is invalid.
    Validation,
    /// 401: the token is missing, invalid or expired.
    Unauthenticated,
    /// 403: signed in, but not allowed.
    Forbidden,
    /// 403: an administrator must set up a second factor first.
    SecondFactorRequired,
    /// 404: the resource does not exist or is not visible to the caller.
    NotFound,
    /// 409: the resource was changed by another request, or the id is already used for something else.
    Conflict,
    /// 409: the maximum number is reached.
    LimitReached,
    /// 429: too many requests. `retry-after` contains the delay.
    TooManyRequests,
    /// 413: the body is too large.
    PayloadTooLarge,
    /// 415: the body is not JSON.
    UnsupportedMediaType,
    /// 405: the route exists, but not for this method.
    MethodNotAllowed,
    /// 503: a required service is unavailable. Try again.
    Unavailable,
    /// 500: internal error.
    Internal,
    /// 401: wrong e-mail address or password.
    WrongCredentials,
    /// 422: the code differs from the mailed one.
    CodeMismatch,
    /// 422: the mailed code has expired.
    CodeExpired,
    /// 422: the password violates the rules.
    WeakPassword,
    /// 409: another account has this username.
    UsernameTaken,
    /// 409: the file of this upload has already arrived.
    AlreadyUploaded,
}
