//! Decks written by Anki's own library and by genanki, and files that only look like decks.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod anki;

use std::fs::File;
use std::io::{Cursor, Read as _, Write as _};
use std::path::{Path, PathBuf};

use inspect::deck::{CARDS_MAX, Deck, SkippedContent, SkippedKind};
use inspect::{Extractor, FileRejection};
use proptest::prelude::*;
use readers::deck;
use rusqlite::Connection;
use wasm_core::anki::{self as writer, AnkiNote};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn readers() -> Extractor {
    Extractor::with_program(env!("CARGO_BIN_EXE_reader").into())
}

fn count(deck: &Deck, what: SkippedKind) -> u32 {
    deck.skipped.iter().find(|left| left.kind == what).map_or(0, |left| left.count)
}

/// Returns a zip file with these entries.
fn packed(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options =
        SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).compression_level(Some(1));
    for (name, bytes) in entries {
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn read(entries: &[(&str, &[u8])]) -> Result<Deck, FileRejection> {
    deck::read(Cursor::new(packed(entries)))
}

/// Returns the database of a deck in the old format, modified by `change`.
fn database(change: impl FnOnce(&Connection)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchive::new(File::open(fixture("deck-old.apkg")).unwrap()).unwrap();
    archive.by_name("collection.anki2").unwrap().read_to_end(&mut bytes).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    let connection = Connection::open(file.path()).unwrap();
    change(&connection);
    connection.close().unwrap();
    std::fs::read(file.path()).unwrap()
}

#[test]
fn s6_import_3_a_card_whose_front_is_only_an_image_gets_a_question_mark_as_its_front() {
    let only = database(|connection| {
        let flds = "<img src=\"picture 1.png\">\u{1F}A duck";
        connection.execute("UPDATE notes SET flds = ?1 WHERE id = (SELECT min(id) FROM notes)", [flds]).unwrap();
    });
    let deck = read(&[("collection.anki2", &only), ("media", br#"{"1": "picture 1.png"}"#)]).unwrap();
    let first = &deck.cards[0];
    assert_eq!((first.title.as_str(), first.content.as_str(), first.picture), ("?", "A duck", Some(1)));
}

#[test]
fn s6_import_6_image_occlusion_cards_are_left_out() {
    let covered = database(|connection| {
        let flds = "{{c1::image-occlusion:rect:left=.1}}\u{1F}";
        let change = "UPDATE notes SET flds = ?1 WHERE flds LIKE '%{{c1::%'";
        assert_eq!(connection.execute(change, [flds]).unwrap(), 1);
    });
    let deck = read(&[("collection.anki2", &covered), ("media", b"{}")]).unwrap();
    assert_eq!((deck.cards.len(), count(&deck, SkippedKind::ImageOcclusion)), (2004, 2));
    // Note types of older image occlusion add-ons, recognised by their fields or by the name of the note type.
    for (change, from, to) in [
        ("fields", r#""name": "Q""#, r#""name": "Question Mask""#),
        ("name", r#""name": "Question""#, r#""name": "Image Occlusion Enhanced""#),
    ] {
        let made = database(|connection| {
            let sql = "UPDATE col SET models = replace(models, ?1, ?2)";
            connection.execute(sql, [from, to]).unwrap();
        });
        let deck = read(&[("collection.anki2", &made), ("media", b"{}")]).unwrap();
        let covered = deck.skipped.iter().find(|left| left.kind == SkippedKind::ImageOcclusion).unwrap();
        assert_eq!((deck.cards.len(), covered.count, covered.examples.len()), (1, 2004, 1), "{change}");
    }
}

#[test]
fn s6_import_4_invalid_and_damaged_decks_are_rejected_with_a_reason() {
    assert_eq!(deck::read(Cursor::new(b"front,back\n".to_vec())), Err(FileRejection::NotADeck));
    assert_eq!(deck::read(Cursor::new(Vec::new())), Err(FileRejection::NotADeck));
    assert_eq!(read(&[("word/document.xml", b"<w/>")]), Err(FileRejection::NotADeck));
    assert_eq!(read(&[("media", b"{}")]), Err(FileRejection::NotADeck));
    assert_eq!(read(&[("collection.anki2", b"not a database")]), Err(FileRejection::DeckDamaged));
    assert_eq!(read(&[("collection.anki21b", b"not packed")]), Err(FileRejection::DeckDamaged));
    let whole = database(|_| {});
    assert_eq!(read(&[("collection.anki2", &whole), ("media", b"[1, 2]")]), Err(FileRejection::DeckDamaged));
    assert_eq!(read(&[("collection.anki2", &whole[..20_000]), ("media", b"{}")]), Err(FileRejection::DeckDamaged));
    let empty = database(|connection| {
        connection.execute_batch("DELETE FROM cards; DELETE FROM notes;").unwrap();
    });
    assert_eq!(read(&[("collection.anki2", &empty)]), Err(FileRejection::DeckEmpty));
}

#[test]
fn s6_import_4_archive_entries_with_path_traversal_are_rejected() {
    let whole = database(|_| {});
    for name in ["../../etc/passwd", "/etc/passwd", "a/b", "C:\\x", ".hidden", "with space"] {
        assert_eq!(read(&[("collection.anki2", &whole), (name, b"x")]), Err(FileRejection::NotADeck), "{name}");
    }
    // In the list of media files, such names are harmless, because they are never opened.
    let deck = read(&[("collection.anki2", &whole), ("media", br#"{"0": "../../etc/passwd", "../1": "x"}"#)]).unwrap();
    assert_eq!(count(&deck, SkippedKind::Picture), 304 - 1, "{:?}", deck.skipped);
}

#[test]
fn s6_import_4_deck_databases_with_wrong_types_views_or_triggers_are_rejected_without_executing_them() {
    for change in [
        "UPDATE col SET models = 7",
        "UPDATE col SET models = '{\"1\": 5}'",
        "UPDATE notes SET flds = x'FF00FF' WHERE id = (SELECT min(id) FROM notes)",
        "UPDATE cards SET ord = 'first'",
        "DROP TABLE notes",
        "ALTER TABLE cards RENAME TO kept; CREATE VIEW cards AS SELECT * FROM kept",
        "ALTER TABLE cards RENAME TO kept; CREATE VIEW cards AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 \
         FROM n) SELECT id, 1 AS nid, 0 AS ord FROM n",
    ] {
        let changed = database(|connection| connection.execute_batch(change).unwrap());
        assert_eq!(read(&[("collection.anki2", &changed)]), Err(FileRejection::DeckDamaged), "{change}");
    }
    // Cards of an unknown note type are skipped.
    let unknown = database(|connection| {
        connection.execute("UPDATE notes SET mid = 1", []).unwrap();
    });
    let deck = read(&[("collection.anki2", &unknown)]).unwrap();
    assert_eq!((deck.cards.len(), count(&deck, SkippedKind::Unknown)), (0, 2006));
}

#[tokio::test]
async fn s6_import_4_zip_bombs_and_oversized_decks_are_rejected_within_time_and_memory_limits() {
    let bomb = packed(&[("collection.anki2", &vec![0; 201 << 20])]);
    assert!(bomb.len() < 2 << 20);
    assert_eq!(deck::read(Cursor::new(bomb)), Err(FileRejection::DeckTooLarge));
    // The zip file declares wrong sizes.
    let mut said = packed(&[("collection.anki2", b"123"), ("0", b"1234567")]);
    let place = said.windows(4).rposition(|part| part == [7, 0, 0, 0]).unwrap();
    said[place..place + 4].copy_from_slice(&(501_u32 << 20).to_le_bytes());
    assert_eq!(deck::read(Cursor::new(said)), Err(FileRejection::DeckTooLarge));
    let many = database(|connection| {
        let rows = format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= {CARDS_MAX}) \
             INSERT INTO cards SELECT i, (SELECT min(id) FROM notes), 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '' FROM n"
        );
        connection.execute_batch(&rows).unwrap();
    });
    assert_eq!(read(&[("collection.anki2", &many)]), Err(FileRejection::DeckTooLarge));
    // One note with 20,000 cards: 5,000 are read, and the others are counted.
    let file = tempfile::NamedTempFile::new().unwrap();
    let fewer = database(|connection| {
        let rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) \
                    INSERT INTO cards SELECT i, (SELECT min(id) FROM notes), 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '' FROM n";
        connection.execute_batch(rows).unwrap();
    });
    std::fs::write(file.path(), packed(&[("collection.anki2", &fewer)])).unwrap();
    let deck = readers().read_deck(file.path()).await.unwrap().unwrap();
    assert_eq!((deck.cards.len(), count(&deck, SkippedKind::TooMany) > 15_000), (5000, true));
}

#[tokio::test]
async fn s6_import_4_invalid_deck_images_are_skipped() {
    let whole = database(|_| {});
    let file = tempfile::NamedTempFile::new().unwrap();
    let media = br#"{"0": "picture 0.png", "1": "picture 1.png"}"#;
    std::fs::write(
        file.path(),
        packed(&[("collection.anki2", &whole), ("media", media), ("0", b"<svg/>"), ("1", b"\x89PNG\r\n\x1a\n cut")]),
    )
    .unwrap();
    assert_eq!(readers().read_deck_pictures(file.path(), 0, u64::MAX).await.unwrap().unwrap(), []);
    let deck = readers().read_deck(file.path()).await.unwrap().unwrap();
    let named: Vec<SkippedContent> =
        deck.skipped.into_iter().filter(|left| left.kind == SkippedKind::Picture).collect();
    assert_eq!((named[0].count, named[0].examples.len()), (300, 3));
}

/// Returns the cards of a cloze note with these fields and templates.
fn cards_of_gaps(fields: &str, front: &str, back: &str) -> Vec<(String, String, Option<u32>)> {
    let templates = [
        (r#""qfmt": "{{cloze:Text}}""#, format!("\"qfmt\": {}", serde_json::json!(front))),
        (r#""afmt": "{{cloze:Text}}<br>\n{{Back Extra}}""#, format!("\"afmt\": {}", serde_json::json!(back))),
    ];
    let made = database(|connection| {
        let change = "UPDATE notes SET flds = ?1 WHERE flds LIKE '%{{c1::%'";
        assert_eq!(connection.execute(change, [fields]).unwrap(), 1);
        for (from, to) in templates {
            let change = "UPDATE col SET models = replace(models, ?1, ?2) WHERE instr(models, ?1) > 0";
            assert_eq!(connection.execute(change, [from, &to]).unwrap(), 1);
        }
    });
    let deck = read(&[("collection.anki2", &made), ("media", br#"{"1": "picture 1.png"}"#)]).unwrap();
    deck.cards.into_iter().skip(2004).map(|card| (card.title, card.content, card.picture)).collect()
}

fn card(title: &str, content: &str, picture: Option<u32>) -> (String, String, Option<u32>) {
    (title.to_owned(), content.to_owned(), picture)
}

#[test]
fn s6_import_6_an_image_in_a_gap_is_not_shown_before_the_answer() {
    let of = |fields| cards_of_gaps(fields, "{{cloze:Text}}", "{{cloze:Text}}<br>{{Back Extra}}");
    assert_eq!(
        of("{{c1::<IMG src=\"picture 1.png\"> a duck}} is a {{c2::bird}}\u{1F}"),
        [
            card("\\[...\\] is a bird", "**a duck** is a bird", None),
            card("a duck is a \\[...\\]", "a duck is a **bird**", Some(1))
        ]
    );
    assert_eq!(
        of("<img src=\"picture 1.png\">{{c1::A duck}} is a {{c2::bird}}\u{1F}"),
        [card("{{c1::A duck}} is a {{c2::bird}}", "", Some(1))]
    );
}

#[test]
fn s6_import_6_the_back_of_a_cloze_note_does_not_repeat_what_its_front_has_around_the_gaps() {
    let fields = "{{c1::Ottawa}} is the {{c2::capital}}\u{1F}Canada";
    let whole = "About Canada: {{c1::Ottawa}} is the {{c2::capital}}!";
    let front = "About {{Back Extra}}: {{cloze:Text}}!";
    for (back, content) in [
        ("About {{Back Extra}}:\n{{cloze:Text}}!<br>More", "More"),
        ("{{FrontSide}}<hr id=answer>More", "More"),
        ("Also {{cloze:Text}} {{Back Extra}}", "Also Canada"),
    ] {
        assert_eq!(cards_of_gaps(fields, front, back), [card(whole, content, None)], "{back}");
    }
}

#[test]
fn s6_import_6_only_templates_that_depend_on_the_gap_give_a_card_for_each_gap() {
    let fields = "{{c1::Ottawa}} is the {{c2::capital}}\u{1F}";
    for (front, back, cards) in [
        ("{{cloze:Text}}{{#comment}}x{{/comment}}", "{{cloze:Text}}", 1),
        ("<p class=cloze>{{cloze:Text}}</p>", "{{#Back Extra}}type: x{{/Back Extra}}", 1),
        ("{{cloze:Text}}{{# c1 }}one{{/c1}}", "{{cloze:Text}}", 2),
        ("{{cloze:Text}}{{^c1}}not one{{/c1}}", "{{cloze:Text}}", 2),
        ("{{cloze:Text}}", "{{cloze:Text}} {{type:cloze:Text}}", 2),
        ("{{cloze:Text}}", "{{cloze:Text}} {{text:Text}}", 2),
    ] {
        let back = format!("{back} end");
        assert_eq!(cards_of_gaps(fields, front, &back).len(), cards, "{front} {back}");
    }
}

#[test]
fn s6_import_6_a_card_with_invalid_gaps_is_left_out_with_the_reason() {
    let open = database(|connection| {
        let flds = "{{c1::Ottawa is the capital\u{1F}of Canada";
        connection.execute("UPDATE notes SET flds = ?1 WHERE id = (SELECT min(id) FROM notes)", [flds]).unwrap();
    });
    let deck = read(&[("collection.anki2", &open), ("media", b"{}")]).unwrap();
    let left = deck.skipped.iter().find(|left| left.kind == SkippedKind::InvalidGaps).unwrap();
    assert_eq!((left.count, left.examples.as_slice()), (1, &["{{c1::Ottawa is the capital".to_owned()][..]));
    assert_eq!(count(&deck, SkippedKind::EmptySide), 0);
}

/// Writes a deck and reads it back, with SQLite, which checks every page, and with our reader.
fn written(notes: &[AnkiNote], files: &[writer::File]) -> Deck {
    let package = writer::build_package("Numbers \"1\"", notes, files, 1_795_600_000_000);
    let mut archive = ZipArchive::new(Cursor::new(package.clone())).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut bytes = Vec::new();
    archive.by_name("collection.anki2").unwrap().read_to_end(&mut bytes).unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    let connection = Connection::open(file.path()).unwrap();
    let said: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(said, "ok");
    let count: usize =
        connection.query_row("SELECT count(*) FROM cards JOIN notes ON notes.id = nid", [], |row| row.get(0)).unwrap();
    assert_eq!(count, notes.len());
    for (number, file) in files.iter().enumerate() {
        let mut bytes = Vec::new();
        archive.by_name(&number.to_string()).unwrap().read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes, file.bytes);
    }
    deck::read(Cursor::new(package)).unwrap()
}

#[test]
fn s6_export_2_a_deck_of_five_thousand_cards_with_various_lengths_can_be_exported() {
    let note = |number: usize| AnkiNote {
        guid: format!("guid {number}"),
        front: format!("Card {number}<img src=\"p {}.jpg\">", number % 2),
        // Some rows just fit into a database page, others overflow it. The HTML comment adds length without changing
        // the visible text.
        back: format!(
            "x{number}<!--{}-->",
            "z".repeat(if number.is_multiple_of(10) { 3900 + number / 10 } else { number % 90 })
        ),
        gaps: Vec::new(),
    };
    let notes: Vec<AnkiNote> = (0..5000).map(note).collect();
    let files = [1, 2].map(|of: u8| writer::File { name: format!("p {}.jpg", of - 1), bytes: vec![of; 5000] });
    let deck = written(&notes, &files);
    assert_eq!(deck.skipped, []);
    assert_eq!(deck.cards.len(), 5000);
    for (number, card) in deck.cards.iter().enumerate() {
        let picture = Some(u32::try_from(number % 2).unwrap());
        assert_eq!(
            (&card.title, &card.content, card.picture),
            (&format!("Card {number}"), &format!("x{number}"), picture)
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn s6_export_2_exporting_rows_of_any_size_gives_a_valid_sqlite_database(sizes in prop::collection::vec(1_usize..9000, 1..40)) {
        let notes: Vec<AnkiNote> = sizes
            .iter()
            .enumerate()
            .map(|(number, size)| AnkiNote { guid: number.to_string(), front: format!("F{number}"), back: format!("y<!--{}-->", "z".repeat(*size)), gaps: Vec::new() })
            .collect();
        let deck = written(&notes, &[]);
        prop_assert!(deck.cards.iter().all(|card| card.content == "y"));
        prop_assert_eq!(deck.cards.len(), sizes.len());
    }
}
