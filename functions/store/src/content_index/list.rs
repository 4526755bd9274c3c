//! Lists and filters the content index.

use aws::client::Store;
use aws::table::{self, Consistency, Order};
use model::error::Result;
use model::keys;
use model::kind::ItemKind;
use model::page::{Cursor, Page};
use model::words::TextFilter;

use crate::content_index::entry::IndexEntry;

/// A filter of the content index. An entry must meet all given conditions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Kind of the entry.
    pub kind: Option<ItemKind>,
    /// Course, shelf or album of the entry.
    pub place: Option<String>,
    /// Words or parts of words that must all occur in title, collection, part, file name or name of the uploader.
    pub text: Option<String>,
}

impl Filter {
    fn narrows(&self) -> bool {
        self.place.is_some() || self.text.is_some()
    }
}

/// Returns one page of the content index, newest first. Cost: 1 read without collection and text. With them, the cost
/// of [`table::page_matching`]: 25 read units per 500 entries.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, filter: &Filter, cursor: Option<&Cursor>, limit: u32) -> Result<Page<IndexEntry>> {
    let range = filter.kind.map_or_else(keys::content::all, keys::content::of_kind);
    if !filter.narrows() {
        return table::page(store, &range, Order::Descending, Consistency::Eventual, cursor, limit).await;
    }
    let wanted = Wanted::of(filter);
    table::page_matching(store, &range, cursor, limit, |entry: &IndexEntry| wanted.meets(entry)).await
}

struct Wanted<'a> {
    place: Option<&'a str>,
    words: TextFilter,
}

impl<'a> Wanted<'a> {
    fn of(filter: &'a Filter) -> Self {
        Self { place: filter.place.as_deref(), words: TextFilter::of(filter.text.as_deref().unwrap_or_default()) }
    }

    fn meets(&self, entry: &IndexEntry) -> bool {
        if self.place.is_some_and(|place| place != entry.place) {
            return false;
        }
        let IndexEntry { title, place, part, file_name, uploader_name, .. } = entry;
        self.words.matches(&format!("{title}\n{place}\n{part}\n{file_name}\n{uploader_name}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::ids::{ProductId, Sha256Hash};
    use model::timestamp::Timestamp;

    fn entry() -> IndexEntry {
        IndexEntry {
            kind: ItemKind::Note,
            id: ProductId::generate(),
            title: "Écologie: Week 3".into(),
            place: "CS246".into(),
            part: "Chapter 4".into(),
            file_name: "observers.pdf".into(),
            bytes: 10,
            sha256: Sha256Hash::of(b"observers"),
            uploaded_sha256: None,
            uploader: "admin".parse().unwrap(),
            uploader_name: "Note Ninja".into(),
            uploaded_at: Timestamp::now(),
        }
    }

    #[test]
    fn text_filter_matches_items_that_contain_all_words_in_any_spelling() {
        let meets = |text: &str| Wanted::of(&Filter { text: Some(text.into()), ..Filter::default() }).meets(&entry());
        for text in ["ecologie", "WEEK eco", "cs246", "observ", "ninja 3", "  ", ""] {
            assert!(meets(text), "{text:?}");
        }
        for text in ["ecology", "week 4 ninjas", "cs247"] {
            assert!(!meets(text), "{text:?}");
        }
    }

    #[test]
    fn collection_filter_matches_only_a_complete_code() {
        let meets =
            |place: &str| Wanted::of(&Filter { place: Some(place.into()), ..Filter::default() }).meets(&entry());
        assert!(meets("CS246"));
        assert!(!meets("CS24"));
    }
}
