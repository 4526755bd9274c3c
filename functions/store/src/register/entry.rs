//! What the register says of one thing, whatever it is.

use aws::codec::Entity;
use model::ids::{ProductId, Sha256Hash, UserId};
use model::kind::Kind;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

use crate::library::content::Content;

/// What the register says of one thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// What it is.
    pub kind: Kind,
    /// Its id: that of the note or audio note.
    pub id: ProductId,
    /// Title.
    pub title: String,
    /// Where it belongs: a course code (`CS246`), a shelf (`deep-dive`) or an album (`cram`).
    pub place: String,
    /// Where in there, as it is shown: a chapter (`Chapter 4`) or a subject (`CS 246`). Possibly empty.
    #[serde(default)]
    pub part: String,
    /// Name of the file as it was on the uploader's disk.
    pub file_name: String,
    /// Size of the file, in bytes.
    pub bytes: u64,
    /// SHA-256 of the file; `None` in an entry from before the register knew it, until it is made anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<Sha256Hash>,
    /// SHA-256 of what was uploaded, if that was repaired before it was stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uploaded_sha256: Option<Sha256Hash>,
    /// Who uploaded it.
    pub uploader: UserId,
    /// The name that was shown for the uploader then.
    pub uploader_name: String,
    /// When it was uploaded.
    pub uploaded_at: Timestamp,
}

impl Entity for Entry {
    const ENTITY: &'static str = "content_entry";
    const SCHEMA: u32 = 1;
}

impl Entry {
    /// What the register says of some content.
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
            sha256: Some(file.sha256.clone()),
            uploaded_sha256: file.uploaded_sha256.clone(),
            uploader: content.uploader().clone(),
            uploader_name: content.uploader_name().to_owned(),
            uploaded_at: content.uploaded_at(),
        }
    }

    /// The hashes of its file: as it is stored, and as it was uploaded if that is another one.
    pub(super) fn hashes(&self) -> impl Iterator<Item = &Sha256Hash> {
        self.sha256.iter().chain(&self.uploaded_sha256)
    }

    /// Whether its file has this hash, as it is stored or as it was uploaded.
    #[must_use]
    pub fn has_file(&self, sha256: &Sha256Hash) -> bool {
        self.hashes().any(|hash| hash == sha256)
    }
}
