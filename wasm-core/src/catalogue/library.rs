//! The library: searchable items other than courses. The parent module describes its format.

use std::borrow::Cow;
use std::fmt;

use super::CatalogueError::{self, Damaged};
use super::format::LIBRARY_MAGIC;
use super::index::Index;
use super::packed_array::PackedWriter;
use super::reader::File;
use super::writer::{InvertedIndexBuilder, inverse_permutation, with_header};
use crate::album::AlbumId;
use crate::course::CourseCode;
use crate::index_sort::{sort_indices, to_u32};
use crate::shelf::ShelfId;
use crate::text::for_each_token;

/// A validated library file. Like a catalogue, it is read in place.
#[derive(Debug)]
pub struct SearchItems {
    file: File,
}

/// The collection of an item, which also determines its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SearchCollection {
    /// A recording on this shelf.
    Shelf(ShelfId),
    /// A note in this album.
    Album(AlbumId),
    /// A public playlist.
    Playlists,
    /// A note of this course. Only members may find these notes, so they are in a file of their own.
    Course(CourseCode),
}

/// One item of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchItem {
    /// Collection of the item.
    pub place: SearchCollection,
    /// Id, unique within the kind.
    pub id: String,
    /// Title, or the name of a playlist.
    pub title: String,
    /// Subject as displayed; empty for a playlist. For a course note it is the course: `CS 246`.
    pub subject: String,
    /// Seconds of a recording, 0 if unknown; pages of a note; recordings in a playlist.
    pub size: u32,
    /// Number of likes.
    pub likes: u32,
}

impl SearchCollection {
    /// Number of kinds of items.
    pub(crate) const KIND_COUNT: usize = 4;

    /// Returns the kind of the items: 0 for recordings, 1 for album notes, 2 for playlists, 3 for course notes.
    #[must_use]
    pub fn kind(self) -> u8 {
        match self {
            Self::Shelf(_) => 0,
            Self::Album(_) => 1,
            Self::Playlists => 2,
            Self::Course(_) => 3,
        }
    }

    /// Whether only members may find the items.
    #[must_use]
    pub fn is_for_members(self) -> bool {
        matches!(self, Self::Course(_))
    }

    /// Returns the name used in URLs, for a course its code; empty for playlists.
    #[must_use]
    pub fn url_name(self) -> Cow<'static, str> {
        match self {
            Self::Shelf(shelf) => Cow::Borrowed(shelf.as_str()),
            Self::Album(album) => Cow::Borrowed(album.as_str()),
            Self::Playlists => Cow::Borrowed(""),
            Self::Course(code) => Cow::Owned(code.as_str().to_owned()),
        }
    }

    /// Returns all collections except courses, in the order of their numbers. All courses share the next number.
    fn all() -> impl Iterator<Item = Self> {
        let shelves = ShelfId::ALL.into_iter().map(Self::Shelf);
        shelves.chain(AlbumId::ALL.into_iter().map(Self::Album)).chain([Self::Playlists])
    }

    fn number(self) -> u32 {
        to_u32(Self::all().take_while(|place| *place != self).count())
    }

    /// Returns the collection with this number. If it is the number of courses, the subject names the course.
    pub(crate) fn from_number(number: u32, subject: &str) -> Option<Self> {
        let number = number as usize;
        if number == Self::all().count() {
            return CourseCode::parse(subject).ok().map(Self::Course);
        }
        Self::all().nth(number)
    }
}

impl fmt::Display for SearchCollection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.url_name())
    }
}

impl SearchItem {
    /// Returns the kind and id, which are unique together.
    fn key(&self) -> String {
        format!("{}{}", self.place.kind(), self.id)
    }
}

impl SearchItems {
    /// Validates a library file and takes ownership of it.
    ///
    /// # Errors
    /// [`CatalogueError`] when the bytes are not a whole, undamaged library of this version.
    pub fn read(file: Vec<u8>) -> Result<Self, CatalogueError> {
        Ok(Self { file: File::read(file, LIBRARY_MAGIC)? })
    }

    pub(crate) fn index(&self) -> Index<'_> {
        self.file.index()
    }

    /// Returns the number of items.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.index().len()
    }

    /// Whether the library is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Encodes a library. The order of the items does not change the bytes. Of two records with the same kind and id, the
/// one with more likes is used.
#[must_use]
pub fn encode_library(records: &[SearchItem]) -> Vec<u8> {
    let items = in_order(records);
    let keys: Vec<String> = items.iter().map(|item| item.key()).collect();
    let words = InvertedIndexBuilder::of(items.len(), |each| {
        let mut buffer = String::new();
        for (number, item) in items.iter().enumerate() {
            for text in [&item.title, &item.subject] {
                for_each_token(text, &mut buffer, |word| each(number, word));
            }
            if let Ok(course) = CourseCode::parse(&item.subject) {
                each(number, &course.as_str().to_ascii_lowercase());
            }
        }
    });
    let by_key = sort_indices(keys.len(), &|a, b| keys[a].cmp(&keys[b]));
    let column = |of: &dyn Fn(&SearchItem) -> u32| items.iter().map(|item| of(item)).collect::<Vec<_>>();
    let none = vec![0; items.len()];

    let mut file = PackedWriter::default();
    // `Index::new` takes the lists in this order.
    file.texts(items.iter().map(|item| item.title.as_str()));
    file.texts(items.iter().map(|item| item.subject.as_str()));
    file.numbers(&column(&|item| item.likes));
    file.numbers(&column(&|item| item.size));
    file.numbers(&column(&|item| item.place.number()));
    file.numbers(&column(&|item| to_u32(item.title.chars().count())));
    file.lists(&words.of_texts);
    file.numbers(&inverse_permutation(&by_key));
    file.numbers(&none);
    file.numbers(&none);
    file.texts(words.terms.iter().map(String::as_str));
    file.lists(&words.posting_lists());
    file.texts(std::iter::empty());
    file.numbers(&[0]);
    file.texts(std::iter::empty());
    file.lists(&[]);
    file.texts(by_key.iter().map(|item| keys[*item as usize].as_str()));
    file.numbers(&by_key);
    with_header(LIBRARY_MAGIC, &file.finish())
}

/// Returns the items sorted by kind, then most liked first, then newest first, because later ids are greater.
fn in_order(records: &[SearchItem]) -> Vec<&SearchItem> {
    let mut items: Vec<&SearchItem> = records.iter().collect();
    let texts = |a: &SearchItem, b: &SearchItem| (&a.title, &a.subject).cmp(&(&b.title, &b.subject));
    items.sort_by(|a, b| {
        let by_identity = (a.place.kind(), &a.id).cmp(&(b.place.kind(), &b.id)).then(b.likes.cmp(&a.likes));
        by_identity.then_with(|| (a.place, a.size).cmp(&(b.place, b.size))).then_with(|| texts(a, b))
    });
    items.dedup_by(|a, b| a.place.kind() == b.place.kind() && a.id == b.id);
    items.sort_by(|a, b| (a.place.kind(), b.likes, &b.id).cmp(&(b.place.kind(), a.likes, &a.id)));
    items
}

/// Decodes a library file. The items are sorted by kind and id.
///
/// # Errors
/// [`CatalogueError`] if the bytes are not a whole, undamaged library of this version.
pub fn decode_library(file: &[u8]) -> Result<Vec<SearchItem>, CatalogueError> {
    let library = SearchItems::read(file.to_vec())?;
    let index = library.index();
    let mut records: Vec<SearchItem> = Vec::new();
    let mut previous = "";
    for item in index.courses_by_code().iter() {
        let (key, (place, size, likes)) = (index.key(item), index.library_fields(item));
        let place = SearchCollection::from_number(place, index.subject(item)).ok_or(Damaged)?;
        let id = key.strip_prefix(char::from(b'0' + place.kind())).ok_or(Damaged)?;
        // These records are encoded again, so the function accepts only files that the writer can have written.
        if key <= previous {
            return Err(Damaged);
        }
        previous = key;
        let (title, subject) = (index.title(item).to_owned(), index.subject(item).to_owned());
        records.push(SearchItem { place, id: id.to_owned(), title, subject, size, likes });
    }
    Ok(records)
}
