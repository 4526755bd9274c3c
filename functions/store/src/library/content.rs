//! The parts that course notes, recordings and album notes share. Publishing, editing, replacing, deleting and
//! restoring are written once against [`Content`].

mod metadata;

use std::collections::BTreeSet;

use aws::client::Store;
use aws::codec::{Entity, decode};
use aws::expression::{Condition, absent, attribute};
use aws::table::{self, Consistency, Order};
use aws::transaction::Transaction;
use aws::write::Put;
use model::error::{Error, ResourceKind, Result};
use model::ids::{ChaptersId, ProductId, Sha256Hash, TranscriptId, UserId};
use model::keys::object::{self, ObjectKey};
use model::keys::{Key, Range};
use model::kind::ItemKind;
use model::metadata::{AudioMetadata, ListeningMetadata, PdfMetadata};
use model::timestamp::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;
use wasm_core::transcript::chapters::AudioChapter;

use crate::library::public_pictures::PublicPicture;

pub use metadata::FileMetadata;

/// The validated title and description of an item. The core validates the form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommonMetadata {
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    pub description: String,
}

impl CommonMetadata {
    /// Returns details with a title and a description.
    #[must_use]
    pub fn new(title: impl Into<String>, description: impl Into<String>) -> Self {
        Self { title: title.into(), description: description.into() }
    }
}

/// Fields that only some kinds of content have. `None` means absent, or unchanged in an edit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KindMetadata {
    /// One of `NOTE_TYPES`; course notes only.
    pub note_type: Option<String>,
    /// Chapter of the course, from 1; course notes only.
    pub chapter: Option<u32>,
    /// Subject of a recording or an album note.
    pub subject: Option<Subject>,
    /// Shelf of a recording.
    pub shelf: Option<ShelfId>,
}

/// The subject of a recording or an album note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// Subject as it is displayed.
    pub text: String,
    /// Course of the subject, if the catalogue has it.
    pub course: Option<CourseCode>,
}

/// A stored file with its metadata.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File<I> {
    /// Object key. Clients receive a signed URL instead.
    #[serde(rename = "file_key")]
    pub key: ObjectKey,
    /// File name on the uploader's device.
    #[serde(rename = "file_name")]
    pub name: String,
    /// Size in bytes.
    pub size_bytes: u64,
    /// SHA-256 of the stored file.
    pub sha256: Sha256Hash,
    /// SHA-256 of the uploaded file, if it was repaired before it was stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uploaded_sha256: Option<Sha256Hash>,
    /// Metadata of the content.
    #[serde(flatten)]
    pub media: I,
}

impl<I> File<I> {
    /// Returns the hashes of the file: as stored, and as uploaded if that differs.
    #[must_use]
    pub fn hashes(&self) -> Vec<&Sha256Hash> {
        std::iter::once(&self.sha256).chain(&self.uploaded_sha256).collect()
    }

    /// Returns true if the stored or the uploaded file has one of these hashes.
    pub(crate) fn has_one(&self, hashes: &BTreeSet<Sha256Hash>) -> bool {
        self.hashes().into_iter().any(|sha256| hashes.contains(sha256))
    }
}

/// The metadata of a PDF file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PdfFileMetadata {
    /// Number of pages.
    pub pages: u32,
    /// Other metadata of the PDF.
    pub facts: PdfMetadata,
}

/// The metadata of an audio file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordingMetadata {
    /// Media type detected from the content.
    pub content_type: String,
    /// Measured duration in whole seconds, at least 1; `None` if it could not be measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_secs: Option<u32>,
    /// Key of the embedded picture, if the file had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub artwork_key: Option<ObjectKey>,
    /// Transcript, if an administrator added one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript: Option<TranscriptId>,
    /// Id of the last change of the chapters; `None` if they are those of the audio file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chapters_id: Option<ChaptersId>,
    /// Result of preparing the recording for listening; `None` until it is prepared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listening: Option<ListeningMetadata>,
    /// Other metadata of the recording.
    pub facts: AudioMetadata,
}

/// An audio file with its waveform peaks, chapters and silences. The waveform is a separate item while the recording is published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordingFile {
    /// The audio file.
    #[serde(flatten)]
    pub file: File<RecordingMetadata>,
    /// Peaks as in `audio::Waveform`.
    #[serde(default, with = "serde_bytes")]
    pub peaks: Vec<u8>,
    /// Chapters as in `audio::Waveform`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chapters: Vec<AudioChapter>,
    /// Silences as in `audio::Waveform`.
    #[serde(default, with = "serde_bytes", skip_serializing_if = "Vec::is_empty")]
    pub silences: Vec<u8>,
}

/// A file of any content with its metadata. Used to replace a file and to keep the previous one in the trash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AnyFile {
    /// An audio file.
    Recording(RecordingFile),
    /// A PDF file.
    Pdf(File<PdfFileMetadata>),
}

impl AnyFile {
    /// Returns the object key.
    #[must_use]
    pub fn key(&self) -> &ObjectKey {
        match self {
            Self::Recording(it) => &it.file.key,
            Self::Pdf(file) => &file.key,
        }
    }

    /// Returns the file name on the uploader's device.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Recording(it) => &it.file.name,
            Self::Pdf(file) => &file.name,
        }
    }

    /// Returns the hashes of the file: as stored, and as uploaded if that differs.
    #[must_use]
    pub fn hashes(&self) -> Vec<&Sha256Hash> {
        match self {
            Self::Recording(it) => it.file.hashes(),
            Self::Pdf(file) => file.hashes(),
        }
    }

    /// Returns the size in bytes.
    #[must_use]
    pub fn size_bytes(&self) -> u64 {
        match self {
            Self::Recording(it) => it.file.size_bytes,
            Self::Pdf(file) => file.size_bytes,
        }
    }

    /// Returns the key of the embedded picture.
    #[must_use]
    pub fn artwork_key(&self) -> Option<&ObjectKey> {
        match self {
            Self::Recording(it) => it.file.media.artwork_key.as_ref(),
            Self::Pdf(_) => None,
        }
    }

    /// Returns the key of the transcript.
    #[must_use]
    pub fn transcript_key(&self) -> Option<ObjectKey> {
        match self {
            Self::Recording(it) => it.file.media.transcript.map(object::transcript),
            Self::Pdf(_) => None,
        }
    }

    /// Returns the key of the rendition for listening.
    #[must_use]
    pub fn rendition_key(&self) -> Option<ObjectKey> {
        match self {
            Self::Recording(it) => rendition_key_of(&it.file),
            Self::Pdf(_) => None,
        }
    }

    /// Returns the number of pages; `None` for a recording.
    #[must_use]
    pub fn pages(&self) -> Option<u32> {
        match self {
            Self::Recording(_) => None,
            Self::Pdf(file) => file.media.pages(),
        }
    }

    /// Deletes the file and everything derived from it. Idempotent.
    pub async fn remove(&self, store: &Store) -> Result<()> {
        match self {
            Self::Recording(it) => RecordingMetadata::remove(store, &it.file).await,
            Self::Pdf(file) => PdfFileMetadata::remove(store, file).await,
        }
    }
}

/// Returns the key of the rendition for listening, if there is one.
#[must_use]
pub fn rendition_key_of(file: &File<RecordingMetadata>) -> Option<ObjectKey> {
    let has_rendition = file.media.listening.as_ref().is_some_and(|listening| listening.rendition.is_some());
    has_rendition.then(|| object::rendition(&file.key))
}

/// A course note, a recording or an album note.
pub trait Content: Entity + Clone + Serialize + DeserializeOwned + Send + Sync {
    /// Metadata type of the file.
    type Metadata: FileMetadata;

    /// Kind of the content.
    const KIND: ItemKind;
    /// Entity name of the trash item.
    const TRASHED: &'static str;
    /// Attribute of the trash item that holds the content.
    const TRASHED_AS: &'static str;

    /// Returns the item id.
    fn id(&self) -> ProductId;

    /// Returns the title and description.
    fn details(&self) -> &CommonMetadata;

    /// Returns the title and description for editing.
    fn details_mut(&mut self) -> &mut CommonMetadata;

    /// Returns the fields that are specific to this kind.
    fn kind_metadata(&self) -> KindMetadata;

    /// Sets the given kind-specific fields. Fields that this kind does not have are ignored.
    fn set_kind_metadata(&mut self, particulars: &KindMetadata);

    /// Returns the file.
    fn file(&self) -> &File<Self::Metadata>;

    /// Returns the file for replacement.
    fn file_mut(&mut self) -> &mut File<Self::Metadata>;

    /// Returns the number of likes.
    fn likes(&self) -> u32;

    /// Returns the number of edits and file replacements, used for conditional writes.
    fn version(&self) -> u32;

    /// Returns the version for an update.
    fn version_mut(&mut self) -> &mut u32;

    /// Returns the uploader.
    fn uploader(&self) -> &UserId;

    /// Returns the name of the uploader at the time of the upload.
    fn uploader_name(&self) -> &str;

    /// Returns the upload time.
    fn uploaded_at(&self) -> Timestamp;

    /// Returns the part of the collection as it is displayed: a chapter (`Chapter 4`) or a subject (`CS 246`).
    fn part(&self) -> String;

    /// Returns the object key for a replacement file, in the same area and named after `product`.
    fn new_file_key(&self, product: ProductId, extension: &'static str) -> ObjectKey;

    /// Returns the object key for the picture of a replacement file. Only recordings have one.
    fn new_artwork_key(&self, _product: ProductId) -> Option<ObjectKey> {
        None
    }

    /// Returns the file with all its metadata. Cost: 1 read for a recording.
    fn file_with_metadata(&self, store: &Store) -> impl Future<Output = Result<AnyFile>> + Send;

    /// Returns the course, shelf or album that contains the item.
    fn place(&self) -> &str;

    /// Returns the key of the item.
    fn key(&self) -> Key;

    /// Returns the key of the index entry.
    fn index_key(&self) -> Key;

    /// Returns the index range that finds the item by its id alone.
    fn by_id(id: ProductId) -> Range;

    /// Returns the key of an item in a collection.
    ///
    /// # Errors
    /// `Broken` when the collection is invalid.
    fn key_in(place: &str, id: ProductId) -> Result<Key>;

    /// Returns the key of the item in the trash.
    fn trash_key(id: ProductId) -> Key;

    /// Adds the writes that count the item in its collection to the transaction that publishes or restores it. The
    /// write to the collection is named `place`.
    fn count_in(&self, transaction: &mut Transaction);

    /// Adds the writes that stop counting the item in its collection to the transaction that removes it. The write to
    /// the collection is named `place`.
    fn count_out(&self, transaction: &mut Transaction);

    /// Adds the writes that count a moved item in its new collection instead of the previous one to the transaction
    /// that moves it.
    fn count_moved(&self, before: &Self, transaction: &mut Transaction) {
        before.count_out(transaction);
        self.count_in(transaction);
    }

    /// Like [`Content::enter`], for the first publication.
    fn publish(&self, transaction: &mut Transaction) {
        self.count_in(transaction);
    }

    /// Copies the picture of `before` to a replacement file that has none. The original stays with the old file in the
    /// trash. Reconciliation deletes a copy that is not used. Cost: 2 requests for a recording with a picture.
    ///
    /// # Errors
    /// `NotFound(File)` if the picture of `before` was deleted.
    fn copy_picture(
        &mut self,
        _store: &Store,
        _before: &Self,
        _product: ProductId,
    ) -> impl Future<Output = Result<()>> + Send {
        std::future::ready(Ok(()))
    }

    /// Adds further changes to the transaction that replaces the file.
    fn replace(&self, _before: &Self, _file: &AnyFile, _transaction: &mut Transaction) {}

    /// Moves the item to the target of its merged collection. Returns false if the collection was not merged. Cost: 1
    /// to 2 reads.
    fn follow_merge(&mut self, _store: &Store) -> impl Future<Output = Result<bool>> + Send {
        std::future::ready(Ok(false))
    }

    /// Adds further changes to the transaction that edits the item.
    fn on_edit(&self, _before: &Self, _transaction: &mut Transaction) {}

    /// Returns a further condition for the item being unchanged since it was read.
    fn unchanged_condition(&self) -> Option<Condition> {
        None
    }

    /// Returns the public pictures of the item.
    fn public_pictures(&self) -> Vec<PublicPicture> {
        Self::Metadata::public_pictures(self.file())
    }

    /// Returns the keys of all files of the item. Some of them may not exist.
    fn object_keys(&self) -> Vec<ObjectKey> {
        Self::Metadata::object_keys(self.file())
    }

    /// Deletes all files of a purged item. Idempotent.
    fn remove_files(&self, store: &Store) -> impl Future<Output = Result<()>> + Send {
        Self::Metadata::remove(store, self.file())
    }
}

/// Returns an item by its id alone. Cost: 1 index read; an item published a moment ago may be missing.
pub async fn find<T: Content>(store: &Store, id: ProductId) -> Result<Option<T>> {
    let slice = table::query(store, &T::by_id(id), Order::Ascending, Consistency::Eventual, Some(1), None).await?;
    slice.items.into_iter().next().map(decode).transpose()
}

/// Returns an item by its id alone. Cost: 1 index read.
///
/// # Errors
/// `NotFound(Note)`, `NotFound(Audio)`, also for an item in the trash.
pub async fn get<T: Content>(store: &Store, id: ProductId) -> Result<T> {
    find(store, id).await?.ok_or(Error::NotFound(resource_kind(T::KIND)))
}

/// Returns an item of a known collection with a consistent read. Cost: 1 read.
///
/// # Errors
/// `Broken`, also for an invalid collection.
pub async fn find_in<T: Content>(store: &Store, place: &str, id: ProductId) -> Result<Option<T>> {
    table::find(store, T::key_in(place, id)?).await
}

/// Returns the noun that a not-found error names for this kind.
#[must_use]
pub fn resource_kind(kind: ItemKind) -> ResourceKind {
    match kind {
        ItemKind::Note | ItemKind::AlbumNote => ResourceKind::Note,
        ItemKind::Audio => ResourceKind::Audio,
    }
}

/// Returns the write that publishes an item. Condition: it does not exist.
pub(crate) fn put_new<T: Content>(content: &T) -> Put {
    Put::of(content, content.key()).with_index_key(content.index_key()).when(absent())
}

/// Returns the condition that a published item has the version that was read.
pub(crate) fn has_version(version: u32) -> Condition {
    attribute("version").is(version)
}
