//! Wire types of the keys of programs.

use serde::{Deserialize, Serialize};
use store::access_keys;
use utoipa::ToSchema;

/// Permissions of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum KeyScope {
    /// Upload files, and read the state of these uploads.
    Upload,
    /// Read courses with all their content, also hidden ones.
    Export,
    /// Read, create and edit courses with all their content, and upload files.
    Import,
}

/// Creates a key, with the caller's password. Has no `Debug`, so that the password is never printed.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateAccessKeyRequest {
    #[serde(default)]
    #[schema(required = true, example = "correct horse battery")]
    pub password: String,
    /// Name that says where the key is used.
    #[serde(default)]
    #[schema(required = true, example = "Office computer")]
    pub name: String,
    pub scope: KeyScope,
    /// Number of days for which the key is valid, from 1 to 90.
    #[schema(example = 30)]
    pub days: u32,
}

/// A key, without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessKey {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    #[schema(example = "Office computer")]
    pub name: String,
    pub scope: KeyScope,
    /// Display name of the administrator for whom programs act.
    #[schema(example = "Note Ninja")]
    pub owner: String,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub created_at: String,
    /// Time from which the key is refused.
    #[schema(example = "2026-12-21T10:00:00Z")]
    pub valid_until: String,
    /// Time of the last use, accurate to a minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-11-24T08:30:00Z")]
    pub used_at: Option<String>,
    #[schema(example = false)]
    pub expired: bool,
}

/// All keys.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessKeys {
    /// Newest first.
    pub items: Vec<AccessKey>,
}

/// A new key. Its text is never shown again. Has no `Debug`, so that the text is never printed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewAccessKey {
    pub key: AccessKey,
    /// The whole key, as programs send it in the header `Authorization: Bearer ...`.
    #[schema(
        example = "nnk_01JD8Z5V7R8XQ4N2T6W0YB3C9E_9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    pub text: String,
}

/// The key of a request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrentAccessKey {
    /// Several keys can have the same name.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    #[schema(example = "Office computer")]
    pub name: String,
    /// User id of the administrator for whom the program acts. A program can derive upload ids from it, so that a
    /// repeated upload has the same id.
    #[schema(example = "0b1f6a52-3c1d-4a55-9f0e-6f1f4f4f9a10")]
    pub owner_id: String,
    pub scope: KeyScope,
    #[schema(example = "2026-12-21T10:00:00Z")]
    pub valid_until: String,
}

impl From<KeyScope> for access_keys::KeyScope {
    fn from(scope: KeyScope) -> Self {
        match scope {
            KeyScope::Upload => Self::Upload,
            KeyScope::Export => Self::Export,
            KeyScope::Import => Self::Import,
        }
    }
}

impl From<access_keys::KeyScope> for KeyScope {
    fn from(scope: access_keys::KeyScope) -> Self {
        match scope {
            access_keys::KeyScope::Upload => Self::Upload,
            access_keys::KeyScope::Export => Self::Export,
            access_keys::KeyScope::Import => Self::Import,
        }
    }
}
