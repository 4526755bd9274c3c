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
    /// State of the accessibility report. Excludes recordings.
    pub accessibility: Option<AccessibilityState>,
}

impl Filter {
    fn narrows(&self) -> bool {
        self.place.is_some() || self.text.is_some() || self.accessibility.is_some()
    }
}

/// State of a note's accessibility report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessibilityState {
    /// The report has at least one problem.
    Problems,
    /// The report has no problem.
    NoProblems,
    /// There is no report.
    Unknown,
}

impl AccessibilityState {
    /// Parses the value of the query parameter.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "problems" => Some(Self::Problems),
            "none" => Some(Self::NoProblems),
            "unknown" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// Returns the state of an entry; `None` for a recording.
    fn of(entry: &IndexEntry) -> Option<Self> {
        match &entry.accessibility {
            _ if entry.kind == ItemKind::Audio => None,
            None => Some(Self::Unknown),
            Some(report) if report.has_problems() => Some(Self::Problems),
            Some(_) => Some(Self::NoProblems),
        }
    }
}

/// Returns one page of the content index, newest first. Cost: 1 read without a filter other than the kind. With one, the cost
/// of [`table::page_matching`]: 25 to 35 read units per 500 entries.
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
    accessibility: Option<AccessibilityState>,
}

impl<'a> Wanted<'a> {
    fn of(filter: &'a Filter) -> Self {
        Self {
            place: filter.place.as_deref(),
            words: TextFilter::of(filter.text.as_deref().unwrap_or_default()),
            accessibility: filter.accessibility,
        }
    }

    fn meets(&self, entry: &IndexEntry) -> bool {
        if self.place.is_some_and(|place| place != entry.place) {
            return false;
        }
        if self.accessibility.is_some_and(|state| AccessibilityState::of(entry) != Some(state)) {
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
    use wasm_core::accessibility::{AccessibilityReport, CHECKS_VERSION, Check, Finding, Outcome};

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
            accessibility: None,
        }
    }

    #[test]
    fn accessibility_filter_matches_notes_by_the_state_of_their_report() {
        let report = |outcomes: &[Outcome]| {
            let finding = |outcome| Finding { check: Check::Contrast, outcome, count: 0, pages: None };
            let findings = outcomes.iter().copied().map(finding).collect();
            Some(AccessibilityReport { version: CHECKS_VERSION, findings })
        };
        let with = |accessibility| IndexEntry { accessibility, ..entry() };
        let matching = |entry: &IndexEntry| {
            let states = ["problems", "none", "unknown"].into_iter();
            let meets = |text: &&str| {
                let accessibility = AccessibilityState::parse(text);
                Wanted::of(&Filter { accessibility, ..Filter::default() }).meets(entry)
            };
            states.filter(meets).collect::<Vec<_>>()
        };
        assert_eq!(matching(&with(report(&[Outcome::Undecided, Outcome::Problem]))), ["problems"]);
        assert_eq!(matching(&with(report(&[Outcome::Undecided]))), ["none"]);
        assert_eq!(matching(&with(None)), ["unknown"]);
        assert!(matching(&IndexEntry { kind: ItemKind::Audio, ..entry() }).is_empty());
        assert_eq!(AccessibilityState::parse("some"), None);
    }

    #[test]
    fn text_filter_matches_items_that_contain_all_words_ignoring_case_and_accents() {
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
