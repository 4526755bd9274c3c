//! Which lists changed lately.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Most lists that a manifest names: more than change in the half minute between two looks of a page, and 12 kB at most.
pub const MOVES_MAX: usize = 600;

/// Which lists changed lately, so that an open page asks for one again only when there is something new in it.
///
/// A page that saw edition 7 asks again for each list that moved in a later one; for all of them, when `since` is later than 7.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Moves {
    /// The number of this manifest, greater than that of every one before it: when it was written, in milliseconds since 1970.
    pub edition: u64,
    /// Of the lists that moved in this edition or before it, not all are named.
    pub since: u64,
    /// The edition in which each list moved last. Its name is the code of a course, a shelf, an album, or the id of a playlist.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, number>"))]
    pub lists: BTreeMap<String, u64>,
}

impl Moves {
    /// What the manifest after `before` says when these lists moved. Without one before it, nothing is known of earlier moves.
    #[must_use]
    pub fn after(before: Option<&Self>, now_ms: u64, moved: impl IntoIterator<Item = String>) -> Self {
        let Some(before) = before else { return Self { edition: now_ms, since: now_ms, lists: BTreeMap::new() } };
        // Clocks differ between machines, and editions must not.
        let edition = now_ms.max(before.edition.saturating_add(1));
        let mut lists = before.lists.clone();
        lists.extend(moved.into_iter().map(|list| (list, edition)));
        let mut moves = Self { edition, since: before.since, lists };
        moves.forget_oldest();
        moves
    }

    /// Leaves at most [`MOVES_MAX`] names. Lists that moved in one edition stay or go together.
    fn forget_oldest(&mut self) {
        if self.lists.len() <= MOVES_MAX {
            return;
        }
        let mut editions: Vec<u64> = self.lists.values().copied().collect();
        editions.sort_unstable();
        self.since = editions[editions.len() - MOVES_MAX - 1].max(self.since);
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
    fn each_edition_is_later_than_the_one_before_whatever_the_clock_says() {
        let first = Moves::after(None, 1_000, names(0..1));
        assert_eq!((first.edition, first.since, first.lists.len()), (1_000, 1_000, 0));
        let second = Moves::after(Some(&first), 900, names(1..2));
        assert_eq!(second, Moves { edition: 1_001, since: 1_000, lists: [("CS1".to_owned(), 1_001)].into() });
        let third = Moves::after(Some(&second), 2_000, names(2..3));
        assert_eq!(third.lists, [("CS1".to_owned(), 1_001), ("CS2".to_owned(), 2_000)].into());
    }

    #[test]
    fn what_is_no_longer_named_is_told_by_its_edition() {
        let first = Moves::after(None, 1, names(0..0));
        let old = Moves::after(Some(&first), 2, names(0..10));
        let full = Moves::after(Some(&old), 3, names(10..MOVES_MAX));
        assert_eq!((full.since, full.lists.len()), (1, MOVES_MAX));
        let over = Moves::after(Some(&full), 4, names(MOVES_MAX..MOVES_MAX + 1));
        assert_eq!((over.since, over.lists.len()), (2, MOVES_MAX - 10 + 1), "those of edition 2 go together");
        let flood = Moves::after(Some(&over), 5, names(0..MOVES_MAX + 1));
        assert_eq!((flood.since, flood.lists.len()), (5, 0), "an edition of too many names none");
    }
}
