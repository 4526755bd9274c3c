//! Responses of the API, as far as this program reads them.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// The key of the request.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CurrentKey {
    /// Also shown in the console, where several keys can have one name.
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) owner_id: String,
    pub(crate) scope: Scope,
    pub(crate) valid_until: String,
}

/// Purpose of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Scope {
    Upload,
    Export,
    /// Includes the two others.
    Import,
}

impl fmt::Display for CurrentKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key '{}' ({}), valid until {}", self.name, self.id, self.valid_until)
    }
}

impl CurrentKey {
    /// Refuses a key that was not created for this command, before anything is sent.
    pub(crate) fn require(&self, scope: Scope) -> Result<(), Failure> {
        if self.scope == scope || self.scope == Scope::Import {
            return Ok(());
        }
        let can = if self.scope == Scope::Upload { "upload files" } else { "export courses" };
        Err(Failure::Key(format!("This key can only {can}. Make another one in the console.")))
    }
}

/// Items with the same file.
#[derive(Debug, Deserialize)]
pub(crate) struct Duplicates {
    pub(crate) items: Vec<Duplicate>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Duplicate {
    pub(crate) kind: String,
    pub(crate) id: String,
    pub(crate) title: String,
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
