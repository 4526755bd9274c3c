//! Arbitrary bytes as an Anki deck: as the whole file, or, depending on the first byte, as the database inside it. The
//! database is stored without compression, so that the fuzzer can change it.

#![no_main]

use std::io::{Cursor, Write as _};

use inspect::deck::{CARDS_READ_MAX, Deck};
use libfuzzer_sys::fuzz_target;
use readers::deck;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Returns a zip file with these bytes as its only entry.
fn around(name: &str, bytes: &[u8]) -> Cursor<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    writer.start_file(name, options).expect("there is room");
    writer.write_all(bytes).expect("there is room");
    writer.finish().expect("there is room")
}

fn check(deck: &Deck) {
    assert!(deck.cards.len() <= CARDS_READ_MAX);
    assert!(deck.cards.iter().all(|card| !card.title.is_empty() && !card.content.is_empty()));
    assert!(deck.left_out.iter().all(|left| left.count > 0 && left.examples.len() <= 3));
}

fuzz_target!(|bytes: &[u8]| {
    let file = match bytes.first() {
        Some(b'P') => Cursor::new(bytes.to_vec()),
        Some(b'S') => around("collection.anki2", bytes),
        _ => around("collection.anki21b", bytes),
    };
    if let Ok(deck) = deck::read(file.clone()) {
        check(&deck);
    }
    let _ = deck::pictures(file, 0, u64::MAX);
});
