//! Lists and filters the content index.

use aws::client::Store;
use aws::codec::{Item, decode};
use aws::table::{self, Consistency, Order};
use model::error::Result;
use model::keys::{self, GSI1_PK, GSI1_SK, Index, PK, SK};
use model::kind::Kind;
use model::page::{Cursor, Page};
use wasm_core::text::fold;

use crate::register::entry::Entry;

/// Number of entries per query of a filtered list.
const SLICE: u32 = 500;

/// Maximum number of queries per page. Beyond 10,000 entries a page may be short and still have a cursor.
const SLICES_MAX: u32 = 20;

/// A filter of the content index. An entry must meet all given conditions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Kind of the entry.
    pub kind: Option<Kind>,
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

/// Returns one page of the content index, newest first. Cost: 1 read without collection and text. With them, queries
/// run until the page is full: 25 read units per 500 entries, at most 20 queries.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, filter: &Filter, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Entry>> {
    let range = filter.kind.map_or_else(keys::content::all, keys::content::of_kind);
    if !filter.narrows() {
        return table::page(store, &range, Order::Descending, Consistency::Eventual, cursor, limit).await;
    }
    let wanted = Wanted::of(filter);
    let mut start = cursor.map(|cursor| table::open(store, &range, cursor)).transpose()?;
    let mut items = Vec::new();
    for _ in 0..SLICES_MAX {
        let slice = table::query(store, &range, Order::Descending, Consistency::Eventual, Some(SLICE), start).await?;
        for item in slice.items {
            let here = place_of(&item, range.index);
            let entry: Entry = decode(item)?;
            if !wanted.meets(&entry) {
                continue;
            }
            items.push(entry);
            if items.len() >= limit as usize {
                // The next page may be empty, which costs less than reading ahead here.
                return Ok(Page { items, next: Some(table::seal(store, &range, &here)?) });
            }
        }
        start = slice.last;
        if start.is_none() {
            break;
        }
    }
    let next = start.as_ref().map(|last| table::seal(store, &range, last)).transpose()?;
    Ok(Page { items, next })
}

/// Returns the key attributes of an item as a query reports them for its last item.
fn place_of(item: &Item, index: Index) -> Item {
    let names: &[&str] = match index {
        Index::Table => &[PK, SK],
        Index::Gsi1 => &[PK, SK, GSI1_PK, GSI1_SK],
    };
    names.iter().filter_map(|name| item.get(*name).map(|value| ((*name).to_owned(), value.clone()))).collect()
}

struct Wanted<'a> {
    place: Option<&'a str>,
    words: Vec<String>,
}

impl<'a> Wanted<'a> {
    fn of(filter: &'a Filter) -> Self {
        let words = filter.text.iter().flat_map(|text| text.split_whitespace()).map(fold).collect();
        Self { place: filter.place.as_deref(), words }
    }

    fn meets(&self, entry: &Entry) -> bool {
        if self.place.is_some_and(|place| place != entry.place) {
            return false;
        }
        if self.words.is_empty() {
            return true;
        }
        let Entry { title, place, part, file_name, uploader_name, .. } = entry;
        let whole = fold(&format!("{title}\n{place}\n{part}\n{file_name}\n{uploader_name}"));
        self.words.iter().all(|word| whole.contains(word.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::ids::ProductId;
    use model::timestamp::Timestamp;

    fn entry() -> Entry {
        Entry {
            kind: Kind::Note,
            id: ProductId::generate(),
            title: "Écologie: Week 3".into(),
            place: "CS246".into(),
            part: "Chapter 4".into(),
            file_name: "observers.pdf".into(),
            bytes: 10,
            sha256: None,
            uploaded_sha256: None,
            uploader: "admin".parse().unwrap(),
            uploader_name: "Note Ninja".into(),
            uploaded_at: Timestamp::now(),
        }
    }

    #[test]
    fn a_filter_matches_when_all_words_occur_in_any_spelling() {
        let meets = |text: &str| Wanted::of(&Filter { text: Some(text.into()), ..Filter::default() }).meets(&entry());
        for text in ["ecologie", "WEEK eco", "cs246", "observ", "ninja 3", "  ", ""] {
            assert!(meets(text), "{text:?}");
        }
        for text in ["ecology", "week 4 ninjas", "cs247"] {
            assert!(!meets(text), "{text:?}");
        }
    }

    #[test]
    fn a_place_filter_matches_the_whole_code_only() {
        let meets =
            |place: &str| Wanted::of(&Filter { place: Some(place.into()), ..Filter::default() }).meets(&entry());
        assert!(meets("CS246"));
        assert!(!meets("CS24"));
    }
}
