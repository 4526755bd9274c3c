//! Wire types of the caller's sessions.

use serde::Serialize;
use store::SessionId;
use store::sessions::Session;
use utoipa::ToSchema;

/// All sessions of the caller, most recently used first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnSessions {
    pub items: Vec<OwnSession>,
}

/// One session. Its IP address is not stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnSession {
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub id: String,
    /// Browser and operating system, as reported by the browser.
    #[schema(example = "Firefox on Windows")]
    pub device: String,
    /// Time of the sign-in.
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub began_at: String,
    /// Time of the last use, accurate to an hour.
    #[schema(example = "2026-11-23T08:00:00Z")]
    pub used_at: String,
    /// Whether this is the session of the request.
    pub is_current: bool,
}

impl OwnSession {
    /// Builds the session. `current` is the id of the session that sent the request.
    #[must_use]
    pub fn new(session: Session, current: Option<&SessionId>) -> Self {
        let is_current = current == Some(&session.id);
        let Session { id, device, began_at, used_at, .. } = session;
        let (began_at, used_at) = (began_at.to_string(), used_at.to_string());
        OwnSession { id: id.to_string(), device, began_at, used_at, is_current }
    }
}
