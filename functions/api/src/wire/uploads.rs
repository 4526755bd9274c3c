//! Uploading a note: declared first, sent to the object store, checked, then visible.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use store::objects::SignedPut;
use store::{UploadId, uploads};
use utoipa::ToSchema;

/// Declares a file; the answer says where to send exactly this file.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CreateUploadRequest {
    /// A ULID of the client's making: sent again, it is the same upload with a new address.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: Option<String>,
    #[schema(required = true, example = "CS246")]
    pub course_code: String,
    #[schema(required = true, example = "Week 3: Observers")]
    pub title: String,
    #[schema(example = "The observer pattern with two worked examples.")]
    pub description: Option<String>,
    /// One of the note types; 'Other' when left out.
    #[schema(example = "Lecture")]
    pub note_type: Option<String>,
    /// The chapter, from 1; 1 when left out.
    #[schema(example = 1)]
    pub chapter: Option<u32>,
    #[schema(required = true, example = "observers.pdf")]
    pub file_name: String,
    #[schema(required = true, example = "application/pdf")]
    pub content_type: String,
    #[schema(required = true, example = 482_113)]
    pub size_bytes: u64,
    /// The SHA-256 of the file, 64 hexadecimal digits.
    #[schema(required = true, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
}

/// Where and how to send the file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadTicket {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    /// Send a PUT here before `expiresAt`.
    #[schema(example = "https://files.example.org/incoming/01JD8Z5V7R8XQ4N2T6W0YB3C9E?X-Amz-Signature=...")]
    pub url: String,
    /// With exactly these headers: they are part of the signature.
    pub headers: BTreeMap<String, String>,
    #[schema(example = "2026-11-21T10:15:00Z")]
    pub expires_at: String,
}

/// How far an upload is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    pub status: UploadStatus,
    /// Why it failed, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "This file is not a PDF.")]
    pub reason: Option<String>,
    /// The note that it became.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub note_id: Option<String>,
    #[schema(example = "CS246")]
    pub course_code: String,
    #[schema(example = "Week 3: Observers")]
    pub title: String,
    #[schema(example = "observers.pdf")]
    pub file_name: String,
    #[schema(example = 482_113)]
    pub size_bytes: u64,
}

/// The states of an upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UploadStatus {
    /// The file has not arrived yet.
    Waiting,
    /// The file is being checked.
    Checking,
    /// The note is visible.
    Ready,
    /// It was refused; nothing of it was kept.
    Failed,
}

impl UploadTicket {
    pub(crate) fn new(id: UploadId, SignedPut { url, headers, expires_at }: SignedPut) -> Self {
        UploadTicket { id: id.to_string(), url, headers, expires_at: expires_at.to_string() }
    }
}

impl From<uploads::Upload> for Upload {
    fn from(upload: uploads::Upload) -> Self {
        Upload {
            note_id: upload.published_note().map(|note| note.to_string()),
            id: upload.draft.id.to_string(),
            status: upload.status.into(),
            reason: upload.reason,
            course_code: upload.draft.course.to_string(),
            title: upload.draft.title,
            file_name: upload.draft.file_name,
            size_bytes: upload.draft.size_bytes,
        }
    }
}

impl From<uploads::UploadStatus> for UploadStatus {
    fn from(status: uploads::UploadStatus) -> Self {
        match status {
            uploads::UploadStatus::Waiting => UploadStatus::Waiting,
            uploads::UploadStatus::Checking => UploadStatus::Checking,
            uploads::UploadStatus::Ready => UploadStatus::Ready,
            uploads::UploadStatus::Failed => UploadStatus::Failed,
        }
    }
}
