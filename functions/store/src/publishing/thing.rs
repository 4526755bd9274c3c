//! Something that was published, whatever it is.

use aws::client::Store;
use aws::table;
use model::error::{Error, Result};
use model::ids::ProductId;
use model::keys::object::ObjectKey;
use model::kind::Kind;
use wasm_core::course::CourseCode;

use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::content::{self, Content, Details, Particulars, noun};
use crate::library::merges;
use crate::library::notes::Note;
use crate::register::Entry;

/// A note, an audio note or an album note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Thing {
    /// The PDF of a course.
    Note(Box<Note>),
    /// A recording on a shelf.
    Audio(Box<AudioNote>),
    /// The PDF of an album.
    AlbumNote(Box<AlbumNote>),
}

/// Asks whatever is in a thing.
macro_rules! ask {
    ($thing:expr, $content:ident => $answer:expr) => {
        match $thing {
            Thing::Note($content) => $answer,
            Thing::Audio($content) => $answer,
            Thing::AlbumNote($content) => $answer,
        }
    };
}

impl Thing {
    /// What the register says of it.
    #[must_use]
    pub fn entry(&self) -> Entry {
        ask!(self, content => Entry::of(content.as_ref()))
    }

    /// What people say of it.
    #[must_use]
    pub fn details(&self) -> &Details {
        ask!(self, content => content.details())
    }

    /// What people say only of things like this.
    #[must_use]
    pub fn particulars(&self) -> Particulars {
        ask!(self, content => content.particulars())
    }

    /// How often it was edited or given another file.
    #[must_use]
    pub fn version(&self) -> u32 {
        ask!(self, content => content.version())
    }

    /// How many students like it.
    #[must_use]
    pub fn likes(&self) -> u32 {
        ask!(self, content => content.likes())
    }

    /// Where its file lies.
    #[must_use]
    pub fn file_key(&self) -> &ObjectKey {
        ask!(self, content => &content.file().key)
    }

    /// Where another file of it will lie: in the same area, under the id of what brought it.
    #[must_use]
    pub fn new_file_key(&self, product: ProductId, extension: &'static str) -> ObjectKey {
        ask!(self, content => content.new_file_key(product, extension))
    }

    /// Where the picture in another file of it will lie; only a recording has one.
    #[must_use]
    pub fn new_artwork_key(&self, product: ProductId) -> Option<ObjectKey> {
        ask!(self, content => content.new_artwork_key(product))
    }
}

impl From<Note> for Thing {
    fn from(note: Note) -> Self {
        Self::Note(Box::new(note))
    }
}

impl From<AudioNote> for Thing {
    fn from(audio: AudioNote) -> Self {
        Self::Audio(Box::new(audio))
    }
}

impl From<AlbumNote> for Thing {
    fn from(note: AlbumNote) -> Self {
        Self::AlbumNote(Box::new(note))
    }
}

/// What names a thing, and the course, shelf or album that it is in, so that it is found without the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThingRef<'a> {
    /// What it is.
    pub kind: Kind,
    /// Where it belongs, as in [`Entry`].
    pub place: &'a str,
    /// Its id.
    pub id: ProductId,
}

/// One thing, sure to be the newest; `None` also for one in the trash. Found through the index, which may lag behind
/// what was published a moment ago. 2 reads.
pub async fn find(store: &Store, kind: Kind, id: ProductId) -> Result<Option<Thing>> {
    Ok(match kind {
        Kind::Note => newest::<Note>(store, id).await?.map(Thing::from),
        Kind::Audio => newest::<AudioNote>(store, id).await?.map(Thing::from),
        Kind::AlbumNote => newest::<AlbumNote>(store, id).await?.map(Thing::from),
    })
}

/// One thing in its place, sure to be the newest; `None` also for one in the trash. 1 read, not in the index; for
/// the note of a course that is not there 1 to 3 more.
///
/// # Errors
/// `Broken`, also for a place that cannot be one.
pub async fn find_at(store: &Store, ThingRef { kind, place, id }: ThingRef<'_>) -> Result<Option<Thing>> {
    Ok(match kind {
        Kind::Note => match content::find_in::<Note>(store, place, id).await? {
            Some(note) => Some(note.into()),
            None => find_moved(store, place, id).await?.map(Thing::from),
        },
        Kind::Audio => content::find_in::<AudioNote>(store, place, id).await?.map(Thing::from),
        Kind::AlbumNote => content::find_in::<AlbumNote>(store, place, id).await?.map(Thing::from),
    })
}

/// A note whose course was merged into another one.
async fn find_moved(store: &Store, place: &str, id: ProductId) -> Result<Option<Note>> {
    let Ok(course) = CourseCode::parse(place) else { return Ok(None) };
    let into = merges::resolve(store, &course).await?;
    if into == course { Ok(None) } else { content::find_in(store, into.as_str(), id).await }
}

/// One thing, sure to be the newest. 2 reads.
///
/// # Errors
/// `NotFound(Note)`, `NotFound(Audio)`, also for one in the trash.
pub async fn get(store: &Store, kind: Kind, id: ProductId) -> Result<Thing> {
    find(store, kind, id).await?.ok_or(Error::NotFound(noun(kind)))
}

/// Content by its id, read once more from the table itself, because the index may lag behind.
pub(super) async fn newest<T: Content>(store: &Store, id: ProductId) -> Result<Option<T>> {
    match content::find::<T>(store, id).await? {
        Some(listed) => table::find(store, listed.key()).await,
        None => Ok(None),
    }
}
