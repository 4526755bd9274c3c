//! Wire types of uploads.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use store::Timestamp;
use store::uploads::{self, ReceivedBytes, UploadMethod, UploadTarget};
use utoipa::ToSchema;

use crate::console::content::wire::ContentEntry;
use crate::console::content::wire::accessibility::AccessibilityReport;

/// Creates the upload of a course note.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateUploadRequest {
    /// ULID chosen by the client. Repeating it returns the same upload with a new URL.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: Option<String>,
    #[serde(default)]
    #[schema(required = true, example = "CS246")]
    pub course_code: String,
    #[serde(default)]
    #[schema(required = true, example = "Week 3: Observers")]
    pub title: String,
    #[schema(example = "The observer pattern with two worked examples.")]
    pub description: Option<String>,
    /// Note type. By default, `Other`.
    #[schema(example = "Lecture")]
    pub note_type: Option<String>,
    /// Chapter, from 1. By default, 1.
    #[schema(example = 1)]
    pub chapter: Option<u32>,
    #[schema(required = true, example = "observers.pdf")]
    pub file_name: String,
    #[schema(required = true, example = "application/pdf")]
    pub content_type: String,
    #[schema(required = true, example = 482_113)]
    pub size_bytes: u64,
    /// SHA-256 of the file, 64 hexadecimal digits.
    #[schema(required = true, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
    /// Whether the checked file waits, with its accessibility report, until it is published with `POST
    /// /api/uploads/{id}/publish`.
    #[serde(default)]
    #[schema(example = false)]
    pub review: bool,
}

/// Creates the upload of a recording.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateAudioUploadRequest {
    /// ULID chosen by the client. Repeating it returns the same upload with new URLs.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: Option<String>,
    /// `deep-dive`, `quick-recap`, `chill-review` or `radio`.
    #[schema(required = true, example = "deep-dive")]
    pub shelf: String,
    /// Course code or any other text.
    #[serde(default)]
    #[schema(required = true, example = "CS 246")]
    pub subject: String,
    #[serde(default)]
    #[schema(required = true, example = "Pointers, slowly")]
    pub title: String,
    #[schema(example = "What an address is, and why it is not a number.")]
    pub description: Option<String>,
    /// ULID that orders recordings uploaded together: the shelf lists larger ones first.
    pub order: Option<String>,
    #[schema(required = true, example = "pointers.mp3")]
    pub file_name: String,
    #[schema(required = true, example = "audio/mpeg")]
    pub content_type: String,
    #[schema(required = true, example = 9_482_113)]
    pub size_bytes: u64,
    /// SHA-256 of the whole file, 64 hexadecimal digits.
    #[schema(required = true, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
}

/// Created upload. The client sends a small file to `url`, and a large one in parts as described by `multipart`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadTicket {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    /// Signed URL. Send the whole file with `PUT` before `expiresAt`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "https://files.example.org/incoming/01JD8Z5V7R8XQ4N2T6W0YB3C9E?X-Amz-Signature=...")]
    pub url: Option<String>,
    /// Headers to send with the file. They are part of the signature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headers: Option<BTreeMap<String, String>>,
    /// Present instead of `url` if the file is sent in parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multipart: Option<Multipart>,
    #[schema(example = "2026-11-21T10:15:00Z")]
    pub expires_at: String,
}

/// Multipart upload of a large file. `POST /api/uploads/{id}/parts` returns the URL of each part, and `POST
/// /api/uploads/{id}/complete` assembles the file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Multipart {
    /// Size of each part except the last one, in bytes.
    #[schema(example = 16_777_216)]
    pub part_size_bytes: u64,
    /// Number of parts.
    #[schema(example = 19)]
    pub parts: u32,
    /// Parts that have already arrived and need not be sent again.
    pub uploaded_parts: Vec<UploadedPart>,
}

/// A part that has arrived.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadedPart {
    /// Part number, from 1.
    #[schema(required = true, example = 1)]
    pub number: u32,
    /// `ETag` header of the response to the part.
    #[schema(required = true, example = "\"5d41402abc4b2a76b9719d911017c592\"")]
    pub etag: String,
}

/// Requests signed URLs of parts.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignPartsRequest {
    /// At most 32.
    #[schema(required = true)]
    pub parts: Vec<PartToSend>,
}

/// A part to be sent.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartToSend {
    /// Part number, from 1.
    #[schema(required = true, example = 1)]
    pub number: u32,
    /// SHA-256 of the part, 64 hexadecimal digits.
    #[schema(required = true, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
}

/// Signed URLs for sending parts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedParts {
    /// Signed URLs in the order of the request, valid for 15 minutes.
    pub parts: Vec<SignedPart>,
    /// Parts that have already arrived with the same content and need not be sent.
    pub uploaded_parts: Vec<UploadedPart>,
}

/// Signed URL for sending one part.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedPart {
    #[schema(example = 1)]
    pub number: u32,
    /// Signed URL. Send exactly this part with `PUT`.
    #[schema(
        example = "https://files.example.org/incoming/01JD8Z5V7R8XQ4N2T6W0YB3C9E?partNumber=1&X-Amz-Signature=..."
    )]
    pub url: String,
    /// Headers to send with the part. They are part of the signature.
    pub headers: BTreeMap<String, String>,
}

/// File that the user selected again to continue an interrupted upload.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResumeUploadRequest {
    #[schema(required = true, example = 482_113)]
    pub size_bytes: u64,
    /// SHA-256 of the whole file, 64 hexadecimal digits.
    #[schema(required = true, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
}

/// Completes a multipart upload.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompleteUploadRequest {
    /// All parts.
    #[schema(required = true)]
    pub parts: Vec<UploadedPart>,
}

/// Reason of the failure of an upload whose review took too long.
const REVIEW_OVER_MESSAGE: &str = "The file was kept for one day and not published. Upload it again.";

/// State of an upload.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    pub kind: UploadKind,
    pub status: UploadStatus,
    /// Reason of the failure, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "This file is not a PDF.")]
    pub reason: Option<String>,
    /// Id of the created note.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub note_id: Option<String>,
    /// Id of the created audio note.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub audio_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CS246")]
    pub course_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Week 3: Observers")]
    pub title: Option<String>,
    #[schema(example = "observers.pdf")]
    pub file_name: String,
    #[schema(example = 482_113)]
    pub size_bytes: u64,
    /// Destination: a course code, a shelf name or an album name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CS246")]
    pub place: Option<String>,
    /// Time when the upload was created.
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub created_at: String,
    /// Time of the last change of status.
    #[schema(example = "2026-11-21T10:00:12Z")]
    pub updated_at: String,
    /// Whether the client may retry the check without sending the file again.
    #[schema(example = false)]
    pub can_retry: bool,
    /// Whether the upload was interrupted. The same file can be selected again to continue it.
    #[schema(example = false)]
    pub interrupted: bool,
    /// Number of bytes that have arrived. They need not be sent again.
    #[schema(example = 0)]
    pub arrived_bytes: u64,
    /// Metadata of the file, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestions: Option<Suggestions>,
    /// Accessibility report of a file that waits to be published. Absent if its text could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accessibility: Option<AccessibilityReport>,
}

/// Metadata of a file, suggested as form values.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Suggestions {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Design patterns, week 3")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "A. Turing")]
    pub author: Option<String>,
}

/// Identifies items with exactly the same file.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkUploadRequest {
    /// `note`, `audio` or `albumNote`.
    #[schema(required = true, example = "note")]
    pub kind: String,
    #[schema(required = true, example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
}

/// Items with the file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuplicateItems {
    /// Most recently uploaded first; may be empty.
    pub items: Vec<ContentEntry>,
}

/// Kind of item that an upload creates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum UploadKind {
    Note,
    Audio,
    AlbumNote,
    AlbumPicture,
    AudioPicture,
    PlaylistCover,
    ProfilePhoto,
    /// Picture of a study card.
    CardImage,
    /// Picture of a personal card.
    PersonalCardImage,
    CoursePicture,
    /// Deck of study cards exported from Anki.
    Deck,
    Replacement,
}

/// Status of an upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UploadStatus {
    /// The file has not arrived yet.
    Waiting,
    /// The file is being checked.
    Checking,
    /// The file is valid and waits to be published.
    Review,
    /// The item is published.
    Ready,
    /// The file was rejected.
    Failed,
}

impl From<uploads::UploadTicket> for UploadTicket {
    fn from(ticket: uploads::UploadTicket) -> Self {
        let (url, headers, multipart) = match ticket.sending {
            UploadMethod::Single(put) => (Some(put.url), Some(put.headers), None),
            UploadMethod::Multipart { part_bytes, parts, uploaded } => {
                let uploaded_parts = uploaded.into_iter().map(UploadedPart::from).collect();
                (None, None, Some(Multipart { part_size_bytes: part_bytes, parts, uploaded_parts }))
            }
        };
        UploadTicket { id: ticket.id.to_string(), url, headers, multipart, expires_at: ticket.expires_at.to_string() }
    }
}

impl From<uploads::UploadedPart> for UploadedPart {
    fn from(part: uploads::UploadedPart) -> Self {
        UploadedPart { number: part.number, etag: part.etag }
    }
}

impl From<UploadedPart> for uploads::UploadedPart {
    fn from(part: UploadedPart) -> Self {
        uploads::UploadedPart { number: part.number, etag: part.etag }
    }
}

impl From<uploads::PartsToSend> for SignedParts {
    fn from(parts: uploads::PartsToSend) -> Self {
        let signed = parts.signed.into_iter();
        SignedParts {
            parts: signed
                .map(|part| SignedPart { number: part.number, url: part.put.url, headers: part.put.headers })
                .collect(),
            uploaded_parts: parts.uploaded.into_iter().map(UploadedPart::from).collect(),
        }
    }
}

impl Upload {
    /// Builds the upload as of `now`, because interruption and retries depend on the time.
    pub(crate) fn at(upload: uploads::Upload, arrived: ReceivedBytes, now: Timestamp) -> Self {
        let can_retry = arrived.is_complete || upload.can_retry(now);
        let interrupted = upload.is_interrupted(now);
        let is_review_over = upload.is_review_over(now);
        let (kind, course) = match &upload.draft.target {
            UploadTarget::CourseNote { course, .. } => (UploadKind::Note, Some(course)),
            UploadTarget::Audio { course, .. } => (UploadKind::Audio, course.as_ref()),
            UploadTarget::AlbumNote { course, .. } => (UploadKind::AlbumNote, course.as_ref()),
            UploadTarget::AlbumPicture { .. } => (UploadKind::AlbumPicture, None),
            UploadTarget::AudioPicture { .. } => (UploadKind::AudioPicture, None),
            UploadTarget::PlaylistCover { .. } => (UploadKind::PlaylistCover, None),
            UploadTarget::Replacement { .. } => (UploadKind::Replacement, None),
            UploadTarget::ProfilePhoto => (UploadKind::ProfilePhoto, None),
            UploadTarget::CardImage { .. } => (UploadKind::CardImage, None),
            UploadTarget::PersonalCardImage { course, .. } => (UploadKind::PersonalCardImage, Some(course)),
            UploadTarget::CoursePicture { course } => (UploadKind::CoursePicture, Some(course)),
            UploadTarget::Deck => (UploadKind::Deck, None),
        };
        Upload {
            kind,
            note_id: upload.published_note().map(|note| note.to_string()),
            audio_id: upload.published_audio().map(|audio| audio.to_string()),
            id: upload.draft.id.to_string(),
            status: if is_review_over { UploadStatus::Failed } else { upload.status.into() },
            course_code: course.map(ToString::to_string),
            title: upload.draft.target.title().map(str::to_owned),
            reason: if is_review_over { Some(REVIEW_OVER_MESSAGE.to_owned()) } else { upload.reason },
            place: upload.draft.target.place().map(str::to_owned),
            file_name: upload.draft.file_name,
            size_bytes: upload.draft.size_bytes,
            created_at: upload.created_at.to_string(),
            updated_at: upload.updated_at.to_string(),
            can_retry,
            interrupted,
            arrived_bytes: arrived.bytes,
            accessibility: upload
                .accessibility
                .filter(|_| upload.status == uploads::UploadStatus::Review && !is_review_over)
                .map(Into::into),
            suggestions: (!upload.suggestions.is_empty())
                .then_some(Suggestions { title: upload.suggestions.title, author: upload.suggestions.author }),
        }
    }
}

impl From<uploads::UploadStatus> for UploadStatus {
    fn from(status: uploads::UploadStatus) -> Self {
        match status {
            uploads::UploadStatus::Waiting => UploadStatus::Waiting,
            uploads::UploadStatus::Checking => UploadStatus::Checking,
            uploads::UploadStatus::Review => UploadStatus::Review,
            uploads::UploadStatus::Ready => UploadStatus::Ready,
            uploads::UploadStatus::Failed => UploadStatus::Failed,
        }
    }
}
