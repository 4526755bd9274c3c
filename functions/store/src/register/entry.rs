//! What the register says of one thing, whatever it is.

use serde::{Deserialize, Serialize};

use crate::aws::codec::Entity;
use crate::base::ids::{ProductId, Sha256Hash, UserId};
use crate::base::kind::Kind;
use crate::base::timestamp::Timestamp;
use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::notes::Note;

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

impl From<&Note> for Entry {
    fn from(note: &Note) -> Self {
        Self {
            kind: Kind::Note,
            id: ProductId::from(note.id.ulid()),
            title: note.title.clone(),
            place: note.course.as_str().to_owned(),
            part: format!("Chapter {}", note.chapter),
            file_name: note.file_name.clone(),
            bytes: note.size_bytes,
            sha256: Some(note.sha256.clone()),
            uploader: note.uploader.clone(),
            uploader_name: note.uploader_name.clone(),
            uploaded_at: note.uploaded_at,
        }
    }
}

impl From<&AudioNote> for Entry {
    fn from(audio: &AudioNote) -> Self {
        Self {
            kind: Kind::Audio,
            id: ProductId::from(audio.id.ulid()),
            title: audio.title.clone(),
            place: audio.shelf.as_str().to_owned(),
            part: audio.subject.clone(),
            file_name: audio.file_name.clone(),
            bytes: audio.size_bytes,
            sha256: Some(audio.sha256.clone()),
            uploader: audio.uploader.clone(),
            uploader_name: audio.uploader_name.clone(),
            uploaded_at: audio.uploaded_at,
        }
    }
}

impl From<&AlbumNote> for Entry {
    fn from(note: &AlbumNote) -> Self {
        Self {
            kind: Kind::AlbumNote,
            id: ProductId::from(note.id.ulid()),
            title: note.title.clone(),
            place: note.album.as_str().to_owned(),
            part: note.subject.clone(),
            file_name: note.file_name.clone(),
            bytes: note.size_bytes,
            sha256: Some(note.sha256.clone()),
            uploader: note.uploader.clone(),
            uploader_name: note.uploader_name.clone(),
            uploaded_at: note.uploaded_at,
        }
    }
}
