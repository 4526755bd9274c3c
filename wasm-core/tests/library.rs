//! The library: encoding, decoding and search.

#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up should stop there")]

use proptest::prelude::*;
use wasm_core::album::AlbumId;
use wasm_core::catalogue::{Catalogue, CatalogueError, Library, LibraryRecord, Place, decode_library, encode_library};
use wasm_core::search::LibraryHit;
use wasm_core::shelf::ShelfId;
use wasm_core::text::tokens;

fn item(place: Place, id: &str, title: &str, subject: &str) -> LibraryRecord {
    let (title, subject) = (title.to_owned(), subject.to_owned());
    LibraryRecord { place, id: id.to_owned(), title, subject, size: 60, likes: 0 }
}

fn items() -> Vec<LibraryRecord> {
    let (deep, radio) = (Place::Shelf(ShelfId::DeepDive), Place::Shelf(ShelfId::Radio));
    vec![
        item(deep, "01A", "Pointers and references", "CS 246"),
        LibraryRecord { likes: 9, ..item(radio, "01B", "Pointers for the tired", "CS 246") },
        item(deep, "01C", "Limits", "Calculus"),
        item(Place::Album(AlbumId::Cram), "01A", "Pointers in one evening", "CS 246"),
        item(Place::Playlists, "01D", "Night pointers", ""),
    ]
}

/// The queries of the golden file, which the tests of the boundary read too.
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

/// `UPDATE_GOLDEN=1 cargo test -p wasm-core --test library` writes the answers anew.
#[test]
fn hits_match_the_golden_file() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let (library, file) = (library(), encode_library(&items()));
    let rows = WRITTEN_DOWN
        .map(|query| format!("  {}", serde_json::json!({ "query": query, "hits": library.search(query, 5) })));
    let now = format!("[\n{}\n]\n", rows.join(",\n"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(folder.join("library.json"), &now).unwrap();
        std::fs::write(folder.join("library.bin"), &file).unwrap();
    }
    let written = std::fs::read_to_string(folder.join("library.json")).unwrap();
    for (now, written) in now.lines().zip(written.lines()) {
        assert_eq!(now, written);
    }
    assert_eq!(now, written);
    let stored = std::fs::read(folder.join("library.bin")).unwrap();
    assert_eq!(stored, file, "the library is written differently: give the format a new version");
}

fn library() -> Library {
    Library::read(encode_library(&items())).unwrap()
}

fn told(hits: &[LibraryHit]) -> Vec<String> {
    hits.iter().map(|hit| format!("{} {}", hit.place, hit.id)).collect()
}

#[test]
fn every_kind_is_searched_best_first() {
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
fn typos_are_corrected_only_if_no_kind_has_an_exact_match() {
    let mut items = items();
    items.push(item(Place::Playlists, "01E", "Printers", ""));
    let library = Library::read(encode_library(&items)).unwrap();
    assert_eq!(told(&library.search("printers", 5).audio), [""; 0]);
    assert_eq!(told(&library.search("poimters", 5).albums), ["cram 01A"]);
}

#[test]
fn catalogues_and_damaged_libraries_are_refused() {
    let file = encode_library(&items());
    assert_eq!(Catalogue::read(file.clone()).map(drop), Err(CatalogueError::NotACatalogue));
    assert_eq!(Library::read(wasm_core::catalogue::encode(&[])).map(drop), Err(CatalogueError::NotACatalogue));
    for bit in 0..file.len() * 8 {
        let mut changed = file.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert!(Library::read(changed).is_err(), "bit {bit}");
    }
    for length in 0..file.len() {
        assert!(Library::read(file[..length].to_vec()).is_err(), "cut to {length} bytes");
    }
}

fn any_item() -> impl Strategy<Value = LibraryRecord> {
    let shelves = ShelfId::ALL.map(Place::Shelf).into_iter();
    let places: Vec<Place> = shelves.chain(AlbumId::ALL.map(Place::Album)).chain([Place::Playlists]).collect();
    let texts = ("[a-c ]{0,8}|\\PC{0,12}", "|CS 246|[a-c]{1,5}|\\PC{0,9}");
    (prop::sample::select(places), "[0-7][A-C]{1,2}", texts, any::<u32>(), 0..3_u32)
        .prop_map(|(place, id, (title, subject), size, likes)| LibraryRecord { place, id, title, subject, size, likes })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn records_round_trip_in_any_order(
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
        let library = Library::read(file.clone()).unwrap();
        // Duplicate ids were merged.
        for item in decode_library(&file).unwrap() {
            let typed: Vec<char> = item.title.trim().chars().collect();
            for length in 1..=typed.len() {
                let prefix: String = typed[..length].iter().collect();
                let hits = library.search(&prefix, usize::MAX);
                let found = [&hits.audio, &hits.albums, &hits.playlists];
                // Letters alone may be a prefix of a code, and then only codes are shown.
                prop_assert!(
                    found[usize::from(item.place.kind())].iter().any(|hit| hit.id == item.id) || tokens(&prefix).len() < 2,
                    "{prefix:?} of {item:?}"
                );
            }
        }
    }

    #[test]
    fn no_query_panics(items in prop::collection::vec(any_item(), 0..12), typed in "\\PC{0,20}|[a-c246 ]{0,9}") {
        let library = Library::read(encode_library(&items)).unwrap();
        let hits = library.search(&typed, 3);
        for hit in hits.audio.iter().chain(&hits.albums).chain(&hits.playlists) {
            for (text, ranges) in [(&hit.title, &hit.title_ranges), (&hit.subject, &hit.subject_ranges)] {
                let length = u32::try_from(text.encode_utf16().count()).unwrap();
                prop_assert!(ranges.iter().all(|(start, end)| start < end && *end <= length), "{typed:?} {hit:?}");
            }
        }
    }
}
