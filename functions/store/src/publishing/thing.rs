//! Something that was published, whatever it is.

use wasm_core::course::CourseCode;

use crate::aws::client::Store;
use crate::base::error::{Error, Noun, Result};
use crate::base::ids::ProductId;
use crate::base::kind::Kind;
use crate::keys::object::{self, ObjectKey};
use crate::keys::{self, Key};
use crate::library::albums::{self, AlbumNote};
use crate::library::audio::{self, AudioNote};
use crate::library::notes::{self, Note};
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

impl Thing {
    /// What the register says of it.
    #[must_use]
    pub fn entry(&self) -> Entry {
        match self {
            Self::Note(note) => note.as_ref().into(),
            Self::Audio(audio) => audio.as_ref().into(),
            Self::AlbumNote(note) => note.as_ref().into(),
        }
    }

    /// Title.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Self::Note(note) => &note.title,
            Self::Audio(audio) => &audio.title,
            Self::AlbumNote(note) => &note.title,
        }
    }

    /// Description, possibly empty.
    #[must_use]
    pub fn description(&self) -> &str {
        match self {
            Self::Note(note) => &note.description,
            Self::Audio(audio) => &audio.description,
            Self::AlbumNote(note) => &note.description,
        }
    }

    /// How often it was edited or given another file.
    #[must_use]
    pub fn version(&self) -> u32 {
        match self {
            Self::Note(note) => note.version,
            Self::Audio(audio) => audio.version,
            Self::AlbumNote(note) => note.version,
        }
    }

    /// How many students like it.
    #[must_use]
    pub fn likes(&self) -> u32 {
        match self {
            Self::Note(note) => note.likes,
            Self::Audio(audio) => audio.likes,
            Self::AlbumNote(note) => note.likes,
        }
    }

    /// Its file.
    #[must_use]
    pub fn file_key(&self) -> &ObjectKey {
        match self {
            Self::Note(note) => &note.file_key,
            Self::Audio(audio) => &audio.file_key,
            Self::AlbumNote(note) => &note.file_key,
        }
    }

    /// Where another file of it will lie: in the same area, under the id of what brought it.
    #[must_use]
    pub fn new_file_key(&self, product: ProductId, extension: &'static str) -> ObjectKey {
        match self {
            Self::Note(note) => object::course_note(&note.course, note.chapter, product.into()),
            Self::Audio(audio) => object::audio(audio.shelf, &audio.subject, product.into(), extension),
            Self::AlbumNote(note) => object::album_note(note.album, product.into()),
        }
    }

    /// Where the picture in another file of it will lie; only a recording has one.
    #[must_use]
    pub fn new_artwork_key(&self, product: ProductId) -> Option<ObjectKey> {
        match self {
            Self::Audio(audio) => Some(object::audio_artwork(audio.shelf, &audio.subject, product.into())),
            Self::Note(_) | Self::AlbumNote(_) => None,
        }
    }

    pub(super) fn key(&self) -> Key {
        match self {
            Self::Note(note) => keys::note::primary(&note.course, note.id),
            Self::Audio(audio) => keys::audio::primary(audio.shelf, audio.id),
            Self::AlbumNote(note) => keys::album::note(note.album, note.id),
        }
    }

    /// The same with another title and description, one version further.
    pub(super) fn edited(mut self, new_title: &str, new_description: &str) -> Self {
        let (title, description, version) = match &mut self {
            Self::Note(note) => (&mut note.title, &mut note.description, &mut note.version),
            Self::Audio(audio) => (&mut audio.title, &mut audio.description, &mut audio.version),
            Self::AlbumNote(note) => (&mut note.title, &mut note.description, &mut note.version),
        };
        new_title.clone_into(title);
        new_description.clone_into(description);
        *version += 1;
        self
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

/// What is not there when there is no such thing.
pub(super) fn noun(kind: Kind) -> Noun {
    match kind {
        Kind::Note | Kind::AlbumNote => Noun::Note,
        Kind::Audio => Noun::Audio,
    }
}

/// One thing, sure to be the newest; `None` also for one in the trash. Found through the index, which may lag behind
/// what was published a moment ago. 2 reads.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find(store: &Store, kind: Kind, id: ProductId) -> Result<Option<Thing>> {
    let listed = match kind {
        Kind::Note => notes::find(store, id.into()).await?.map(Box::new).map(Thing::Note),
        Kind::Audio => audio::find(store, id.into()).await?.map(Box::new).map(Thing::Audio),
        Kind::AlbumNote => albums::find(store, id.into()).await?.map(Box::new).map(Thing::AlbumNote),
    };
    match listed {
        Some(listed) => find_at(store, ThingRef { kind, place: &listed.entry().place, id }).await,
        None => Ok(None),
    }
}

/// One thing in its place, sure to be the newest; `None` also for one in the trash. 1 read, not in the index.
///
/// # Errors
/// `Unavailable`; `Broken`, also for a place that cannot be one.
pub async fn find_at(store: &Store, ThingRef { kind, place, id }: ThingRef<'_>) -> Result<Option<Thing>> {
    let no_place = || Error::broken(format!("there is no {kind} in '{place}'"));
    Ok(match kind {
        Kind::Note => {
            let course = CourseCode::parse(place).map_err(|_| no_place())?;
            notes::find_in_course(store, &course, id.into()).await?.map(Box::new).map(Thing::Note)
        }
        Kind::Audio => {
            let shelf = place.parse().map_err(|_| no_place())?;
            audio::find_on_shelf(store, shelf, id.into()).await?.map(Box::new).map(Thing::Audio)
        }
        Kind::AlbumNote => {
            let album = place.parse().map_err(|_| no_place())?;
            albums::find_in_album(store, album, id.into()).await?.map(Box::new).map(Thing::AlbumNote)
        }
    })
}

/// One thing, sure to be the newest. 2 reads.
///
/// # Errors
/// `NotFound(Note)`, `NotFound(Audio)`, also for one in the trash.
pub async fn get(store: &Store, kind: Kind, id: ProductId) -> Result<Thing> {
    find(store, kind, id).await?.ok_or(Error::NotFound(noun(kind)))
}
