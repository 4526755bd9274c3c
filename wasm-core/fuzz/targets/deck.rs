//! Arbitrary bytes as the HTML of a card and as the cards of a deck: no panic, Markdown of bounded length, and a deck
//! whose database SQLite accepts, with each note unchanged.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wasm_core::anki::html::{convert, convert_plain};
use wasm_core::anki::{AnkiNote, File, Side, build_package, cloze};

#[path = "../checks/deck.rs"]
mod check;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for markdown in [convert(&text).markdown, convert_plain(&text)] {
        assert!(markdown.len() <= text.len() * 100 + 1000, "{} bytes of {}", markdown.len(), text.len());
        let is_sign = |sign: char| ('\u{E002}'..='\u{E007}').contains(&sign);
        assert!(!markdown.contains(is_sign), "a sign of the writer is left");
    }
    for number in cloze::gap_numbers(&text).into_iter().take(3) {
        assert!([Side::Front, Side::Back].iter().all(|side| cloze::render(&text, number, *side).is_some()));
    }
    let note = |(number, line): (usize, &str)| {
        let (front, back) = line.split_once('\t').unwrap_or((line, ""));
        AnkiNote { guid: number.to_string(), front: front.into(), back: back.into(), gaps: Vec::new() }
    };
    let notes: Vec<AnkiNote> = text.lines().enumerate().map(note).collect();
    let files = [File { name: text.lines().next().unwrap_or_default().into(), bytes: bytes.to_vec() }];
    check::is_sound(&build_package(&text, &notes, &files, 1_795_600_000_000), &notes);
});
