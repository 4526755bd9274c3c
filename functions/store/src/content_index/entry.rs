//! An entry of the content index.

use aws::codec::Entity;
use model::ids::{ProductId, Sha256Hash, UserId};
use model::kind::ItemKind;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::accessibility::AccessibilityReport;

use crate::library::content::{Content, FileMetadata as _};

/// The content index entry of one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexEntry {
    /// Kind of the item.
    pub kind: ItemKind,
    /// Id of the item.
    pub id: ProductId,
    /// Title.
    pub title: String,
    /// Collection: a course code (`CS246`), a shelf (`deep-dive`) or an album (`cram`).
    pub place: String,
    /// Part of the collection as it is displayed: a chapter (`Chapter 4`) or a subject (`CS 246`). Possibly empty.
    pub part: String,
    /// File name on the uploader's device.
    pub file_name: String,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// SHA-256 of the stored file.
    pub sha256: Sha256Hash,
    /// SHA-256 of the uploaded file, if it was repaired before it was stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uploaded_sha256: Option<Sha256Hash>,
    /// User who uploaded the item.
    pub uploader: UserId,
    /// Name of the uploader at the time of the upload.
    pub uploader_name: String,
    /// Upload time.
    pub uploaded_at: Timestamp,
    /// Accessibility report of a note. `None` if the file has not been checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accessibility: Option<AccessibilityReport>,
}

impl Entity for IndexEntry {
    const ENTITY: &'static str = "content_entry";
}

impl IndexEntry {
    /// Returns the entry of an item.
    pub fn of<T: Content>(content: &T) -> Self {
        let file = content.file();
        Self {
            kind: T::KIND,
            id: content.id(),
            title: content.details().title.clone(),
            place: content.place().to_owned(),
            part: content.part(),
            file_name: file.name.clone(),
            bytes: file.size_bytes,
            sha256: file.sha256.clone(),
            uploaded_sha256: file.uploaded_sha256.clone(),
            uploader: content.uploader().clone(),
            uploader_name: content.uploader_name().to_owned(),
            uploaded_at: content.uploaded_at(),
            accessibility: file.media.accessibility().cloned(),
        }
    }

    /// Returns the hashes of the file: as stored, and as uploaded if that differs.
    pub(crate) fn hashes(&self) -> impl Iterator<Item = &Sha256Hash> {
        std::iter::once(&self.sha256).chain(&self.uploaded_sha256)
    }

    /// Returns true if the stored or uploaded file has this hash.
    #[must_use]
    pub fn has_file(&self, sha256: &Sha256Hash) -> bool {
        self.hashes().any(|hash| hash == sha256)
    }
}
