//! The register: one entry for each note, audio note and album note that people can see, whatever it is, so that an
//! administrator finds everything in one list. Beside it the counter of how much there is.
//!
//! Both move in the transaction of the fact. Whoever publishes or restores calls [`add`], whoever moves to the trash
//! [`remove`], and whoever edits or replaces a file [`change`], on the very [`Transaction`] that does it. None of the
//! three has a condition, so they never are why it is refused. A kind takes part by turning into an [`Entry`].

mod edit;
pub mod file;
mod list;
mod rebuild;
pub mod same_file;
pub mod storage;
mod thing;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::audio::AudioNote;
use crate::client::Store;
use crate::codec::{Entity, encode};
use crate::error::Result;
use crate::ids::{IdError, ProductId, Sha256Hash, UserId};
use crate::keys;
use crate::notes::Note;
use crate::table::{self, Transaction};
use crate::timestamp::Timestamp;

pub use edit::{Changed, Edit, edit};
pub use list::{Filter, list};
pub use rebuild::{Rebuilt, rebuild};
pub use thing::{Thing, ThingRef, find, find_at, get};

/// What a thing is. Written as `note`, `audio` and `albumNote`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// The PDF of a course.
    Note,
    /// A recording on a shelf.
    Audio,
    /// The PDF of an album.
    AlbumNote,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Note, Self::Audio, Self::AlbumNote];

    /// Its name in addresses and in what is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Audio => "audio",
            Self::AlbumNote => "albumNote",
        }
    }

    /// Its name in keys.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Note => "NOTE",
            Self::Audio => "AUDIO",
            Self::AlbumNote => "ALBUM",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Kind {
    type Err = IdError;

    fn from_str(text: &str) -> std::result::Result<Self, IdError> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or(IdError("kind of content"))
    }
}

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

/// Adds to the transaction that publishes or restores a thing: its entry, one more of its kind, and
/// that it has its file. 3 writes, 1 in the index.
pub(crate) fn add(store: &Store, transaction: &mut Transaction, entry: &Entry) -> Result<()> {
    put(store, transaction, entry)?;
    transaction.update("storage", storage::count(store, entry.kind, 1, signed(entry.bytes))?);
    same_file::add(store, transaction, entry)
}

/// Adds to the transaction that moves a thing to the trash: no entry any more, one less of its kind, and
/// that it has its file no more. 3 writes, 1 in the index.
pub(crate) fn remove(store: &Store, transaction: &mut Transaction, entry: &Entry) -> Result<()> {
    let delete = table::delete(store, keys::content::primary(entry.kind, entry.id));
    transaction.delete("register", delete.build().map_err(table::build_error)?);
    transaction.update("storage", storage::count(store, entry.kind, -1, -signed(entry.bytes))?);
    same_file::remove(store, transaction, entry)
}

/// Adds to the transaction that edits a thing or replaces its file: the entry as it is now, and what it uses more or
/// less. 2 writes, with another file 4; 1 in the index.
pub(crate) fn change(store: &Store, transaction: &mut Transaction, before: &Entry, after: &Entry) -> Result<()> {
    put(store, transaction, after)?;
    // Nothing more or less moves the counter as well: whoever makes the register again sees by it that it changed.
    let more = signed(after.bytes) - signed(before.bytes);
    transaction.update("storage", storage::count(store, after.kind, 0, more)?);
    same_file::change(store, transaction, before, after)
}

fn put(store: &Store, transaction: &mut Transaction, entry: &Entry) -> Result<()> {
    let key = keys::content::primary(entry.kind, entry.id);
    let item = encode(entry, key, Some(keys::content::listed(entry.id)))?;
    transaction.put("register", table::put(store, item).build().map_err(table::build_error)?);
    Ok(())
}

/// The condition that a note or audio note is in the version that was read, `:version`. One from before there were
/// versions is in version 0.
pub(crate) fn same_version(version: u32) -> &'static str {
    if version == 0 { "(attribute_not_exists(version) OR version = :version)" } else { "version = :version" }
}

fn signed(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}
