//! The library: encoding, decoding and search.

#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up should stop there")]

use proptest::prelude::*;
use wasm_core::album::AlbumId;
use wasm_core::catalogue::{
    Catalogue, CatalogueError, SearchCollection, SearchItem, SearchItems, decode_library, encode_library,
};
use wasm_core::course::CourseCode;
use wasm_core::search::LibraryHit;
use wasm_core::shelf::ShelfId;
use wasm_core::text::tokens;

fn item(place: SearchCollection, id: &str, title: &str, subject: &str) -> SearchItem {
    let (title, subject) = (title.to_owned(), subject.to_owned());
    SearchItem { place, id: id.to_owned(), title, subject, size: 60, likes: 0 }
}

fn items() -> Vec<SearchItem> {
    let (deep, radio) = (SearchCollection::Shelf(ShelfId::DeepDive), SearchCollection::Shelf(ShelfId::Radio));
    vec![
        item(deep, "01A", "Pointers and references", "CS 246"),
        SearchItem { likes: 9, ..item(radio, "01B", "Pointers for the tired", "CS 246") },
        item(deep, "01C", "Limits", "Calculus"),
        item(SearchCollection::Album(AlbumId::Cram), "01A", "Pointers in one evening", "CS 246"),
        item(SearchCollection::Playlists, "01D", "Night pointers", ""),
    ]
}

fn note(course: &str, id: &str, title: &str, likes: u32) -> SearchItem {
    let course = CourseCode::parse(course).unwrap();
    SearchItem { likes, ..item(SearchCollection::Course(course), id, title, &course.display()) }
}

fn notes() -> Vec<SearchItem> {
    vec![
        note("CS246", "01A", "The rule of five", 0),
        note("CS246", "01B", "The rule of zero, and of three", 4),
        note("CS246E", "01C", "Rules of five, and moves", 0),
        note("MATH138", "01D", "Five tests of convergence", 2),
        note("MATH138", "01E", "L'Hôpital's rule", 2),
        note("STAT230", "01F", "Conditional probability", 0),
        note("STAT230", "01G", "Bayes: the rule and its five uses", 9),
    ]
}

/// Queries of the golden file, which the tests of the boundary also read.
const WRITTEN_DOWN: [&str; 12] = [
    "pointers",
    "cs246",
    "CS 246",
    "246 point",
    "poimters",
    "night pointers",
    "nightpointers",
    "limits zzzz",
    "calc",
    "é",
    "p",
    "in one evening",
];

/// Queries of a student who remembers a note: prefixes, typos, any order, with the code of its course.
const NOTES_WRITTEN_DOWN: [&str; 14] = [
    "rule of five",
    "five rule of",
    "rul of fiv",
    "rule of fve",
    "ruleof five",
    "cs246 five",
    "five cs 246",
    "cs246",
    "stat 230",
    "lhopital",
    "convergense",
    "probability conditional",
    "of",
    "rule of nine",
];

fn check_golden(name: &str, records: &[SearchItem], queries: &[&str]) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let file = encode_library(records);
    let library = SearchItems::read(file.clone()).unwrap();
    let rows: Vec<String> = queries
        .iter()
        .map(|query| format!("  {}", serde_json::json!({ "query": query, "hits": library.search(query, 5) })))
        .collect();
    let now = format!("[\n{}\n]\n", rows.join(",\n"));
    let (answers, bytes) = (folder.join(format!("{name}.json")), folder.join(format!("{name}.bin")));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&answers, &now).unwrap();
        std::fs::write(&bytes, &file).unwrap();
    }
    let written = std::fs::read_to_string(answers).unwrap();
    for (now, written) in now.lines().zip(written.lines()) {
        assert_eq!(now, written);
    }
    assert_eq!(now, written);
    let stored = std::fs::read(bytes).unwrap();
    assert_eq!(stored, file, "the library is written differently: give the format a new version");
}

/// `UPDATE_GOLDEN=1 cargo xtask test --only rust --name golden` updates the results.
#[test]
fn library_search_results_match_the_golden_file() {
    check_golden("library", &items(), &WRITTEN_DOWN);
}

#[test]
fn note_search_results_match_the_golden_file() {
    check_golden("notes", &notes(), &NOTES_WRITTEN_DOWN);
}

#[test]
fn a_note_is_found_by_course_and_title_words_in_any_order_and_with_typos() {
    let library = SearchItems::read(encode_library(&notes())).unwrap();
    for typed in
        ["rule of five", "five of rule", "rule of fi", "fivw rule cs246", "the rule of five", "cs-246 rule of five"]
    {
        let hits = library.search(typed, 5);
        assert_eq!(told(&hits.notes).first().map(String::as_str), Some("CS246 01A"), "{typed}");
        assert!(hits.audio.is_empty() && hits.albums.is_empty() && hits.playlists.is_empty());
    }
    let hits = library.search("cs246", 5);
    // The shorter title comes first, as for courses. Notes of CS 246E only match a prefix.
    assert_eq!(told(&hits.notes), ["CS246 01A", "CS246 01B", "CS246E 01C"]);
    assert!(hits.notes.iter().all(|hit| hit.is_as_typed));
    assert!(!library.search("rule of fve", 1).notes[0].is_as_typed);
}

fn library() -> SearchItems {
    SearchItems::read(encode_library(&items())).unwrap()
}

fn told(hits: &[LibraryHit]) -> Vec<String> {
    hits.iter().map(|hit| format!("{} {}", hit.place, hit.id)).collect()
}

#[test]
fn results_of_every_kind_are_listed_with_the_best_first() {
    let library = library();
    let hits = library.search("pointers", 5);
    assert_eq!(told(&hits.audio), ["radio 01B", "deep-dive 01A"]);
    assert_eq!((told(&hits.albums), told(&hits.playlists)), (vec!["cram 01A".into()], vec![" 01D".into()]));
    let hits = library.search("pointers", 1);
    assert_eq!((hits.audio.len(), hits.albums.len(), hits.playlists.len()), (1, 1, 1));
    assert_eq!(library.search("pointers", 0), Default::default());
    assert_eq!(library.search("", 5), Default::default());
}

#[test]
fn subjects_are_found_in_any_spelling_and_highlighted() {
    for typed in ["cs246", "CS 246", "cs-24", "246 pointers ref"] {
        assert!(told(&library().search(typed, 5).audio).contains(&"deep-dive 01A".into()), "{typed}");
    }
    let library = library();
    let hits = library.search("246 point", 5);
    let hit = hits.audio.iter().find(|hit| hit.id == "01A").unwrap();
    assert_eq!(
        (hit.title_ranges.as_slice(), hit.subject_ranges.as_slice()),
        ([(0, 5)].as_slice(), [(3, 6)].as_slice())
    );
}

#[test]
fn typos_are_corrected_only_if_no_kind_has_exact_matches() {
    let mut items = items();
    items.push(item(SearchCollection::Playlists, "01E", "Printers", ""));
    let library = SearchItems::read(encode_library(&items)).unwrap();
    assert_eq!(told(&library.search("printers", 5).audio), [""; 0]);
    assert_eq!(told(&library.search("poimters", 5).albums), ["cram 01A"]);
}

#[test]
fn course_catalogues_and_damaged_library_files_are_rejected() {
    let file = encode_library(&items());
    assert_eq!(Catalogue::read(file.clone()).map(drop), Err(CatalogueError::NotACatalogue));
    assert_eq!(SearchItems::read(wasm_core::catalogue::encode(&[])).map(drop), Err(CatalogueError::NotACatalogue));
    for bit in 0..file.len() * 8 {
        let mut changed = file.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert!(SearchItems::read(changed).is_err(), "bit {bit}");
    }
    for length in 0..file.len() {
        assert!(SearchItems::read(file[..length].to_vec()).is_err(), "cut to {length} bytes");
    }
}

fn any_item() -> impl Strategy<Value = SearchItem> {
    let shelves = ShelfId::ALL.map(SearchCollection::Shelf).into_iter();
    let courses = ["CS246", "MATH138"].map(|code| SearchCollection::Course(CourseCode::parse(code).unwrap()));
    let others = [SearchCollection::Playlists].into_iter().chain(courses);
    let places: Vec<SearchCollection> =
        shelves.chain(AlbumId::ALL.map(SearchCollection::Album)).chain(others).collect();
    let texts = ("[a-c ]{0,8}|\\PC{0,12}", "|CS 246|[a-c]{1,5}|\\PC{0,9}");
    (prop::sample::select(places), "[0-7][A-C]{1,2}", texts, any::<u32>(), 0..3_u32).prop_map(
        |(place, id, (title, subject), size, likes)| {
            let subject = if let SearchCollection::Course(code) = place { code.display() } else { subject };
            SearchItem { place, id, title, subject, size, likes }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn library_records_round_trip_in_any_order(
        (items, shuffled) in prop::collection::vec(any_item(), 0..30)
            .prop_flat_map(|items| (Just(items.clone()), Just(items).prop_shuffle())),
    ) {
        let file = encode_library(&items);
        prop_assert_eq!(&file, &encode_library(&shuffled));
        let read = decode_library(&file).unwrap();
        let names: Vec<_> = read.iter().map(|item| (item.place.kind(), item.id.clone())).collect();
        prop_assert!(names.is_sorted_by(|one, next| one < next));
        prop_assert!(items.iter().all(|item| names.contains(&(item.place.kind(), item.id.clone()))));
        prop_assert!(read.iter().all(|item| items.contains(item)));
        prop_assert_eq!(encode_library(&read), file);
    }

    #[test]
    fn an_item_is_found_by_every_prefix_of_its_title(items in prop::collection::vec(any_item(), 1..20)) {
        let file = encode_library(&items);
        let library = SearchItems::read(file.clone()).unwrap();
        // Use the decoded items, because duplicate ids are merged in the file.
        for item in decode_library(&file).unwrap() {
            let typed: Vec<char> = item.title.trim().chars().collect();
            for length in 1..=typed.len() {
                let prefix: String = typed[..length].iter().collect();
                let hits = library.search(&prefix, usize::MAX);
                let found = [&hits.audio, &hits.albums, &hits.playlists, &hits.notes];
                // Letters alone may be a prefix of a code, and then only codes are returned.
                prop_assert!(
                    found[usize::from(item.place.kind())].iter().any(|hit| hit.id == item.id) || tokens(&prefix).len() < 2,
                    "{prefix:?} of {item:?}"
                );
            }
        }
    }

    #[test]
    fn no_query_panics(items in prop::collection::vec(any_item(), 0..12), typed in "\\PC{0,20}|[a-c246 ]{0,9}") {
        let library = SearchItems::read(encode_library(&items)).unwrap();
        let hits = library.search(&typed, 3);
        for hit in hits.audio.iter().chain(&hits.albums).chain(&hits.playlists).chain(&hits.notes) {
            for (text, ranges) in [(&hit.title, &hit.title_ranges), (&hit.subject, &hit.subject_ranges)] {
                let length = u32::try_from(text.encode_utf16().count()).unwrap();
                prop_assert!(ranges.iter().all(|(start, end)| start < end && *end <= length), "{typed:?} {hit:?}");
            }
        }
    }
}
