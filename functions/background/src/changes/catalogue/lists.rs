//! The two published lists in addition to the courses: the public library, and the course notes, which only signed-in
//! users can search.

use std::collections::BTreeMap;

use store::keys::object::{self, ObjectKey};
use store::objects::Bucket;
use store::stream::{self, keep_best};
use store::{Result, Sha256Hash, Store};
use wasm_core::catalogue::SearchItem;
use wasm_core::limits::FOUND_NOTES_MAX;

/// Maximum number of items in the published library: 5 MB as Brotli, which a page can load. Beyond that, the items with
/// the most likes are published, and the newest among equals. An item that was left out can return with its next change
/// or with a rebuild. Course notes follow the same rule up to `FOUND_NOTES_MAX`.
pub const LIBRARY_MAX: usize = 100_000;

/// Records by kind and id.
pub(super) type Records = BTreeMap<(u8, String), SearchItem>;

pub(super) fn by_key(records: impl IntoIterator<Item = SearchItem>) -> Records {
    records.into_iter().map(|record| (key_of(&record), record)).collect()
}

pub(super) fn key_of(record: &SearchItem) -> (u8, String) {
    (record.place.kind(), record.id.clone())
}

/// A published list other than the courses, in its own file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    /// Recordings, notes of albums and public playlists.
    Library,
    /// Notes of courses. Their file is in the private bucket.
    Notes,
}

impl List {
    pub(super) fn bucket(self) -> Bucket {
        match self {
            Self::Library => Bucket::Site,
            Self::Notes => Bucket::Files,
        }
    }

    pub(super) fn key(self, sha256: &Sha256Hash) -> ObjectKey {
        match self {
            Self::Library => object::catalogue(sha256),
            Self::Notes => object::notes_list(sha256),
        }
    }

    fn max(self) -> usize {
        match self {
            Self::Library => LIBRARY_MAX,
            Self::Notes => FOUND_NOTES_MAX,
        }
    }

    /// Reads the records of the list from the table.
    pub(super) async fn read(self, store: &Store) -> Result<Records> {
        let best = match self {
            Self::Library => stream::list_best(store, self.max()).await?,
            Self::Notes => stream::list_best_notes(store, self.max()).await?,
        };
        Ok(by_key(best))
    }

    /// Returns the records to publish: all, or the best ones if there are too many.
    pub(super) fn select_best(self, records: Records) -> Vec<SearchItem> {
        let mut records: Vec<SearchItem> = records.into_values().collect();
        if records.len() <= self.max() {
            return records;
        }
        keep_best(&mut records, self.max());
        // Restore the order of the keys, so that equal records always give the same hash.
        by_key(records).into_values().collect()
    }
}
