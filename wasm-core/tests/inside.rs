//! Full-text search: results, and behaviour with hostile bytes.

#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up should stop there")]

#[path = "../fuzz/checks/inside.rs"]
mod fuzzing;

use proptest::prelude::*;
use wasm_core::full_text::{
    Builder, FULL_TEXT_VERSION, FullTextError, FullTextIndex, InsideHit, PageText, candidate_pages, framed_for_fuzzing,
    search,
};

const HEADER_BYTES: usize = 13;

/// Returns an index of these notes, each a title and its pages.
fn file(notes: &[(&str, &[&str])]) -> Vec<u8> {
    let mut builder = Builder::default();
    for (number, (title, pages)) in notes.iter().enumerate() {
        let pages = (1..).zip(*pages).map(|(page, text)| PageText { page, text });
        builder.add_note(&format!("note-{number}"), title, pages);
    }
    builder.finish()
}

fn lectures() -> Vec<u8> {
    file(&[
        (
            "Sorting",
            &[
                "3.1 Merge sort\nMerge sort divides the list in two halves, sorts each of them and merges them.",
                "Quicksort chooses a pivot; its worst case is quadratic. Don't sort what is sorted.",
                "A heap is a tree. The heap of the ﬁrst example has naïve 𝑛 nodes, 量子力學.",
            ],
        ),
        (
            "Graphs",
            &[
                "Breadth first search visits neighbours in waves.",
                "Depth first search goes as deep as it can. A wellknown use of it is a topological order, an example of sorting.",
                "Shortest paths: Dijkstra's algorithm needs a heap.",
            ],
        ),
    ])
}

fn found(file: &[u8], query: &str) -> Vec<InsideHit> {
    search(&[&FullTextIndex::read(file.to_vec()).unwrap()], query, 10, 10)
}

/// Returns the notes and pages of the hits.
fn places(query: &str) -> Vec<(String, u32)> {
    found(&lectures(), query).into_iter().map(|hit| (hit.title, hit.page)).collect()
}

fn first(query: &str) -> Option<(String, u32)> {
    places(query).into_iter().next()
}

fn at(title: &str, page: u32) -> Option<(String, u32)> {
    Some((title.to_owned(), page))
}

#[test]
fn words_are_found_in_any_order_by_their_beginning_and_with_typos() {
    for (query, place) in [
        ("pivot quicksort", at("Sorting", 2)),
        ("dijk", at("Graphs", 3)),
        ("topological ord", at("Graphs", 2)),
        ("quiksort pivot ", at("Sorting", 2)),
        ("dijsktra", at("Graphs", 3)),
        ("neighbuors", at("Graphs", 1)),
        ("MERGE SORT", at("Sorting", 1)),
        ("dont", at("Sorting", 2)),
        ("first", at("Graphs", 1)),
        ("nothing like it", None),
        ("", None),
        ("\"", None),
    ] {
        assert_eq!(first(query), place, "{query:?}");
    }
}

#[test]
fn words_with_ligatures_accents_formula_letters_or_joined_parts_are_found_by_plain_spelling() {
    for (query, place) in [
        ("first example", at("Sorting", 3)),
        ("naive", at("Sorting", 3)),
        ("naïve n nodes", at("Sorting", 3)),
        ("子力", at("Sorting", 3)),
        ("example of sorting", at("Graphs", 2)),
        // The PDF extractor joins both parts, whether the hyphen belongs to the line break or to the word.
        ("well-known", at("Graphs", 2)),
        ("wellknown", at("Graphs", 2)),
    ] {
        assert_eq!(first(query), place, "{query:?}");
    }
}

#[test]
fn a_quoted_phrase_matches_only_consecutive_words() {
    assert_eq!(places("\"first search\""), [("Graphs".to_owned(), 1), ("Graphs".to_owned(), 2)]);
    assert_eq!(places("\"search first\""), []);
    assert_eq!(places("\"worst case\" pivot"), [("Sorting".to_owned(), 2)]);
    // The last word of an unfinished phrase may be incomplete.
    assert_eq!(places("\"depth first sea"), [("Graphs".to_owned(), 2)]);
}

#[test]
fn a_page_with_the_words_close_together_or_in_a_heading_ranks_first() {
    let filler = "and then there is something else in between that nobody asked for ".repeat(3);
    let far = format!("Binary {filler} trees {filler}");
    let near = format!("{filler} binary trees {filler}");
    let heading = format!("4 Binary trees\n{filler} {filler}");
    let file = file(&[("Far", &[&far]), ("Near", &[&near]), ("Heading", &[&heading])]);
    let titles: Vec<String> = found(&file, "binary trees").into_iter().map(|hit| hit.title).collect();
    assert_eq!(titles, ["Heading", "Near", "Far"]);
}

/// Returns an index of one-page notes, with other notes that are unrelated.
fn course(notes: &[(&str, &str)]) -> FullTextIndex {
    let other = "Nothing of what was asked for, but as long as pages are in a course, more or less. ".repeat(8);
    let others = [("Other", other.as_str()); 24];
    let notes: Vec<_> = notes.iter().chain(&others).collect();
    let pages: Vec<[&str; 1]> = notes.iter().map(|(_, page)| [*page]).collect();
    let notes: Vec<(&str, &[&str])> = notes.iter().zip(&pages).map(|((title, _), page)| (*title, &page[..])).collect();
    FullTextIndex::read(file(&notes)).unwrap()
}

/// Returns the titles of these notes in the order of the hits.
fn titles_found(notes: &[(&str, &str)], query: &str) -> Vec<String> {
    search(&[&course(notes)], query, 10, 10).into_iter().map(|hit| hit.title).collect()
}

#[test]
fn a_page_with_all_words_ranks_above_one_that_repeats_a_single_word() {
    let filler = "something else that nobody asked for and that goes on for a while ".repeat(12);
    let again = "Flame, flame and flame: a flame is a flame. The flame of a flame.";
    let all = format!("A flame here. {filler} The current one there. {filler}");
    let notes = [&[("Again", again), ("All", &all)], &[("Other", "currents"); 10][..]].concat();
    assert_eq!(titles_found(&notes, "flame curre")[..2], ["All", "Again"]);
}

#[test]
fn exact_words_rank_above_similar_ones_however_frequent_and_close_together_those_are() {
    let filler = "and something else in between that nobody asked for ".repeat(6);
    let typed = format!("The hierarchy {filler} of all volumes {filler}");
    let longer = format!("The hierarchy volumesection, volumesections, volumesectional {filler} {filler}");
    assert_eq!(titles_found(&[("Longer", &longer), ("Typed", &typed)], "hierarchy volumes"), ["Typed", "Longer"]);
    // The result is the same if only the index of another course contains the exact word.
    let (one, other) = (course(&[("Longer", &longer)]), course(&[("Typed", &typed)]));
    let hits = search(&[&one, &other], "hierarchy volumes", 10, 10);
    assert_eq!(hits.iter().map(|hit| hit.title.as_str()).collect::<Vec<_>>(), ["Typed", "Longer"]);
    // A mistyped word does not make similar words as good as the intended one.
    let meant = format!("Les petites phrases. {filler} Cela concerne les autres. {filler}");
    let near = format!("Les petites bo\u{EE}tes ne concernent que cela. {filler} {filler}");
    assert_eq!(titles_found(&[("Near", &near), ("Meant", &meant)], "pteites concerne"), ["Meant", "Near"]);
}

#[test]
fn all_words_in_sequence_rank_above_partial_sequences() {
    let filler = "and something else that was not asked for ".repeat(2);
    let parts = format!("To placeholders, placeholders in code. {filler} Typeset placeholders in code snippets.");
    let whole = format!("{filler} The style applied to placeholders in code. {filler} {filler} {filler}");
    assert_eq!(titles_found(&[("Parts", &parts), ("Whole", &whole)], "to placeholders in code"), ["Whole", "Parts"]);
}

#[test]
fn any_part_of_a_text_in_a_script_without_spaces_is_found() {
    let notes = [
        ("Chinese", "量子力學是物理學的分支。"),
        ("Japanese", "機械学習の基礎とデータ構造"),
        ("Thai", "สมการเชิงอนุพันธ์สามัญอันดับหนึ่ง"),
        ("Thai too", "การวิเคราะห์เชิงตัวเลข สามัญ"),
        ("Lao", "ຄະນິດສາດເບື້ອງຕົ້ນ"),
    ];
    for (query, titles) in [
        ("力學", &["Chinese"][..]),
        ("械学習", &["Japanese"]),
        ("ﾃﾞｰﾀ", &["Japanese"]),
        ("อนุพันธ์", &["Thai"]),
        ("เชิงอนุ", &["Thai"]),
        ("วิเคราะห์", &["Thai too"]),
        ("ตัวเลข วิเคราะห์", &["Thai too"]),
        ("ສາດເບື້ອງ", &["Lao"]),
        // All letters occur in the text, but not in this sequence.
        ("พันเชิง", &[]),
    ] {
        assert_eq!(titles_found(&notes, query), titles, "{query}");
    }
    let hits = found(&file(&[("Thai", &[notes[2].1])]), "อนุพันธ์");
    let [hit, ..] = &hits[..] else { panic!("nothing is found") };
    assert!(hit.snippet.contains("สมการเชิงอนุพันธ์สามัญ"), "{}", hit.snippet);
}

#[test]
fn possessive_endings_and_elided_articles_are_separate_words_and_a_contraction_is_one_word() {
    for (query, place) in [
        ("dijkstra heap", at("Graphs", 3)),
        ("dijkstra's", at("Graphs", 3)),
        ("dijkstra\u{2019}s heap", at("Graphs", 3)),
        ("don't", at("Sorting", 2)),
    ] {
        assert_eq!(first(query), place, "{query:?}");
    }
    // These words are too short for typo correction, so they must match exactly.
    let owned = file(&[("Owned", &["Lee's algorithm, and l'eau of rivers"])]);
    for query in ["lee algorithm", "eau of rivers"] {
        assert!(found(&owned, query)[0].has_all, "{query:?}");
    }
    let french = file(&[("Texte", &["L\u{2019}ensemble s\u{E9}par\u{E9} par des virgules, qu'on ins\u{E8}re."])]);
    assert_eq!(found(&french, "ensemble virgules").len(), 1);
    assert_eq!(found(&french, "l'ensemble s\u{E9}par\u{E9}")[0].mark, "L\u{2019}ensemble s\u{E9}par\u{E9}");
    // Words in files from before apostrophes separated words are found in both spellings.
    assert_eq!(found(&file(&[("Old", &["dijkstras heap"])]), "dijkstra's heap").len(), 1);
}

#[test]
fn title_words_improve_the_rank_of_pages_but_do_not_match_alone() {
    assert_eq!(first("graphs heap"), at("Graphs", 3));
    assert_eq!(places("graphs"), []);
}

#[test]
fn a_snippet_keeps_the_page_text_and_highlights_the_matches() {
    let hit = &found(&lectures(), "quicksort worst case")[0];
    assert_eq!(hit.snippet, "Quicksort chooses a pivot; its worst case is quadratic. Don't sort what is sorted.");
    let units: Vec<u16> = hit.snippet.encode_utf16().collect();
    let marked =
        hit.ranges.iter().map(|(start, end)| String::from_utf16(&units[*start as usize..*end as usize]).unwrap());
    assert_eq!(marked.collect::<Vec<_>>(), ["Quicksort", "worst", "case"]);
    assert_eq!(hit.mark, "worst case");
    assert_eq!((hit.note.as_str(), hit.page, hit.has_all), ("note-0", 2, true));
    let hit = &found(&lectures(), "子力")[0];
    assert!(hit.snippet.contains("naïve 𝑛 nodes, 量子力學"), "{}", hit.snippet);
}

#[test]
fn a_page_with_all_words_stays_first_unless_the_query_is_a_question_or_begins_like_one_and_they_are_far_apart() {
    let locks = file(&[("Locks", &["How, then, is a mutex\nlocked? Two threads wait for their permits."])]);
    for (query, has_all, stays_first) in [
        ("permits mutex threads", true, true),
        ("permits mutex semaphore", false, false),
        ("how then is a mutex locked", true, true),
        ("how is a mutex locked", true, true),
        ("how permits", true, false),
        ("two threads wait?", true, false),
    ] {
        let hit = &found(&locks, query)[0];
        assert_eq!((hit.has_all, hit.stays_first), (has_all, stays_first), "{query:?}");
    }
    // Only the first twelve words are searched.
    let long = "how then is a mutex locked two threads wait for their permits when others do not";
    assert!(found(&locks, long)[0].stays_first);
}

#[test]
fn merging_the_indexes_of_single_notes_gives_the_same_index_as_indexing_their_texts() {
    let pages: [&[&str]; 2] = [&["One text.", "Another TEXT, with one more."], &["", "A third"]];
    let mut merged = Builder::default();
    for (number, pages) in pages.iter().enumerate() {
        let single = FullTextIndex::read(file(&[("Old title", pages)])).unwrap();
        merged.add_file(&format!("note-{number}"), ["First", "Second"][number], &single);
    }
    assert_eq!(merged.finish(), file(&[("First", pages[0]), ("Second", pages[1])]));
    let third = &found(&file(&[("First", pages[0]), ("Second", pages[1])]), "third")[0];
    assert_eq!((third.title.as_str(), third.page), ("Second", 2), "a page without words keeps its number");
}

#[test]
fn several_index_files_are_searched_as_one() {
    let (one, other) =
        (FullTextIndex::read(lectures()).unwrap(), FullTextIndex::read(file(&[("More", &["A pivot"])])).unwrap());
    let hits = search(&[&one, &other], "pivot", 10, 10);
    assert_eq!(hits.iter().map(|hit| hit.file).collect::<Vec<_>>(), [1, 0], "the shorter page first");
    assert_eq!(search(&[&one, &other], "heap", 1, 10).len(), 1);
    assert_eq!(search(&[&one], "search", 10, 1).len(), 1, "one page of a note");
    assert!(search(&[], "pivot", 10, 10).is_empty());
}

#[test]
fn a_search_for_the_pages_of_one_note_matches_text_that_starts_or_ends_within_a_word() {
    let file = FullTextIndex::read(lectures()).unwrap();
    let pages = |note: &str, text: &str| candidate_pages(&file, note, text);
    for (note, text, expected) in [
        ("note-0", "heap", vec![3]),
        ("note-1", "heap", vec![3]),
        // Like a search in a document: from the middle of one word to the middle of another.
        ("note-0", "ivides the li", vec![1]),
        ("note-1", "well-known use", vec![2]),
        ("note-0", "naive \u{1D45B} nodes", vec![3]),
        ("note-0", "sort", vec![1, 2]),
        ("note-0", "graphs", vec![]),
        ("note-0", "quiksort", vec![]),
    ] {
        assert_eq!(pages(note, text), Some(expected), "{text:?} in {note}");
    }
    assert_eq!(pages("note-2", "heap"), None);
    assert_eq!(pages("note-0", " ;-) "), None);
}

#[test]
fn invalid_files_other_versions_and_every_truncation_are_rejected() {
    let file = lectures();
    let refused = |bytes: &[u8]| FullTextIndex::read(bytes.to_vec()).map(drop).unwrap_err();
    assert_eq!(refused(b"NNCT"), FullTextError::NotAnIndex);
    let mut newer = file.clone();
    newer[4] = FULL_TEXT_VERSION + 1;
    assert_eq!(refused(&newer), FullTextError::Version { found: FULL_TEXT_VERSION + 1 });
    for length in 0..file.len() {
        assert!(FullTextIndex::read(file[..length].to_vec()).is_err(), "{length} bytes");
        // Also with a valid checksum of the remaining bytes.
        if let Some(body) = file.get(HEADER_BYTES..length) {
            assert!(FullTextIndex::read(framed_for_fuzzing(body)).is_err(), "{length} bytes with a checksum");
        }
    }
}

#[test]
fn flipped_bits_are_detected_and_cause_no_panic_even_with_a_valid_checksum() {
    let file = lectures();
    for place in 0..file.len() * 8 {
        let mut flipped = file.clone();
        flipped[place / 8] ^= 1 << (place % 8);
        assert!(FullTextIndex::read(flipped.clone()).is_err(), "bit {place}");
        if place / 8 >= HEADER_BYTES
            && let Ok(read) = FullTextIndex::read(framed_for_fuzzing(&flipped[HEADER_BYTES..]))
        {
            for query in ["sort", "first search", "\"worst case\"", "quadartic"] {
                let _ = search(&[&read], query, 5, 5);
                let _ = candidate_pages(&read, "note-1", query);
            }
            let mut merged = Builder::default();
            merged.add_file("note", "Title", &read);
            assert!(FullTextIndex::read(merged.finish()).is_ok(), "bit {place}");
        }
    }
}

#[test]
fn the_fuzzing_corpus_and_every_change_of_one_byte_in_it_are_searched_without_panic() {
    let mut files = 0;
    for entry in std::fs::read_dir("fuzz/corpus/inside").unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        files += u32::from(fuzzing::check(&bytes));
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0x55;
            let _ = fuzzing::check(&changed);
        }
    }
    assert!(files > 0, "seeds of the corpus are files");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn full_text_indexes_with_invalid_content_and_a_valid_checksum_cause_no_panic(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        query in "\\PC{0,30}",
    ) {
        let mut body = lectures()[HEADER_BYTES..].to_vec();
        for (place, byte) in edits {
            let place = place.index(body.len());
            body[place] = byte;
        }
        if let Ok(file) = FullTextIndex::read(framed_for_fuzzing(&body)) {
            for query in [query.as_str(), "sort", "\"first search\"", "a b c d e f g h"] {
                let _ = candidate_pages(&file, "note-0", query);
                for hit in search(&[&file], query, 5, 5) {
                    let units = u32::try_from(hit.snippet.encode_utf16().count()).unwrap();
                    prop_assert!(hit.ranges.iter().all(|(start, end)| start <= end && *end <= units));
                }
            }
        }
    }

    #[test]
    fn every_word_of_every_text_is_found_on_its_page(texts in prop::collection::vec("[a-zA-Zéß' .,\n-]{0,60}", 1..6)) {
        let pages: Vec<&str> = texts.iter().map(String::as_str).collect();
        let file = FullTextIndex::read(file(&[("", &pages)])).unwrap();
        for (page, text) in (1..).zip(&texts) {
            for word in text.split(|one: char| !one.is_alphanumeric()).filter(|word| word.len() > 3 && !text.contains('\'') && !text.contains('-')) {
                let hits = search(&[&file], word, 10, 10);
                prop_assert!(hits.iter().any(|hit| hit.page == page), "{:?} in {:?}", word, text);
            }
        }
    }
}
