//! The library: what there is to find beside courses. Its format is described in the parent module.

use std::fmt;

use super::CatalogueError::{self, Damaged};
use super::format::LIBRARY_MAGIC;
use super::index::Index;
use super::packed::Packer;
use super::reader::File;
use super::writer::{Vocabulary, framed, places_in};
use crate::album::AlbumId;
use crate::course::CourseCode;
use crate::order::{as_u32, sorted};
use crate::shelf::ShelfId;
use crate::text::for_each_token;

/// A library file that was found whole. Like a catalogue it is read where it lies.
#[derive(Debug)]
pub struct Library {
    file: File,
}

/// Where a thing belongs, which also says what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A recording on this shelf.
    Shelf(ShelfId),
    /// A note in this album.
    Album(AlbumId),
    /// A playlist that its owner shows to everybody.
    Playlists,
}

/// One thing of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryRecord {
    /// Where it belongs.
    pub place: Place,
    /// Its id, which is its own among the things of its kind.
    pub id: String,
    /// Title, or the name of a playlist.
    pub title: String,
    /// Subject, as it is shown; empty for a playlist.
    pub subject: String,
    /// Seconds of a recording, 0 when that is not known; pages of a note; recordings in a playlist.
    pub size: u32,
    /// How many students like it.
    pub likes: u32,
}

impl Place {
    /// How many kinds of things there are.
    pub(crate) const KINDS: usize = 3;

    /// What its things are: 0 for recordings, 1 for notes of albums, 2 for playlists.
    #[must_use]
    pub fn kind(self) -> u8 {
        match self {
            Self::Shelf(_) => 0,
            Self::Album(_) => 1,
            Self::Playlists => 2,
        }
    }

    /// Its name in addresses; empty for playlists.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Shelf(shelf) => shelf.as_str(),
            Self::Album(album) => album.as_str(),
            Self::Playlists => "",
        }
    }

    fn all() -> impl Iterator<Item = Self> {
        let shelves = ShelfId::ALL.into_iter().map(Self::Shelf);
        shelves.chain(AlbumId::ALL.into_iter().map(Self::Album)).chain([Self::Playlists])
    }

    fn number(self) -> u32 {
        as_u32(Self::all().take_while(|place| *place != self).count())
    }

    pub(crate) fn of_number(number: u32) -> Option<Self> {
        Self::all().nth(number as usize)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl LibraryRecord {
    /// Kind and id, which no other thing has.
    fn key(&self) -> String {
        format!("{}{}", self.place.kind(), self.id)
    }
}

impl Library {
    /// Checks a library file and takes it over.
    ///
    /// # Errors
    /// [`CatalogueError`] when the bytes are not a whole, undamaged library of this version.
    pub fn read(file: Vec<u8>) -> Result<Self, CatalogueError> {
        Ok(Self { file: File::read(file, LIBRARY_MAGIC)? })
    }

    pub(crate) fn index(&self) -> Index<'_> {
        self.file.index()
    }

    /// How many things there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.index().len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The library as a file. The same things give the same bytes in whatever order they come; of two records of one thing
/// the one with more likes is kept.
#[must_use]
pub fn encode_library(records: &[LibraryRecord]) -> Vec<u8> {
    let things = in_order(records);
    let keys: Vec<String> = things.iter().map(|thing| thing.key()).collect();
    let words = Vocabulary::of(things.len(), |each| {
        let mut buffer = String::new();
        for (number, thing) in things.iter().enumerate() {
            for text in [&thing.title, &thing.subject] {
                for_each_token(text, &mut buffer, |word| each(number, word));
            }
            if let Ok(course) = CourseCode::parse(&thing.subject) {
                each(number, &course.as_str().to_ascii_lowercase());
            }
        }
    });
    let by_key = sorted(keys.len(), &|a, b| keys[a].cmp(&keys[b]));
    let column = |of: &dyn Fn(&LibraryRecord) -> u32| things.iter().map(|thing| of(thing)).collect::<Vec<_>>();
    let none = vec![0; things.len()];

    let mut file = Packer::default();
    // The order of these lists is the order in which `Index::new` takes them.
    file.texts(things.iter().map(|thing| thing.title.as_str()));
    file.texts(things.iter().map(|thing| thing.subject.as_str()));
    file.numbers(&column(&|thing| thing.likes));
    file.numbers(&column(&|thing| thing.size));
    file.numbers(&column(&|thing| thing.place.number()));
    file.numbers(&column(&|thing| as_u32(thing.title.chars().count())));
    file.lists(&words.of_texts);
    file.numbers(&places_in(&by_key));
    file.numbers(&none);
    file.numbers(&none);
    file.texts(words.terms.iter().map(String::as_str));
    file.lists(&words.texts_of());
    file.texts(std::iter::empty());
    file.numbers(&[0]);
    file.texts(std::iter::empty());
    file.lists(&[]);
    file.texts(by_key.iter().map(|thing| keys[*thing as usize].as_str()));
    file.numbers(&by_key);
    framed(LIBRARY_MAGIC, &file.finish())
}

/// The things in their order: by kind, most liked first, then newest first, since later ids are greater.
fn in_order(records: &[LibraryRecord]) -> Vec<&LibraryRecord> {
    let mut things: Vec<&LibraryRecord> = records.iter().collect();
    let texts = |a: &LibraryRecord, b: &LibraryRecord| (&a.title, &a.subject).cmp(&(&b.title, &b.subject));
    things.sort_by(|a, b| {
        let by_identity = (a.place.kind(), &a.id).cmp(&(b.place.kind(), &b.id)).then(b.likes.cmp(&a.likes));
        by_identity.then_with(|| (a.place, a.size).cmp(&(b.place, b.size))).then_with(|| texts(a, b))
    });
    things.dedup_by(|a, b| a.place.kind() == b.place.kind() && a.id == b.id);
    things.sort_by(|a, b| (a.place.kind(), b.likes, &b.id).cmp(&(b.place.kind(), a.likes, &a.id)));
    things
}

/// The things of a library file, by kind and id.
///
/// # Errors
/// [`CatalogueError`] when the bytes are not a whole, undamaged library of this version.
pub fn decode_library(file: &[u8]) -> Result<Vec<LibraryRecord>, CatalogueError> {
    let library = Library::read(file.to_vec())?;
    let index = library.index();
    let mut records: Vec<LibraryRecord> = Vec::new();
    let mut previous = "";
    for thing in index.by_code() {
        let (key, (place, size, likes)) = (index.key(thing), index.facts(thing));
        let place = Place::of_number(place).ok_or(Damaged)?;
        let id = key.strip_prefix(char::from(b'0' + place.kind())).ok_or(Damaged)?;
        // What is read here is written again: it must be what the writer can have written.
        if key <= previous {
            return Err(Damaged);
        }
        previous = key;
        let (title, subject) = (index.title(thing).to_owned(), index.subject(thing).to_owned());
        records.push(LibraryRecord { place, id: id.to_owned(), title, subject, size, likes });
    }
    Ok(records)
}
