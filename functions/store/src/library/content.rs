//! What notes of courses, recordings and notes of albums have in common. What is published, edited, replaced, deleted and
//! restored is written once for all three, against [`Content`].

mod inside;

use aws::client::Store;
use aws::codec::{Entity, decode};
use aws::expression::{Condition, absent, attribute, exists};
use aws::table::{self, Consistency, Order};
use aws::transaction::Transaction;
use aws::write::Put;
use model::error::{Error, Noun, Result};
use model::facts::{AudioFacts, PdfFacts};
use model::ids::{ProductId, Sha256Hash, UserId};
use model::keys::object::ObjectKey;
use model::keys::{Key, Range};
use model::kind::Kind;
use model::timestamp::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;

use crate::library::open_pictures::OpenPicture;

pub use inside::Inside;

/// What people say of something that is published, validated. A form of the core checks it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    #[serde(default)]
    pub description: String,
}

impl Details {
    /// A title and a description, and nothing else.
    #[must_use]
    pub fn new(title: impl Into<String>, description: impl Into<String>) -> Self {
        Self { title: title.into(), description: description.into() }
    }
}

/// What people say of some content and not of other: `None` is not said, or stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Particulars {
    /// One of `NOTE_TYPES`, of a course note.
    pub note_type: Option<String>,
    /// Chapter of the course, from 1, of a course note.
    pub chapter: Option<u32>,
    /// What a recording or an album note is about.
    pub subject: Option<Subject>,
}

/// What a recording or an album note is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// As it is shown.
    pub text: String,
    /// The course that it is, if it is one of ours.
    pub course: Option<CourseCode>,
}

/// What was found in a file, and where it lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File<I> {
    /// Where it lies. Never sent to anybody: a signed address is.
    #[serde(rename = "file_key")]
    pub key: ObjectKey,
    /// Its name as it was on the uploader's disk.
    #[serde(rename = "file_name")]
    pub name: String,
    /// Its size, in bytes.
    pub size_bytes: u64,
    /// Its SHA-256.
    pub sha256: Sha256Hash,
    /// SHA-256 of what was uploaded, if that was repaired before it was stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uploaded_sha256: Option<Sha256Hash>,
    /// What is in it.
    #[serde(flatten)]
    pub inside: I,
}

/// What is in a PDF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pdf {
    /// Number of pages.
    pub pages: u32,
    /// What else is known of it.
    #[serde(default)]
    pub facts: PdfFacts,
}

/// What is in a recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    /// Media type, by the content of the file.
    pub content_type: String,
    /// How long it is, in whole seconds, at least 1; measured by us. `None` when that could not be found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_secs: Option<u32>,
    /// The picture that was in the file; `None` when there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub artwork_key: Option<ObjectKey>,
    /// What else is known of it.
    #[serde(default)]
    pub facts: AudioFacts,
}

/// A recording and the peaks of its waveform, which is an item of its own while the recording can be heard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordingFile {
    /// The file.
    #[serde(flatten)]
    pub file: File<Recording>,
    /// The peaks, as in `audio::Waveform`.
    #[serde(default, with = "serde_bytes")]
    pub peaks: Vec<u8>,
}

/// A file of any content, with all that is known of it: what another file is replaced with, and what the trash keeps of the
/// one before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AnyFile {
    /// A recording.
    Recording(RecordingFile),
    /// A PDF.
    Pdf(File<Pdf>),
}

impl AnyFile {
    /// Where it lies.
    #[must_use]
    pub fn key(&self) -> &ObjectKey {
        match self {
            Self::Recording(it) => &it.file.key,
            Self::Pdf(file) => &file.key,
        }
    }

    /// Its name as it was on the uploader's disk.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Recording(it) => &it.file.name,
            Self::Pdf(file) => &file.name,
        }
    }

    /// Its size, in bytes.
    #[must_use]
    pub fn size_bytes(&self) -> u64 {
        match self {
            Self::Recording(it) => it.file.size_bytes,
            Self::Pdf(file) => file.size_bytes,
        }
    }

    /// The picture that was in it.
    #[must_use]
    pub fn artwork_key(&self) -> Option<&ObjectKey> {
        match self {
            Self::Recording(it) => it.file.inside.artwork_key.as_ref(),
            Self::Pdf(_) => None,
        }
    }

    /// Number of pages, for what has pages.
    #[must_use]
    pub fn pages(&self) -> Option<u32> {
        match self {
            Self::Recording(_) => None,
            Self::Pdf(file) => file.inside.pages(),
        }
    }

    /// Removes it, and what was made of it. Done again it changes nothing.
    pub async fn remove(&self, store: &Store) -> Result<()> {
        match self {
            Self::Recording(it) => Recording::remove(store, &it.file).await,
            Self::Pdf(file) => Pdf::remove(store, file).await,
        }
    }
}

/// A note of a course, a recording or a note of an album.
pub trait Content: Entity + Clone + Serialize + DeserializeOwned + Send + Sync {
    /// What its file is.
    type Inside: Inside;

    /// Which of the three.
    const KIND: Kind;
    /// Entity of its item in the trash.
    const TRASHED: &'static str;
    /// Attribute of that item which holds it.
    const TRASHED_AS: &'static str;

    /// Its id.
    fn id(&self) -> ProductId;

    /// What people say of it.
    fn details(&self) -> &Details;

    /// The same, to be changed.
    fn details_mut(&mut self) -> &mut Details;

    /// What people say only of content like this.
    fn particulars(&self) -> Particulars;

    /// Changes those of them that are given; what content like this does not have is ignored.
    fn set_particulars(&mut self, particulars: &Particulars);

    /// Its file.
    fn file(&self) -> &File<Self::Inside>;

    /// The same, to be replaced.
    fn file_mut(&mut self) -> &mut File<Self::Inside>;

    /// How many students like it.
    fn likes(&self) -> u32;

    /// How often it was edited or given another file: who edits names the version they saw.
    fn version(&self) -> u32;

    /// The same, to be changed.
    fn version_mut(&mut self) -> &mut u32;

    /// Who uploaded it.
    fn uploader(&self) -> &UserId;

    /// The name that was shown for the uploader then.
    fn uploader_name(&self) -> &str;

    /// When it was uploaded.
    fn uploaded_at(&self) -> Timestamp;

    /// Where in its place it is, as it is shown: a chapter (`Chapter 4`) or a subject (`CS 246`).
    fn part(&self) -> String;

    /// Where another file of it will lie: in the same area, under the id of what brought it.
    fn new_file_key(&self, product: ProductId, extension: &'static str) -> ObjectKey;

    /// Where the picture in another file of it will lie; only a recording has one.
    fn new_artwork_key(&self, _product: ProductId) -> Option<ObjectKey> {
        None
    }

    /// Its file with all that is known of it. A recording: 1 read.
    fn any_file(&self, store: &Store) -> impl Future<Output = Result<AnyFile>> + Send;

    /// The course, shelf or album that it is in.
    fn place(&self) -> &str;

    /// Key of its item.
    fn key(&self) -> Key;

    /// Key of its entry in the index.
    fn index_key(&self) -> Key;

    /// Where it is found by its id alone, in the index.
    fn by_id(id: ProductId) -> Range;

    /// Key of what has this id in this place.
    ///
    /// # Errors
    /// `Broken` when there can be no such place.
    fn key_in(place: &str, id: ProductId) -> Result<Key>;

    /// Key of its item in the trash.
    fn trash_key(id: ProductId) -> Key;

    /// Adds to the transaction that publishes or restores it what counts it in the place it is in, as `place`.
    fn enter(&self, transaction: &mut Transaction);

    /// Adds to the transaction that takes it away what counts it there no more, as `place`.
    fn leave(&self, transaction: &mut Transaction);

    /// The same as [`Content::enter`] for the first time.
    fn publish(&self, transaction: &mut Transaction) {
        self.enter(transaction);
    }

    /// Adds to the transaction that gives it another file what changes besides.
    fn replace(&self, _before: &Self, _file: &AnyFile, _transaction: &mut Transaction) {}

    /// Goes to the place that its own leads to, when that is gone because it was merged into another one. `false` when it
    /// stays. 1 to 2 reads.
    fn follow_place(&mut self, _store: &Store) -> impl Future<Output = Result<bool>> + Send {
        std::future::ready(Ok(false))
    }

    /// Adds to the transaction that edits it what changes besides.
    fn edited(&self, _before: &Self, _transaction: &mut Transaction) {}

    /// What must hold besides for what is as it was read.
    fn same(&self) -> Option<Condition> {
        None
    }

    /// Its pictures that everybody may see.
    fn open_pictures(&self) -> Vec<OpenPicture> {
        Self::Inside::open_pictures(self.file())
    }

    /// Removes what belongs to it when it is gone for good. Done again it changes nothing.
    fn remove_files(&self, store: &Store) -> impl Future<Output = Result<()>> + Send {
        Self::Inside::remove(store, self.file())
    }
}

/// Something by its id alone. 1 read in the index: what was published a moment ago may not be found yet.
pub async fn find<T: Content>(store: &Store, id: ProductId) -> Result<Option<T>> {
    let slice = table::query(store, &T::by_id(id), Order::Ascending, Consistency::Eventual, Some(1), None).await?;
    slice.items.into_iter().next().map(decode).transpose()
}

/// Something by its id alone. 1 read in the index.
///
/// # Errors
/// `NotFound(Note)`, `NotFound(Audio)`, also for what is in the trash.
pub async fn get<T: Content>(store: &Store, id: ProductId) -> Result<T> {
    find(store, id).await?.ok_or(Error::NotFound(noun(T::KIND)))
}

/// Something of which the place is known, sure to be the newest. 1 read.
///
/// # Errors
/// `Broken`, also for a place that cannot be one.
pub async fn find_in<T: Content>(store: &Store, place: &str, id: ProductId) -> Result<Option<T>> {
    table::find(store, T::key_in(place, id)?).await
}

/// What is not there when there is no such content.
#[must_use]
pub fn noun(kind: Kind) -> Noun {
    match kind {
        Kind::Note | Kind::AlbumNote => Noun::Note,
        Kind::Audio => Noun::Audio,
    }
}

/// The write that makes it visible. Condition: it is not there.
pub(crate) fn put<T: Content>(content: &T) -> Put {
    Put::of(content, content.key()).listed(content.index_key()).when(absent())
}

/// The condition that something visible has the version that was read. What is older than versions is in version 0.
pub(crate) fn has_version(version: u32) -> Condition {
    let attribute = attribute("version");
    exists().and(if version == 0 { attribute.is_or_absent(version) } else { attribute.is(version) })
}
