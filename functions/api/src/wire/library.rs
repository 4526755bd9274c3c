//! Files that the page itself reads.

use serde::Serialize;
use store::objects::SignedGet;
use utoipa::ToSchema;

/// Where a file can be read for some hours.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileAddress {
    /// Address; the same for everybody who asks within the hour.
    #[schema(
        example = "https://files.example.org/library/notes-e3b0c442.bin?Expires=1790007200&Signature=abc&Key-Pair-Id=K2JC"
    )]
    pub url: String,
    /// When it stops working.
    #[schema(example = "2026-09-21T16:00:00Z")]
    pub expires_at: String,
}

impl From<SignedGet> for FileAddress {
    fn from(signed: SignedGet) -> Self {
        Self { url: signed.url, expires_at: signed.expires_at.to_string() }
    }
}
