//! Search over the library. It works like the search over courses, grouped by kind.

use std::borrow::Cow;

use serde::Serialize;

use super::{Answers, highlight, query::Query, rank};
use crate::catalogue::{Index, Library, SearchCollection};

/// Library items that match a query, by kind, best first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LibraryHits<'a> {
    /// Recordings.
    pub audio: Vec<LibraryHit<'a>>,
    /// Album notes.
    pub albums: Vec<LibraryHit<'a>>,
    /// Public playlists.
    pub playlists: Vec<LibraryHit<'a>>,
    /// Course notes, which only the members' file contains.
    pub notes: Vec<LibraryHit<'a>>,
}

/// One search result: a library item that matches a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LibraryHit<'a> {
    /// Id.
    pub id: &'a str,
    /// Shelf (`deep-dive`), album (`cram`) or course (`CS246`) of the item; empty for a playlist.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub place: Cow<'static, str>,
    /// Title, or the name of a playlist.
    pub title: &'a str,
    /// Subject as displayed; empty for a playlist.
    pub subject: &'a str,
    /// Seconds of a recording, 0 if unknown; pages of a note; recordings in a playlist.
    pub size: u32,
    /// Number of likes.
    pub likes: u32,
    /// Score. Only the order of scores has a meaning.
    pub score: u64,
    /// Whether the item matches all words as typed: none is missing and none was corrected.
    pub is_as_typed: bool,
    /// Matches in the title: starts and ends in UTF-16 units, ascending, not overlapping.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][]"))]
    pub title_ranges: Vec<(u32, u32)>,
    /// Matches in the subject: starts and ends in UTF-16 units, ascending, not overlapping.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][]"))]
    pub subject_ranges: Vec<(u32, u32)>,
}

impl Library {
    /// Returns the best hits for a query, best first, at most `limit` of each kind. All kinds are searched with the
    /// same tolerance: if one kind matches the text as typed, no other kind offers corrections.
    #[must_use]
    pub fn search(&self, text: &str, limit: usize) -> LibraryHits<'_> {
        let index = &self.index();
        let starts: [u32; SearchCollection::KIND_COUNT] = std::array::from_fn(|kind| index.first_of_kind(kind));
        let Some(Answers { query, groups, .. }) = index.answers(text, limit, &starts) else {
            return LibraryHits::default();
        };
        let mut groups = groups.into_iter().map(|group| {
            group.into_iter().filter_map(|(score, item)| index.library_hit(&query, score, item)).collect()
        });
        let mut next = || groups.next().unwrap_or_default();
        LibraryHits { audio: next(), albums: next(), playlists: next(), notes: next() }
    }
}

impl<'file> Index<'file> {
    /// Returns the first item of this kind or a later one.
    fn first_of_kind(&self, kind: usize) -> u32 {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.place(middle).is_some_and(|place| usize::from(place.kind()) < kind) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    fn place(&self, item: u32) -> Option<SearchCollection> {
        SearchCollection::from_number(self.library_fields(item).0, self.subject(item))
    }

    fn library_hit(&self, query: &Query, score: u64, item: u32) -> Option<LibraryHit<'file>> {
        let (_, size, likes) = self.library_fields(item);
        Some(LibraryHit {
            id: self.key(item).get(1..)?,
            place: self.place(item)?.url_name(),
            title: self.title(item),
            subject: self.subject(item),
            size,
            likes,
            score,
            is_as_typed: rank::is_as_typed(score),
            title_ranges: highlight::in_title(self, query, item),
            subject_ranges: highlight::in_subject(self, query, item),
        })
    }
}
