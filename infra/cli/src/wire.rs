//! Responses of the API, as far as this program reads them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The key of the request.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CurrentKey {
    pub(crate) name: String,
    pub(crate) owner_id: String,
    pub(crate) valid_until: String,
}

/// Items with the same file.
#[derive(Debug, Deserialize)]
pub(crate) struct Duplicates {
    pub(crate) items: Vec<Duplicate>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Duplicate {
    pub(crate) kind: String,
    pub(crate) place: String,
}

/// State of an upload.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Upload {
    pub(crate) status: Status,
    #[serde(default)]
    pub(crate) reason: Option<String>,
    #[serde(default)]
    pub(crate) can_retry: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    Waiting,
    Checking,
    Review,
    Ready,
    Failed,
}

/// Instructions for sending a file.
#[derive(Debug, Deserialize)]
pub(crate) struct Ticket {
    #[serde(default)]
    pub(crate) url: Option<String>,
    #[serde(default)]
    pub(crate) headers: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) multipart: Option<Multipart>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Multipart {
    pub(crate) part_size_bytes: u64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignedParts {
    pub(crate) parts: Vec<SignedPart>,
    pub(crate) uploaded_parts: Vec<SentPart>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct SignedPart {
    pub(crate) number: u32,
    pub(crate) url: String,
    pub(crate) headers: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
pub(crate) struct SentPart {
    pub(crate) number: u32,
    pub(crate) etag: String,
}
