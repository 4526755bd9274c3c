//! Change log of lists in the manifest.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Maximum number of lists in a manifest. It exceeds the number that changes within the 30 s polling interval of a
/// page, and takes at most 12 kB.
pub const CHANGE_LOG_MAX: usize = 600;

/// The recently changed lists, so that an open page refetches a list only when it changed.
///
/// A page that saw edition 7 refetches each list that changed in a later edition. It refetches all lists if `since` is
/// later than 7.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Moves {
    /// Number of this manifest, greater than all earlier numbers: the time of writing in Unix milliseconds.
    pub edition: u64,
    /// Latest edition whose changes may be missing from `lists`.
    pub since: u64,
    /// Edition of the latest change of each list. The key is a course code, a shelf, an album or the id of a playlist.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, number>"))]
    pub lists: BTreeMap<String, u64>,
}

impl Moves {
    /// Returns the change log that follows `before` after the lists `moved` changed. Without `before`, earlier changes
    /// are unknown.
    #[must_use]
    pub fn after(before: Option<&Self>, now_ms: u64, moved: impl IntoIterator<Item = String>) -> Self {
        let Some(before) = before else { return Self { edition: now_ms, since: now_ms, lists: BTreeMap::new() } };
        // Clocks differ between machines, but editions must increase.
        let edition = now_ms.max(before.edition.saturating_add(1));
        let mut lists = before.lists.clone();
        lists.extend(moved.into_iter().map(|list| (list, edition)));
        let mut moves = Self { edition, since: before.since, lists };
        moves.forget_oldest();
        moves
    }

    /// Removes the oldest lists above [`CHANGE_LOG_MAX`]. Lists that changed in the same edition are removed together.
    fn forget_oldest(&mut self) {
        if self.lists.len() <= CHANGE_LOG_MAX {
            return;
        }
        let mut editions: Vec<u64> = self.lists.values().copied().collect();
        editions.sort_unstable();
        self.since = editions[editions.len() - CHANGE_LOG_MAX - 1].max(self.since);
        let since = self.since;
        self.lists.retain(|_, edition| *edition > since);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(numbers: std::ops::Range<usize>) -> impl Iterator<Item = String> {
        numbers.map(|number| format!("CS{number}"))
    }

    #[test]
    fn each_version_of_the_change_log_is_greater_than_the_previous_one_whatever_the_clock_says() {
        let first = Moves::after(None, 1_000, names(0..1));
        assert_eq!((first.edition, first.since, first.lists.len()), (1_000, 1_000, 0));
        let second = Moves::after(Some(&first), 900, names(1..2));
        assert_eq!(second, Moves { edition: 1_001, since: 1_000, lists: [("CS1".to_owned(), 1_001)].into() });
        let third = Moves::after(Some(&second), 2_000, names(2..3));
        assert_eq!(third.lists, [("CS1".to_owned(), 1_001), ("CS2".to_owned(), 2_000)].into());
    }

    #[test]
    fn dropping_old_entries_from_the_change_log_advances_the_first_version_that_it_covers() {
        let first = Moves::after(None, 1, names(0..0));
        let old = Moves::after(Some(&first), 2, names(0..10));
        let full = Moves::after(Some(&old), 3, names(10..CHANGE_LOG_MAX));
        assert_eq!((full.since, full.lists.len()), (1, CHANGE_LOG_MAX));
        let over = Moves::after(Some(&full), 4, names(CHANGE_LOG_MAX..CHANGE_LOG_MAX + 1));
        assert_eq!((over.since, over.lists.len()), (2, CHANGE_LOG_MAX - 10 + 1), "those of edition 2 go together");
        let flood = Moves::after(Some(&over), 5, names(0..CHANGE_LOG_MAX + 1));
        assert_eq!((flood.since, flood.lists.len()), (5, 0), "an edition of too many names none");
    }
}
