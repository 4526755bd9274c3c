//! Wire types of pictures to upload and to remove.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// Creates the upload of a picture.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PictureDeclaration {
    /// ULID chosen by the client. Repeating it returns the same upload with a new URL.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: Option<String>,
    #[schema(required = true, example = "desk.jpg")]
    pub file_name: String,
    #[schema(required = true, example = "image/jpeg")]
    pub content_type: String,
    #[schema(required = true, example = 182_113)]
    pub size_bytes: u64,
    /// SHA-256 of the file, 64 hexadecimal digits.
    #[schema(required = true, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
    /// URL of the picture to replace, as the client displayed it; empty if there was none. If the item has another
    /// picture, the request is a conflict (409). If the picture changes while the file is being sent, the upload fails.
    /// If missing, any picture is replaced.
    #[schema(example = "")]
    pub replaces: Option<String>,
}

/// Picture to remove.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RemovePictureQuery {
    /// URL of the picture, as the client displayed it. Another picture is a conflict (409). If missing, any picture is
    /// removed.
    pub replaces: Option<String>,
}
